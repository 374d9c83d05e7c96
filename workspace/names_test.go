package workspace_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/internal/corpora"
	"jig/workspace"
)

func TestProtectedNamesAreKnownHoweverTheyAreWritten(t *testing.T) {
	const root = "/home/dev/proj"
	for _, path := range []string{
		".git", ".git/config", "sub/.git/hooks/pre-commit", ".GIT/config", ".git./config", ".git /config", ".git. . /config", ".git::$DATA/config", ".git:x", "GIT~1/config", "git~2",
		".g\u200cit/config", ".ｇit/config", ".hg/hgrc", ".svn", ".husky/pre-commit", "node_modules/x/index.js", "a/NODE_MODULES/x", "NODE_M~1/x", ".gitmodules", ".gitconfig",
		".claude/settings.json", ".Claude/x", ".claude.json", ".codex/config.toml", ".Cursor/MCP.json", ".gemini/settings.json", ".kiro/agents/x.json", ".jig/settings.json", ".mcp.json", ".MCP.json",
		".clinerules", ".cline_mcp", ".aider.conf.yml", ".continue/config.json", ".windsurf/x", ".roo/mcp.json", ".zed/settings.json", ".idea/workspace.xml",
		".vscode/settings.json", ".vscode/tasks.json", ".VSCode/Launch.JSON", ".vscode/mcp.json", ".devcontainer/devcontainer.json",
		".bashrc", ".zshrc", ".profile", ".zshenv", ".config/fish/config.fish", ".config/autostart/x.desktop", ".config/systemd/user/x.service", ".local/share/systemd/user/x.service", ".local/bin/ls",
		"Library/LaunchAgents/x.plist", ".ssh/authorized_keys", ".ſsh/config", ".gnupg/gpg.conf", ".aws/config", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc", ".netrc", ".envrc", ".pre-commit-config.yaml",
		".cargo/config.toml", ".yarn/releases/yarn.cjs", ".vimrc", "lefthook.yml", ".gradle/init.gradle",
	} {
		for _, real := range []string{root + "/" + path, "/home/user/" + path} {
			if why, ok := workspace.Protected(root, real); !ok || why == "" {
				t.Errorf("%s is not protected", real)
			}
		}
	}
	for _, path := range []string{
		"README.md", "AGENTS.md", "CLAUDE.md", ".env", ".gitignore", ".gitattributes", ".github/workflows/ci.yml", "Makefile", "src/git/config.go", "git", "a.git/x", ".gitea/x", "node_modules.txt", "my_node_modules/x",
		".vscode/notes.md", ".config/other/x", "settings.json", ".editorconfig", "mcp.json", "lib/x", "library/x", "etc/passwd", "dot.bashrc", "src/.bashrc.md", "n/l/_/x", "foo~1", ".local/share/x", "systemd/x", "日本語/ö.md",
	} {
		if why, ok := workspace.Protected(root, root+"/"+path); ok {
			t.Errorf("%s is protected: %s", path, why)
		}
	}
}

func TestOnlyNamesBehindTheRootCount(t *testing.T) {
	const root = "/home/dev/.claude/worktrees/node_modules/proj"
	if why, ok := workspace.Protected(root, root+"/main.go"); ok {
		t.Errorf("a file of the workspace is protected: %s", why)
	}
	if _, ok := workspace.Protected(root, "/home/dev/.claude/settings.json"); !ok {
		t.Error("a file beside it is not protected")
	}
	if _, ok := workspace.Protected("/usr/src/proj", "/usr/src/proj/main.go"); ok {
		t.Error("a workspace in a system folder is protected")
	}
	for path, want := range map[string]bool{
		"/": true, "/etc/hosts": true, "/usr/local/bin/x": true, "/bin/sh": true, "/private/etc/hosts": true, "/var/spool/cron/root": true, "/dev/sda": true, "/proc/self/oom_adj": true, "/home": true, "/System/x": true, "/ETC/hosts": true,
		"/dev/null": false, "/tmp/x": false, "/var/tmp/x": false, "/private/var/folders/x": false, "/home/dev/x": false, "/srv/x": false,
	} {
		if _, ok := workspace.Protected("/home/dev/proj", path); ok != want {
			t.Errorf("%s is protected: %v", path, ok)
		}
	}
}

func TestSecretsAreToldFromFilesThatOnlyLookLikeThem(t *testing.T) {
	for _, path := range []string{
		"/p/.env", "/p/.env.local", "/p/.ENV", "/p/prod.env", "/p/.env.production", "/h/.ssh/id_rsa", "/h/.ssh/config", "/p/id_ed25519", "/p/server.pem", "/p/tls.key", "/h/.aws/credentials", "/h/.netrc", "/h/.kube/config", "/h/.docker/config.json",
		"/etc/shadow", "/etc/shadow-", "/private/etc/master.passwd", "/etc/sudoers", "/etc/ssh/ssh_host_rsa_key", "/etc/ssl/private/x", "/h/.gnupg/x", "/h/.git-credentials", "/h/.npmrc", "/h/.pgpass", "/h/.bash_history", "/h/.config/gh/hosts.yml", "/h/.config/gcloud/x",
		"/h/.mozilla/firefox/x", "/h/.config/google-chrome/Default/Cookies", "/h/Library/Keychains/x", "/h/Library/Application Support/Google/Chrome/x", "/h/.local/share/keyrings/login.keyring", "/run/secrets/x", "/proc/1/maps", "/proc/self/fd/3", "/proc/1/task/2/auxv",
		"/proc/self/environ", "/p/terraform.tfstate", "/p/secrets.yaml", "/h/.claude/.credentials.json", "/h/.codex/auth.json", "/h/.AWS/credentials", "/p/.env.", "/h/.password-store/x.gpg", "/p/key.p12", "/p/service-account-prod.json",
	} {
		if why, ok := workspace.Secret(path); !ok || why == "" {
			t.Errorf("%s is not secret", path)
		}
	}
	for _, path := range []string{
		"/p/.env.example", "/p/.env.sample", "/p/env.go", "/p/environment.ts", "/p/keys.go", "/p/id_rsa.pub", "/p/idempotent.go", "/etc/passwd", "/etc/hosts", "/etc/shadowsocks.json", "/proc/cpuinfo", "/proc/meminfo", "/p/main.go", "/p/google/chrome/x", "/p/config", "/p/kubernetes/x.yaml", "/h/.config/other", "/p/public.crt", "/p/history",
	} {
		if why, ok := workspace.Secret(path); ok {
			t.Errorf("%s is secret: %s", path, why)
		}
	}
}

func TestSomeFilesAreForbiddenAltogether(t *testing.T) {
	for _, path := range []string{"/proc/1/mem", "/proc/self/environ", "/proc/thread-self/environ", "/proc/self/root/etc/shadow", "/proc/self/cwd/x", "/proc/1/task/1/mem", "/proc/kcore", "/dev/mem", "/dev/sda1", "/dev/nvme0n1", "/proc/self/map_files/x"} {
		if _, ok := workspace.Forbidden(path); !ok {
			t.Errorf("%s is not forbidden", path)
		}
	}
	for _, path := range []string{"/etc/shadow", "/proc/1/maps", "/proc/cpuinfo", "/dev/null", "/p/.env", "/p/proc/1/mem", "/proc/self/fd/0", "/dev/stdin"} {
		if why, ok := workspace.Forbidden(path); ok {
			t.Errorf("%s is forbidden: %s", path, why)
		}
	}
}

func TestWhatLiesBehindLinksIsJudgedToo(t *testing.T) {
	root := tree(t, ".git/config", "innocent -> .git", "home -> /home/user/.bashrc", "env -> /proc/self/environ", "shadow -> /proc/self/root/etc/shadow", "fine -> .")
	s := space(t, root)
	for _, path := range []string{"innocent/config", "home", "innocent/new"} {
		p, err := s.Resolve(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.Protected(); !ok {
			t.Errorf("%s (%s) is not protected", path, p.Real)
		}
	}
	for _, path := range []string{"env", "shadow", "/proc/self/root/etc/shadow", "/proc/self/cwd/x"} {
		p, err := s.Resolve(path)
		if err != nil {
			continue // there is no such file system here
		}
		if _, ok := p.Forbidden(); !ok {
			t.Errorf("%s (%s) is not forbidden", path, p.Real)
		}
		if _, ok := p.Secret(); !ok {
			t.Errorf("%s (%s) is not secret", path, p.Real)
		}
	}
	if p, err := s.Resolve("fine/new.go"); err != nil {
		t.Error(err)
	} else if why, ok := p.Protected(); ok {
		t.Error(why)
	}
}

func TestAFolderThatHoldsSomethingProtectedIsKnown(t *testing.T) {
	base := tree(t, "proj/vendor/lib/.git/config", "proj/plain/a/b/c", "proj/.vscode/x", "proj/linked/x -> ROOT/proj/vendor", "proj/file")
	root := filepath.Join(base, "proj")
	s := space(t, root)
	for path, want := range map[string]bool{root: true, base: true, "/": true, root + "/vendor": true, root + "/vendor/lib": true, root + "/.vscode": true, root + "/plain": false, root + "/plain/a": false, root + "/linked": false, root + "/file": false, root + "/none": false} {
		if why, ok := s.AncestorOfProtected(path); ok != want {
			t.Errorf("%s: %v (%s)", path, ok, why)
		}
	}
}

const proj = "/home/dev/proj"

// pathCase is a case of the public collection: an operation, a path, and links
// that are imagined for it.
type pathCase struct {
	input, operation, expect string
	place                    workspace.Place
	err                      error
}

func pathCases(t *testing.T, file string) []pathCase {
	t.Helper()
	text, err := os.ReadFile(corpora.Path(t, "gate", file))
	must(t, err)
	var cases []pathCase
	for line := range strings.Lines(string(text)) {
		var c struct{ Kind, Input, Expect string }
		must(t, json.Unmarshal([]byte(line), &c))
		input, about, _ := strings.Cut(c.Input, " (")
		operation, path, _ := strings.Cut(input, " ")
		if c.Kind != "path" || operation != "read" && operation != "write" || strings.Contains(about, "replaced") {
			continue // the others are about what happens at the time of use
		}
		links := map[string]string{}
		if _, target, ok := strings.Cut(strings.TrimSuffix(about, ")"), " -> "); ok {
			target, _, _ = strings.Cut(target, ",")
			links[filepath.Join(proj, path)] = target
		}
		s, err := workspace.On(workspace.Imagined{Base: workspace.Disk{}, Links: links}, proj)
		must(t, err)
		found := pathCase{input: c.Input, operation: operation, expect: c.Expect}
		found.place, found.err = s.Resolve(path)
		cases = append(cases, found)
	}
	return cases
}

// A hostile path is noticed when it is outside, protected, secret, forbidden or
// odd: a silent yes is ruled out.
func TestHostilePathsAreNoticed(t *testing.T) {
	for _, c := range pathCases(t, "hostile.jsonl") {
		if c.err != nil {
			continue
		}
		p := c.place
		_, protected := p.Protected()
		protected = protected && c.operation == "write"
		_, secret := p.Secret()
		_, forbidden := p.Forbidden()
		if p.Inside && !protected && !secret && p.Odd == "" {
			t.Errorf("%s is not noticed: %+v", c.input, p)
		}
		if c.expect == "deny" && !protected && !forbidden {
			t.Errorf("%s is not noticed as something to deny: %+v", c.input, p)
		}
	}
}

func TestBenignPathsRaiseNoQuestion(t *testing.T) {
	for _, c := range pathCases(t, "benign.jsonl") {
		_, protected := c.place.Protected()
		_, secret := c.place.Secret()
		if c.err != nil || !c.place.Inside || protected || secret || c.place.Odd != "" {
			t.Errorf("%s: %+v, %v", c.input, c.place, c.err)
		}
	}
}
