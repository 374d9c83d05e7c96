package config_test

import (
	"strings"
	"testing"

	"jig/config"
)

func TestOfModelsTheStrongestLayerDecidesAndNeverAProject(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  string
		place string // the name of the file, behind which the line stands
	}{
		"nobody names one":                         {nil, "", ""},
		"the person does":                          {map[string]string{"user": "{\n\"model\": \"anthropic/claude-opus-4-5\"}"}, "anthropic/claude-opus-4-5", "user"},
		"a provider alone is a name":               {map[string]string{"user": "{\n\"model\": \"openai\"}"}, "openai", "user"},
		"the person, for one folder":               {map[string]string{"local": "{\n\"model\": \"a/b\"}"}, "a/b", "local"},
		"the administrator goes before the person": {map[string]string{"managed": "{\n\"model\": \"a/m\"}", "user": `{"model": "a/u"}`}, "a/m", "managed"},
		"a project does not":                       {map[string]string{"project": `{"model": "a/p"}`}, "", ""},
		"a project does not go before the person":  {map[string]string{"project": `{"model": "a/p"}`, "user": "{\n\"model\": \"a/u\"}"}, "a/u", "user"},
		"nor do its settings for Claude Code":      {map[string]string{"home/project/.claude/settings.json": `{"model": "claude-opus-4-5"}`}, "", ""},
		"a note leaves the place to a weaker file": {map[string]string{"etc/claude-code/managed-settings.json": `{"model": "opus"}`, "user": "{\n\"model\": \"a/u\"}"}, "a/u", "user"},
		"a release in a file of Claude Code":       {map[string]string{"etc/claude-code/managed-settings.json": "{\n\"model\": \"claude-opus-4-5\"}"}, "anthropic/claude-opus-4-5", "etc/claude-code/managed-settings.json"},
		"what is left unsaid by Claude Code":       {map[string]string{"etc/claude-code/managed-settings.json": `{"model": "default"}`}, "", ""},
	} {
		for _, trusted := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				w := newWorld(t)
				for file, text := range test.files {
					w.write(file, text)
				}
				if trusted {
					w.must(w.trust.Set(w.project, true))
				}
				got := w.load().Merged().Model
				if got.Name != test.want {
					t.Fatalf("%+v, want %q (trusted: %t)", got, test.want, trusted)
				}
				if want := w.place(test.place) + ":2"; test.want != "" && got.Source.String() != want {
					t.Errorf("%s, want %s", got.Source, want)
				}
			})
		}
	}
}

func TestAModelThatAProjectNamesIsToldAndListed(t *testing.T) {
	for name, test := range map[string]struct {
		user, project string
		refused       bool
	}{
		"another than the person's": {`{"model": "a/u"}`, `{"model": "evil/\u001b[2J"}`, true},
		"where the person has none": {`{}`, `{"model": "openai/gpt-5"}`, true},
		"the same as the person's":  {`{"model": "a/u"}`, `{"model": "a/u"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.write("user", test.user)
			file := w.write("home/project/.claude/settings.json", test.project)
			c := w.load()
			told := warned(c, file+":1: model:")
			if got := strings.Contains(told, "does not count: only you decide this"); got != test.refused || strings.Contains(told, "\x1b") {
				t.Errorf("%q", c.Warnings)
			}
			refused := c.Layers[len(c.Layers)-1].Refused
			if got := len(refused) == 1 && refused[0].Key == "model" && refused[0].Line == 1; got != test.refused {
				t.Errorf("%+v", refused)
			}
		})
	}
}

func TestNamesOfClaudeCodeCountWhereTheyMeanOneModel(t *testing.T) {
	for value, want := range map[string]string{
		`"claude-opus-4-5"`:            "anthropic/claude-opus-4-5",
		`"claude-sonnet-4-5-20250929"`: "anthropic/claude-sonnet-4-5-20250929",
		`"claude-3-5-haiku-20241022"`:  "anthropic/claude-3-5-haiku-20241022",

		`"opus"`:                       "note",
		`"opusplan"`:                   "note",
		`"claude-opus"`:                "note",
		`"sonnet[1m]"`:                 "note",
		`"claude-sonnet-4-5[1m]"`:      "note",
		`"claude-opus-4-1@20250805"`:   "note",
		`"us.anthropic.claude-x-v1:0"`: "note",
		`"anthropic/claude-opus-4.5"`:  "note",
		`"a name of our own"`:          "note",
		`null`:                         "note",
		`{"name": "x"}`:                "note",
		`"default"`:                    "",
		`""`:                           "",
	} {
		for _, file := range []string{"/home/x/.claude/settings.json", "/etc/claude-code/managed-settings.d/a.json", "managed-settings.json"} {
			s, warnings, err := config.Parse([]byte(`{"model": `+value+`}`), file, config.User)
			if err != nil {
				t.Errorf("%s: %v", value, err)
				continue
			}
			got := s.Model.Name
			if len(warnings) == 1 && strings.Contains(warnings[0], "model: this has no effect in jig") {
				got += "note"
			}
			if got != want {
				t.Errorf("%s in %s: %q, want %q", value, file, got, want)
			}
		}
	}
}

func TestAModelThatCannotBeOneIsAMistake(t *testing.T) {
	for name, test := range map[string]struct{ value, want string }{
		"no text":              {`5`, "s.json:1:11: model: expected a string, found a number"},
		"an empty one":         {`""`, "the text is empty"},
		"one with spaces":      {`"GPT 5"`, `"GPT 5" is not the name of a model; write provider/name`},
		"one with escapes":     {`"a/\u001b[2J"`, "is not the name of a model"},
		"a list":               {`["a/b"]`, "expected a string, found a list"},
		"nothing in its place": {`null`, "expected a string, found null"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := config.Parse([]byte(`{"model": `+test.value+`}`), "s.json", config.User)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\x1b") {
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
}

func TestAModelOfAFlagSaysSo(t *testing.T) {
	w := newWorld(t)
	w.options.Flags = &config.Settings{Model: config.Model{Name: "a/b"}}
	w.write("user", `{"model": "a/u"}`)
	if got := w.load().Merged().Model; got.Name != "a/b" || got.Source.String() != "flags" {
		t.Errorf("%+v", got)
	}
}
