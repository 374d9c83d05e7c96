package policy

import (
	"path"
	"slices"
	"strings"

	"jig/internal/glob"
	"jig/tool"
	"jig/workspace"
)

// Offer is something that a person who is asked can allow for longer than this
// once, or deny: all calls that the rules speak of. Without rules it is about
// this very call.
type Offer struct {
	Label string   `json:"label"`
	Rules []string `json:"rules,omitempty"`
}

// maxOfferedRules is how many rules one answer can make at most. A longer line is
// better looked at each time.
const maxOfferedRules = 5

// offers lists what can be granted, the narrowest first.
func (s *scene) offers() []Offer {
	offers := []Offer{{Label: "this very call, with these arguments"}}
	if len(s.reads)+len(s.writes)+len(s.intent.Hosts)+len(s.intent.Commands) > maxOfferedRules*maxOfferedRules {
		return offers
	}
	switch {
	case s.unclear != nil || s.vague() != "" || s.intent.Opaque != "":
	case len(s.intent.Commands) > 0:
		offers = append(offers, s.offerCommands()...)
	case s.face.families&(1<<shells) != 0:
	case len(s.intent.Hosts) > 0:
		offers = append(offers, s.offerHosts()...)
	case len(s.writes) > 0:
		offers = append(offers, offerPaths("Edit", s.writes)...)
	case len(s.reads) > 0:
		offers = append(offers, offerPaths("Read", s.reads)...)
	default:
		offers = append(offers, Offer{Label: "every call of " + s.subject.Spec.Name, Rules: []string{s.reference()}})
	}
	return offers
}

// helpful leaves out the offers whose rules would not spare the question: nobody
// should be told to write a rule, and then be asked again.
func (s *scene) helpful(now *state, offers []Offer) []Offer {
	return slices.DeleteFunc(offers, func(o Offer) bool {
		if len(o.Rules) == 0 {
			return false
		}
		rules, err := s.p.sessionRules(Allow, o.Rules)
		if err != nil {
			return true
		}
		then := *now
		then.grants.allow = append(slices.Clip(now.grants.allow), rules...)
		return s.p.decide(s, &then).Effect != Allow
	})
}

// reference is how a rule names the tool.
func (s *scene) reference() string {
	if n := s.face.name; n.Server != "" {
		return "@" + n.Server + "/" + n.Tool
	}
	return s.subject.Spec.Name
}

func (s *scene) offerCommands() []Offer {
	var exact, prefix []string
	for i := range s.intent.Commands {
		cmd := &s.intent.Commands[i]
		if (cmd.ReadOnly || carries(s.intent.Commands, i)) && len(cmd.Redirects) == 0 {
			continue
		}
		if !cmd.Literal || len(cmd.Env) > 0 || len(cmd.Redirects) > 0 || len(cmd.Argv) == 0 {
			return nil // no rule about the command would cover it
		}
		exact = appendNew(exact, "Bash("+escapeParens(glob.Escape(quoted(cmd.Argv)))+")")
		if p := stem(cmd); p != "" && prefix != nil || p != "" && len(exact) == 1 {
			prefix = appendNew(prefix, "Bash("+escapeParens(glob.Escape(p))+":*)")
		} else {
			prefix = nil
		}
	}
	if len(exact) == 0 || len(exact) > maxOfferedRules {
		return nil
	}
	offers := []Offer{{Label: "exactly " + join(exact), Rules: exact}}
	if len(prefix) > 0 && !slices.Equal(prefix, exact) {
		offers = append(offers, Offer{Label: "what begins like it: " + join(prefix), Rules: prefix})
	}
	return offers
}

func escapeParens(text string) string {
	return strings.NewReplacer("(", `\(`, ")", `\)`).Replace(text)
}

func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

func join(rules []string) string {
	inner := make([]string, len(rules))
	for i, r := range rules {
		inner[i] = strings.TrimSuffix(strings.TrimPrefix(r, "Bash("), ")")
	}
	return strings.Join(inner, ", ")
}

// stem is the beginning of a command that says what it does, if what may follow
// cannot make it do anything else. Programs that run other programs have none:
// "python3:*" would allow everything.
func stem(cmd *tool.Command) string {
	if !keepsToItself(cmd.Argv[0]) || len(cmd.Argv) < 2 {
		return ""
	}
	if second := cmd.Argv[1]; second == "" || strings.ContainsAny(second, "/-=.$*?[ '\"\\") {
		return ""
	}
	return quoted(cmd.Argv[:2])
}

// keepsToItself reports whether a program is known to do nothing but its own work,
// whatever follows its name: checkers and formatters. For all others a prefix
// would allow too much, and is not offered: interpreters, shells, wrappers, git,
// package runners and what is not known run whatever they are given.
func keepsToItself(name string) bool {
	switch name {
	case "mkdir", "touch", "shellcheck", "shfmt", "gofmt", "gofumpt", "goimports", "staticcheck", "golangci-lint", "ruff", "black", "isort", "flake8", "mypy", "pyright",
		"prettier", "eslint", "stylelint", "tsc", "rustfmt", "clang-format", "yamllint", "markdownlint", "hadolint", "actionlint":
		return true
	}
	return false
}

func (s *scene) offerHosts() []Offer {
	var rules []string
	for _, h := range s.intent.Hosts {
		if h == "*" {
			return nil
		}
		rules = appendNew(rules, "WebFetch(domain:"+bareHost(h)+")")
	}
	if len(rules) > maxOfferedRules {
		return nil
	}
	return []Offer{{Label: "connecting to " + strings.Join(s.intent.Hosts, ", "), Rules: rules}}
}

// fewestParts is how deep a folder must lie to be offered as a whole.
const fewestParts = 3

func offerPaths(verb string, places []workspace.Place) []Offer {
	var exact, folders, dirs []string
	wide := false
	for i := range places {
		p := &places[i]
		if strings.ContainsAny(p.Real, "*?[\\") {
			return nil
		}
		exact = appendNew(exact, verb+"(/"+escapeParens(p.Real)+")")
		dir := path.Dir(p.Real)
		wide = wide || dir == p.Root || strings.Count(dir, "/") < fewestParts
		folders = appendNew(folders, verb+"(/"+escapeParens(dir)+"/**)")
		dirs = appendNew(dirs, dir)
	}
	if len(exact) > maxOfferedRules {
		return nil
	}
	offers := []Offer{{Label: strings.ToLower(verb) + " of exactly these files", Rules: exact}}
	if !wide {
		offers = append(offers, Offer{Label: strings.ToLower(verb) + " of everything in " + strings.Join(dirs, ", "), Rules: folders})
	}
	return offers
}
