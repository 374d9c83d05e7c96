package practice

import (
	"fmt"
	"strings"
)

// verb is a command.
type verb struct {
	names []string // the first is the usual one
	usage string
	what  string
	// bare says that it can stand alone; prose, that what follows is free text, in which
	// "and" is only a word; shell, that it is a line for a shell; program, that a
	// shell knows a program of that name.
	bare, prose, shell, program bool

	parse func(in input) ([]item, error)
}

// input is what follows a verb.
type input struct {
	verb *verb
	rest string
	body *string // the lines below it that belong to it, if any
}

// wrong says how a command is written.
func (in input) wrong(why string) error {
	if !strings.HasSuffix(why, "?") {
		why += "."
	}
	return fmt.Errorf("%s: %s Write it like this: %s", in.verb.names[0], why, in.verb.usage)
}

// verbs are all commands, in the order in which help shows them.
func verbs() []verb {
	var all []verb
	all = append(all, fileVerbs()...)
	all = append(all, searchVerbs()...)
	all = append(all, commandVerbs()...)
	return append(all, talkVerbs()...)
}

func one(w want) []item { return []item{{want: &w}} }

// The names that arguments and tools go by. The first is that of this house.
func pathNames() []string {
	return []string{"path", "file_path", "filepath", "filename", "file", "target_file", "absolute_path"}
}

func dirNames() []string {
	return []string{"path", "dir_path", "directory", "dir", "folder", "relative_workspace_path"}
}

func contentNames() []string {
	return []string{"content", "contents", "text", "file_text", "file_content"}
}
func patternNames() []string { return []string{"pattern", "query", "regex", "glob_pattern"} }
