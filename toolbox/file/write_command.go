package file

import (
	"encoding/json"

	"jig/internal/spelling"
	"jig/tool"
)

// commandFor understands the calls of systems that have one tool for several
// things, told apart by a command: fs_write of Kiro (create, strReplace, insert)
// and the text editor of Anthropic (also view and append). They are brought into the
// form of the tool that does it, whose name is returned, unless it is own.
func commandFor(own string) func(name string, args map[string]json.RawMessage) (string, error) {
	return func(_ string, args map[string]json.RawMessage) (string, error) {
		command, ok := tool.Arg[string](args, "command")
		if !ok {
			return "", nil
		}
		delete(args, "command")
		var to string
		switch spelling.Fold(command) {
		case "create", "write", "overwrite":
			to = "write"
			rename(args, "content", "content", "filetext", "text")
		case "strreplace", "replace", "edit":
			to = "edit"
			rename(args, "old_string", "oldstring", "oldstr", "oldtext", "old")
			rename(args, "new_string", "newstring", "newstr", "newtext", "new")
			rename(args, "replace_all", "replaceall")
		case "insert", "append":
			to = "insert"
			rename(args, "content", "content", "inserttext", "newstring", "newstr", "text", "filetext")
			rename(args, "line", "line", "insertline")
			if spelling.Fold(command) == "append" {
				delete(args, "line")
			}
		case "view", "read":
			to = "read"
			ranges(args, 1)
		default:
			return "", tool.Errorf(tool.CodeInvalidArgs, "there is no command %q here: use create, strReplace or insert, or the tools write, edit and insert", command)
		}
		rename(args, "path", "path", "filepath")
		cut(args, "summary")
		if to == own {
			return "", nil
		}
		return to, nil
	}
}

// rename gives the first argument that goes by one of the folded names its own
// name.
func rename(args map[string]json.RawMessage, own string, folded ...string) {
	for _, name := range folded {
		if raw, ok := cut(args, name); ok {
			args[own] = raw
			return
		}
	}
}
