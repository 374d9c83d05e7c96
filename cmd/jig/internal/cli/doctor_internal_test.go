package cli

import (
	"strings"
	"testing"

	"jig"
	"jig/config"
	"jig/sandbox"
)

func TestTheDoctorSaysWhoseFailuresMatter(t *testing.T) {
	for name, test := range map[string]struct {
		used   sandbox.Backend
		broken map[string]bool
		held   bool
		want   string
	}{
		"all is well": {
			sandbox.Bubblewrap,
			map[string]bool{"bubblewrap": false, "landlock": false},
			true,
			"in bubblewrap, of which everything that was tried holds",
		},
		"the other one fails": {
			sandbox.Bubblewrap,
			map[string]bool{"bubblewrap": false, "landlock": true},
			true,
			"in bubblewrap, of which everything that was tried holds; what FAIL says of landlock does not matter, since it is not used",
		},
		"the one that is used fails": {
			sandbox.Landlock,
			map[string]bool{"bubblewrap": false, "landlock": true},
			false,
			"in landlock: what FAIL says of it matters",
		},
		"both fail": {
			sandbox.Landlock,
			map[string]bool{"bubblewrap": true, "landlock": true},
			false,
			"in landlock: what FAIL says of it matters; what FAIL says of bubblewrap does not matter, since it is not used",
		},
		"none works": {
			sandbox.None,
			map[string]bool{"bubblewrap": true, "landlock": true},
			false,
			"without a sandbox, since none works: what FAIL says above matters",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if held, got := weigh(test.used, test.broken); held != test.held || got != test.want {
				t.Errorf("%t %q, want %t %q", held, got, test.held, test.want)
			}
		})
	}
}

func TestTheDoctorSaysThatTheSandboxIsSwitchedOff(t *testing.T) {
	got := conclusion(t.Context(), sandbox.Options{Mode: sandbox.Off}, nil)
	if got.Held || !strings.Contains(got.Detail, "the settings switch it off") {
		t.Errorf("%+v", got)
	}
}

func TestTheDoctorTriesTheModelOfTheSettings(t *testing.T) {
	for name, test := range map[string]struct {
		model, variable string
		held            bool
		want            string
	}{
		"it can be asked":                 {"practice", "", true, "practice, by s.json:2"},
		"somebody else is chosen":         {"practice", "openai/x", true, "practice, by s.json:2; $JIG_MODEL goes before it: openai/x"},
		"there is no key":                 {"groq/x", "", false, "s.json:2: model: groq: there is no key: set GROQ_API_KEY"},
		"there is nobody of that name":    {"nobody/x", "", false, `s.json:2: model: there is no provider "nobody"`},
		"it is the name of no model here": {"opus", "", false, `s.json:2: model: "opus" is not the name of a model`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("HOME", t.TempDir())
			t.Setenv("XDG_CONFIG_HOME", "")
			t.Setenv("GROQ_API_KEY", "")
			t.Setenv(jig.ModelVariable, test.variable)
			got := modelFinding(t.Context(), config.Model{Name: test.model, Source: config.Source{File: "s.json", Line: 2}})
			if got.Held != test.held || !strings.HasPrefix(got.Detail, test.want) {
				t.Errorf("%+v, want %q", got, test.want)
			}
		})
	}
}
