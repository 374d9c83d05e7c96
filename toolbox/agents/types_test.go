package agents_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jig/config"
	"jig/engine"
	"jig/toolbox/agents"
)

func TestFilesDescribeTypes(t *testing.T) {
	tests := map[string]struct {
		text string
		want agents.Type
	}{
		"everything": {
			"---\nname: reviewer\ndescription: Reviews code\ntools: Read, Grep ,Bash\ndisallowedTools: Write\nmodel: a/b\npermissionMode: plan\nmaxTurns: 12\ncolor: red\nisolation: worktree\n---\n\nYou review.\n\nWell.\n",
			agents.Type{
				Name: "reviewer", Description: "Reviews code", Prompt: "You review.\n\nWell.", Tools: []string{"Read", "Grep", "Bash"}, Without: []string{"Write"},
				Model: "a/b", Mode: config.Plan, MaxTurns: 12, Color: "red", Worktree: true,
			},
		},
		"lists": {
			"---\ndescription: x\ntools:\n  - Read\n  - '@builtin'\ndisallowed-tools: [Bash]\nmodel: inherit\n---\ny\n",
			agents.Type{Name: "file", Description: "x", Prompt: "y", Tools: []string{"Read", "@builtin"}, Without: []string{"Bash"}},
		},
		"windows line ends and a mark": {
			"\ufeff---\r\ndescription: x\r\n---\r\ny\r\n",
			agents.Type{Name: "file", Description: "x", Prompt: "y"},
		},
		"no tools at all": {
			"---\ndescription: x\ntools: []\n---\ny",
			agents.Type{Name: "file", Description: "x", Prompt: "y", Tools: []string{}},
		},
		"values that are not quite YAML": {
			"---\nname: helper\ndescription: Use this when: the user says \"help\". Examples: <example>a: b</example>\ntools: Read, Glob\n---\ny",
			agents.Type{Name: "helper", Description: "Use this when: the user says \"help\". Examples: <example>a: b</example>", Prompt: "y", Tools: []string{"Read", "Glob"}},
		},
		"a long description": {
			"---\nname: long\ndescription: |\n  one\n  two\n---\ny\n---\nz",
			agents.Type{Name: "long", Description: "one\ntwo", Prompt: "y\n---\nz"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, problems := agents.Parse("some/file.md", []byte(test.text))
			if got == nil || len(problems) > 0 {
				t.Fatal(problems)
			}
			test.want.Source = "some/file.md"
			if got.Name != test.want.Name || got.Description != test.want.Description || got.Prompt != test.want.Prompt || got.Model != test.want.Model ||
				got.Mode != test.want.Mode || got.MaxTurns != test.want.MaxTurns || got.Color != test.want.Color || got.Worktree != test.want.Worktree ||
				!slices.Equal(got.Tools, test.want.Tools) || (got.Tools == nil) != (test.want.Tools == nil) || !slices.Equal(got.Without, test.want.Without) || got.Source != test.want.Source {
				t.Errorf("got %+v, want %+v", *got, test.want)
			}
		})
	}
}

func TestFilesThatAreWrongSayWhere(t *testing.T) {
	tests := map[string]struct {
		text, says string
		usable     bool
	}{
		"no front matter":        {"You review.", "f.md:1: it has no front matter", false},
		"one without an end":     {"---\nname: x\n", "f.md:1: it has no front matter", false},
		"no description":         {"---\nname: x\n---\ny", "f.md:1: it has no description", false},
		"no instructions":        {"---\ndescription: x\n---\n", "f.md:1: there are no instructions", false},
		"an unknown mode":        {"---\ndescription: x\npermissionMode: yolo\n---\ny", "f.md:3: permissionMode", false},
		"turns that are none":    {"---\ndescription: x\n\nmaxTurns: many\n---\ny", `f.md:4: maxTurns is "many"`, false},
		"a part of a tool":       {"---\ndescription: x\ntools: Bash(git:*)\n---\ny", "f.md:3: tools: Bash(git:*): a sub-agent has a tool or has it not", false},
		"a tool that is no name": {"---\ndescription: x\ntools: [Read, '@']\n---\ny", "f.md:3: tools: ", false},
		"another isolation":      {"---\ndescription: x\nisolation: vm\n---\ny", "f.md:3: isolation", false},
		"YAML that is broken":    {"---\nname: x\ntools: [Read\ndescription: x\n---\ny", "f.md:3: the front matter is not YAML: did not find", false},
		"a colon too many":       {"---\nname: x\ntools: [Read,\n  Grep]\ndescription: a: b\n---\ny", "f.md:5: the front matter is not YAML: mapping values", false},
		"a list among names":     {"---\nname: x\n- a\n---\ny", "f.md:3: the front matter is not YAML", false},
		"an unknown anchor":      {"---\nname: x\ndescription: |\n  a\ntools: *x\n---\ny", "f.md:5: the front matter is not YAML: unknown anchor", false},
		"a mistake at the start": {"---\n[a\n  b: c\n---\ny", "f.md:2: the front matter is not YAML", false},
		"a name that is a list":  {"---\ndescription: {a: b}\n---\ny", "f.md:2: description is neither", false},
		"something twice":        {"---\ndescription: x\nmaxTurns: 1\nmax_turns: 2\n---\ny", "f.md:4: max_turns stands there twice", false},
		"something unknown":      {"---\ndescription: x\nskills: a\n---\ny", "f.md:3: skills is not known here", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, problems := agents.Parse("f.md", []byte(test.text))
			if len(problems) == 0 || !strings.Contains(problems[0].String(), test.says) || (got != nil) != test.usable {
				t.Errorf("%v: %v", got, problems)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add("---\nname: x\ndescription: y\ntools: [a, b]\n---\nz")
	f.Add("---\ndescription: a: b\n---\nz")
	f.Add("---\n&a [*a]\n---\nz")
	f.Fuzz(func(t *testing.T, text string) {
		got, problems := agents.Parse("f.md", []byte(text))
		if got == nil && len(problems) == 0 {
			t.Error("neither a type nor a reason why not")
		}
		if got != nil && (got.Name == "" || got.Description == "" || got.Prompt == "") {
			t.Errorf("%+v", *got)
		}
	})
}

func TestProjectsDescribeTypesOnlyWhenTrusted(t *testing.T) {
	home, project, outside := t.TempDir(), t.TempDir(), t.TempDir()
	file := func(what string) string { return "---\ndescription: " + what + "\n---\nbe it\n" }
	put(t, project+"/.git/HEAD", "")
	put(t, project+"/.claude/agents/ours.md", file("of the project"))
	put(t, project+"/.agents/agents/explore.md", file("another explorer"))
	put(t, project+"/sub/.kiro/agents/deep.md", file("of a folder"))
	put(t, project+"/.claude/agents/broken.md", "no")
	put(t, project+"/.claude/agents/README.md", "about these files")
	put(t, home+"/.claude/agents/mine.md", file("of the person"))
	put(t, home+"/.claude/agents/ours.md", file("shadowed"))
	put(t, home+"/.config/jig/agents/own.md", file("for jig"))
	put(t, outside+"/secret.md", file("somewhere else"))
	if err := os.Symlink(outside+"/secret.md", project+"/.claude/agents/linked.md"); err != nil {
		t.Fatal(err)
	}
	load := func(trusted bool) (string, string) {
		types, problems := agents.Load(agents.LoadOptions{
			Dir: filepath.Join(project, "sub"), Home: home, ConfigHome: home + "/.config", Trusted: func() bool { return trusted },
		})
		var names, wrong []string
		for _, ty := range types {
			names = append(names, ty.Name+"="+ty.Description)
		}
		for _, p := range problems {
			wrong = append(wrong, p.String())
		}
		return strings.Join(names, ";"), strings.Join(wrong, ";")
	}
	names, _ := load(false)
	if strings.Contains(names, "of the project") || !strings.Contains(names, "mine=of the person") || !strings.Contains(names, "ours=shadowed") || !strings.Contains(names, "own=for jig") {
		t.Error("not trusted: " + names)
	}
	names, wrong := load(true)
	for _, want := range []string{"ours=of the project", "deep=of a folder", "explore=another explorer", "mine=of the person", "general=", "plan="} {
		if !strings.Contains(names, want) {
			t.Errorf("no %s in %s", want, names)
		}
	}
	if strings.Contains(names, "somewhere else") || strings.Contains(names, "searches and reads") {
		t.Error("too many: " + names)
	}
	for _, want := range []string{"broken.md:1: it has no front matter", "linked.md", "ours.md:1: there is another sub-agent of the name ours"} {
		if !strings.Contains(wrong, want) {
			t.Errorf("nobody is told %s: %s", want, wrong)
		}
	}
	if strings.Contains(wrong, "README") {
		t.Error(wrong)
	}
}

func TestTypesAreFoundInAnySpelling(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/jig/agents/code-reviewer.md", "---\ndescription: x\n---\ny")
	b := open(t, agents.Options{Files: agents.LoadOptions{ConfigHome: dir}}, echo)
	for name, want := range map[string]string{
		"Explore": "explore", "explorer": "explore", "exploreagent": "explore", "explore-agent": "explore", "#explore": "explore",
		"": "general", "general-purpose": "general", "GeneralPurpose": "general", "build": "general", "Planner": "plan", "plan_agent": "plan",
		"CodeReviewer": "code-reviewer", "code reviewer": "code-reviewer", "code_reviewer_agent": "code-reviewer",
	} {
		b.want(b.call("agent", map[string]any{"prompt": "x", "subagent_type": name}), engine.OK)
		tasks := b.fake.seen()
		if got := tasks[len(tasks)-1].Type.Name; got != want {
			t.Errorf("%q is %s, want %s", name, got, want)
		}
	}
}

func TestTheModelIsToldOfTypesAndPeopleOfMistakes(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/jig/agents/good.md", "---\ndescription: does good\n---\ny")
	put(t, dir+"/jig/agents/bad.md", "y")
	var told []string
	b := open(t, agents.Options{Files: agents.LoadOptions{ConfigHome: dir}, Tell: func(p agents.Problem) { told = append(told, p.String()) }}, echo)
	spec := b.box.Tools()[0].Spec()
	if !strings.Contains(spec.Description, "\n- good: does good") || !strings.Contains(spec.Description, "\n- explore: ") {
		t.Error(spec.Description)
	}
	if len(told) != 1 || !strings.Contains(told[0], "bad.md:1:") {
		t.Errorf("told: %q", told)
	}
	put(t, dir+"/jig/agents/slips.md", "---\ndescription: slips\ntools: Read, Grep, Bsh, Task, summary, mcp__far__x, @near, no_*\ndisallowed-tools: [raed, LaunchRocket]\n---\ny")
	told = nil
	b.want(b.call("agent", `{"prompt":"x","subagent_type":"slips"}`), engine.OK)
	b.want(b.call("agent", `{"prompt":"x"}`), engine.OK)
	want := []string{":3: there is no tool Bsh: did you mean Bash?", ":4: there is no tool raed: did you mean read?", ":4: there is no tool LaunchRocket here, and the sub-agent is without it"}
	for i := range told {
		told[i] = strings.TrimPrefix(told[i], filepath.Join(dir, "jig/agents/slips.md"))
	}
	if !slices.Equal(told, want) {
		t.Errorf("told: %q", told)
	}
	if spec.Timeout >= 0 {
		t.Error("a call of agent has a timeout that would cut its sub-agents off")
	}
}
