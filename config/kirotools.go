package config

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"jig/internal/spelling"
)

// ToolSettings are an agent's rules for single tools.
type ToolSettings struct {
	Shell    ShellSettings
	Read     PathSettings
	Write    PathSettings
	Grep     PathSettings
	Glob     PathSettings
	WebFetch FetchSettings
	AWS      AWSSettings
	Subagent SubagentSettings
	// Other holds settings of tools that have no rules here, such as those of MCP
	// servers, by their name in the file.
	Other map[string]json.RawMessage
}

// ShellSettings are rules for command lines. Denied comes before allowed.
type ShellSettings struct {
	Allowed []Pattern
	Denied  []Pattern
	// DenyByDefault denies what is not allowed, instead of asking.
	DenyByDefault bool
	// AutoAllowReadonly allows commands that are proved to change nothing.
	AutoAllowReadonly bool
}

// PathSettings are gitignore-style rules for paths. Denied comes before allowed.
type PathSettings struct {
	Allowed []string
	Denied  []string
	// AllowReadOnly allows all reading that is not denied.
	AllowReadOnly bool
}

// FetchSettings are rules for web addresses. Blocked comes before trusted.
type FetchSettings struct {
	Trusted []Pattern
	Blocked []Pattern
}

// AWSSettings are rules for services, as globs of "service" or "service:operation".
type AWSSettings struct {
	Allowed []string
	Denied  []string
	// AutoAllowReadonly allows operations that only read. nil means true.
	AutoAllowReadonly *bool
}

// SubagentSettings are globs of agents that may be started, and started without a
// question.
type SubagentSettings struct {
	Available []string
	Trusted   []string
}

// A Pattern is a regular expression that must match a whole text.
type Pattern struct {
	Text string // as it is written
	full *regexp.Regexp
}

// Match reports whether the pattern matches the whole text.
func (p Pattern) Match(text string) bool { return p.full != nil && p.full.MatchString(text) }

// kiroTools are Kiro's names for its tools, by the spelling without case and
// underscores.
func kiroTools() map[string]string {
	return map[string]string{
		"read": "read", "fsread": "read", "write": "write", "fswrite": "write",
		"shell": "shell", "executebash": "shell", "executecmd": "shell", "grep": "grep", "glob": "glob",
		"aws": "aws", "useaws": "aws", "webfetch": "web_fetch", "websearch": "web_search",
		"subagent": "subagent", "usesubagent": "subagent", "delegate": "subagent", "crew": "subagent", "agentcrew": "subagent",
		"code": "code", "knowledge": "knowledge", "todolist": "todo_list", "todo": "todo_list", "thinking": "thinking",
		"introspect": "introspect", "reportissue": "report_issue", "ghissue": "report_issue", "toolsearch": "tool_search",
		"session": "session", "task": "task", "summary": "summary",
	}
}

func (n node) toolSettings(to *ToolSettings) {
	known := kiroTools()
	seen := map[string]bool{}
	n.members(func(name string, value node) {
		if strings.HasPrefix(name, "@") {
			to.keep(name, value)
			return
		}
		tool, ok := known[spelling.Fold(name)]
		if !ok {
			value.reportKey(unknown("tool", name, slices.Compact(slices.Sorted(maps.Values(known)))))
			return
		}
		if seen[tool] {
			value.report("the settings of %q stand here twice, in two spellings; keep one", tool)
			return
		}
		seen[tool] = true
		switch tool {
		case "shell":
			value.shellSettings(&to.Shell)
		case "read":
			value.pathSettings(&to.Read)
		case "write":
			value.pathSettings(&to.Write)
		case "grep":
			value.pathSettings(&to.Grep)
		case "glob":
			value.pathSettings(&to.Glob)
		case "web_fetch":
			value.fields(map[string]func(node){
				"trusted": func(n node) { to.WebFetch.Trusted = n.patterns(Allow) },
				"blocked": func(n node) { to.WebFetch.Blocked = n.patterns(Deny) },
			}, nil)
		case "aws":
			value.fields(map[string]func(node){
				"allowedServices":   func(n node) { to.AWS.Allowed = n.words() },
				"deniedServices":    func(n node) { to.AWS.Denied = n.words() },
				"autoAllowReadonly": func(n node) { to.AWS.AutoAllowReadonly = new(n.boolean()) },
			}, nil)
		case "subagent":
			value.fields(map[string]func(node){
				"availableAgents": func(n node) { to.Subagent.Available = n.words() },
				"trustedAgents":   func(n node) { to.Subagent.Trusted = n.words() },
			}, nil)
		default:
			to.keep(name, value)
		}
	})
}

func (s *ToolSettings) keep(name string, value node) {
	if s.Other == nil {
		s.Other = map[string]json.RawMessage{}
	}
	s.Other[name] = value.rawObject()
}

func (n node) shellSettings(to *ShellSettings) {
	n.fields(map[string]func(node){
		"allowedCommands":   func(n node) { to.Allowed = n.patterns(Allow) },
		"deniedCommands":    func(n node) { to.Denied = n.patterns(Deny) },
		"denyByDefault":     func(n node) { to.DenyByDefault = n.boolean() },
		"autoAllowReadonly": func(n node) { to.AutoAllowReadonly = n.boolean() },
	}, nil)
}

func (n node) pathSettings(to *PathSettings) {
	n.fields(map[string]func(node){
		"allowedPaths":  func(n node) { to.Allowed = n.words() },
		"deniedPaths":   func(n node) { to.Denied = n.words() },
		"allowReadOnly": func(n node) { to.AllowReadOnly = n.boolean() },
	}, nil)
}

// patterns compiles regular expressions that match whole texts. In a denial the
// dot also matches a line break, so that a second line does not hide the first; in
// a permission it does not.
func (n node) patterns(effect Effect) []Pattern {
	flags := ""
	if effect == Deny {
		flags = "(?s)"
	}
	list := []Pattern{}
	n.each(func(e node) {
		text := e.word()
		// Alone first: in a group, a stray bracket could close the group.
		_, err := regexp.Compile(text)
		if err != nil {
			e.report("%q is not a regular expression: %v", shorten(text), err)
			return
		}
		full, err := regexp.Compile(flags + `\A(?:` + text + `)\z`)
		if err != nil {
			e.report("%q is not a regular expression: %v", shorten(text), err)
			return
		}
		list = append(list, Pattern{Text: text, full: full})
	})
	return list
}
