package practice

import (
	"fmt"
	"strings"

	"jig/internal/spelling"
)

// help lists all commands.
func (i *interpreter) help() string {
	var b strings.Builder
	b.WriteString("I am the practice model: no network, no key, and no ideas of my own. I do what these commands say:\n\n")
	for n := range i.verbs {
		v := &i.verbs[n]
		fmt.Fprintf(&b, "- %s — %s\n", v.usage, v.what)
	}
	b.WriteString("\nSeveral at once: read go.mod and grep TODO (or with ; or && between them).\n" +
		"One after the other: mkdir out then list out (or a line for each).\n" +
		"What is in quotes stays together. What is written or said goes on to the end of the line, also past \"and\":\n" +
		"only then, ; and && before another command end it. Quotes keep those in it, too.")
	return b.String()
}

// teach answers what is no command, with the commands that come closest to what was
// meant.
func (i *interpreter) teach(text string, tools *offer) string {
	examples := i.nearest(text)
	if len(examples) == 0 {
		examples = []string{"list", "read README.md", "grep TODO", "run ls -l"}
	}
	answer := fmt.Sprintf("I am the practice model, and do not understand %q. I only do what plain commands say, for instance:\n\n", clip(text, 80))
	for _, e := range examples {
		answer += "- " + e + "\n"
	}
	answer += "\nSay help for all of them."
	if len(tools.tools) == 0 {
		answer += " (No tools are offered to me here, so there is little that I can do.)"
	}
	return answer
}

// nearest gives the usage of commands that a text speaks of, or misspells at its beginning.
func (i *interpreter) nearest(text string) []string {
	words := fields(strings.ToLower(text))
	var found []string
	for n := range i.verbs {
		v := &i.verbs[n]
		if v.mentioned(words) {
			found = append(found, v.usage)
		}
	}
	return found[:min(len(found), 4)]
}

func (v *verb) mentioned(words []string) bool {
	for k, word := range words {
		for _, name := range v.names {
			if word == name || (k == 0 && len(name) > 2 && len(word) < 20 && spelling.Distance(word, name) == 1) {
				return true
			}
		}
	}
	return false
}
