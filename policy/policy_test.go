package policy_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/config"
	"jig/policy"
	"jig/tool"
	"jig/workspace"
)

// world is a workspace on disk with a few files, and what lies around it.
type world struct {
	t         testing.TB
	root      string // of the workspace
	home, out string
	space     *workspace.Space
}

func newWorld(t testing.TB) *world {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, root: filepath.Join(base, "home", "dev", "proj"), home: filepath.Join(base, "home", "dev"), out: filepath.Join(base, "else")}
	for _, dir := range []string{"src/deep", "docs", ".git/hooks", "build"} {
		w.must(os.MkdirAll(filepath.Join(w.root, dir), 0o755))
	}
	for _, dir := range []string{w.out, filepath.Join(w.home, ".ssh")} {
		w.must(os.MkdirAll(dir, 0o755))
	}
	for _, file := range []string{"README.md", "src/main.go", "src/deep/a.go", "docs/a.md", ".git/config", ".env", ".env.example"} {
		w.must(os.WriteFile(filepath.Join(w.root, file), []byte("x\n"), 0o600))
	}
	w.must(os.WriteFile(filepath.Join(w.out, "other.txt"), []byte("x\n"), 0o600))
	if w.space, err = workspace.New(w.root); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.must(w.space.Close()) })
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// policy makes a policy of rules written as "allow Bash(git status)".
func (w *world) policy(change func(*policy.Options), rules ...string) *policy.Policy {
	w.t.Helper()
	opt := policy.Options{Space: w.space, Home: w.home}
	for _, text := range rules {
		word, rest, _ := strings.Cut(text, " ")
		var e policy.Effect
		w.must(e.UnmarshalText([]byte(word)))
		opt.Rules = append(opt.Rules, policy.Rule{Effect: e, Text: rest})
	}
	if change != nil {
		change(&opt)
	}
	p, err := policy.New(opt)
	w.must(err)
	return p
}

// decide asks about a call written as "Bash git status", "Read docs/a.md",
// "Edit src/main.go" or "WebFetch https://x.org/".
func (w *world) decide(p *policy.Policy, call string) policy.Verdict {
	w.t.Helper()
	name, rest, _ := strings.Cut(call, " ")
	s := &policy.Subject{Args: []byte("{}")}
	var ok bool
	if s.Spec, ok = policy.StandIn(name); !ok {
		s.Spec = &tool.Spec{Name: name, Origin: tool.Origin{Kind: tool.MCP, Source: "srv"}}
	}
	switch {
	case !ok:
	case s.Spec.Category == tool.Shell:
		s.Intent = p.ShellIntent(rest)
	case s.Spec.Category == tool.Network:
		s.Intent = p.URLIntent(rest)
	case s.Spec.Access == tool.ReadOnly:
		s.Intent = &tool.Intent{Reads: []string{rest}}
	default:
		s.Intent = &tool.Intent{Writes: []string{rest}}
	}
	return p.Decide(s)
}

func mode(m policy.Mode) func(*policy.Options) {
	return func(o *policy.Options) { o.Mode = m }
}

func TestThePolicyDecides(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	out := w.out
	for _, c := range []struct {
		name   string
		change func(*policy.Options)
		rules  []string
		call   string
		want   policy.Effect
	}{
		{"looking at the workspace is free", nil, nil, "Read src/main.go", policy.Allow},
		{"looking elsewhere is asked about", nil, nil, "Read " + out + "/other.txt", policy.Ask},
		{"a secret is asked about also in the workspace", nil, nil, "Read .env", policy.Ask},
		{"a secret is asked about although a rule allows reading", nil, []string{"allow Read"}, "Read .env", policy.Ask},
		{"unless a rule names it", nil, []string{"allow Read(./.env)"}, "Read .env", policy.Allow},
		{"changing a secret is asked about where edits are free", mode(policy.AcceptEdits), nil, "Edit .env", policy.Ask},
		{"also although a rule allows editing", nil, []string{"allow Edit"}, "Edit .env", policy.Ask},
		{"also by a command", mode(policy.AcceptEdits), nil, "Bash touch .env", policy.Ask},
		{"unless a rule names the file", mode(policy.AcceptEdits), []string{"allow Edit(./.env)"}, "Edit .env", policy.Allow},
		{"a rule about reading it is not enough", mode(policy.AcceptEdits), []string{"allow Read(./.env)"}, "Edit .env", policy.Ask},
		{"a new file that would be secret is not yet one", mode(policy.AcceptEdits), nil, "Edit src/id_rsa", policy.Allow},
		{"an example of a secret is none", mode(policy.AcceptEdits), nil, "Edit .env.example", policy.Allow},
		{"changing a file is asked about", nil, nil, "Edit src/main.go", policy.Ask},
		{"read-only commands are free", nil, nil, "Bash ls -la", policy.Allow},
		{"other commands are asked about", nil, nil, "Bash make build", policy.Ask},
		{"no command is free in a folder that is not trusted", func(o *policy.Options) { o.Untrusted = true }, nil, "Bash ls", policy.Ask},
		{"but reading is", func(o *policy.Options) { o.Untrusted = true }, nil, "Read README.md", policy.Allow},
		{"a fetch is asked about", nil, nil, "WebFetch https://example.org/", policy.Ask},
		{"what servers offer is asked about", nil, nil, "list_things", policy.Ask},
		{"unless a rule allows it", nil, []string{"allow mcp__srv__list_things"}, "list_things", policy.Allow},
		{"or all of the server", nil, []string{"allow @srv/list_*"}, "list_things", policy.Allow},

		{"an exact command is allowed", nil, []string{"allow Bash(make build)"}, "Bash make build", policy.Allow},
		{"and nothing else", nil, []string{"allow Bash(make build)"}, "Bash make build install", policy.Ask},
		{"a prefix allows what follows", nil, []string{"allow Bash(npm run test:*)"}, "Bash npm run test -- --watch", policy.Allow},
		{"a prefix ends at a word", nil, []string{"allow Bash(npm run test:*)"}, "Bash npm run tester", policy.Ask},
		{"a prefix allows nothing behind it as well", nil, []string{"allow Bash(make *)"}, "Bash make", policy.Allow},
		{"stars stand anywhere", nil, []string{"allow Bash(make * install)"}, "Bash make -k install", policy.Allow},
		{"every command must be allowed", nil, []string{"allow Bash(make:*)"}, "Bash make && ./run.sh", policy.Ask},
		{"read-only ones need no rule", nil, []string{"allow Bash(make:*)"}, "Bash make && ls", policy.Allow},
		{"a substitution runs something else", nil, []string{"allow Bash(make:*)"}, "Bash make $(./run.sh)", policy.Ask},
		{"a redirection writes something else", nil, []string{"allow Bash(make:*)"}, "Bash make > src/main.go", policy.Ask},
		{"unless that is allowed too", nil, []string{"allow Bash(make:*)", "allow Edit(build/**)"}, "Bash make > build/log", policy.Allow},
		{"a wrapper does not hide from allow rules", nil, []string{"allow Bash(make:*)"}, "Bash timeout 5 make all", policy.Allow},
		{"sudo is another matter", nil, []string{"allow Bash(make:*)"}, "Bash sudo make install", policy.Ask},
		{"one argument with a blank is not two", nil, []string{"allow Bash(make all)"}, "Bash make 'all'", policy.Allow},
		{"quotes keep words together", nil, []string{"allow Bash(make a b)"}, "Bash make 'a b'", policy.Ask},

		{"deny goes before allow", nil, []string{"allow Bash", "deny Bash(make:*)"}, "Bash make", policy.Deny},
		{"deny finds any command", nil, []string{"deny Bash(make:*)"}, "Bash ls && make x", policy.Deny},
		{"deny looks through wrappers", nil, []string{"deny Bash(make:*)"}, "Bash env A=1 nohup timeout 3 make x", policy.Deny},
		{"deny looks through folders", nil, []string{"deny Bash(make:*)"}, "Bash /usr/bin/make x", policy.Deny},
		{"deny looks into scripts", nil, []string{"deny Bash(make:*)"}, "Bash bash -c 'make x'", policy.Deny},
		{"deny looks into substitutions", nil, []string{"deny Bash(make:*)"}, "Bash echo $(make x)", policy.Deny},
		{"ask goes before allow", nil, []string{"allow Bash", "ask Bash(make:*)"}, "Bash make", policy.Ask},
		{"a rule for the whole tool", nil, []string{"deny Bash"}, "Bash ls", policy.Deny},
		{"by any of its names", nil, []string{"deny execute_bash"}, "shell ls", policy.Deny},
		{"files are denied to commands too", nil, []string{"deny Read(src/**)"}, "Bash cat src/main.go", policy.Deny},
		{"whatever the case of the name", nil, []string{"deny Read(src/**)"}, "Read SRC/main.go", policy.Deny},
		{"a folder stands for what is in it", nil, []string{"deny Read(/src)"}, "Read src/deep/a.go", policy.Deny},
		{"a slash at the end means the same", nil, []string{"deny Read(~/.ssh/)"}, "Read " + w.home + "/.ssh/config", policy.Deny},
		{"a name without a slash is found anywhere", nil, []string{"deny Edit(*.go)"}, "Edit src/deep/a.go", policy.Deny},
		{"whoever changes a folder changes what is in it", nil, []string{"deny Edit(src/deep/**)"}, "Bash rm -r src", policy.Deny},
		{"an absolute pattern", nil, []string{"allow Read(/" + out + "/**)"}, "Read " + out + "/other.txt", policy.Allow},
		{"an edit below a folder", nil, []string{"allow Edit(src/**)"}, "Edit src/deep/new.go", policy.Allow},
		{"and not beside it", nil, []string{"allow Edit(src/**)"}, "Edit docs/a.md", policy.Ask},
		{"a host that is allowed", nil, []string{"allow WebFetch(domain:example.org)"}, "WebFetch https://example.org/a", policy.Allow},
		{"and no other", nil, []string{"allow WebFetch(domain:example.org)"}, "WebFetch https://example.org.evil.example/", policy.Ask},
		{"nor one below it", nil, []string{"allow WebFetch(domain:example.org)"}, "WebFetch https://a.example.org/", policy.Ask},
		{"hosts below", nil, []string{"allow WebFetch(domain:*.example.org)"}, "WebFetch https://a.example.org/", policy.Allow},
		{"a private address is nobody's business", nil, []string{"allow WebFetch"}, "WebFetch http://169.254.169.254/", policy.Deny},

		{"what is protected is denied", nil, []string{"allow Edit", "allow Bash"}, "Edit .git/config", policy.Deny},
		{"also to commands", nil, []string{"allow Edit", "allow Bash"}, "Bash echo x > .git/hooks/pre-commit", policy.Deny},
		{"also behind cd", nil, []string{"allow Bash"}, "Bash cd .git && echo x > config", policy.Deny},
		{"also if it is not there", nil, []string{"allow Edit"}, "Edit .husky/pre-push", policy.Deny},
		{"in any case", nil, []string{"allow Edit"}, "Edit .GIT/config", policy.Deny},
		{"settings of editors are asked about", nil, []string{"allow Edit"}, "Edit .vscode/tasks.json", policy.Ask},
		{"harm is denied whatever rules say", nil, []string{"allow Bash"}, "Bash rm -rf /", policy.Deny},

		{"edits are accepted", mode(policy.AcceptEdits), nil, "Edit src/main.go", policy.Allow},
		{"not elsewhere", mode(policy.AcceptEdits), nil, "Edit " + out + "/other.txt", policy.Ask},
		{"commands that only edit are too", mode(policy.AcceptEdits), nil, "Bash mkdir -p out && touch out/a", policy.Allow},
		{"other commands are not", mode(policy.AcceptEdits), nil, "Bash make", policy.Ask},
		{"in auto, file tools edit", mode(policy.Auto), nil, "Edit src/main.go", policy.Allow},
		{"in auto, commands look", mode(policy.Auto), nil, "Bash ls", policy.Allow},
		{"in auto, commands do not edit", mode(policy.Auto), nil, "Bash mkdir out", policy.Ask},
		{"a plan changes nothing", mode(policy.Plan), nil, "Edit src/main.go", policy.Deny},
		{"not even if a rule allows it", mode(policy.Plan), []string{"allow Edit", "allow Bash"}, "Bash make", policy.Deny},
		{"but the plan", func(o *policy.Options) { o.Mode, o.PlanFile = policy.Plan, "PLAN.md" }, nil, "Edit PLAN.md", policy.Allow},
		{"a plan may look", mode(policy.Plan), nil, "Bash ls", policy.Allow},
		{"who does not ask denies", mode(policy.DontAsk), nil, "Bash make", policy.Deny},
		{"and allows what rules allow", mode(policy.DontAsk), []string{"allow Bash(make)"}, "Bash make", policy.Allow},
		{"bypass asks nothing", mode(policy.Bypass), nil, "Bash make", policy.Allow},
		{"deny rules hold in bypass", mode(policy.Bypass), []string{"deny Bash(make:*)"}, "Bash make", policy.Deny},
		{"nor can they be hidden from", mode(policy.Bypass), []string{"deny Bash(make:*)"}, "Bash $X", policy.Ask},
		{"protected files hold in bypass", mode(policy.Bypass), nil, "Edit .git/config", policy.Deny},
		{"harm holds in bypass", mode(policy.Bypass), nil, "Bash rm -rf ~", policy.Deny},

		{"the tier read-only admits looking", func(o *policy.Options) { o.Tier = config.ReadOnly }, nil, "Bash ls", policy.Allow},
		{"and nothing else", func(o *policy.Options) { o.Tier = config.ReadOnly }, []string{"allow Edit"}, "Edit src/main.go", policy.Deny},
		{"the tier workspace-write ends at the workspace", func(o *policy.Options) { o.Tier, o.Mode = config.WorkspaceWrite, policy.Bypass }, nil, "Edit " + out + "/x", policy.Deny},

		{"the first match decides", func(o *policy.Options) { o.Order = config.FirstMatch }, []string{"allow Bash(make test)", "deny Bash(make:*)"}, "Bash make test", policy.Allow},
		{"whatever it says", func(o *policy.Options) { o.Order = config.FirstMatch }, []string{"allow Bash(make test)", "deny Bash(make:*)"}, "Bash make all", policy.Deny},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := w.policy(c.change, c.rules...)
			if v := w.decide(p, c.call); v.Effect != c.want {
				t.Errorf("%s: %s (%s; rule %s), want %s", c.call, v.Effect, v.Reason, v.Rule, c.want)
			}
		})
	}
}

func TestABadRuleStopsTheStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct {
		name string
		rule policy.Rule
		says string
	}{
		{"an open parenthesis", policy.Rule{Effect: policy.Deny, Text: "Bash(git", Source: "s.json:3"}, "s.json:3"},
		{"nothing inside", policy.Rule{Effect: policy.Deny, Text: "Bash()"}, "nothing between"},
		{"a wide allow", policy.Rule{Effect: policy.Allow, Text: "*"}, "wildcards"},
		{"a wide server", policy.Rule{Effect: policy.Allow, Text: "mcp__*"}, "wildcards"},
		{"a bad pattern", policy.Rule{Effect: policy.Deny, Text: "Read([)"}, "["},
		{"somebody's home", policy.Rule{Effect: policy.Deny, Text: "Read(~bob/x)"}, "~/"},
		{"every host", policy.Rule{Effect: policy.Allow, Text: "WebFetch(domain:*)"}, "domain"},
		{"a host that is none", policy.Rule{Effect: policy.Allow, Text: "WebFetch(example.org/a)"}, "domain"},
		{"an example that is not matched", policy.Rule{Effect: policy.Deny, Text: "Bash(git push:*)", Match: []string{"git pull"}}, "git pull"},
		{"an example that must not match", policy.Rule{Effect: policy.Deny, Text: "Bash(git push:*)", NotMatch: []string{"ls && git push"}}, "must not"},
		{"a bad expression", policy.Rule{Effect: policy.Deny, Text: `shell(git \()`, Regexp: true}, "regular expression"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := policy.New(policy.Options{Space: w.space, Home: w.home, Rules: []policy.Rule{c.rule}})
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want one that says %q", err, c.says)
			}
		})
	}
}

func TestOffersGetNoWiderThanTheyMust(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct{ name, call, want string }{
		{"a command", "Bash make build", "Bash(make build)"},
		{"a program with a word", "Bash eslint src", "Bash(eslint src) Bash(eslint src:*)"},
		{"an interpreter", "Bash python3 run.py", "Bash(python3 run.py)"},
		{"git", "Bash git bisect start", "Bash(git bisect start)"},
		{"two commands", "Bash ls && make a && make b", "Bash(make a) Bash(make b)"},
		{"a star in an argument stays one", "Bash make '*.o'", `Bash(make '\*.o')`},
		{"what cannot be seen through", "Bash $X", ""},
		{"a file", "Edit src/main.go", "Edit(/" + w.root + "/src/main.go) Edit(/" + w.root + "/src/**)"},
		{"a host", "WebFetch https://example.org/x", "WebFetch(domain:example.org)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := w.policy(nil)
			v := w.decide(p, c.call)
			var rules []string
			for _, o := range v.Offers {
				rules = append(rules, o.Rules...)
			}
			if got := strings.Join(rules, " "); got != c.want {
				t.Errorf("offers %s, want %s", got, c.want)
			}
			// What is offered allows the call, once it is granted.
			for _, o := range v.Offers {
				if len(o.Rules) == 0 {
					continue
				}
				other := w.policy(nil)
				w.must(other.Grant(policy.Allow, o.Rules...))
				if v := w.decide(other, c.call); v.Effect != policy.Allow {
					t.Errorf("with %v granted: %s (%s)", o.Rules, v.Effect, v.Reason)
				}
			}
		})
	}
}

func TestAGrantIsForTheVeryCall(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.policy(nil)
	spec, _ := policy.StandIn("Bash")
	s := &policy.Subject{Spec: spec, Args: []byte(`{"command":"make"}`), Intent: p.ShellIntent("make")}
	p.GrantCall(policy.Allow, s)
	if v := p.Decide(s); v.Effect != policy.Allow {
		t.Errorf("the granted call: %s", v.Effect)
	}
	other := &policy.Subject{Spec: spec, Args: []byte(`{"command":"make","timeout":1}`), Intent: p.ShellIntent("make")}
	if v := p.Decide(other); v.Effect != policy.Ask {
		t.Errorf("the same with another argument: %s", v.Effect)
	}
	p.GrantCall(policy.Deny, s)
	if v := p.Decide(s); v.Effect != policy.Deny {
		t.Errorf("the call that was denied for the session: %s", v.Effect)
	}
}

func TestAGlobThatFindsALinkOutIsAskedAbout(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.policy(nil)
	for _, line := range []string{"cat docs/*", "head -1 docs/*.md", "for f in docs/*; do cat \"$f\"; done", "cat */a.md", "wc -l $PWD/docs/*"} {
		if v := w.decide(p, "Bash "+line); v.Effect != policy.Allow {
			t.Errorf("%s: %s (%s)", line, v.Effect, v.Reason)
		}
	}
	w.must(os.Symlink(filepath.Join(w.out, "other.txt"), filepath.Join(w.root, "docs", "notes.md")))
	for _, line := range []string{"cat docs/*", "head -1 docs/*.md", "for f in docs/*; do cat \"$f\"; done", "cat */notes.md", "wc -l $PWD/docs/*", "grep -R x docs", "find -L docs -exec cat {} +", "diff -r docs src", "rg -L x"} {
		if v := w.decide(p, "Bash "+line); v.Effect != policy.Ask {
			t.Errorf("%s: %s (%s)", line, v.Effect, v.Reason)
		}
	}
	if v := w.decide(p, "Bash cat src/*"); v.Effect != policy.Allow {
		t.Errorf("elsewhere: %s (%s)", v.Effect, v.Reason)
	}
}

func TestADecisionEndsWhenALinkMoves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.policy(mode(policy.AcceptEdits))
	v := w.decide(p, "Edit src/main.go")
	if err := p.Recheck(t.Context(), &v); err != nil {
		t.Fatalf("nothing has changed: %v", err)
	}
	w.must(os.Remove(filepath.Join(w.root, "src/main.go")))
	w.must(os.Symlink(filepath.Join(w.out, "other.txt"), filepath.Join(w.root, "src/main.go")))
	if err := p.Recheck(t.Context(), &v); err == nil {
		t.Error("the file became a link out of the workspace, and nobody noticed")
	}
}

func TestCommandsInTheSandboxNeedNoQuestionWhereThatIsWanted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	confined := func(o *policy.Options) { o.Confined = true }
	p := w.policy(confined)
	tests := map[string]policy.Effect{
		"Bash make test":            policy.Allow,
		"Bash ./configure && make":  policy.Allow,
		"Bash rm -rf build":         policy.Allow,
		"Bash rm -rf /":             policy.Deny,
		"Bash echo x >> .git/hooks": policy.Deny,
		"Edit src/main.go":          policy.Ask,
	}
	for what, want := range tests {
		if v := w.decide(p, what); v.Effect != want {
			t.Errorf("%s: %s (%s), want %s", what, v.Effect, v.Reason, want)
		}
	}
	w.must(p.SetMode(policy.Plan))
	if v := w.decide(p, "Bash make test"); v.Effect != policy.Deny {
		t.Errorf("in plan mode: %s", v.Effect)
	}
	if v := w.decide(w.policy(confined, "deny Read(secrets/**)"), "Bash make test"); v.Effect != policy.Ask {
		t.Errorf("with a rule that denies: %s (%s)", v.Effect, v.Reason)
	}
	spec, _ := policy.StandIn("Bash")
	in := *p.ShellIntent("make test")
	in.Unconfined = true
	w.must(p.SetMode(policy.Default))
	if v := p.Decide(&policy.Subject{Spec: spec, Intent: &in}); v.Effect != policy.Ask {
		t.Errorf("outside of the sandbox: %s", v.Effect)
	}
}
