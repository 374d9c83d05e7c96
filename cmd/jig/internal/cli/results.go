package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"jig/engine"
)

// KeepResults is how long a result that was too long to be shown can be read again.
const KeepResults = 24 * time.Hour

// Stash is where long results are kept, so that a later jig can read what an earlier one has cut. Without a home directory
// nothing is kept, and a result that is cut says so.
func Stash() engine.Stash {
	state, err := StateFolder()
	if err != nil {
		return homeless{}
	}
	return engine.NewDirStash(filepath.Join(state, "results"), KeepResults)
}

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

// homeless is the stash of a user without a home directory.
type homeless struct{}

var errHomeless = errors.New("there is no home directory to keep anything in: set XDG_STATE_HOME")

func (homeless) Put(context.Context, string) (string, error) { return "", errHomeless }

func (homeless) Get(context.Context, string, int, int) (string, int, error) {
	return "", 0, errHomeless
}
