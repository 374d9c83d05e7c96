package agents

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jig/config"
	"jig/internal/toolref"
)

// Problem is something in a file that a person should look at.
type Problem struct {
	File string
	Line int // from 1; 0 if it is about the file
	Text string
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Text
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}

// Parse reads a file that describes a type: a front matter between lines of three hyphens, and behind it the instructions.
// It gives no type if there is something wrong without which nobody can tell what is meant; problems that come beside a type
// say what of it was not understood.
func Parse(file string, text []byte) (*Type, []Problem) {
	p := parser{file: file, t: &Type{Source: file}}
	head, body, ok := split(string(text))
	if !ok {
		p.wrong(1, `it has no front matter: begin with a line "---", then name and description, then another "---"`)
		return nil, p.problems
	}
	fields, err := members(head)
	if err != nil {
		p.problems = append(p.problems, *err.in(file))
		return nil, p.problems
	}
	for _, f := range fields {
		p.field(f)
	}
	if p.t.Name == "" {
		p.t.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	p.t.Prompt = strings.TrimSpace(body)
	switch {
	case strings.ContainsFunc(p.t.Name, func(r rune) bool { return r < ' ' }) || len(p.t.Name) > 100:
		p.wrong(1, "its name is not one: use letters, digits and hyphens")
	case p.t.Description == "":
		p.wrong(1, "it has no description, so no model could know when to use it")
	case p.t.Prompt == "":
		p.wrong(1, "there are no instructions behind the front matter")
	}
	if p.fatal {
		return nil, p.problems
	}
	return p.t, p.problems
}

// parser makes a type of fields.
type parser struct {
	file     string
	t        *Type
	seen     []string
	fatal    bool
	problems []Problem
}

// wrong is a problem without whose solution there is no type; hint one beside it.
func (p *parser) wrong(line int, text string) { p.fatal = true; p.hint(line, text) }

func (p *parser) hint(line int, text string) {
	p.problems = append(p.problems, Problem{File: p.file, Line: line, Text: text})
}

func (p *parser) field(f field) {
	name := strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(f.name))
	if slices.Contains(p.seen, name) {
		p.wrong(f.line, f.name+" stands there twice")
		return
	}
	p.seen = append(p.seen, name)
	if f.odd {
		switch name {
		case "hooks", "mcpservers":
		default:
			p.wrong(f.line, f.name+" is neither a text nor a list of texts")
			return
		}
	}
	t := p.t
	switch name {
	case "name":
		t.Name = strings.TrimSpace(f.value)
	case "description":
		t.Description = strings.TrimSpace(f.value)
	case "tools", "allowedtools":
		t.Tools, t.toolsLine = p.references(f), f.line
	case "disallowedtools":
		t.Without, t.withoutLine = p.references(f), f.line
	case "model":
		if t.Model = strings.TrimSpace(f.value); strings.EqualFold(t.Model, "inherit") {
			t.Model = ""
		}
	case "permissionmode":
		p.mode(f)
	case "maxturns":
		n, err := strconv.Atoi(strings.TrimSpace(f.value))
		if err != nil || n < 1 {
			p.wrong(f.line, fmt.Sprintf("%s is %q: give a whole number from 1", f.name, f.value))
			return
		}
		t.MaxTurns = n
	case "color":
		t.Color = f.value
	case "isolation":
		p.isolation(f)
	default:
		p.hint(f.line, f.name+" is not known here, and is ignored")
	}
}

func (p *parser) mode(f field) {
	if f.value == "" {
		return
	}
	mode, err := config.ParseMode(f.value)
	if err != nil {
		p.wrong(f.line, f.name+": "+err.Error())
		return
	}
	p.t.Mode = mode
}

func (p *parser) isolation(f field) {
	switch strings.ToLower(strings.TrimSpace(f.value)) {
	case "", noIsolation, "shared":
	case inWorktree:
		p.t.Worktree = true
	default:
		p.wrong(f.line, fmt.Sprintf("%s is %q: there is only %s", f.name, f.value, inWorktree))
	}
}

// references reads a list of tools. An empty value means no list; an empty list, no tools.
func (p *parser) references(f field) []string {
	list := f.list
	if !f.multi {
		if strings.TrimSpace(f.value) == "" {
			return nil
		}
		list = strings.FieldsFunc(f.value, func(r rune) bool { return r == ',' })
	}
	refs := []string{}
	for _, text := range list {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if err := reference(text); err != nil {
			p.wrong(f.line, f.name+": "+err.Error())
			continue
		}
		refs = append(refs, text)
	}
	return refs
}

// reference checks one entry of a list of tools.
func reference(text string) error {
	if strings.Contains(text, "(") {
		return errors.New(text + ": a sub-agent has a tool or has it not; name the tool alone, and say in permission rules which of its calls are denied")
	}
	_, err := toolref.Parse(text)
	return err
}
