package vet

import (
	"path"
	"strings"
)

// vetOther finds the reader of files that are text or are run as they are.
func vetOther(r *report, at, base string, content []byte) error {
	in := func(name string) bool { return strings.HasPrefix(at, name+"/") || strings.Contains(at, "/"+name+"/") }
	ext := path.Ext(base)
	switch {
	case base == "skill.md":
		return skill(r, content)
	case known(base, "agents.md", "agent.md", "agents.override.md", "claude.md", "claude.local.md", "gemini.md", "copilot-instructions.md", "conventions.md", "warp.md", "qwen.md", "crush.md",
		".cursorrules", ".windsurfrules", ".clinerules", ".roorules", ".goosehints", ".rules", "llms.txt"),
		strings.HasSuffix(base, ".instructions.md"), strings.HasSuffix(base, ".prompt.md"), strings.HasSuffix(base, ".chatmode.md"), strings.HasSuffix(base, ".agent.md"),
		ext == ".mdc", in(".cursor/rules"), in(".clinerules"), in(".windsurf/rules"), in(".kiro/steering"), in(".kiro/specs"), in(".roo"), in(".github/instructions"), in(".amazonq/rules"),
		in(".claude") && ext == ".md", in(".opencode") && ext == ".md", in(".codex") && ext == ".md", in(".gemini") && ext == ".md", in(".jig") && ext == ".md":
		return ruleFile(r, content)
	case in(".gemini/commands") && ext == ".toml":
		v, err := parseTOML(content)
		if err != nil {
			return err
		}
		for _, s := range texts(v) {
			if strings.Contains(s, "!{") {
				r.addf(Ask, "", "the command runs a shell line when it is used: %s", brief(s))
			}
			r.add(Text(Rules, s)...)
		}
		return nil
	}
	if reader, level := runner(at, base); reader != "" {
		return script(r, level, reader, content)
	}
	r.addf(Ask, "", "jig does not know who obeys this file")
	r.add(unseen(string(content[:min(len(content), longestContent)]))...)
	return nil
}

// runner says who runs or obeys a file as it is, and how grave that is.
func runner(at, base string) (what string, level Level) {
	in := func(name string) bool { return strings.HasPrefix(at, name+"/") || strings.Contains(at, "/"+name+"/") }
	switch {
	case in(".husky") || in(".githooks") || known(base, ".pre-commit-config.yaml", "lefthook.yml", ".lefthook.yml", ".huskyrc", ".lintstagedrc", "lint-staged.config.js"):
		return "git runs it as a hook, at a commit or a push", Ask
	case base == ".envrc":
		return "direnv runs it as soon as the folder is entered", Ask
	case known(base, ".pnpmfile.cjs", ".pnpmfile.js", "pnpmfile.js"):
		return "pnpm loads it at every installation", Deny
	case known(base, ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login", ".inputrc", "config.fish"), in("fish/conf.d"):
		return "a shell obeys it when it starts as a login or interactive shell", Ask
	case strings.HasSuffix(base, "profile.ps1"):
		return "PowerShell runs it when it starts", Ask
	case known(base, ".vimrc", ".exrc", ".nvimrc", ".nvim.lua", ".emacs", ".dir-locals.el", ".sublime-project"):
		return "an editor obeys it as soon as the folder is opened", Ask
	case known(base, ".gdbinit", ".lldbinit", ".psqlrc", ".sqliterc", ".irbrc", ".pryrc", ".pythonrc", ".pdbrc", ".rprofile", "sitecustomize.py", "usercustomize.py"), path.Ext(base) == ".pth":
		return "a program runs it when it starts in this folder", Ask
	case known(base, ".curlrc", ".wgetrc", ".netrc", ".pypirc", "pip.conf", ".condarc", ".tmux.conf", ".screenrc"), in(".ssh"), in(".aws"), in(".docker"), in(".kube"):
		return "a program takes settings or credentials from it", Ask
	case in(".cargo") && (base == "config.toml" || base == "config"):
		return "cargo runs the programs that it names", Ask
	case in(".github/workflows") || in(".circleci") || in(".gitlab") || known(base, ".gitlab-ci.yml", "jenkinsfile", ".travis.yml", "azure-pipelines.yml"):
		return "a build server runs it", Ask
	case known(base, "makefile", "gnumakefile", "justfile", "taskfile.yml", "rakefile", "build.rs", "conftest.py", "setup.py", "gruntfile.js", "gulpfile.js", "tox.ini", "noxfile.py", "build.gradle", "dockerfile"):
		return "a build runs it when somebody builds or tests", Note
	}
	return "", Clean
}

// ruleFile looks at a text that agents read as instructions. Its head may hold
// settings.
func ruleFile(r *report, content []byte) error {
	head, body, err := frontMatter(string(content))
	if err != nil {
		return err
	}
	headSettings(r, head)
	if strings.Contains(body, "!`") {
		r.addf(Ask, "", "it contains a shell line that some agents run when the text is loaded")
	}
	r.add(Text(Rules, string(content))...)
	return nil
}

// headSettings looks at the head of a rule file, an agent, a command or a skill.
func headSettings(r *report, head map[string]any) {
	keys, _ := members(head)
	for _, key := range keys {
		switch where := pointer("", key); strings.ToLower(key) {
		case "hooks":
			r.addf(Deny, where, "%s%s", runsItself, quoteFirst(head[key]))
		case "allowed-tools", "allowedtools", "permissionmode", "permission-mode", "mcpservers", "mcp-servers", "permission":
			r.addf(Ask, where, "%s%s", widens, quoteFirst(head[key]))
		}
	}
}

// skill looks at SKILL.md. The name in its head becomes the name of a folder.
func skill(r *report, content []byte) error {
	head, body, err := frontMatter(string(content))
	if err != nil {
		return err
	}
	if head == nil {
		// A head without its rules is still read by forgiving installers.
		if name, ok := strings.CutPrefix(strings.TrimSpace(string(content)), "name:"); ok {
			name, _, _ = strings.Cut(name, "\n")
			head = map[string]any{"name": strings.Trim(strings.TrimSpace(name), `"'`)}
		}
	}
	name, _ := head["name"].(string)
	if err := SkillName(name); err != nil {
		r.addf(Deny, "/name", "%v", err)
	}
	headSettings(r, head)
	if strings.Contains(body, "!`") {
		r.addf(Ask, "", "it contains a shell line that some agents run when the text is loaded")
	}
	r.add(Text(Skill, string(content))...)
	return nil
}
