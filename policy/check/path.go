package check

import (
	"fmt"
	"path"
	"strings"

	"jig/policy"
	"jig/tool"
	"jig/workspace"
)

// Path answers for an operation on a file, written as "read docs/a.md". Links
// that are not there can be imagined in parentheses behind it:
// "read a (a -> /etc/shadow)".
func (c *Checker) Path(input string) Report {
	operation, rest, _ := strings.Cut(strings.TrimLeft(input, " "), " ")
	writes, ok := operations()[strings.ToLower(strings.TrimSuffix(operation, ":"))]
	if !ok || rest == "" {
		return denied("write an operation and a path, such as: read docs/a.md")
	}
	at, setup, imagined := strings.Cut(rest, " (")
	if imagined {
		setup, imagined = strings.CutSuffix(setup, ")")
		if !imagined {
			at, imagined = rest, false
		}
	}
	at = unquote(at)
	p := c.policy
	if imagined {
		other, err := c.imagineLink(at, setup)
		if err != nil {
			return denied(err.Error())
		}
		p = other
	}
	if strings.ContainsAny(at, " ") && at == unquoted(rest) && !p.Exists(at) {
		return denied(fmt.Sprintf("there is no %q; put a path with blanks between quotes", at))
	}
	return (&Checker{policy: p, opt: c.opt}).file(at, writes)
}

func (c *Checker) file(at string, writes bool) Report {
	if writes {
		spec, _ := policy.StandIn("Edit")
		return c.judge("path", spec, jsonObject("path", at), &tool.Intent{Summary: "write " + at, Writes: []string{at}})
	}
	spec, _ := policy.StandIn("Read")
	return c.judge("path", spec, jsonObject("path", at), &tool.Intent{Summary: "read " + at, Reads: []string{at}})
}

// operations are the words for what is done to a file, and whether it changes.
func operations() map[string]bool {
	return map[string]bool{
		"read": false, "list": false, "open": false, "stat": false, "search": false, "view": false, "cat": false, "glob": false, "grep": false,
		"write": true, "edit": true, "create": true, "delete": true, "remove": true, "append": true, "mkdir": true,
		"move": true, "rename": true, "link": true, "symlink": true, "chmod": true, "truncate": true, "patch": true, "insert": true, "touch": true,
	}
}

func unquote(text string) string {
	for _, q := range []string{`"`, `'`} {
		if len(text) > 1 && strings.HasPrefix(text, q) && strings.HasSuffix(text, q) {
			return text[1 : len(text)-1]
		}
	}
	return text
}

// unquoted is a text that has no quotes around it, or nothing.
func unquoted(text string) string {
	if unquote(text) != text {
		return ""
	}
	return text
}

// imagineLink is the policy as it would be if there were a link: the set-up says
// "name -> target", perhaps with remarks behind a comma.
func (c *Checker) imagineLink(at, setup string) (*policy.Policy, error) {
	link, target, ok := strings.Cut(setup, "->")
	if !ok {
		return nil, fmt.Errorf("it cannot be told what %q would change about %s, so it is refused", setup, at)
	}
	link, target = strings.TrimSpace(link), strings.TrimSpace(target)
	target, _, _ = strings.Cut(target, ",")
	target = strings.TrimSpace(target)
	if link == "" || target == "" || strings.ContainsAny(target, " ()") {
		return nil, fmt.Errorf("%q is not a link that can be imagined; write (name -> target)", setup)
	}
	where := c.policy.Absolute(at)
	switch {
	case path.IsAbs(link) || strings.Contains(link, "/"):
		where = c.policy.Absolute(link)
	case strings.Contains("/"+strings.Trim(at, "/")+"/", "/"+link+"/"):
		// A folder on the way: the first part of that name.
		parts := strings.Split(strings.Trim(at, "/"), "/")
		for i, part := range parts {
			if part == link {
				where = c.policy.Absolute(strings.Join(parts[:i+1], "/"))
				break
			}
		}
	}
	return c.policy.Imagine(workspace.Imagined{Base: workspace.Disk{}, Links: map[string]string{where: target}})
}
