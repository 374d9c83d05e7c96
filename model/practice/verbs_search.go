package practice

import "strings"

func searchVerbs() []verb {
	return []verb{
		{
			names: []string{"grep", "search", "rg"}, program: true,
			usage: `grep TODO in internal (or with quotes: grep "a b" in internal; -i for any case)`, what: "find lines in files", parse: parseGrep,
		},
		{
			names: []string{"glob", "find"}, program: true,
			usage: "glob **/*.go in internal", what: "find files by name", parse: parseGlob,
		},
	}
}

func grepTools() []string {
	return []string{"grep", "grep_search", "search", "search_files", "ripgrep", "rg", "search_file_content", "content_search"}
}

func globTools() []string {
	return []string{"glob", "glob_search", "find_files", "find_by_name", "file_search"}
}

// inFolder reads PATTERN [in FOLDER]. A pattern of several words needs no quotes if there
// is an in, or nothing else.
func inFolder(rest string) (pattern, folder string) {
	for at := len(rest) - 1; at >= 0; at-- {
		if strings.HasPrefix(rest[at:], " in ") {
			if where := fields(rest[at+4:]); len(where) == 1 {
				folder, rest = where[0], rest[:at]
			}
			break
		}
	}
	rest = strings.TrimSpace(rest)
	if words := fields(rest); folder == "" && len(words) == 2 && quoted(rest, 0) > 0 {
		return words[0], words[1]
	}
	pattern, _ = unquote(rest)
	return strings.TrimPrefix(pattern, "for "), folder
}

func parseGrep(in input) ([]item, error) {
	rest, anyCase := strings.CutPrefix(in.rest, "-i ")
	pattern, folder := inFolder(rest)
	if pattern == "" {
		return nil, in.wrong("for what?")
	}
	w := want{
		label: "search for " + pattern,
		tools: grepTools(),
		args:  []arg{{pattern, patternNames()}},
	}
	if folder != "" {
		w.label += " in " + folder
		w.args = append(w.args, arg{folder, dirNames()})
	}
	if anyCase {
		w.args = append(w.args, arg{true, []string{"case_insensitive", "-i", "ignore_case"}})
	}
	return one(w), nil
}

func parseGlob(in input) ([]item, error) {
	rest := in.rest
	for _, filler := range []string{"files named ", "files ", "all "} {
		rest = strings.TrimPrefix(rest, filler)
	}
	pattern, folder := inFolder(rest)
	if pattern == "" {
		return nil, in.wrong("which names?")
	}
	w := want{
		label: "find " + pattern, tools: globTools(),
		args: []arg{{pattern, patternNames()}},
	}
	if folder != "" {
		w.label += " in " + folder
		w.args = append(w.args, arg{folder, dirNames()})
	}
	return one(w), nil
}
