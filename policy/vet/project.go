package vet

import (
	"path"
	"strings"
)

// ProjectFile looks at a file that was found in a project and that somebody
// obeys: who does, what it would run and what it would widen. The path is
// relative to the project; the folder above decides as much as the name does,
// wherever in the project it stands.
//
// A file that cannot be parsed is refused: its reader may understand it, or may
// ignore it with everything that it forbids. A file that nobody here knows is a
// question.
func ProjectFile(name string, content []byte) []Finding {
	var r report
	at, odd := canonicalPath(name)
	if odd != "" {
		r.addf(Deny, "", "the path %q %s", brief(name), odd)
		return r.list()
	}
	if lineFormat(at) {
		// Some readers end a line at characters that others do not.
		r.add(unseen(string(content[:min(len(content), longestContent)]))...)
	}
	if err := vetFile(&r, at, content); err != nil {
		r.addf(Deny, "", "%s cannot be read, so it is not obeyed: %v", brief(name), err)
	}
	return r.list()
}

// lineFormat reports whether a file is made of lines and not of JSON or prose,
// which are looked at for unseen characters where their texts are.
func lineFormat(at string) bool {
	base := path.Base(at)
	switch path.Ext(base) {
	case ".toml", ".yml", ".yaml", ".npmrc", ".gitattributes", ".gitmodules", ".gitconfig":
		return true
	}
	return base == "config" || strings.HasPrefix(base, ".env")
}

// canonicalPath is the path as a forgiving file system reads it: case, trailing
// dots and blanks do not count. odd says what no file of a project is called.
func canonicalPath(name string) (at, odd string) {
	switch {
	case name == "":
		return "", "is empty"
	case strings.Contains(name, ":"):
		return "", "contains a colon, which names a drive or a hidden stream of a file"
	case len(unseen(name)) > 0 || strings.ContainsAny(name, "\n\t"):
		return "", "contains characters that are not seen"
	}
	parts := strings.Split(strings.ReplaceAll(name, `\`, "/"), "/")
	for i, part := range parts {
		if part == ".." {
			return "", "climbs out of the project"
		}
		if part != "." {
			part = strings.TrimRight(part, ". ")
		}
		parts[i] = skeleton(strings.ToLower(part))
	}
	return strings.TrimPrefix(path.Clean("/"+strings.Join(parts, "/")), "/"), ""
}

// vetFile finds the reader of a file. at is canonical.
func vetFile(r *report, at string, content []byte) error {
	base := path.Base(at)
	folder := path.Base(path.Dir(at))
	above := path.Base(path.Dir(path.Dir(at)))
	in := func(name string) bool { return strings.HasPrefix(at, name+"/") || strings.Contains(at, "/"+name+"/") }
	ext := path.Ext(base)

	switch {
	case in(".git"):
		return gitFolder(r, at, content)
	case base == ".gitconfig" || base == ".gitmodules":
		return gitConfig(r, content)
	case base == ".gitattributes":
		gitAttributes(r, content)
		return nil
	case base == ".gitignore" || base == ".dockerignore" || base == ".editorconfig" || base == ".prettierignore" || base == ".eslintignore":
		return nil

	case folder == ".claude" && (base == "settings.json" || base == "settings.local.json"):
		return settings(r, claudeSettings(), content)
	case in(".claude/hooks"), in(".cursor/hooks"), in(".codex/hooks"), in(".kiro/hooks"), in(".gemini/hooks"), in(".opencode/plugin"), in(".opencode/plugins"), in(".github/hooks"):
		return script(r, Deny, "an agent runs it as a hook", content)
	case folder == ".codex" && base == "config.toml":
		v, err := parseTOML(content)
		if err != nil {
			return err
		}
		codexConfig().vet(r, v)
		return nil
	case base == "hooks.json" || strings.HasSuffix(base, ".kiro.hook"):
		return settings(r, hookFile("an agent"), content)
	case folder == ".gemini" && base == "settings.json":
		return settings(r, geminiSettings(), content)
	case base == ".mcp.json" || base == "mcp.json" || base == "mcp_config.json" || base == "mcp_settings.json":
		return settings(r, mcpFile("an agent"), content)
	case folder == "agents" && (above == ".kiro" || above == ".amazonq") && ext == ".json", folder == "cli-agents" && ext == ".json":
		return settings(r, kiroAgent(), content)
	case known(base, "opencode.json", "opencode.jsonc", "crush.json", ".crush.json", "cli.json", "environment.json", "devcontainer.json", ".devcontainer.json") ||
		in(".zed") && ext == ".json" || in(".continue") && ext == ".json":
		return settings(r, otherAgent("an agent or editor"), content)
	case base == ".aider.conf.yml" || in(".continue") && (ext == ".yaml" || ext == ".yml"):
		return yamlSettings(r, otherAgent("an agent"), content)

	case folder == ".vscode" && base == "settings.json", ext == ".code-workspace":
		v, err := parseLooseJSON(content)
		if err != nil {
			return err
		}
		if _, object := members(v); ext == ".code-workspace" && object["settings"] != nil {
			editorTasks(r, v)
			v = object["settings"]
		}
		editorSettings(r, v)
		return nil
	case folder == ".vscode" && (base == "tasks.json" || base == "launch.json"):
		v, err := parseLooseJSON(content)
		if err == nil {
			editorTasks(r, v)
		}
		return err
	case base == "package.json":
		v, err := parseJSON(content)
		if err == nil {
			packageJSON(r, v)
		}
		return err
	case base == ".yarnrc.yml" || base == ".yarnrc.yaml":
		return yamlSettings(r, yarnrc(), content)
	case base == ".npmrc":
		return npmrc(r, content)
	case base == ".env" || strings.HasPrefix(base, ".env."):
		return assignments(content, func(where, name, value string) { variable(r, where, name, value, Note) })
	}
	return vetOther(r, at, base, content)
}

func settings(r *report, t keyTable, content []byte) error {
	v, err := parseLooseJSON(content)
	if err != nil {
		return err
	}
	t.vet(r, v)
	return nil
}

func yamlSettings(r *report, t keyTable, content []byte) error {
	v, err := parseYAML(content)
	if err != nil {
		return err
	}
	t.vet(r, v)
	return nil
}

// gitFolder looks at what lies inside of .git.
func gitFolder(r *report, at string, content []byte) error {
	switch base := path.Base(at); {
	case strings.Contains("/"+at, ".git/hooks/"):
		if strings.HasSuffix(base, ".sample") {
			r.addf(Note, "", "it is the example of a hook, which git does not run")
			return nil
		}
		return script(r, Deny, "git runs it as a hook", content)
	case base == "config" || base == "config.worktree":
		return gitConfig(r, content)
	case base == "attributes":
		gitAttributes(r, content)
		return nil
	default:
		r.addf(Ask, "", "it belongs to git's own records; a project has no reason to bring it")
		return nil
	}
}

// script looks at a file that is run as it is.
func script(r *report, level Level, what string, content []byte) error {
	if len(content) > longestContent {
		return errLong
	}
	r.addf(level, "", "%s", what)
	r.add(unseen(string(content))...)
	if line := fetchedAndRun(string(content)); line != "" {
		r.addf(Deny, "", "it runs what it downloads: %s", line)
	}
	return nil
}
