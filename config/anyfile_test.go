package config_test

import (
	"strings"
	"testing"

	"jig/config"
)

func TestTheKeysTellWhatAFileIs(t *testing.T) {
	for name, test := range map[string]struct {
		text  string
		agent bool
		want  string // in the error
	}{
		"settings":                        {text: `{"permissions": {"deny": ["X"]}, "model": "m"}`},
		"nothing":                         {text: `{}`},
		"an agent":                        {text: kiroAgent, agent: true},
		"an agent with a prompt":          {text: `{"mcpServers": {}, "prompt": "x"}`, agent: true},
		"hooks of Claude Code":            {text: `{"hooks": {"PreToolUse": []}}`},
		"hooks of Kiro":                   {text: `{"hooks": {"preToolUse": []}}`, agent: true},
		"a mistake in an agent":           {text: `{"name": "x", "alowedTools": []}`, want: `did you mean "allowedTools"?`},
		"only a mistake of an agent":      {text: `{"alowedTools": []}`, want: `did you mean "allowedTools"?`},
		"a mistake in settings":           {text: `{"permissionz": {"deny": []}}`, want: `did you mean "permissions"?`},
		"settings with a key of an agent": {text: `{"permissions": {}, "name": "x"}`, want: `there is no setting "name"`},
		"no JSON":                         {text: `{`, want: "not valid JSON"},
		"a list":                          {text: `[]`, want: "expected an object"},
	} {
		t.Run(name, func(t *testing.T) {
			s, a, _, err := config.ParseAny([]byte(test.text), "f.json", config.Flags)
			if test.want != "" {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("%v, want %s", err, test.want)
				}
				return
			}
			if err != nil || (a != nil) != test.agent || (s != nil) == test.agent {
				t.Errorf("settings %v, agent %v, %v", s, a, err)
			}
		})
	}
}

func TestTheCommandLineMayNameAgents(t *testing.T) {
	w := newWorld(t)
	w.options.FlagFiles = []string{
		w.write("one.json", `{"name": "one", "tools": []}`), w.write("s.json", `{"permissions": {"deny": ["X"]}}`), w.write("two.json", `{"name": "two"}`),
	}
	c := w.load()
	if len(c.Agents) != 2 || c.Agents[0].Name != "one" || c.Agents[1].Name != "two" || len(c.Layers) != 1 {
		t.Errorf("%+v", c)
	}
	w.options.FlagFiles = []string{w.write("bad.json", `{"name": "x", "tool": []}`)}
	if _, err := config.Load(w.options); err == nil || !strings.Contains(err.Error(), `did you mean "tools"?`) {
		t.Error(err)
	}
}
