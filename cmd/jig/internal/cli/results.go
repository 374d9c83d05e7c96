package cli

import (
	"os"
	"path/filepath"
	"time"

	"jig/engine"
)

// KeepResults is how long a result that was too long to be shown can be read again.
const KeepResults = 24 * time.Hour

// Stash is where long results are kept, so that a later jig can read what an earlier one has cut. Without a home directory it
// is nil, which gives an engine a temporary place of its own.
func Stash() engine.Stash {
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) { // the specification says to ignore it then
		home, err := os.UserHomeDir()
		if err != nil || !filepath.IsAbs(home) {
			return nil
		}
		state = filepath.Join(home, ".local", "state")
	}
	return engine.NewDirStash(filepath.Join(state, "jig", "results"), KeepResults)
}
