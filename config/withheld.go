package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// runs reports whether what the layer of a project would run may run.
func (c *Config) runs(l *Layer) bool { return l.Executable != nil && !l.outer && c.Trusted }

// Withheld are the hooks of the project that do not run, because the folder is
// not trusted with what it has now, or because they belong to a folder above.
// Nobody checks in their place, so the person should know; [Config.Warnings]
// says so in words.
func (c *Config) Withheld() []Fragment {
	var all []Fragment
	for i := range c.Layers {
		l := &c.Layers[i]
		if l.Level == Project && l.Executable != nil && l.Executable.Hooks != nil && !c.runs(l) {
			all = append(all, Fragment{Raw: l.Executable.Hooks, Source: Source{File: l.File, Level: l.Level, Line: l.lines["hooks"]}})
		}
	}
	return all
}

// withhold names what the project would run and does not: as refusals, for a list,
// and as warnings, one for each file.
func (c *Config) withhold() {
	for i := range c.Layers {
		l := &c.Layers[i]
		if l.Level != Project || l.Executable == nil || c.runs(l) {
			continue
		}
		why := whyTrust
		if l.outer {
			why = whyOuter
		}
		var parts []string
		if hooks := l.Executable.Hooks; hooks != nil {
			l.refuse("hooks", string(hooks), why, 0)
			parts = append(parts, "hooks do not run")
		}
		for _, name := range slices.Sorted(maps.Keys(l.Executable.MCPServers)) {
			l.refuse(join("mcpServers", name), string(l.Executable.MCPServers[name]), why, 0)
		}
		if len(l.Executable.MCPServers) > 0 {
			parts = append(parts, "MCP servers do not start")
		}
		c.Warnings = append(c.Warnings, c.withheldWarning(l, "its "+strings.Join(parts, " and its ")))
	}
}

func (c *Config) withheldWarning(l *Layer, what string) string {
	var text string
	switch guards := guardsOf(l.Executable.Hooks); {
	case l.outer:
		text = what + " here, because they belong to a folder above; start jig there to have them"
	case c.Trust == Changed && len(guards) > 0:
		return fmt.Sprintf("WARNING: %s: NOTHING GUARDS CALLS HERE: the %s hooks of this folder are not run, because what the folder would run has changed since you trusted it; look at it with jig trust, then agree with jig trust --yes",
			Visible(l.File), strings.Join(guards, " and "))
	case c.Trust == Changed:
		text = what + ", because what the folder would run has changed since you trusted it; look at it: jig trust"
	case c.Trust == Refused:
		text = what + ", because you refused to trust the folder; to change that: jig trust"
	default:
		text = what + " until you trust the folder: jig trust"
	}
	return Visible(l.File) + ": " + text
}

// guardsOf names the events of hooks that stand before something, in any spelling.
func guardsOf(hooks json.RawMessage) []string {
	var events map[string]json.RawMessage
	if json.Unmarshal(hooks, &events) != nil {
		return nil // package hook tells what is wrong, once they may run
	}
	var guards []string
	for _, name := range slices.Sorted(maps.Keys(events)) {
		for _, guard := range []string{"PreToolUse", "PermissionRequest", "UserPromptSubmit"} {
			if strings.EqualFold(name, guard) {
				guards = append(guards, guard)
			}
		}
	}
	return guards
}
