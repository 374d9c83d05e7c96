package config

import (
	"maps"
	"slices"

	"github.com/tailscale/hujson"
)

// ParseAny reads a file of which it is not known whether it holds settings (jig's
// or Claude Code's) or an agent of Kiro. The keys decide, so that mistakes are told
// in the words of what the file is meant to be. Exactly one of settings and agent
// is given when there is no error.
func ParseAny(text []byte, file string, level Level) (*Settings, *Agent, []string, error) {
	if looksLikeAgent(text, file) {
		agent, err := ParseKiro(text, file)
		return nil, agent, nil, err
	}
	settings, warnings, err := Parse(text, file, level)
	return settings, nil, warnings, err
}

// looksLikeAgent weighs the keys at the top: those that only agents have, and
// those that only settings have, each also when nearly written so. What both have
// (hooks, mcpServers, model) does not count; when there is nothing else, the
// spelling of the events in hooks tells.
func looksLikeAgent(text []byte, file string) bool {
	doc, err := parse(file, text)
	if err != nil {
		return false
	}
	object, ok := doc.root.Value.(*hujson.Object)
	if !ok {
		return false
	}
	theirs, ours := (&Agent{}).readers(new(bool), new(bool)), (&Settings{}).readers()
	for key := range ignoredSettings() {
		ours[key] = nil
	}
	for _, shared := range []string{"hooks", "mcpServers", "model", "$schema"} {
		delete(theirs, shared)
		delete(ours, shared)
	}
	agentKeys, settingKeys := slices.Sorted(maps.Keys(theirs)), slices.Sorted(maps.Keys(ours))
	balance, triggers := 0, false
	for i := range object.Members {
		m := &object.Members[i]
		key := literal(&m.Name)
		_, isAgents := theirs[key]
		_, isSettings := ours[key]
		switch {
		case key == "hooks":
			triggers = hasTriggers(&m.Value)
		case slices.Contains([]string{"mcpServers", "model", "$schema"}, key):
		case isAgents:
			balance += 2
		case isSettings:
			balance -= 2
		case closest(key, settingKeys) != "":
			balance--
		case closest(key, agentKeys) != "":
			balance++
		}
	}
	return balance > 0 || balance == 0 && triggers
}

// hasTriggers reports whether hooks are written in Kiro's way.
func hasTriggers(v *hujson.Value) bool {
	hooks, ok := v.Value.(*hujson.Object)
	if !ok {
		return false
	}
	for i := range hooks.Members {
		if slices.Contains([]string{"agentSpawn", "userPromptSubmit", "preToolUse", "postToolUse", "stop"}, literal(&hooks.Members[i].Name)) {
			return true
		}
	}
	return false
}
