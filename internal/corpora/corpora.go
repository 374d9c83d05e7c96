// Package corpora finds the public test data that tests read and the repository
// does not hold.
package corpora

import (
	"os"
	"path/filepath"
	"testing"
)

// Path gives a file or folder of the test data, which stands in shared/corpora
// beside the repository. Where it is missing, the test is skipped and says so.
func Path(t testing.TB, parts ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("there is no go.mod above the folder of the test")
		}
		dir = filepath.Dir(dir)
	}
	found := filepath.Join(append([]string{filepath.Dir(dir), "shared", "corpora"}, parts...)...)
	if _, err := os.Stat(found); err != nil {
		t.Skipf("this test needs public data that is not there: %v", err)
	}
	return found
}
