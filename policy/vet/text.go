package vet

import (
	"fmt"
	"strings"
)

// The kinds of text that Text knows, which differ in how long they may be.
const (
	// Instructions are what a server tells the model about itself.
	Instructions = "instructions"
	// Description is what a server says of one tool or parameter.
	Description = "description"
	// Rules are files such as AGENTS.md and CLAUDE.md.
	Rules = "rules"
	// Skill is a SKILL.md file.
	Skill = "skill"
	// Output is what a tool of a server returned.
	Output = "output"
)

// longestText is how long a text of a kind may be in bytes before a person is
// asked. A kind that is not known gets the shortest.
func longestText(kind string) int {
	switch kind {
	case Rules:
		return 64 << 10
	case Skill:
		return 128 << 10
	case Output:
		return 1 << 20
	}
	return 2 << 10
}

// Text looks at a text that the model would read: whether a person sees the same
// as the model, whether it is of a size that a person reads, and whether it tells
// the model to act behind the person's back. The kind is one of [Instructions],
// [Description], [Rules], [Skill] and [Output].
//
// The last is a courtesy and no protection: there are endless ways of saying it.
// What protects is that no text can widen a permission.
func Text(kind, s string) []Finding {
	var r report
	limit := longestText(kind)
	switch {
	case len(s) > 64*limit:
		r.addf(Deny, "", "the text has %d bytes; more than %d are not read", len(s), 64*limit)
		s = strings.ToValidUTF8(s[:limit], "")
	case len(s) > limit:
		r.addf(Ask, "", "the text has %d bytes, more than the %d that a person can be expected to look through", len(s), limit)
	}
	r.add(unseen(s)...)
	r.add(orders(s)...)
	return r.list()
}

// orders finds what people write who want a model to do something that the person
// does not see.
func orders(s string) []Finding {
	plain := flatten(s)
	var found []Finding
	add := func(phrase, what string) {
		if strings.Contains(plain, phrase) {
			found = append(found, Finding{Level: Ask, What: fmt.Sprintf("it says %q: %s", phrase, what)})
		}
	}
	const markup = "markup that makes a model take a description for an order"
	for _, name := range []string{"important", "system", "secret", "hidden", "instructions", "instruction", "critical", "system-reminder", "assistant", "admin", "override", "developer", "tool_call", "function_calls"} {
		add("<"+name+">", markup)
	}
	for _, mark := range []string{"[inst]", "<|im_start|>", "<|system|>", "<<sys>>", "### system"} {
		add(mark, markup)
	}
	const secrecy = "it wants something kept from the person"
	for _, phrase := range []string{
		"do not tell the user", "don't tell the user", "do not mention", "don't mention", "do not inform the user", "without telling the user",
		"do not notify the user", "never tell the user", "never reveal", "hide this from the user", "without asking the user", "without the user knowing",
		"do not ask for confirmation", "without confirmation", "do not show the user", "keep this secret", "user must not know", "without informing",
	} {
		add(phrase, secrecy)
	}
	const precedence = "it wants to stand above what the person said"
	for _, phrase := range []string{
		"ignore previous instructions", "ignore all previous", "ignore any previous", "disregard previous", "disregard all", "ignore the above", "ignore your instructions",
		"forget your instructions", "override previous", "you are now", "new system prompt", "takes precedence over", "this overrides",
	} {
		add(phrase, precedence)
	}
	const errand = "it orders an action that is not what the text is about"
	for _, phrase := range []string{
		"before using this tool", "before calling this tool", "before you use this tool", "before any other tool", "you must first read", "must first call",
		"always call this tool", "instead of the built-in", "instead of other tools", "pass its content", "pass the content", "send the content", "sidenote",
		"include the contents of", "read the file ~", "cat ~/", "exfiltrate",
	} {
		add(phrase, errand)
	}
	if at := secretPath(plain); at != "" {
		found = append(found, Finding{Level: Ask, What: fmt.Sprintf("it names %s, where secrets are kept", at)})
	}
	if line := fetchedAndRun(s); line != "" {
		found = append(found, Finding{Level: Ask, What: fmt.Sprintf("it contains a command that runs what it downloads: %q", line)})
	}
	return found
}

// flatten is s in small letters with every run of blanks and unseen characters as
// one blank, so that spacing does not hide a phrase.
func flatten(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	blank := false
	for _, r := range s {
		switch {
		case r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == 0xA0:
			blank = true
			continue
		case kindOf(r) != seen:
			continue
		case r == '’':
			r = '\''
		}
		if blank && b.Len() > 0 {
			b.WriteByte(' ')
		}
		blank = false
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}
