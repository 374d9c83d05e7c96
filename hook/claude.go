package hook

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// ParseClaude reads the hooks object of Claude Code's settings:
//
//	{"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "check.sh"}]}]}
//
// It is strict: what it does not know is an error that names the place and, if
// it can, what was meant. The source is the file's name for messages. The
// result is not trusted.
func ParseClaude(raw json.RawMessage, source string) (Config, error) {
	d := &decoder{source: source}
	cfg := Config{Source: source, Dialect: Claude, Groups: make(map[Event][]Group)}
	events := d.anyObject("hooks", raw)
	for _, name := range slices.Sorted(maps.Keys(events.values)) {
		path := "hooks." + name
		event := Event(name)
		if slices.Contains(foreign(), name) {
			cfg.Warnings = append(cfg.Warnings, fmt.Sprintf("%s: %s: jig has no such event; its hooks never run", source, path))
			continue
		}
		if !slices.Contains(Events(), event) {
			d.fail(path, "unknown event%s", hint(name, eventNames()))
			continue
		}
		for i, raw := range d.list(path, events.values[name]) {
			g := d.claudeGroup(&cfg, event, fmt.Sprintf("%s[%d]", path, i), raw)
			cfg.Groups[event] = append(cfg.Groups[event], g)
		}
	}
	return cfg, d.err()
}

func eventNames() []string {
	var names []string
	for _, e := range Events() {
		names = append(names, string(e))
	}
	return names
}

func (d *decoder) claudeGroup(cfg *Config, event Event, path string, raw []byte) Group {
	f := d.object(path, raw, "matcher", "hooks")
	g := Group{Matcher: f.text("matcher")}
	d.checkMatcher(path+".matcher", g.Matcher)
	list, has := f.values["hooks"]
	if f.values != nil && !has {
		d.fail(path, `"hooks", the list of what to run, is missing`)
	}
	if !has {
		return g
	}
	for i, raw := range d.list(path+".hooks", list) {
		if h, ok := d.claudeHandler(cfg, event, fmt.Sprintf("%s.hooks[%d]", path, i), raw); ok {
			g.Handlers = append(g.Handlers, h)
		}
	}
	return g
}

func (d *decoder) claudeHandler(cfg *Config, event Event, path string, raw []byte) (Handler, bool) {
	f := d.anyObject(path, raw)
	common := []string{"type", "timeout", "onFailure", "async", "asyncRewake", "once", "statusMessage", "if", "cache_ttl_seconds", "max_output_size"}
	var h Handler
	switch kind := f.text("type"); kind {
	case "command":
		f = d.object(path, raw, append(common, "command", "args", "shell")...)
		h.Command = f.text("command")
		if args, has := read[[]string](f, "args", "a list of strings"); has {
			h.Args = append([]string{}, args...)
		}
		if shell := f.text("shell"); shell != "" && shell != "bash" {
			d.fail(path+".shell", "jig runs hooks with bash only, not %q; use args for another program", shell)
		}
	case "http":
		f = d.object(path, raw, append(common, "url", "headers", "allowedEnvVars")...)
		h.URL = f.text("url")
		h.Headers, _ = read[map[string]string](f, "headers", "an object of strings")
		h.AllowedEnvVars, _ = read[[]string](f, "allowedEnvVars", "a list of strings")
	case "mcp_tool", "prompt", "agent":
		if event.Guard() {
			d.fail(path+".type", "jig cannot run hooks of type %q, and does not go on without a guard; use a command, or remove it", kind)
		} else {
			cfg.Warnings = append(cfg.Warnings, fmt.Sprintf("%s: %s: jig cannot run hooks of type %q; this one never runs", d.source, path, kind))
		}
		return h, false
	default:
		if f.values != nil {
			d.fail(path+".type", "want \"command\" or \"http\", not %q", kind)
		}
		return h, false
	}
	h.Timeout = f.span("timeout", time.Second, 0.001)
	h.OnFailure = f.failureMode("onFailure")
	h.Async = f.yes("async") || f.yes("asyncRewake")
	h.Once = f.yes("once")
	h.StatusMessage = f.text("statusMessage")
	h.If = f.text("if")
	h.CacheTTL = f.span("cache_ttl_seconds", time.Second, 0)
	h.MaxOutput = f.count("max_output_size")
	if f.yes("asyncRewake") {
		cfg.Warnings = append(cfg.Warnings, fmt.Sprintf("%s: %s.asyncRewake: the hook runs beside the session, but its end does not wake the model", d.source, path))
	}
	d.checkHandler(path, event, h)
	return h, true
}

// count reads a number of things, of which there must be some.
func (f fields) count(key string) int {
	n, has := read[int](f, key, "a whole number")
	if has && (n <= 0 || n > maxPrinted) {
		f.fail(f.path+"."+key, "%d is out of range; want 1 to %d", n, maxPrinted)
		return 0
	}
	return n
}
