package sandbox_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/sandbox"
	"jig/tool"
)

func TestAProfileFollowsFromAnIntent(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	for _, dir := range []string{root + "/src/deep", root + "/.git"} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(root+"/src/main.go", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, root+"/out"); err != nil {
		t.Fatal(err)
	}
	base := sandbox.Profile{Writable: []string{root}, ReadOnly: []string{root + "/.git"}, Network: sandbox.Host}
	tests := map[string]struct {
		intent   *tool.Intent
		writable []string
		network  sandbox.Network
	}{
		"what states nothing gets the base":       {nil, []string{root}, sandbox.Host},
		"what only reads writes nothing":          {&tool.Intent{Reads: []string{"/"}}, nil, sandbox.Offline},
		"what writes everything gets the base":    {&tool.Intent{Writes: []string{tool.Everything}}, []string{root}, sandbox.Offline},
		"what is opaque gets the base":            {&tool.Intent{Opaque: "eval"}, []string{root}, sandbox.Host},
		"a doubtful command gets the base":        {&tool.Intent{Commands: []tool.Command{{Doubt: "unknown program"}}}, []string{root}, sandbox.Host},
		"a file makes its folder writable":        {&tool.Intent{Writes: []string{root + "/src/main.go"}}, []string{root + "/src"}, sandbox.Offline},
		"a missing file makes the next folder so": {&tool.Intent{Writes: []string{root + "/src/new/a.go"}}, []string{root + "/src"}, sandbox.Offline},
		"a folder is writable itself":             {&tool.Intent{Writes: []string{root + "/src/deep"}}, []string{root + "/src/deep"}, sandbox.Offline},
		"nothing outside becomes writable":        {&tool.Intent{Writes: []string{outside + "/x", "/etc/passwd", "relative"}}, nil, sandbox.Offline},
		"nothing behind a link becomes writable":  {&tool.Intent{Writes: []string{root + "/out/x"}}, nil, sandbox.Offline},
		"nothing protected becomes writable":      {&tool.Intent{Writes: []string{root + "/.git/config"}}, nil, sandbox.Offline},
		"a host keeps the network of the base":    {&tool.Intent{Hosts: []string{"example.com"}}, nil, sandbox.Host},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := sandbox.FromIntent(test.intent, base)
			if len(p.Writable) == 0 {
				p.Writable = nil
			}
			if diff := cmp.Diff(test.writable, p.Writable); diff != "" {
				t.Errorf("writable (-want +got):\n%s", diff)
			}
			if p.Network != test.network {
				t.Errorf("network is %v, want %v", p.Network, test.network)
			}
		})
	}
}

func TestOnlyStatedHostsAreAllowed(t *testing.T) {
	base := sandbox.Profile{Network: sandbox.Allowlist, Allow: func(_ context.Context, host string, _ int) error {
		if host == "denied.example" {
			return os.ErrPermission
		}
		return nil
	}}
	p := sandbox.FromIntent(&tool.Intent{Hosts: []string{"a.example", "b.example:8080", "denied.example"}}, base)
	tests := map[string]struct {
		host string
		port int
		ok   bool
	}{
		"a stated host":                         {"a.example", 443, true},
		"a stated host and port":                {"b.example", 8080, true},
		"another port":                          {"b.example", 443, false},
		"a host that was not stated":            {"c.example", 443, false},
		"a stated host that the base refuses":   {"denied.example", 443, false},
		"a name that only ends in a stated one": {"xa.example", 443, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if err := p.Allow(t.Context(), test.host, test.port); (err == nil) != test.ok {
				t.Errorf("got %v, want allowed %v", err, test.ok)
			}
		})
	}
}
