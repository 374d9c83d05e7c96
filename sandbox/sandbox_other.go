//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"os"
	"runtime"
)

const (
	stageVariable = "JIG_SANDBOX_STAGE"
	attemptWord   = "jig-sandbox-attempt"
	attemptDone   = "done\n"
	selfProgram   = ""
)

var errSystem = errors.New("commands can be confined on Linux only; this is " + runtime.GOOS)

func executable() (string, error) { return os.Executable() }

// MaybeInit does nothing on this system; on Linux it turns the process into the
// sandbox of a command if it was started for that.
func MaybeInit() {}

func (s *Sandbox) prepare() error { return errSystem }

func (s *Sandbox) confined(context.Context, *Profile, *layout, string, []string, []string) (*Cmd, error) {
	return nil, errSystem
}

// Probe reports that there is nothing to probe on this system.
func Probe(context.Context, Options) []Check {
	return []Check{{Backend: None, Name: "confinement", Detail: errSystem.Error()}}
}
