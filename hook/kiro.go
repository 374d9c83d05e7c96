package hook

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// trigger is one of Kiro's events: where in a session it is.
type trigger struct {
	name   string
	events []Event
}

// triggers are Kiro's events. Its postToolUse is told of failures too.
func triggers() []trigger {
	return []trigger{
		{"agentSpawn", []Event{SessionStart}},
		{"userPromptSubmit", []Event{UserPromptSubmit}},
		{"preToolUse", []Event{PreToolUse}},
		{"postToolUse", []Event{PostToolUse, PostToolUseFailure}},
		{"stop", []Event{Stop}},
	}
}

// kiroName is what Kiro calls an event.
func kiroName(e Event) string {
	for _, t := range triggers() {
		if slices.Contains(t.events, e) {
			return t.name
		}
	}
	return string(e)
}

// ParseKiro reads the hooks object of a Kiro agent, which is flat:
//
//	{"preToolUse": [{"matcher": "shell", "command": "check.sh", "timeout_ms": 5000}]}
//
// It is as strict as [ParseClaude]. The result is not trusted.
func ParseKiro(raw json.RawMessage, source string) (Config, error) {
	d := &decoder{source: source}
	cfg := Config{Source: source, Dialect: Kiro, Groups: make(map[Event][]Group)}
	all := triggers()
	var names []string
	for _, t := range all {
		names = append(names, t.name)
	}
	lists := d.anyObject("hooks", raw)
	for _, name := range slices.Sorted(maps.Keys(lists.values)) {
		at := slices.Index(names, name)
		if at < 0 {
			d.fail("hooks."+name, "unknown trigger%s", hint(name, names))
			continue
		}
		for i, raw := range d.list("hooks."+name, lists.values[name]) {
			g := d.kiroHook(all[at].events[0], fmt.Sprintf("hooks.%s[%d]", name, i), raw)
			for _, e := range all[at].events {
				cfg.Groups[e] = append(cfg.Groups[e], g)
			}
		}
	}
	return cfg, d.err()
}

func (d *decoder) kiroHook(event Event, path string, raw []byte) Group {
	f := d.object(path, raw, "command", "matcher", "timeout_ms", "max_output_size", "cache_ttl_seconds", "onFailure")
	g := Group{Matcher: f.text("matcher")}
	d.checkMatcher(path+".matcher", g.Matcher)
	h := Handler{
		Command:   f.text("command"),
		Timeout:   f.span("timeout_ms", time.Millisecond, 1),
		MaxOutput: f.count("max_output_size"),
		CacheTTL:  f.span("cache_ttl_seconds", time.Second, 0),
		OnFailure: f.failureMode("onFailure"),
	}
	if f.values != nil {
		d.checkHandler(path, event, h)
	}
	g.Handlers = []Handler{h}
	return g
}
