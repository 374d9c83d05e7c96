package policy

import (
	"sync"

	"jig/internal/toolref"
	"jig/tool"
)

// family is what the specifier of a rule about a tool means: a path that is
// read, a path that is written, a command, a host.
type family uint8

const (
	noFamily family = iota
	readers
	writers
	shells
	fetchers
)

// kin are the names by which people know the tools of each family, in jig and in
// the systems that they come from.
func kin(f family) *tool.Spec { return allKin()[f] }

// allKin is made once: a policy remembers tools by their specs.
var allKin = sync.OnceValue(func() map[family]*tool.Spec { //nolint:gochecknoglobals // never changes
	all := make(map[family]*tool.Spec)
	for _, f := range families() {
		all[f] = kinOf(f)
	}
	return all
})

func kinOf(f family) *tool.Spec {
	switch f {
	case readers:
		return &tool.Spec{
			Name: "read", Access: tool.ReadOnly, Category: tool.FileSystem,
			Aliases: []string{
				"fs_read", "fsRead", "read_file", "FileRead", "grep", "glob", "list", "ls", "search", "file_search",
				"grep_search", "list_directory", "list_dir", "read_notebook", "NotebookRead", "view",
				"view_file", "open_file", "cat", "imageRead", "image_read", "list_files", "dir", "search_files", "ripgrep", "GrepTool", "rg",
				"search_file_content", "content_search", "glob_search", "find_files", "find_by_name", "GlobTool",
			},
		}
	case writers:
		return &tool.Spec{
			Name: "edit", Access: tool.WorkspaceWrite, Category: tool.FileSystem,
			Aliases: []string{
				"write", "fs_write", "fsWrite", "write_file", "FileWrite", "edit_file", "FileEdit", "str_replace", "multi_edit", "MultiEdit",
				"apply_patch", "insert", "delete", "move", "mkdir", "notebook_edit", "NotebookEdit", "create_file", "delete_file", "append",
				"save_file", "write_to_file", "replace", "str_replace_editor", "str_replace_based_edit_tool", "search_replace", "replace_in_file",
				"edit_many", "multi_replace", "multi_replace_string_in_file", "insert_lines", "insert_line", "insert_at_line", "insert_text",
				"append_file", "append_to_file", "patch", "apply_diff", "git_apply", "FileDelete", "remove_file", "rm", "remove", "delete_path",
				"FileMove", "move_file", "rename", "rename_file", "mv", "create_directory", "make_directory", "create_folder", "make_dir",
				"edit_notebook",
			},
		}
	case shells:
		return &tool.Spec{
			Name: "shell", Access: tool.FullAccess, Category: tool.Shell,
			Aliases: []string{
				"bash", "execute_bash", "executeBash", "execute_cmd", "run_command", "run_shell_command", "shell_exec", "terminal", "powershell", "PowerShell",
				"run_terminal_cmd", "exec", "exec_command", "local_shell", "KillShell", "KillBash", "pwsh",
			},
		}
	case fetchers:
		return &tool.Spec{
			Name: "web_fetch", Access: tool.FullAccess, Category: tool.Network,
			Aliases: []string{"WebFetch", "fetch", "fetch_url", "http_request", "browse"},
		}
	case noFamily:
	}
	return nil
}

func families() []family { return []family{readers, writers, shells, fetchers} }

// NameOf is how people may refer to a tool.
func NameOf(s *tool.Spec) toolref.Name {
	if s.Origin.Kind == tool.MCP {
		// By its own name it could be taken for a tool of ours.
		return toolref.Name{Canonical: "mcp__" + s.Origin.Source + "__" + s.Name, Server: s.Origin.Source, Tool: s.Name}
	}
	return toolref.Name{Canonical: s.Name, Aliases: s.Aliases, Builtin: s.Origin.Kind == tool.BuiltIn}
}

// StandIn is the spec of a tool that people know by this name, if there is one:
// so that a rule or a question about Bash can be understood where no such tool
// is at hand.
func StandIn(name string) (*tool.Spec, bool) {
	ref, err := toolref.Parse(name)
	if err != nil || !ref.Exact() {
		return nil, false
	}
	for _, f := range families() {
		if s := kin(f); ref.Match(NameOf(s)) {
			return s, true
		}
	}
	return nil, false
}

// familyOf is the family whose tools a reference names; "Edit" names all that
// write, and "write" does too.
func familyOf(ref toolref.Ref) family {
	if !ref.Exact() {
		return noFamily
	}
	for _, f := range families() {
		if ref.Match(NameOf(kin(f))) {
			return f
		}
	}
	return noFamily
}

// has reports whether a tool belongs to the family: by its names, unless it
// comes from elsewhere. A server cannot make its tool count as Read.
func (f family) has(s *tool.Spec) bool {
	if s.Origin.Kind != tool.BuiltIn {
		return false
	}
	k := NameOf(kin(f))
	for _, name := range append([]string{s.Name}, s.Aliases...) {
		if ref, err := toolref.Parse(name); err == nil && ref.Exact() && ref.Match(k) {
			return true
		}
	}
	return false
}
