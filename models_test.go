package jig_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig"
	"jig/config"
	"jig/engine"
	"jig/model"
	"jig/model/connect"
	"jig/wire"
)

// opened gives the runtime of a folder, which is closed with the test.
func opened(t *testing.T, dir string, opt jig.Options) *jig.Runtime {
	t.Helper()
	rt, err := jig.Open(t.Context(), dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := rt.Close(); err != nil {
			t.Error(err)
		}
	})
	return rt
}

func TestWhoChoosesTheModel(t *testing.T) {
	const user, project, file = "home/.config/jig/settings.json", "project/.jig/settings.json", "project/a.txt"
	for name, test := range map[string]struct {
		files           map[string]string
		named, variable string
		trusted         bool
		gate            engine.Gate
		want            string // the name of the model, or the end of an error
	}{
		"nobody: it is the first that there is a key for": {want: "anthropic/claude-sonnet-4-5"},
		"the settings, before what there is a key for":    {files: map[string]string{user: `{"model": "openai/gpt-5-mini"}`}, want: "openai/gpt-5-mini"},
		"a provider alone, with its usual model":          {files: map[string]string{user: `{"model": "openai"}`}, want: "openai/gpt-5"},
		"a provider by its other name":                    {files: map[string]string{user: `{"model": "claude"}`}, want: "anthropic/claude-sonnet-4-5"},
		"the variable, before the settings":               {files: map[string]string{user: `{"model": "openai/a"}`}, variable: "openai/b", want: "openai/b"},
		"the program, before both":                        {files: map[string]string{user: `{"model": "openai/a"}`}, variable: "openai/b", named: "openai/c", want: "openai/c"},
		"not a project that nobody trusts":                {files: map[string]string{project: `{"model": "openai/evil"}`}, want: "anthropic/claude-sonnet-4-5"},
		"not a project that is trusted":                   {files: map[string]string{project: `{"model": "openai/evil"}`}, trusted: true, want: "anthropic/claude-sonnet-4-5"},
		"nor by the variable in its settings":             {files: map[string]string{project: `{"env": {"JIG_MODEL": "openai/evil"}}`}, trusted: true, want: "anthropic/claude-sonnet-4-5"},
		"nobody's settings, where a program has its gate": {files: map[string]string{user: `{"model": "openai/a"}`}, gate: engine.AllowAll(), want: "anthropic/claude-sonnet-4-5"},
		"somebody who does not exist":                     {files: map[string]string{user: `{"model": "opnai/a"}`}, want: user + `:1: model: there is no provider "opnai"; did you mean "openai"? `},
		"somebody there is no key for":                    {files: map[string]string{user: "{\n\"model\": \"groq/a\"}"}, want: user + ":2: model: groq: there is no key: set GROQ_API_KEY"},
		"a model without its provider":                    {files: map[string]string{user: `{"model": "gpt-5"}`}, want: user + `:1: model: "gpt-5" is not the name of a model: write provider/model, such as anthropic/claude-sonnet-4-5; perhaps openai/gpt-5`},
		"the variable tells no place":                     {files: map[string]string{user: `{"model": "openai"}`}, variable: "opnai/a", want: `there is no provider "opnai"`},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{file: ""}
			for name, text := range test.files {
				files[name] = text
			}
			dir := home(t, files)
			t.Setenv(jig.ModelVariable, test.variable)
			for variable, key := range map[string]string{"ANTHROPIC_API_KEY": "sk-a", "OPENAI_API_KEY": "sk-o", "GROQ_API_KEY": ""} {
				t.Setenv(variable, key)
			}
			if test.trusted {
				trust(t, dir)
			}
			m, err := opened(t, dir, jig.Options{Gate: test.gate}).OpenModel(t.Context(), test.named, connect.Options{})
			var got string
			if err != nil {
				got = strings.TrimPrefix(err.Error(), filepath.Dir(dir)+string(filepath.Separator))
			} else {
				got = m.Name()
			}
			if !strings.HasPrefix(got, test.want) {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// trust says that a folder can be trusted with all that it has.
func trust(t *testing.T, dir string) {
	t.Helper()
	o, err := jig.SettingsOf(dir, os.Getenv("HOME"))
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Trust.Set(dir, true); err != nil {
		t.Fatal(err)
	}
}

func TestAModelThatItsProviderDoesNotHaveIsToldWithThePlace(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for name, test := range map[string]struct{ settings, named, place string }{
		"by the settings": {`{"model": "compatible/gone"}`, "", "home/.config/jig/settings.json:1"},
		"by the program":  {`{}`, "compatible/gone", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := home(t, map[string]string{"project/a.txt": "", "home/.config/jig/settings.json": test.settings})
			t.Setenv(jig.ModelVariable, "")
			m, err := opened(t, dir, jig.Options{}).OpenModel(t.Context(), test.named, connect.Options{BaseURL: server.URL})
			if err != nil {
				t.Fatal(err)
			}
			for _, problem := range m.Stream(t.Context(), &wire.Request{Messages: []wire.Message{wire.Say("hello")}}) {
				err = problem
			}
			failed, ok := errors.AsType[*model.Error](err)
			if !ok || failed.Reason != model.Missing || !strings.Contains(err.Error(), `there is no model "gone"`) {
				t.Fatalf("%v", err)
			}
			if got := strings.Contains(err.Error(), "it is named in"); got != (test.place != "") || !strings.HasSuffix(err.Error(), test.place) {
				t.Error(err)
			}
		})
	}
}

func TestTheModelOfSettingsCanBeCheckedBeforehand(t *testing.T) {
	home(t, nil)
	t.Setenv("GROQ_API_KEY", "")
	for name, test := range map[string]struct{ model, want string }{
		"one that needs no key": {"practice", ""},
		"no key":                {"groq/a", "s.json:3: model: groq: there is no key"},
		"no provider":           {"nobody/a", `s.json:3: model: there is no provider "nobody"`},
	} {
		t.Run(name, func(t *testing.T) {
			err := jig.CheckModel(t.Context(), config.Model{Name: test.model, Source: config.Source{File: "s.json", Line: 3}})
			if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

func TestToolsForSubAgentsComeWithASession(t *testing.T) {
	rt := opened(t, home(t, map[string]string{"project/a.txt": ""}), jig.Options{})
	for _, name := range []string{"agent", "Task", "summary"} {
		_, now := rt.Tools().Lookup(name)
		if _, later := rt.ForSessions().Lookup(name); now || !later {
			t.Errorf("%s: there %t, to come %t", name, now, later)
		}
	}
	s, err := rt.Session(t.Context(), jig.SessionOptions{Forget: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, now := rt.Tools().Lookup("agent"); !now || rt.ForSessions().Len() > 0 {
		t.Errorf("with a session: there %t, %d to come", now, rt.ForSessions().Len())
	}
}
