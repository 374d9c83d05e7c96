package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"jig/internal/glob"
)

// param is a rule about one argument of a call: "name:value", with "*" for any
// characters. Without a name it is about the argument that says what the call is
// about.
type param struct {
	name  string
	value interface{ Match(text string) bool }
}

// whole is a regular expression for the whole text.
type whole struct{ *regexp.Regexp }

func (w whole) Match(text string) bool { return w.MatchString(text) }

func paramRegexp(name, text string) (*param, error) {
	re, err := wholeRegexp(text)
	if err != nil {
		return nil, err
	}
	return &param{name: name, value: whole{re}}, nil
}

func wholeRegexp(text string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(`\A(?s:` + text + `)\z`)
	if err != nil {
		return nil, fmt.Errorf("%q is not a regular expression: %w", text, err)
	}
	return re, nil
}

// subjects are the arguments that say what a call is about, the first that is
// there counts.
func subjects() []string {
	return []string{
		"command", "path", "file_path", "filePath", "notebook_path", "notebookPath", "url", "query", "pattern", "code",
		"subagent_type", "agent", "skill", "name", "message", "prompt",
	}
}

func paramPattern(inside string) (*param, error) {
	name, value, ok := strings.Cut(inside, ":")
	if !ok || value == "*" && ok && strings.ContainsAny(name, " /.") {
		return &param{value: glob.Text(strings.TrimSuffix(inside, ":*"))}, nil
	}
	name = strings.TrimSpace(name)
	if name == "" {
		return nil, errors.New("there is no name before the colon; write argument:value")
	}
	return &param{name: name, value: glob.Text(strings.TrimSpace(value))}, nil
}

func (r *param) touches(s *scene) bool {
	if s.args == nil && len(s.subject.Args) > 0 {
		if err := json.Unmarshal(s.subject.Args, &s.args); err != nil {
			return true // what cannot be read is not let by
		}
	}
	names := []string{r.name}
	if r.name == "" {
		names = subjects()
	}
	for _, n := range names {
		if v, ok := s.args[n]; ok {
			return r.value.Match(fmt.Sprint(v))
		}
	}
	return false
}
