package jig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"jig/config"
	"jig/engine"
	"jig/workspace"
	"jig/workspace/undo"
)

// KeepResults is how long a result that was too long to be shown can be read again.
const KeepResults = 24 * time.Hour

var errHomeless = errors.New("there is no home directory to keep anything in: set XDG_STATE_HOME")

// StateFolder is where jig keeps what one run leaves for the next.
func StateFolder() (string, error) {
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) { // the specification says to ignore it then
		home, err := os.UserHomeDir()
		if err != nil || !filepath.IsAbs(home) {
			return "", errHomeless
		}
		state = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(state, "jig"), nil
}

// Stash is where long results are kept, so that a later run can read what an earlier one has cut. Without a home directory
// nothing is kept, and a result that is cut says so.
func Stash() engine.Stash {
	state, err := StateFolder()
	if err != nil {
		return homeless{}
	}
	return engine.NewDirStash(filepath.Join(state, "results"), KeepResults)
}

// homeless is the stash of a user without a home directory.
type homeless struct{}

func (homeless) Put(context.Context, string) (string, error) { return "", errHomeless }

func (homeless) Get(context.Context, string, int, int) (string, int, error) {
	return "", 0, errHomeless
}

// SettingsOf says where the settings for a folder lie on this machine, and what the person has said about trusting it.
func SettingsOf(dir, home string) (config.Options, error) {
	o := config.Standard(dir, home, os.Getenv)
	file := config.TrustFile(home, os.Getenv)
	if file == "" {
		return o, nil
	}
	trust, err := config.OpenTrust(file, config.TrustOptions{Home: home})
	o.Trust = trust
	return o, err
}

// OpenUndo opens the undo log of a folder. The function closes it.
func OpenUndo(dir string, opt undo.Options) (log *undo.Log, done func() error, err error) {
	state, err := StateFolder()
	if err != nil {
		return nil, nil, err
	}
	space, err := workspace.New(dir)
	if err != nil {
		return nil, nil, err
	}
	log, err = openLog(state, space, opt)
	if err != nil {
		return nil, nil, errors.Join(err, space.Close())
	}
	return log, func() error { return errors.Join(log.Close(), space.Close()) }, nil
}

// openLog opens the undo log of a space below jig's folder for state.
func openLog(state string, space *workspace.Space, opt undo.Options) (*undo.Log, error) {
	log, err := undo.Open(undo.Folder(filepath.Dir(state), space.Roots()[0]), space, opt)
	if err != nil {
		return nil, fmt.Errorf("%w (it is kept below %s; set XDG_STATE_HOME to have it elsewhere)", err, filepath.Dir(state))
	}
	return log, nil
}
