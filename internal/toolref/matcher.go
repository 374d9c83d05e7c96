package toolref

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Matcher selects the tools that a hook is about. The zero value selects all.
type Matcher struct {
	text string
	refs []Ref
	re   *regexp.Regexp
}

// ParseMatcher reads the matcher of a hook. Nothing and * mean everything. A
// text of names, wildcards and the signs of references is a list of references
// separated by | or commas: "Edit|Write", "@git/git_*, shell". Anything else is
// a regular expression in RE2 syntax, which need not match the whole name, over
// all names of the tool, without regard to case: "mcp__.*__delete", "^Bash$".
func ParseMatcher(text string) (Matcher, error) {
	m := Matcher{text: strings.TrimSpace(text)}
	if strings.Trim(m.text, "*") == "" {
		return m, nil
	}
	if strings.ContainsAny(m.text, `.^$()[]{}+\`) {
		re, err := regexp.Compile("(?i:" + m.text + ")")
		if err != nil {
			return m, fmt.Errorf("matcher %q is neither a list of tools nor a regular expression in RE2 syntax (which has no look-ahead): %w", m.text, plain(m.text, err))
		}
		m.re = re
		return m, nil
	}
	for _, part := range strings.FieldsFunc(m.text, func(c rune) bool { return c == '|' || c == ',' }) {
		if strings.TrimSpace(part) == "" {
			continue
		}
		ref, err := Parse(part)
		if err != nil {
			return m, fmt.Errorf("matcher %q: %w", m.text, err)
		}
		m.refs = append(m.refs, ref)
	}
	if len(m.refs) == 0 {
		return m, fmt.Errorf("matcher %q names no tool; leave it out, or write * for every tool", m.text)
	}
	return m, nil
}

// plain gives the error of the expression as the user wrote it.
func plain(text string, err error) error {
	if _, alone := regexp.Compile(text); alone != nil {
		return alone
	}
	return err
}

// Match reports whether the matcher selects the tool.
func (m Matcher) Match(n Name) bool {
	switch {
	case m.re != nil:
		return m.re.MatchString(n.Canonical) || slices.ContainsFunc(n.Aliases, m.re.MatchString) ||
			n.Server != "" && (m.re.MatchString(mcpPrefix+n.Server+"__"+n.Tool) || m.re.MatchString("@"+n.Server+"/"+n.Tool))
	case m.refs != nil:
		return slices.ContainsFunc(m.refs, func(r Ref) bool { return r.Match(n) })
	}
	return true
}

// All reports whether the matcher selects everything.
func (m Matcher) All() bool { return m.re == nil && m.refs == nil }

// String is the matcher as it was written.
func (m Matcher) String() string { return m.text }
