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
	if at == "~" || strings.HasPrefix(at, "~/") {
		at = p.Absolute(at)
	}
	return (&Checker{policy: p, opt: c.opt}).file(at, writes)
}

func (c *Checker) file(at string, writes bool) Report {
	if writes {
		spec, _ := policy.StandIn("Edit")
		return c.judge(spec, jsonObject("path", at), &tool.Intent{Summary: "write " + at, Writes: []string{at}})
	}
	spec, _ := policy.StandIn("Read")
	return c.judge(spec, jsonObject("path", at), &tool.Intent{Summary: "read " + at, Reads: []string{at}})
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

// imagineLink is the policy as it would be if there were links: the set-up says
// "name -> target", several with commas between them, perhaps with a remark.
func (c *Checker) imagineLink(at, setup string) (*policy.Policy, error) {
	links := make(map[string]string)
	for piece := range strings.SplitSeq(setup, ",") {
		piece = strings.TrimSpace(piece)
		link, target, ok := strings.Cut(piece, "->")
		if !ok {
			if !remark(piece) {
				return nil, fmt.Errorf("it cannot be told what %q would change about %s, so it is refused", piece, at)
			}
			continue
		}
		link, target = strings.TrimSpace(link), strings.TrimSpace(target)
		if link == "" || target == "" || strings.ContainsAny(target, " ()") {
			return nil, fmt.Errorf("%q is not a link that can be imagined; write (name -> target)", piece)
		}
		links[c.linkPath(at, link, len(links) == 0)] = target
	}
	if len(links) == 0 {
		return nil, fmt.Errorf("it cannot be told what %q would change about %s, so it is refused", setup, at)
	}
	return c.policy.Imagine(workspace.Imagined{Base: workspace.Disk{}, Links: links})
}

// remark reports whether a part of a set-up only says what follows from the rest.
func remark(text string) bool {
	switch text {
	case "inside workspace", "outside workspace", "target missing", "missing", "dangling", "target exists", "relative", "absolute":
		return true
	}
	return false
}

// linkPath is where an imagined link stands. The first may be named by its last
// name alone: it is then the file that is asked about, or a folder on the way.
func (c *Checker) linkPath(at, link string, first bool) string {
	if !first || path.IsAbs(link) || strings.Contains(link, "/") {
		return c.policy.Absolute(link)
	}
	parts := strings.Split(strings.Trim(at, "/"), "/")
	for i, part := range parts {
		if part == link {
			return c.policy.Absolute(strings.Join(parts[:i+1], "/"))
		}
	}
	return c.policy.Absolute(at)
}
