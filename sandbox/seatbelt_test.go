package sandbox_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/sandbox"
)

var update = flag.Bool("update", false, "write the golden files anew") //nolint:gochecknoglobals // a flag of the test binary

func TestTheSeatbeltProfile(t *testing.T) {
	tests := map[string]sandbox.Profile{
		"zero":      {},
		"workspace": {Writable: []string{"/w"}, ReadOnly: []string{"/w/.git", "/w/a/b/.claude/"}, Hidden: []string{"/home/dev/.ssh"}},
		"allowlist": {Network: sandbox.Allowlist, Writable: []string{`/odd "name\`}},
		"host":      {Network: sandbox.Host, LocalSockets: true},
	}
	for name, profile := range tests {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", "seatbelt", name+".sb")
			got := sandbox.SeatbeltProfile(profile)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
