package workspace

import (
	"path/filepath"
	"strings"
)

// Protected says why a file must not be changed without a question: something
// else obeys it, so that changing it is a way to run things later. The path is
// clean, absolute and free of links. Below root only the names behind the root
// count; elsewhere all of them do, and the folders of the system as well. It does
// not matter whether the file exists.
func Protected(root, path string) (why string, ok bool) {
	if root != "" && within(path, root) {
		return protectedName(below(path, root))
	}
	if why, ok := system(path); ok {
		return why, ok
	}
	return protectedName(path[len(filepath.VolumeName(path)):])
}

// protectedName looks at each name of a path.
func protectedName(path string) (why string, ok bool) {
	parent, grand := "", ""
	for path != "" {
		var raw string
		raw, path = cut(path)
		if raw == "" {
			continue
		}
		if !curious(raw) && !dotted(parent) && !dotted(grand) {
			grand, parent = parent, raw
			continue
		}
		name := fold(raw)
		if why := special(name); why != "" {
			return raw + " is " + why, true
		}
		if why := specialIn(parent, name); why != "" {
			return raw + " is " + why, true
		}
		if grand == ".local" && parent == "share" && (name == "systemd" || name == "applications" || name == "autostart") {
			return raw + " is where a desktop session starts things from", true
		}
		grand, parent = parent, name
	}
	return "", false
}

// curious reports whether a name can matter at all. Nearly all names that do
// begin with a dot; the test keeps the common case free of folding.
func curious(name string) bool {
	if name == "" {
		return false
	}
	switch name[0] {
	case '.', 'n', 'N', '_', 'l', 'L':
		return true
	}
	return name[0] >= 0x80 || strings.IndexByte(name, '~') >= 0
}

// dotted reports whether a folded name begins with a dot, as do all those whose
// contents are judged.
func dotted(name string) bool { return name != "" && name[0] == '.' }

func cut(path string) (name, rest string) {
	for i := range len(path) {
		if isSeparator(path[i]) {
			return path[:i], path[i+1:]
		}
	}
	return path, ""
}

const (
	aboutVersions = "part of version control, whose configuration and hooks run programs"
	aboutHooks    = "run by version control hooks"
	aboutAgents   = "configuration of an agent, which decides what it may do"
	aboutEditors  = "configuration of an editor, which may run programs"
	aboutShells   = "read by programs when they start, and may run others"
	aboutKeys     = "where keys and logins are kept"
	aboutPackages = "configuration of a package or build tool, which decides whose code runs"
	aboutLogin    = "where a login starts things from"
)

// special is what a folded name is, wherever it stands.
func special(name string) string {
	switch name {
	case ".git", ".hg", ".svn", ".bzr", ".jj", ".sl", "_svn", "_darcs", ".gitconfig", ".gitmodules", ".hgrc":
		return aboutVersions
	case ".husky", ".githooks", ".lefthook", "lefthook.yml", ".lefthook.yml", "lefthook-local.yml", ".pre-commit-config.yaml", ".pre-commit-config.yml", ".overcommit.yml":
		return aboutHooks
	case "node_modules":
		return "installed packages, which run as part of the project"
	case ".claude", ".claude.json", ".codex", ".cursor", ".cursorrules", ".gemini", ".kiro", ".jig", ".windsurf", ".windsurfrules",
		".roo", ".roomodes", ".roorules", ".continue", ".continuerc.json", ".mcp.json", ".opencode", ".goose", ".goosehints", ".qwen", ".crush", ".amp",
		".amazonq", ".augment", ".kilocode", ".trae", ".junie", ".copilot", ".factory", ".agents", ".agent":
		return aboutAgents
	case ".idea", ".zed", ".fleet", ".devcontainer", ".devcontainer.json", ".vimrc", ".gvimrc", ".exrc", ".nvimrc", ".nvim.lua", ".lvimrc", ".vim", ".emacs", ".emacs.d", ".dir-locals.el":
		return aboutEditors
	case ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".bash_completion", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout",
		".cshrc", ".tcshrc", ".login", ".logout", ".kshrc", ".mkshrc", ".inputrc", ".xprofile", ".xinitrc", ".xsession", ".xsessionrc", ".pam_environment",
		".tmux.conf", ".screenrc", ".gdbinit", ".lldbinit", ".pythonrc", ".rprofile", ".irbrc", ".pryrc", ".psqlrc", ".sqliterc", ".envrc", ".oh-my-zsh", ".nanorc", ".lesskey", ".lessfilter", ".direnvrc", ".mailcap":
		return aboutShells
	case ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".netrc", "_netrc", ".git-credentials", ".password-store":
		return aboutKeys
	case ".npmrc", ".pnpmfile.cjs", ".pnpmrc", ".pypirc", ".pip", ".condarc", ".gemrc", ".curlrc", ".wgetrc", ".bazelrc", ".bunfig.toml", ".terraformrc":
		return aboutPackages
	case "launchagents", "launchdaemons", "loginitems":
		return aboutLogin
	}
	switch {
	case strings.HasPrefix(name, ".cline"), strings.HasPrefix(name, ".aider"):
		return aboutAgents
	case strings.HasPrefix(name, ".yarnrc"):
		return aboutPackages
	case strings.IndexByte(name, '~') > 0 && shortName(name):
		return "perhaps the short form (8.3) of a protected name"
	}
	return ""
}

// specialIn is what a folded name is in a folder of a certain name.
func specialIn(parent, name string) string {
	switch parent {
	case ".vscode":
		switch name {
		case "settings.json", "tasks.json", "launch.json", "mcp.json", "extensions.json":
			return aboutEditors
		}
	case ".github":
		if name == "hooks" || strings.HasPrefix(name, "copilot") || name == "agents" || name == "mcp.json" {
			return aboutAgents
		}
	case ".config":
		switch name {
		case "fish", "nushell", "powershell", "environment.d", "direnv":
			return aboutShells
		case "systemd", "autostart", "plasma-workspace", "upstart":
			return aboutLogin
		case "git", "jj", "hg":
			return aboutVersions
		case "nvim", "zed", "code", "vscodium", "cursor", "helix":
			return aboutEditors
		case "gh", "gcloud", "op":
			return aboutKeys
		case "pip", "npm", "yarn", "uv", "conda":
			return aboutPackages
		case "jig", "claude", "codex", "opencode", "goose", "crush", "amp", "gemini":
			return aboutAgents
		}
	case ".local":
		if name == "bin" {
			return "on the search path of programs"
		}
	case ".cargo":
		if name == "config" || name == "config.toml" || name == "credentials" || name == "credentials.toml" || name == "bin" || name == "env" {
			return aboutPackages
		}
	case ".m2":
		if name == "settings.xml" || name == "settings-security.xml" {
			return aboutPackages
		}
	case ".gradle":
		if strings.HasPrefix(name, "init.") || name == "init.d" || name == "gradle.properties" {
			return aboutPackages
		}
	case ".bundle":
		if name == "config" {
			return aboutPackages
		}
	case ".yarn":
		if name == "releases" || name == "plugins" {
			return aboutPackages
		}
	}
	return ""
}

// shortName reports whether a folded name can be the 8.3 form that Windows gives
// to a protected name: its first six letters without dots, a tilde, a digit.
func shortName(name string) bool {
	stem, number, ok := strings.Cut(name, "~")
	if !ok || stem == "" || number == "" || number[0] < '0' || number[0] > '9' {
		return false
	}
	switch stem {
	case "git", "gitcon", "gitmod", "gitcre", "hg", "hgrc", "svn", "bzr", "jj", "husky", "githoo", "node_m",
		"claude", "codex", "cursor", "gemini", "kiro", "jig", "windsu", "roo", "contin", "mcp", "openco", "goose", "cline", "cliner", "aider",
		"vscode", "idea", "zed", "devcon", "vimrc", "bashrc", "bash_p", "bash_l", "profil", "zshrc", "zshenv", "zprofi", "envrc",
		"ssh", "gnupg", "aws", "azure", "kube", "docker", "netrc", "npmrc", "yarnrc", "pypirc", "config", "pre-co", "launch":
		return true
	}
	return false
}
