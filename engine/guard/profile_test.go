package guard_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jig/config"
	"jig/engine/guard"
	"jig/policy"
	"jig/sandbox"
	"jig/tool"
	"jig/workspace"
)

func TestAChildKeepsToTheWorkspace(t *testing.T) {
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		t.Skip(err)
	}
	base, err := os.MkdirTemp(cache, "jig-confined-") //nolint:usetesting // not in /tmp, which is another one inside
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(base, os.TempDir()+"/") { //nolint:usetesting // the one that all share is meant
		t.Skip("there is no folder to try it in but the one for temporary files")
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(base); err != nil {
			t.Error(err)
		}
	})
	root, home := filepath.Join(base, "proj"), filepath.Join(base, "home")
	for _, dir := range []string{filepath.Join(root, ".git", "hooks"), filepath.Join(home, ".ssh")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, ".ssh", "id"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	space, err := workspace.New(root)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	}()
	p, err := policy.New(policy.Options{Space: space, Home: home})
	if err != nil {
		t.Fatal(err)
	}
	c, err := guard.Confine(p, &config.Settings{Sandbox: config.Sandbox{Mode: config.SandboxRequire, Backend: "bubblewrap"}}, home)
	if err != nil {
		t.Fatal(err)
	}
	box, err := sandbox.New(t.Context(), c.Options)
	if err != nil {
		t.Skipf("bubblewrap does not work here: %v", err)
	}
	for line, works := range map[string]bool{
		"echo x > file":                  true,
		"echo x > .git/index":            true,
		"echo x > .git/hooks/pre-commit": false,
		"mkdir .claude/x":                false,
		"echo x > ../home/file":          false,
		"cat ../home/.ssh/id":            false,
		"echo > /dev/tcp/192.0.2.1/80":   false,
		"echo x > .mcp.json":             false,
		"echo x > .mcp.json/x":           false,
		"rmdir .mcp.json || mv .envrc x": false,
	} {
		cmd, err := box.Command(t.Context(), c.Profile, "bash", "-c", line)
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.CombinedOutput()
		if closing := cmd.Close(); closing != nil {
			t.Error(closing)
		}
		if _, failed := err.(*exec.ExitError); failed == works || err != nil && !failed { //nolint:errorlint // as exec gives it
			t.Errorf("%s: %v, want it to work: %v\n%s", line, err, works, out)
		}
	}
}

func TestAnUnknownSandboxIsAnError(t *testing.T) {
	t.Parallel()
	space, err := workspace.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.New(policy.Options{Space: space})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := guard.Confine(p, &config.Settings{Sandbox: config.Sandbox{Backend: "jail"}}, ""); err == nil {
		t.Error("there is no sandbox called jail")
	}
	if err := space.Close(); err != nil {
		t.Error(err)
	}
}

func TestACallMayDoWhatItSaidAndWasAllowed(t *testing.T) {
	root, other := t.TempDir(), t.TempDir()
	beside := filepath.Join(filepath.Dir(root), "beside")
	for _, dir := range []string{root + "/sub", other + "/sub", beside} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	rm := []tool.Command{{Argv: []string{"rm", "-r", "it"}}}
	c := guard.Confinement{Profile: sandbox.Profile{Writable: []string{root}}}
	tests := map[string]struct {
		intent   tool.Intent
		writable []string
		network  sandbox.Network
	}{
		"a file of the workspace":  {tool.Intent{Writes: []string{root + "/a"}}, []string{root}, sandbox.Offline},
		"a file elsewhere":         {tool.Intent{Writes: []string{other + "/a"}}, []string{other}, sandbox.Offline},
		"a host":                   {tool.Intent{Hosts: []string{"x.org:443"}}, nil, sandbox.Allowlist},
		"hosts that are not known": {tool.Intent{Hosts: []string{"*"}}, nil, sandbox.Offline},
		"a folder of the workspace, and what holds it":  {tool.Intent{Writes: []string{root + "/sub"}}, []string{root + "/sub", root}, sandbox.Offline},
		"the workspace, and nothing above it":           {tool.Intent{Writes: []string{root}, Commands: rm}, []string{root}, sandbox.Offline},
		"a folder elsewhere, without what holds it":     {tool.Intent{Writes: []string{other + "/sub"}}, []string{other + "/sub"}, sandbox.Offline},
		"a removed folder elsewhere, and what holds it": {tool.Intent{Writes: []string{other + "/sub"}, Commands: rm}, []string{other + "/sub", other}, sandbox.Offline},
		"a removed folder beside the workspace":         {tool.Intent{Writes: []string{beside}, Commands: rm}, []string{beside}, sandbox.Offline},
		"what is opaque gets the base":                  {tool.Intent{Opaque: "eval", Writes: []string{other}, Hosts: []string{"x.org"}}, []string{root}, sandbox.Offline},
	}
	for name, test := range tests {
		p := c.For(&test.intent)
		if !slices.Equal(p.Writable, test.writable) || p.Network != test.network {
			t.Errorf("%s: writable %v and network %v, want %v and %v", name, p.Writable, p.Network, test.writable, test.network)
		}
	}
	p := c.For(&tool.Intent{Hosts: []string{"x.org"}})
	if p.Allow(t.Context(), "x.org", 443) != nil || p.Allow(t.Context(), "y.org", 443) == nil {
		t.Error("not the hosts that were named")
	}
}
