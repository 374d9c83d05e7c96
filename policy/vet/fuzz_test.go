package vet_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"jig/policy/vet"
)

func FuzzDescribe(f *testing.F) {
	for _, line := range hostile(f) {
		f.Add(line.Kind, line.Input)
	}
	f.Fuzz(func(t *testing.T, kind, input string) {
		found := vet.Describe(kind, input)
		if vet.Worst(found) < vet.Ask {
			t.Fatalf("%s %q: %v", kind, input, found)
		}
		shown(t, found)
	})
}

func FuzzProjectFile(f *testing.F) {
	for _, path := range []string{".claude/settings.json", ".codex/config.toml", ".yarnrc.yml", ".git/config", ".gitattributes", "SKILL.md", ".npmrc", ".vscode/settings.json", ".vscode/tasks.json", "package.json", ".kiro/agents/a.json", "x"} {
		f.Add(path, []byte("{\"a\":[1]}"))
		f.Add(path, []byte("---\nname: x\n---\n[core]\n a = 'b' # c\n"))
	}
	f.Fuzz(func(t *testing.T, path string, content []byte) { shown(t, vet.ProjectFile(path, content)) })
}

func FuzzDefinition(f *testing.F) {
	f.Add([]byte(`{"name":"x","description":"d","inputSchema":{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{}}},"annotations":{"readOnlyHint":true},"icons":[{"src":"https://a.example/b"}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		found := vet.Definition(raw, nil)
		if !json.Valid(raw) && vet.Worst(found) != vet.Deny {
			t.Fatalf("%q is not JSON: %v", raw, found)
		}
		shown(t, found)
	})
}

// shown checks that findings can be put before a person as they are.
func shown(t *testing.T, found []vet.Finding) {
	t.Helper()
	for _, f := range found {
		if f.Level < vet.Note || f.What == "" || !utf8.ValidString(f.String()) {
			t.Fatalf("%+v cannot be shown", f)
		}
		for _, r := range f.String() {
			if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0xe0000 && r <= 0xe007f {
				t.Fatalf("%q contains U+%04X", f.String(), r)
			}
		}
	}
}
