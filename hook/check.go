package hook

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"jig/internal/clip"
	"jig/internal/toolref"
)

func (d *decoder) checkMatcher(path, text string) {
	if _, err := parseMatcher(text); err != nil {
		d.fail(path, "%w", err)
	}
}

// parseMatcher also refuses a permission rule, which would be a regular expression
// that no name of a tool matches: a guard that never runs.
func parseMatcher(text string) (toolref.Matcher, error) {
	if ref, ok := ruleOf(text); ok {
		return toolref.Matcher{}, fmt.Errorf(`%q is a rule, and a matcher names tools only; write "matcher": %q, and put the rule into the hook as "if": %q`,
			clip.Runes(text, 60), ref, clip.Runes(text, 60))
	}
	return toolref.ParseMatcher(text)
}

// ruleOf reports whether a matcher is meant as a rule: the name of a tool, and in
// parentheses something that a command, path or host has and a name has not, or,
// behind a tool that everybody knows, any one word.
func ruleOf(text string) (ref string, ok bool) {
	ref, specifier, has, err := toolref.SplitRule(text)
	if err != nil || !has || strings.ContainsAny(ref, `.^$[]{}+\|,`) {
		return "", false
	}
	if strings.ContainsAny(specifier, " :/~\"'=") || strings.HasPrefix(specifier, "*") {
		return ref, true
	}
	return ref, slices.Contains(ruled(), ref) && !strings.Contains(specifier, "|")
}

// ruled are the tools that people write rules about.
func ruled() []string {
	return []string{"Bash", "Read", "Edit", "Write", "Glob", "Grep", "WebFetch", "WebSearch", "Task", "Agent", "Skill", "shell", "execute_bash", "fs_read", "fs_write"}
}

// checkHandler finds what would only fail when the hook is needed.
func (d *decoder) checkHandler(path string, event Event, h Handler) {
	kinds := 0
	for _, is := range []bool{h.Command != "", h.URL != "", h.Func != nil} {
		if is {
			kinds++
		}
	}
	switch {
	case kinds == 0:
		d.fail(path, `there is nothing to run; give it a "command" or a "url"`)
	case kinds > 1:
		d.fail(path, "it is a command, an endpoint and a function at once; make it one of them")
	case strings.ContainsRune(h.Command, 0):
		d.fail(path+".command", "it contains a NUL character")
	case slices.ContainsFunc(h.Args, func(a string) bool { return strings.ContainsRune(a, 0) }):
		d.fail(path+".args", "they contain a NUL character")
	}
	if h.URL != "" {
		if err := checkURL(h.URL); err != nil {
			d.fail(path+".url", "%w", err)
		}
		for _, name := range sortedKeys(h.Headers) {
			if _, err := expand(h.Headers[name], h.AllowedEnvVars, func(string) (string, bool) { return "", true }); err != nil {
				d.fail(path+".headers."+name, "%w", err)
			}
		}
	}
	if h.If == "" {
		return
	}
	if !event.aboutTool() {
		d.fail(path+".if", "a rule is about calls of tools, and %s is not", event)
	}
	ref, _, _, err := toolref.SplitRule(h.If)
	if err == nil {
		_, err = toolref.Parse(ref)
	}
	if err != nil {
		d.fail(path+".if", "%w", err)
	}
}

func checkURL(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return fmt.Errorf("not a URL: %w", err)
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("want http:// or https://, not %q", clip.Runes(text, 40))
	case u.Host == "":
		return fmt.Errorf("%q names no host", clip.Runes(text, 40))
	case u.User != nil:
		return fmt.Errorf("a URL must not hold a password; send it in a header, from a variable")
	}
	return nil
}

// expand puts variables of the environment into a header. Only those that are
// allowed are read, so that a header cannot carry a secret away by mistake.
func expand(text string, allowed []string, lookup func(string) (string, bool)) (string, error) {
	var err error
	out := os.Expand(text, func(name string) string {
		if !slices.Contains(allowed, name) {
			err = fmt.Errorf("$%s is not in allowedEnvVars; add it there", name)
			return ""
		}
		value, has := lookup(name)
		if !has {
			err = fmt.Errorf("the environment has no variable %s", name)
		}
		return value
	})
	return out, err
}
