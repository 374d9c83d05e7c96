package hook

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"jig/internal/toolref"
)

func (d *decoder) checkMatcher(path, text string) {
	if _, err := toolref.ParseMatcher(text); err != nil {
		d.fail(path, "%w", err)
	}
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
		return fmt.Errorf("want http:// or https://, not %q", clip(text, 40))
	case u.Host == "":
		return fmt.Errorf("%q names no host", clip(text, 40))
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
