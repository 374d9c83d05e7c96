package toolref

import (
	"fmt"
	"strings"
	"unicode"
)

// Name is what is known of the names of one tool. References are matched
// against it.
type Name struct {
	// Canonical is the name under which the tool is registered.
	Canonical string
	// Aliases are other names for it.
	Aliases []string
	// Server is the MCP server that offers the tool, empty for other tools.
	Server string
	// Tool is the name of the tool on that server.
	Tool string
	// Builtin says that the tool belongs to jig.
	Builtin bool
}

// kind says which names a reference is about.
type kind uint8

const (
	every   kind = iota // all tools
	named               // by canonical name or alias
	builtin             // the same, among built-in tools
	served              // by server and tool
)

// Ref is a reference to one tool or to several. The zero value refers to every
// tool.
type Ref struct {
	text  string
	kind  kind
	exact bool
	name  pattern   // of named and builtin; empty for all
	pairs []pair    // of served; any of them
	whole []pattern // of served; over server__tool, where a wildcard may reach across
}

// pair is a reference to tools of servers.
type pair struct {
	server, tool pattern
	all          bool // tools of any name
}

const mcpPrefix = "mcp__"

// Parse reads a reference. The error says what is wrong, where, and what to
// write instead.
func Parse(text string) (Ref, error) {
	trimmed := strings.TrimSpace(text)
	r := Ref{text: trimmed}
	if trimmed == "" {
		return r, fmt.Errorf("a tool reference is empty; name a tool, or write * for every tool")
	}
	if err := checkCharacters(trimmed); err != nil {
		return r, err
	}
	r.exact = !strings.ContainsAny(trimmed, "*?")
	switch {
	case strings.Trim(trimmed, "*") == "":
		r.kind = every
		return r, nil
	case trimmed[0] == '@':
		return r, r.parseAt(trimmed[1:])
	case len(trimmed) >= len(mcpPrefix) && strings.EqualFold(trimmed[:len(mcpPrefix)], mcpPrefix):
		return r, r.parseMCP(trimmed[len(mcpPrefix):])
	}
	r.kind = named
	r.name = compile(trimmed)
	return r, r.needLetters(r.name, 1)
}

// parseAt reads what follows the @ of Kiro's spelling.
func (r *Ref) parseAt(rest string) error {
	server, tool, slash := strings.Cut(rest, "/")
	if strings.EqualFold(server, "builtin") {
		r.kind = builtin
		if strings.Trim(tool, "*") != "" {
			r.name = compile(tool)
			return r.needLetters(r.name, len(server)+3)
		}
		r.exact = false
		return nil
	}
	r.kind = served
	if server == "" {
		return r.wrong(2, "a server's name is missing after @; write @server, @server/tool or @builtin")
	}
	if slash && tool == "" {
		return r.wrong(len(server)+2, fmt.Sprintf("no tool follows the /; write @%s for every tool of that server", server))
	}
	p := pair{server: compileServer(server), tool: compile(tool), all: !slash}
	r.exact = r.exact && slash
	if err := r.needLetters(p.server, 2); err != nil {
		return err
	}
	r.pairs = []pair{p}
	if slash {
		return r.needLetters(p.tool, len(server)+3)
	}
	return nil
}

// parseMCP reads what follows mcp__. The name of a server may itself contain
// __, so every place where the text can be cut into server and tool counts:
// all of them are written alike.
func (r *Ref) parseMCP(rest string) error {
	r.kind = served
	if rest == "" {
		return r.wrong(len(mcpPrefix)+1, "a server's name is missing after mcp__; write mcp__server, mcp__server__tool or mcp__*")
	}
	for from := 0; ; {
		at := strings.Index(rest[from:], "__")
		if at < 0 {
			break
		}
		at += from
		from = at + 1
		p := pair{server: compileServer(rest[:at]), tool: compile(rest[at+2:])}
		if !p.server.blank() && !p.tool.blank() {
			r.pairs = append(r.pairs, p)
		}
	}
	first, _, cut := strings.Cut(rest, "__")
	if !cut {
		r.exact = false
		r.pairs = []pair{{server: compileServer(rest), all: true}}
	}
	if strings.ContainsAny(first, "*?") {
		r.whole = []pattern{compile(rest)}
	}
	if len(r.pairs) == 0 || r.pairs[0].server.blank() {
		return r.wrong(len(mcpPrefix)+1, "it does not name a server and a tool; write mcp__server, mcp__server__tool or mcp__*")
	}
	return nil
}

// needLetters refuses a name that would be empty once separators are ignored.
func (r *Ref) needLetters(p pattern, column int) error {
	if p.blank() {
		return r.wrong(column, "there is no letter, digit or wildcard in the name")
	}
	return nil
}

func (r *Ref) wrong(column int, why string) error { return wrong(r.text, column, why) }

func wrong(text string, column int, why string) error {
	return fmt.Errorf("tool reference %q, character %d: %s", text, column, why)
}

// checkCharacters finds the first character that no reference has.
func checkCharacters(text string) error {
	column := 0
	for at, c := range text {
		column++
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("_-.:/*?", c) || c == '@' && at == 0:
		case c == '(' || c == ')':
			return wrong(text, column, "parentheses belong to rules, such as Bash(git status); here only the name of a tool can stand")
		case c == '#' && at == 0:
			return wrong(text, column, "#agent is not a tool; agents are started by a tool, refer to that one")
		case unicode.IsSpace(c):
			return wrong(text, column, "a name has no space; give several references as separate entries")
		default:
			return wrong(text, column, fmt.Sprintf("%q cannot be part of a name; use letters, digits, _ and -, and * or ? as wildcards", c))
		}
	}
	return nil
}

// Match reports whether the reference is about the tool.
func (r Ref) Match(n Name) bool {
	switch r.kind {
	case named:
		return r.matchNames(n)
	case builtin:
		return n.Builtin && n.Server == "" && (len(r.name.tokens) == 0 || r.matchNames(n))
	case served:
		return n.Server != "" && r.matchServed(n)
	}
	return true
}

func (r Ref) matchNames(n Name) bool {
	if r.name.match(n.Canonical) {
		return true
	}
	for _, alias := range n.Aliases {
		if r.name.match(alias) {
			return true
		}
	}
	return false
}

func (r Ref) matchServed(n Name) bool {
	for _, p := range r.pairs {
		if p.server.match(n.Server) && (p.all || p.tool.match(n.Tool)) {
			return true
		}
	}
	for _, p := range r.whole {
		if p.match(n.Server + "__" + n.Tool) {
			return true
		}
	}
	return false
}

// Exact reports whether the reference is about one tool: it has no wildcard
// and does not stand for all tools of a server.
func (r Ref) Exact() bool { return r.exact && r.kind != every }

// String is the reference as it was written.
func (r Ref) String() string {
	if r.text == "" {
		return "*"
	}
	return r.text
}
