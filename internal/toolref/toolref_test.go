package toolref_test

import (
	"fmt"
	"strings"
	"testing"

	"jig/internal/toolref"
)

func names() []toolref.Name {
	return []toolref.Name{
		{Canonical: "shell", Aliases: []string{"Bash", "execute_bash"}, Builtin: true},
		{Canonical: "fs_read", Aliases: []string{"Read"}, Builtin: true},
		{Canonical: "WebFetch", Builtin: true},
		{Canonical: "fsync", Builtin: true},
		{Canonical: "mcp__github__get_issues", Server: "github", Tool: "get_issues"},
		{Canonical: "mcp__git_hub__read", Server: "git_hub", Tool: "read"},
		{Canonical: "@git/git_status", Server: "git", Tool: "git_status"},
		{Canonical: "mcp__a__b__run", Server: "a__b", Tool: "run"},
		{Canonical: "mcp__my_server__run", Server: "my.server", Tool: "run"},
		{Canonical: "deploy"},
	}
}

func TestARefMatches(t *testing.T) {
	for text, want := range map[string]string{
		"*":                      "shell fs_read WebFetch fsync mcp__github__get_issues mcp__git_hub__read @git/git_status mcp__a__b__run mcp__my_server__run deploy",
		"Bash":                   "shell",
		"bash":                   "shell",
		"executeBash":            "shell",
		"Execute-Bash":           "shell",
		"web_fetch":              "WebFetch",
		"webfetch":               "WebFetch",
		"fs_*":                   "fs_read",
		"fs*":                    "fs_read fsync",
		"*_read":                 "fs_read mcp__git_hub__read",
		"web_*":                  "WebFetch",
		"web?etch":               "WebFetch",
		"?":                      "",
		"read":                   "fs_read",
		"get_issues":             "",
		"mcp__github":            "mcp__github__get_issues",
		"mcp__github__*":         "mcp__github__get_issues",
		"mcp__github__get_*":     "mcp__github__get_issues",
		"MCP__GitHub__getissues": "mcp__github__get_issues",
		"mcp__git":               "@git/git_status",
		"mcp__git__*":            "@git/git_status",
		"mcp__git__hub":          "",
		"mcp__git*":              "mcp__github__get_issues mcp__git_hub__read @git/git_status",
		"mcp__*":                 "mcp__github__get_issues mcp__git_hub__read @git/git_status mcp__a__b__run mcp__my_server__run",
		"mcp__*__read":           "mcp__git_hub__read",
		"mcp__*_issues":          "mcp__github__get_issues",
		"mcp__a__b__run":         "mcp__a__b__run",
		"mcp__a__b":              "",
		"@a__b":                  "mcp__a__b__run",
		"mcp__my_server__run":    "mcp__my_server__run",
		"@my.server":             "mcp__my_server__run",
		"@git":                   "@git/git_status",
		"@git/git_status":        "@git/git_status",
		"@git/git_*":             "@git/git_status",
		"@git/status":            "",
		"@*/read":                "mcp__git_hub__read",
		"@builtin":               "shell fs_read WebFetch fsync",
		"@builtin/":              "shell fs_read WebFetch fsync",
		"@builtin/*":             "shell fs_read WebFetch fsync",
		"@builtin/Bash":          "shell",
		"@builtin/deploy":        "",
		"@builtin/*e*":           "shell fs_read WebFetch",
	} {
		t.Run(text, func(t *testing.T) {
			ref, err := toolref.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := matched(ref.Match); got != want {
				t.Errorf("matches %q, want %q", got, want)
			}
			if ref.String() != text {
				t.Errorf("is written %q", ref)
			}
		})
	}
}

func matched(match func(toolref.Name) bool) string {
	var got []string
	for _, n := range names() {
		if match(n) {
			got = append(got, n.Canonical)
		}
	}
	return strings.Join(got, " ")
}

func TestARefIsExactWhenItIsAboutOneTool(t *testing.T) {
	for text, want := range map[string]bool{
		"Bash": true, "mcp__github__get_issues": true, "@git/git_status": true, "@builtin/Bash": true,
		"*": false, "fs_*": false, "f?": false, "mcp__github": false, "@git": false, "@builtin": false, "mcp__*": false,
	} {
		if ref, err := toolref.Parse(text); err != nil || ref.Exact() != want {
			t.Errorf("%s: %v, %v; want %v", text, ref.Exact(), err, want)
		}
	}
}

func TestABadRefSaysWhatIsWrongAndWhere(t *testing.T) {
	for text, want := range map[string]string{
		"":             "empty",
		"  ":           "empty",
		"fs read":      "character 3: a name has no space",
		"Bash(ls)":     "character 5: parentheses belong to rules",
		"é~":           "character 2: '~' cannot",
		"#agent":       "character 1: #agent is not a tool",
		"git@x":        "character 4: '@' cannot",
		"@":            "character 2: a server's name is missing",
		"@/x":          "character 2: a server's name is missing",
		"@git/":        "character 5: no tool follows the /; write @git",
		"mcp__":        "character 6: a server's name is missing",
		"mcp__git__":   "does not name a server and a tool",
		"mcp____x":     "does not name a server and a tool",
		"___":          "no letter, digit or wildcard",
		"@builtin/---": "character 10: there is no letter",
	} {
		if _, err := toolref.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestAMatcherMatches(t *testing.T) {
	for text, want := range map[string]string{
		"Edit|Bash":           "shell",
		"Read, Bash":          "shell fs_read",
		"bash|@git/git_*":     "shell @git/git_status",
		"mcp__github__.*":     "mcp__github__get_issues",
		"mcp__.*__(get|read)": "mcp__github__get_issues mcp__git_hub__read",
		"^Bash$":              "shell",
		"^mcp__git__":         "@git/git_status",
		"web.":                "WebFetch",
		"@git/.*":             "@git/git_status",
		"fs_*":                "fs_read",
	} {
		t.Run(text, func(t *testing.T) {
			m, err := toolref.ParseMatcher(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := matched(m.Match); got != want {
				t.Errorf("matches %q, want %q", got, want)
			}
		})
	}
	for _, text := range []string{"", "*", " ", "**"} {
		m, err := toolref.ParseMatcher(text)
		if err != nil || !m.All() || !m.Match(toolref.Name{}) {
			t.Errorf("%q does not match everything: %v", text, err)
		}
	}
	for text, want := range map[string]string{
		"(?!Bash)": "look-ahead", "Bash(": "missing closing", "|,": "names no tool", "a b": "no space", "*+(": "missing",
	} {
		if _, err := toolref.ParseMatcher(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestARuleIsSplit(t *testing.T) {
	for text, want := range map[string]string{
		"Bash":                   "Bash||false",
		"Bash(git status)":       "Bash|git status|true",
		" Bash (ls *) ":          "Bash|ls *|true",
		"Bash()":                 "Bash||true",
		"Bash(echo $(date) (x))": "Bash|echo $(date) (x)|true",
		`Bash(echo \))`:          "Bash|echo )|true",
		`Bash(echo \( a\b)`:      `Bash|echo ( a\b|true`,
		`Bash(find \\( x \\))`:   `Bash|find \( x \)|true`,
		"Read(~/.ssh/**)":        "Read|~/.ssh/**|true",
		"mcp__a__b(x:y)":         "mcp__a__b|x:y|true",
	} {
		ref, spec, has, err := toolref.SplitRule(text)
		if got := fmt.Sprintf("%s|%s|%v", ref, spec, has); err != nil || got != want {
			t.Errorf("%q: %s, %v; want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":           "empty",
		"(ls)":       "character 1: the name of a tool is missing",
		"Bash)":      "character 5: this ) closes nothing",
		"Bash(ls":    "character 5: this ( is never closed",
		`Bash(ls\)`:  "never closed",
		"Bash(ls) x": "character 9: text after",
		`Bash(é")")`: "character 9: text after",
		"Bash(a)(b)": "character 8: text after",
	} {
		if _, _, _, err := toolref.SplitRule(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzReferences(f *testing.F) {
	for _, text := range []string{"Bash", "fs_*", "mcp__a__b__*", "@git/*_x?", "@builtin/", `A(b\)c)`, "x.*|y", "*_*_?"} {
		f.Add(text, "fs_read")
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		n := toolref.Name{Canonical: name, Server: name, Tool: name}
		if ref, err := toolref.Parse(text); err == nil {
			ref.Match(n)
			again, err := toolref.Parse(ref.String())
			if err != nil || again.Match(n) != ref.Match(n) || again.Exact() != ref.Exact() {
				t.Errorf("%q is not the same read again: %v", text, err)
			}
		}
		if m, err := toolref.ParseMatcher(text); err == nil {
			m.Match(n)
		}
		if ref, _, _, err := toolref.SplitRule(text); err == nil && ref == "" {
			t.Errorf("%q has no reference and no error", text)
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	shell, issues := names()[0], names()[4]
	for _, text := range []string{"Execute_Bash", "mcp__github__get_*", "*_read"} {
		ref, err := toolref.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ref.Match(shell)
				ref.Match(issues)
			}
		})
	}
}
