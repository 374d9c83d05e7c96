package policy

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"

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

// arguments reads the arguments of the call, strictly: what could be read in two
// ways is not read at all.
func (s *scene) arguments() (map[string]any, bool) {
	if s.args == nil && len(s.subject.Args) > 0 {
		if err := json.Unmarshal(s.subject.Args, &s.args); err != nil {
			s.args = nil
			return nil, false
		}
	}
	return s.args, true
}

// touches reports whether any argument that can be meant is what the rule says.
func (r *param) touches(s *scene) bool {
	args, ok := s.arguments()
	if !ok {
		return true // what cannot be read is not let by
	}
	names := []string{r.name}
	if r.name == "" {
		names = subjects()
	}
	for _, n := range names {
		if v, ok := args[n]; ok && r.value.Match(fmt.Sprint(v)) {
			return true
		}
	}
	return false
}

// covers reports whether the one argument that is meant is what an allow rule
// says.
func (r *param) covers(s *scene) bool {
	args, ok := s.arguments()
	if !ok {
		return false
	}
	if r.name != "" {
		v, ok := args[r.name]
		return ok && r.value.Match(fmt.Sprint(v))
	}
	for _, n := range subjects() {
		if v, ok := args[n]; ok {
			return r.value.Match(fmt.Sprint(v))
		}
	}
	return false
}
