//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"runtime"
)

const (
	stageVariable = "JIG_SANDBOX_STAGE"
	attemptWord   = "jig-sandbox-attempt"
	attemptDone   = "done\n"
	selfProgram   = ""
)

var errSystem = errors.New("commands can be confined on Linux only; this is " + runtime.GOOS)

// MaybeInit does nothing on this system; on Linux it turns the process into the
// sandbox of a command if it was started for that.
func MaybeInit() {}

func (s *Sandbox) prepare() error { return errSystem }

func (s *Sandbox) findSelf() error { return nil }

// keeping adds to the gaps how far the processes of a command can be kept hold of.
func (s *Sandbox) keeping(gaps []string) []string {
	return append(gaps, "processes that leave the process group of their command are not killed with it")
}

func (s *Sandbox) confined(context.Context, *Profile, *layout, string, []string, []string) (*Cmd, error) {
	return nil, errSystem
}

// Probe reports that there is nothing to probe on this system.
func Probe(context.Context, Options) []Check {
	return []Check{{Backend: None, Name: "confinement", Detail: errSystem.Error()}}
}
