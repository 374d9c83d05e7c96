package practice

import (
	"strconv"
	"strings"
)

func fileVerbs() []verb {
	return []verb{
		{
			names: []string{"read", "cat", "show", "open", "view"}, program: true,
			usage: "read main.go 10-20", what: "read files, or some lines of one", parse: parseRead,
		},
		{
			names: []string{"list", "ls", "dir"}, bare: true, program: true,
			usage: "list internal", what: "list a folder", parse: parseList,
		},
		{
			names: []string{"write", "create"}, prose: true,
			usage: "write notes.txt: some text, to the end of the line (or: write notes.txt <<END, and lines until END)", what: "write a file", parse: parseWrite,
		},
		{
			names: []string{"append"}, prose: true,
			usage: "append notes.txt: some text", what: "add lines to the end of a file", parse: parseAppend,
		},
		{
			names: []string{"edit", "replace", "change"}, prose: true,
			usage: `edit main.go: "old" -> "new" (everywhere, if the word is added)`, what: "replace a text in a file", parse: parseEdit,
		},
		{
			names: []string{"delete", "remove", "rm"}, program: true,
			usage: "delete old.txt", what: "delete files", parse: parseDelete,
		},
		{
			names: []string{"move", "rename", "mv"}, program: true,
			usage: "move a.txt b.txt", what: "move or rename a file", parse: parseMove,
		},
		{
			names: []string{"mkdir"}, program: true,
			usage: "mkdir out/pictures", what: "make a folder", parse: parseMkdir,
		},
		{
			names: []string{"patch"}, program: true, prose: true, bare: true,
			usage: "patch, and below it the lines of a patch (*** Begin Patch … *** End Patch, or a diff)", what: "apply a patch", parse: parsePatch,
		},
	}
}

func readTools() []string {
	return []string{"read", "read_file", "fs_read", "FileRead", "file_read", "view", "view_file", "cat"}
}

func parseRead(in input) ([]item, error) {
	var items []item
	words := paths(in.rest)
	for n := 0; n < len(words); n++ {
		w := want{label: "read " + words[n], tools: readTools(), args: []arg{{words[n], pathNames()}}}
		if n+1 < len(words) {
			if first, last, ok := lineRange(words[n+1]); ok {
				n++
				w.label += " " + words[n]
				w.args = append(w.args, arg{first, []string{"offset", "start_line", "line_start"}})
				if last > 0 {
					w.args = append(w.args, arg{last - first + 1, []string{"limit"}})
				}
			}
		}
		items = append(items, one(w)...)
	}
	if len(items) == 0 {
		return nil, in.wrong("which file?")
	}
	return items, nil
}

// lineRange reads 10, 10-20, 10:20 and 10-.
func lineRange(s string) (first, last int, ok bool) {
	a, b, both := strings.Cut(strings.ReplaceAll(s, ":", "-"), "-")
	first, err := strconv.Atoi(a)
	if err != nil || first < 1 {
		return 0, 0, false
	}
	if !both || b == "" {
		return first, 0, true
	}
	last, err = strconv.Atoi(b)
	return first, last, err == nil && last >= first
}

// paths are the words of a text that can be meant as paths, without those that only make
// a sentence of it.
func paths(s string) []string {
	var all []string
	for _, w := range fields(strings.TrimRight(s, "?!")) {
		switch strings.ToLower(w) {
		case "the", "file", "files", "folder", "directory", "and", "in", "of", "from", "lines", "line", "to", "into", "me":
		default:
			all = append(all, w)
		}
	}
	return all
}

func parseList(in input) ([]item, error) {
	tools := []string{"list", "list_directory", "list_dir", "ls", "list_files", "dir"}
	where := paths(in.rest)
	if len(where) == 0 {
		return one(want{label: "list the folder", tools: tools, args: []arg{{".", dirNames()}}}), nil
	}
	var items []item
	for _, path := range where {
		items = append(items, one(want{label: "list " + path, tools: tools, args: []arg{{path, dirNames()}}})...)
	}
	return items, nil
}

// pathAndText reads FILE: text, and FILE with the lines below.
func pathAndText(in input) (path, text string, err error) {
	head, text, colon := cutColon(in.rest)
	names := paths(head)
	switch {
	case len(names) != 1:
		return "", "", in.wrong("which file?")
	case in.body != nil:
		return names[0], *in.body, nil
	case !colon:
		return "", "", in.wrong("what is to be in " + names[0] + "?")
	}
	text, was := unquote(text)
	if !was && text != "" {
		text += "\n" // a line, as people mean it
	}
	return names[0], text, nil
}

// cutColon cuts a text at the first colon that ends a word, outside quotes.
func cutColon(s string) (before, after string, found bool) {
	for at := 0; at < len(s); at++ {
		if end := quoted(s, at); end > at {
			at = end - 1
			continue
		}
		if s[at] == ':' && (at+1 == len(s) || s[at+1] == ' ' || s[at+1] == '"') {
			return s[:at], strings.TrimSpace(s[at+1:]), true
		}
	}
	return s, "", false
}

func parseWrite(in input) ([]item, error) {
	path, text, err := pathAndText(in)
	if err != nil {
		return nil, err
	}
	return one(want{
		label: "write " + path, tools: []string{"write", "write_file", "FileWrite", "create_file", "fs_write", "save_file", "write_to_file"},
		args: []arg{{path, pathNames()}, {text, contentNames()}},
	}), nil
}

func parseAppend(in input) ([]item, error) {
	path, text, err := pathAndText(in)
	if err != nil {
		return nil, err
	}
	return one(want{
		label: "append to " + path, tools: []string{"insert", "append", "append_file", "append_to_file"},
		args: []arg{{path, pathNames()}, {text, contentNames()}},
	}), nil
}

func parseEdit(in input) ([]item, error) {
	head, change, colon := cutColon(in.rest)
	names := paths(head)
	if len(names) != 1 || !colon {
		return nil, in.wrong("which file, and what?")
	}
	from, to, arrow := cutArrow(change)
	if !arrow {
		return nil, in.wrong("there is no -> between the old text and the new")
	}
	all := false
	if rest, ok := strings.CutSuffix(to, " everywhere"); ok {
		if _, was := unquote(rest); was {
			to, all = rest, true
		}
	}
	from, _ = unquote(from)
	to, _ = unquote(to)
	w := want{
		label: "edit " + names[0],
		tools: []string{"edit", "edit_file", "FileEdit", "str_replace", "replace", "search_replace", "replace_in_file"},
		args: []arg{
			{names[0], pathNames()},
			{from, []string{"old_string", "old_str", "old_text", "search"}},
			{to, []string{"new_string", "new_str", "new_text", "replace"}},
		},
	}
	if all {
		w.args = append(w.args, arg{true, []string{"replace_all"}})
	}
	return one(w), nil
}

// cutArrow cuts at the first -> or → outside quotes.
func cutArrow(s string) (before, after string, found bool) {
	for at := 0; at < len(s); at++ {
		if end := quoted(s, at); end > at {
			at = end - 1
			continue
		}
		for _, arrow := range []string{"->", "→", "=>"} {
			if strings.HasPrefix(s[at:], arrow) {
				return strings.TrimSpace(s[:at]), strings.TrimSpace(s[at+len(arrow):]), true
			}
		}
	}
	return s, "", false
}

func parseDelete(in input) ([]item, error) {
	var items []item
	recursive := false
	for _, path := range paths(in.rest) {
		if path == "-r" || path == "-rf" {
			recursive = true
			continue
		}
		w := want{
			label: "delete " + path, tools: []string{"delete", "delete_file", "FileDelete", "remove_file", "rm", "remove", "delete_path"},
			args: []arg{{path, pathNames()}},
		}
		if recursive {
			w.args = append(w.args, arg{true, []string{"recursive"}})
		}
		items = append(items, one(w)...)
	}
	if len(items) == 0 {
		return nil, in.wrong("what?")
	}
	return items, nil
}

func parseMove(in input) ([]item, error) {
	names := paths(in.rest)
	if len(names) != 2 {
		return nil, in.wrong("it takes two paths")
	}
	return one(want{
		label: "move " + names[0] + " to " + names[1], tools: []string{"move", "move_file", "FileMove", "rename", "rename_file", "mv"},
		args: []arg{
			{names[0], []string{"source", "from", "old_path", "source_path", "src"}},
			{names[1], []string{"destination", "to", "new_path", "destination_path", "dest", "dst"}},
		},
	}), nil
}

func parseMkdir(in input) ([]item, error) {
	var items []item
	for _, path := range paths(in.rest) {
		if path == "-p" {
			continue
		}
		items = append(items, one(want{
			label: "make the folder " + path, tools: []string{"mkdir", "create_directory", "make_directory", "create_folder", "make_dir"},
			args: []arg{{path, dirNames()}},
		})...)
	}
	if len(items) == 0 {
		return nil, in.wrong("which folder?")
	}
	return items, nil
}

func parsePatch(in input) ([]item, error) {
	text, _ := unquote(in.rest)
	if in.body != nil {
		text = *in.body
	}
	if strings.TrimSpace(text) == "" {
		return nil, in.wrong("there is no patch")
	}
	return one(want{
		label: "apply the patch", tools: []string{"apply_patch", "patch", "apply_diff", "git_apply"},
		args: []arg{{text, []string{"patch", "input", "diff", "patch_text"}}},
	}), nil
}
