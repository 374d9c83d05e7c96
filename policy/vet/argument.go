package vet

import (
	"encoding/json"
	"path"
	"strings"
)

// ToolArgument looks at the arguments with which a server's tool would be called:
// a value that the program behind the tool would take for an option, and a path
// outside of the roots. The roots are absolute; without any, every absolute path
// is outside.
//
// It is for tools that do not state their intent. It compares names and knows
// nothing of links, so it can only refuse and never permit.
func ToolArgument(tool string, args json.RawMessage, roots ...string) []Finding {
	var r report
	v, err := parseJSON(args)
	if err != nil {
		r.addf(Deny, "", "the arguments cannot be read: %v", err)
		return r.list()
	}
	if _, object := members(v); object == nil {
		r.addf(Deny, "", "the arguments are not a JSON object")
		return r.list()
	}
	wraps := wrapsProgram(tool)
	eachValue("", "", v, func(where, key string, v any) {
		if keys, object := members(v); object != nil {
			for _, k := range keys {
				r.at(pointer(where, k), unseen(k))
				switch strings.ToLower(k) {
				case "approved", "approval", "skip_approval", "bypass", "dangerously_disable_sandbox", "dangerouslydisablesandbox", "trusted":
					r.addf(Deny, pointer(where, k), "an approval is given by a person and not by an argument")
				}
			}
		}
		s, ok := v.(string)
		if !ok {
			return
		}
		r.at(where, unseen(s))
		name := strings.ToLower(key)
		switch {
		case proseKey(name):
		case strings.HasPrefix(strings.TrimSpace(s), "-") && !number(s) && (wraps || placeKey(name)):
			r.addf(Deny, where, "the value %q begins with a dash and would be read as an option of the program behind the tool", brief(s))
		case placeKey(name):
			place(&r, where, s, roots)
		default:
			if strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~") || strings.HasPrefix(strings.ToLower(s), "file:") {
				place(&r, where, s, roots)
			} else if at := secretPath(s); at != "" {
				r.addf(Ask, where, "the value names %s, where secrets are kept", at)
			}
		}
	})
	return r.list()
}

// place looks at a path, or at an address of a file.
func place(r *report, where, s string, roots []string) {
	at := strings.ReplaceAll(s, `\`, "/")
	if rest, ok := strings.CutPrefix(strings.ToLower(at), "file:"); ok {
		at = "/" + strings.TrimLeft(at[len(at)-len(rest):], "/")
	}
	switch {
	case strings.Contains(at, "://"):
		return // an address; connecting is judged where hosts are
	case strings.HasPrefix(at, "~"), strings.HasPrefix(at, "$"), strings.HasPrefix(at, "%"):
		r.addf(Deny, where, "the path %q is not inside of the folders that are open to tools", brief(s))
		return
	case len(at) > 1 && at[1] == ':', strings.HasPrefix(at, "//"):
		r.addf(Deny, where, "the path %q names a drive or another machine", brief(s))
		return
	case strings.Contains(at, "%2e") || strings.Contains(at, "%2f") || strings.Contains(at, "%2E") || strings.Contains(at, "%2F"):
		r.addf(Deny, where, "the path %q is encoded; it would be read differently after decoding", brief(s))
		return
	}
	clean := path.Clean(at)
	switch {
	case strings.HasPrefix(clean, "/"):
		if !within(clean, roots) {
			r.addf(Deny, where, "the path %q is outside of the folders that are open to tools", brief(s))
		}
	case clean == ".." || strings.HasPrefix(clean, "../"):
		r.addf(Deny, where, "the path %q climbs out of its folder", brief(s))
	}
	if secret := secretPath(at); secret != "" {
		r.addf(Ask, where, "the path %q leads to %s, where secrets are kept", brief(s), secret)
	}
}

// within compares by components, so that /proj-evil is not below /proj.
func within(clean string, roots []string) bool {
	for _, root := range roots {
		root = path.Clean(root)
		if clean == root || root == "/" || strings.HasPrefix(clean, root+"/") {
			return true
		}
	}
	return false
}

// wrapsProgram reports whether a tool, by its name, hands its arguments to a
// command line program.
func wrapsProgram(tool string) bool {
	tool = strings.ReplaceAll(strings.ToLower(tool), "_", " ")
	return mentions(tool, "git", "hg", "svn", "ssh", "scp", "rsync", "curl", "wget", "grep", "rg", "find", "tar", "zip", "docker", "kubectl", "npm", "pip", "cargo",
		"go", "make", "ffmpeg", "pandoc", "psql", "mysql", "sqlite", "openssl", "gpg", "sed", "awk", "helm", "terraform", "aws", "gcloud", "gh") ||
		strings.Contains(tool, "git")
}

// proseKey reports whether a parameter holds text for people, in which a dash at
// the start is a list and a path is a mention.
func proseKey(key string) bool {
	switch key {
	case "message", "body", "content", "contents", "text", "title", "description", "comment", "summary", "prompt", "note", "notes", "new_string", "old_string", "new_str", "old_str", "file_text", "code", "markdown":
		return true
	}
	return false
}

// placeKey reports whether a parameter, by its name, holds a path or a reference.
func placeKey(key string) bool {
	words := strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(key)
	if mentions(words, "path", "paths", "file", "files", "filename", "filepath", "dir", "directory", "folder", "root", "cwd", "workdir", "workspace",
		"target", "ref", "branch", "revision", "rev", "commit", "tag", "source", "src", "dest", "destination", "output", "repo", "repository", "base", "head", "remote") {
		return true
	}
	return strings.HasSuffix(key, "path") || strings.HasSuffix(key, "file") || strings.HasSuffix(key, "dir") || strings.HasSuffix(key, "folder")
}

// number reports whether s is a negative number, which is no option.
func number(s string) bool {
	digits := strings.TrimPrefix(strings.TrimSpace(s), "-")
	return digits != "" && strings.Trim(digits, "0123456789.") == ""
}
