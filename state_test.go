package jig_test

import (
	"os"
	"path/filepath"
	"testing"

	"jig"
)

func TestLongResultsAreKeptUnderTheStateOfTheUser(t *testing.T) {
	dir := t.TempDir()
	tests := map[string]struct {
		state, home string
		want        string // where a result lands, empty for nowhere
	}{
		"the folder for state goes first":          {filepath.Join(dir, "state"), filepath.Join(dir, "home"), filepath.Join(dir, "state", "jig", "results")},
		"the home directory comes second":          {"", filepath.Join(dir, "home"), filepath.Join(dir, "home", ".local", "state", "jig", "results")},
		"a relative folder for state is ignored":   {"state", filepath.Join(dir, "home2"), filepath.Join(dir, "home2", ".local", "state", "jig", "results")},
		"without a home there is no lasting place": {"", "", ""},
		"a relative home is none":                  {"", "home", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_STATE_HOME", test.state)
			t.Setenv("HOME", test.home)
			stash := jig.Stash()
			if test.want == "" {
				if handle, err := stash.Put(t.Context(), "long"); err == nil {
					t.Errorf("kept as %s", handle)
				}
				if _, _, err := stash.Get(t.Context(), "res_00", 0, 1); err == nil {
					t.Error("something was read")
				}
				return
			}
			handle, err := stash.Put(t.Context(), "long")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(filepath.Join(test.want, handle+".txt")); err != nil {
				t.Error(err)
			}
		})
	}
}
