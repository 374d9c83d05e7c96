package vet

import (
	"slices"
	"strings"
)

// editorSettings looks at .vscode/settings.json, whose members are flat names with
// dots. There are thousands; families that only change the looks are harmless.
func editorSettings(r *report, v any) {
	keys, object := members(v)
	if object == nil {
		r.addf(Deny, "", "the editor expects an object")
		return
	}
	for _, key := range keys {
		where, value := pointer("", key), object[key]
		r.at(where, unseen(key))
		editorSetting(r, where, key, value)
	}
}

func editorSetting(r *report, where, key string, value any) {
	low := strings.ToLower(key)
	last := low[strings.LastIndexByte(low, '.')+1:]
	nested, isObject := value.(map[string]any)
	switch {
	case strings.HasPrefix(low, "[") && isObject:
		for _, k := range slices.Sorted(mapKeys(nested)) {
			editorSetting(r, pointer(where, k), k, nested[k])
		}
	case strings.Contains(low, "autoapprove"), strings.Contains(low, "autoaccept"), strings.Contains(low, "yolo"), strings.Contains(low, "alwaysallow"), strings.Contains(low, "dangerous"):
		if value != false && !empty(value) {
			r.addf(Deny, where, "the editor's agent runs tools without a question")
		}
	case strings.HasPrefix(low, "security.workspace"), strings.HasPrefix(low, "task.allowautomatic"), low == "git.openrepositoryinparentfolders", low == "git.ignorelegacywarning":
		r.addf(Deny, where, "%s: %s", "the editor", widens)
	case strings.HasPrefix(low, "chat."), strings.HasPrefix(low, "github.copilot"), strings.HasPrefix(low, "mcp"), strings.HasPrefix(low, "claudecode."), strings.HasPrefix(low, "cline."), strings.HasPrefix(low, "roo-cline."), strings.HasPrefix(low, "amazonq."), strings.HasPrefix(low, "kiroagent."):
		if strings.Contains(low, "instruction") {
			for _, s := range texts(value) {
				r.at(where, Text(Rules, s))
			}
			return
		}
		r.addf(Ask, where, "it sets up the editor's agent%s", quoteFirst(value))
	case strings.HasPrefix(low, "terminal.integrated.env"):
		environment(r, where, value)
	case strings.HasPrefix(low, "terminal."), strings.HasPrefix(low, "http."), strings.HasSuffix(low, "path"), strings.HasSuffix(low, "executable"),
		strings.HasSuffix(low, "command"), strings.HasSuffix(low, "args"), strings.HasSuffix(low, "interpreter"), strings.HasSuffix(low, "server"), strings.Contains(last, "shell"),
		known(last, "runtime", "tsdk", "env", "home", "alternatetools", "toolsgopath", "inferropath", "program", "script", "hook", "commands"):
		r.addf(Deny, where, "it names a program that the editor starts%s", quoteFirst(value))
	case editorLooks(low):
		for _, s := range texts(value) {
			if runsShell(s) {
				r.addf(Ask, where, "a value looks like a command: %s", brief(s))
			}
		}
	default:
		r.addf(Ask, where, "it is not known what %q does", brief(key))
	}
}

// editorLooks reports whether a setting belongs to a family that starts nothing.
func editorLooks(key string) bool {
	family, _, _ := strings.Cut(key, ".")
	switch family {
	case "editor", "files", "search", "workbench", "explorer", "window", "breadcrumbs", "diffeditor", "markdown", "problems", "outline", "zenmode", "cspell", "html", "css", "json", "javascript", "typescript", "prettier", "yaml":
		return true
	}
	return false
}

func mapKeys(m map[string]any) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// editorTasks looks at tasks.json and launch.json.
func editorTasks(r *report, v any) {
	if _, object := members(v); object == nil {
		r.addf(Deny, "", "the editor expects an object")
		return
	}
	eachValue("", "", v, func(where, key string, v any) {
		s, isText := v.(string)
		switch strings.ToLower(key) {
		case "runon":
			if !isText || !strings.EqualFold(s, "default") {
				r.addf(Deny, where, "it runs as soon as the folder is opened")
			}
		case "command", "program", "runtimeexecutable", "prelaunchtask", "postdebugtask", "debugserverpath", "midebuggerpath", "pythonpath", "python", "executable", "script", "preruncommands", "initcommands", "setupcommands", "serverreadyaction", "shell", "windows", "linux", "osx":
			if !isText {
				return
			}
			level := Ask
			if fetchedAndRun(s) != "" {
				level = Deny
			}
			r.addf(level, where, "it runs a command when the task is started: %s", brief(s))
		case "env":
			if _, ok := v.(map[string]any); ok {
				environment(r, where, v)
			}
		}
		if isText {
			r.at(where, unseen(s))
		}
	})
}

// packageJSON looks at what npm and its kin run at installation. Nothing runs
// until somebody installs, and that is a command of its own.
func packageJSON(r *report, v any) {
	_, object := members(v)
	if object == nil {
		r.addf(Deny, "", "npm expects an object")
		return
	}
	names, scripts := members(object["scripts"])
	for _, name := range names {
		s, _ := scripts[name].(string)
		where := pointer("/scripts", name)
		r.at(where, unseen(s))
		switch {
		case fetchedAndRun(s) != "":
			r.addf(Ask, where, "the script %q runs what it downloads: %s", brief(name), brief(s))
		case known(name, "preinstall", "install", "postinstall", "prepare", "prepublish", "preprepare", "postprepare", "prepack", "postpack"):
			r.addf(Note, where, "npm runs it at installation: %s", brief(s))
		}
	}
	if pm, ok := object["packageManager"].(string); ok && strings.Contains(pm, "://") {
		r.addf(Ask, "/packageManager", "the package manager itself is loaded from elsewhere: %s", brief(pm))
	}
}

// yarnrc is .yarnrc.yml.
func yarnrc() keyTable {
	return keyTable{reader: "Yarn", unknown: Ask, rules: slices.Concat(
		denied("every yarn command loads this code, also yarn --version", "plugins", "yarnpath", "injectenvironmentfiles", "pnploader", "constraintspath"),
		denied("packages come from elsewhere", "npmregistryserver", "npmscopes", "npmregistries", "npmauditregistry", "npmpublishregistry", "httpproxy", "httpsproxy", "networksettings", "unsafehttpwhitelist", "httpscafilepath", "cafilepath", "npmauthtoken", "npmauthident"),
		unless("it turns off a check of what is installed", "enablestrictssl", "true"),
		unless("it turns off a check of what is installed", "checksumbehavior", "throw"),
		unless("packages run scripts at installation", "enablescripts", "false"),
		harmless("nodelinker", "compressionlevel", "enabletelemetry", "enableglobalcache", "nmmode", "nmhoistinglimits", "defaultsemverrangeprefix", "enableimmutableinstalls", "enableimmutablecache", "packageextensions", "logfilters", "enableprogressbars", "enablecolors", "npmminimalagegate"),
	)}
}

// npmrc looks at .npmrc and .yarnrc of the first kind, which npm obeys in every
// command.
func npmrc(r *report, content []byte) error {
	return assignments(content, func(where, name, value string) {
		low := strings.TrimSuffix(strings.ToLower(name), "[]")
		switch {
		case strings.HasSuffix(low, "registry") || strings.HasSuffix(low, "proxy") || low == "cafile" || low == "ca" || low == "strict-ssl" && value != "true" || strings.HasPrefix(low, "//"):
			r.addf(Deny, where, "packages come from elsewhere, or credentials go there: %s=%s", brief(name), brief(value))
		case known(low, "script-shell", "shell", "git", "node-options", "onload-script", "init-module", "init.module", "editor", "viewer", "browser", "node-gyp", "globalconfig", "userconfig", "prefix", "cache", "pnpmfile", "global-pnpmfile", "node-path", "python"):
			r.addf(Deny, where, "npm starts or loads it: %s=%s", brief(name), brief(value))
		case low == "ignore-scripts" && value == "true", known(low, "save-exact", "engine-strict", "package-lock", "fund", "audit", "loglevel", "progress", "legacy-peer-deps", "save-prefix", "auto-install-peers", "strict-peer-dependencies", "shamefully-hoist", "hoist", "node-linker", "link-workspace-packages", "color", "resolution-mode", "prefer-workspace-packages"):
		default:
			r.addf(Ask, where, "it is not known what npm does with %q", brief(name))
		}
	})
}
