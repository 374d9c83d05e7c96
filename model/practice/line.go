package practice

import (
	"strings"
)

// line reads the commands of one line: turns, and what is in each. It gives nil if the
// line does not begin with a command.
func (i *interpreter) line(text string, body *string) [][]item {
	text = polite(text)
	first, _ := i.verb(text)
	if first == nil {
		return nil
	}
	turns := [][]item{nil}
	for text != "" {
		v, rest := i.verb(text)
		if v == nil { // cannot be: pieces are cut before verbs only
			break
		}
		here, next, later := i.cut(v, rest)
		in := input{verb: v, rest: strings.TrimSpace(here)}
		if next == "" {
			in.body = body
		}
		items, err := v.parse(in)
		if err != nil {
			items = []item{{step: &Step{Text: err.Error() + "\n"}}}
		}
		last := len(turns) - 1
		if len(items) == 1 && items[0].script != "" {
			turns = append(turns, items, nil)
		} else {
			turns[last] = append(turns[last], items...)
		}
		if later {
			turns = append(turns, nil)
		}
		text = next
	}
	var full [][]item
	for _, items := range turns {
		if len(items) > 0 {
			full = append(full, items)
		}
	}
	return full
}

// verb finds the command that a text begins with, and gives the rest.
func (i *interpreter) verb(text string) (*verb, string) {
	if strings.HasPrefix(text, "$ ") || strings.HasPrefix(text, "!") {
		text = "run " + strings.TrimLeft(text, "$! ")
	}
	end := strings.IndexFunc(text, func(r rune) bool { return r == ' ' || r == '\t' || r == ':' || r == '?' || r == '!' || r == ',' })
	word, rest := text, ""
	if end >= 0 {
		word, rest = text[:end], text[end:]
	}
	word = strings.ToLower(word)
	for n := range i.verbs {
		v := &i.verbs[n]
		for _, name := range v.names {
			if name == word && (v.bare || strings.Trim(rest, " \t?!,") != "" || len(text) == len(word)) {
				return v, strings.TrimLeft(rest, " \t")
			}
		}
	}
	return nil, ""
}

// separators are what stands between commands; later says that the next one is for the
// next answer.
func separators() []separator {
	return []separator{
		{" ; then ", true},
		{"; then ", true},
		{" && then ", true},
		{" and then ", true},
		{", then ", true},
		{" then ", true},
		{" ; ", false},
		{" && ", false},
		{" and ", false},
		{", and ", false},
	}
}

type separator struct {
	text  string
	later bool
}

// cut finds where the next command begins. Words that separate do so only before a
// command, and not within quotes; so most of what people write needs none. In a line for
// a shell the names of programs are the shell's, unless the line is in quotes: then it
// ends with them.
func (i *interpreter) cut(v *verb, text string) (here, next string, later bool) {
	if v.bare {
		text = " " + text // what separates may come right behind it
	}
	for at := 0; at < len(text); at++ {
		if end := quoted(text, at); end > at {
			at = end - 1
			continue
		}
		for _, s := range separators() {
			if !strings.HasPrefix(text[at:], s.text) || (v.prose && strings.HasSuffix(s.text, " and ")) {
				continue
			}
			rest := polite(strings.TrimSpace(text[at+len(s.text):]))
			follows, args := i.verb(rest)
			if follows == nil || (args == "" && !follows.bare) || (v.shell && follows.program && !isQuoted(text[:at])) {
				continue
			}
			return text[:at], rest, s.later
		}
	}
	return text, "", false
}

// polite leaves out what people say out of politeness.
func polite(text string) string {
	for {
		text = strings.TrimSpace(text)
		lower := strings.ToLower(text)
		cut := false
		for _, word := range []string{"please ", "now ", "first ", "also ", "could you ", "can you ", "would you ", "let's ", "jig, "} {
			if strings.HasPrefix(lower, word) {
				text, cut = text[len(word):], true
				break
			}
		}
		if !cut {
			return text
		}
	}
}
