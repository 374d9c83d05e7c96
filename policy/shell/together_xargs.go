package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// handedLine is a line that xargs would run, and where.
type handedLine struct {
	text string
	dirs []string
}

// giver takes what the command before xargs in a pipeline prints.
func (s *scene) giver(c, from *syntax.CallExpr) {
	if head(from) == "find" {
		s.find(c, from)
		return
	}
	args := make([]string, len(from.Args))
	for i, x := range from.Args {
		text, ok := constant(x)
		if !ok {
			return
		}
		args[i] = text
	}
	if given, ok := printedText(args); ok {
		s.hand(c, given)
	}
}

// hand puts together the lines that xargs would run with the words in a text.
func (s *scene) hand(c *syntax.CallExpr, given string) {
	options, command, ok := s.xargs(c)
	if !ok || len(command) == 0 {
		return
	}
	hole, replaces := replaced(options)
	line := strings.Join(command, " ")
	for _, value := range strings.Fields(given) {
		value = shellQuoted(strings.Trim(value, `'"`))
		if replaces {
			s.put(strings.ReplaceAll(line, hole, value))
			continue
		}
		s.put(line + " " + value)
	}
}

// find puts together the find that does itself what it has xargs do.
func (s *scene) find(c, from *syntax.CallExpr) {
	options, command, ok := s.xargs(c)
	if !ok || len(command) == 0 {
		return
	}
	line := make([]string, 0, len(from.Args)+len(command)+3)
	for _, x := range from.Args {
		if text := s.at(x); !strings.HasPrefix(text, "-print") {
			line = append(line, text)
		}
	}
	line = append(line, "-exec")
	hole, replaces := replaced(options)
	for _, text := range command {
		if replaces {
			text = strings.ReplaceAll(text, hole, "{}")
		}
		line = append(line, text)
	}
	if !replaces {
		line = append(line, "{}")
	}
	s.put(strings.Join(line, " ") + ` \;`)
}

// someFolder stands for a folder that is not known: one of no importance, so that
// only names that begin at the root count.
const someFolder = "/tmp/some/other/folder"

// put notes a line.
func (s *scene) put(line string) {
	dirs := s.dirs
	if len(dirs) == 0 || slices.Contains(dirs, "") {
		dirs = []string{someFolder}
	}
	s.lines = append(s.lines, handedLine{text: line, dirs: dirs})
}

// xargs splits a command that is xargs, also behind sudo and its like, into its
// options and what it runs, as they were written.
func (s *scene) xargs(c *syntax.CallExpr) (options, command []string, ok bool) {
	for i, x := range c.Args {
		if name := x.Lit(); name != "xargs" && !strings.HasSuffix(name, "/xargs") && name != "gxargs" {
			continue
		}
		rest := c.Args[i+1:]
		for len(rest) > 0 && strings.HasPrefix(rest[0].Lit(), "-") {
			text := rest[0].Lit()
			options, rest = append(options, text), rest[1:]
			long := strings.HasPrefix(text, "--")
			if !long && strings.IndexByte("aEIJLPnsdRS", text[len(text)-1]) >= 0 && len(rest) > 0 ||
				long && among(text, "--arg-file", "--delimiter", "--max-args", "--max-procs", "--max-chars") && len(rest) > 0 {
				value, _ := constant(rest[0])
				options, rest = append(options, value), rest[1:]
			}
		}
		for _, x := range rest {
			command = append(command, s.at(x))
		}
		return options, command, true
	}
	return nil, nil, false
}

// replaced is the text in whose place xargs puts a word.
func replaced(options []string) (hole string, ok bool) {
	for i, o := range options {
		switch {
		case o == "-i" || o == "--replace":
			return "{}", true
		case strings.HasPrefix(o, "--replace="):
			return strings.TrimPrefix(o, "--replace="), true
		case strings.HasPrefix(o, "--"), !strings.HasPrefix(o, "-"):
		case strings.HasSuffix(o, "I") && i+1 < len(options) && options[i+1] != "":
			return options[i+1], true
		case strings.Contains(o, "I") && !strings.HasSuffix(o, "I"):
			return o[strings.IndexByte(o, 'I')+1:], true
		case strings.HasPrefix(o, "-i"):
			return o[2:], true
		}
	}
	return "", false
}

// shellQuoted is a text in single quotes.
func shellQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
