package vet

import (
	"errors"
	"fmt"
	"strings"
)

// gitConfig looks at .git/config and its kin. Git obeys them in every command,
// also in those that only read.
func gitConfig(r *report, content []byte) error {
	return gitEntries(content, func(line int, section, sub, name, value string) {
		where := fmt.Sprintf("line %d", line)
		full := section + "." + name
		switch {
		case strings.HasPrefix(value, "!"):
			r.addf(Deny, where, "git %s is a command: %s", full, brief(value))
		case gitRuns(section, name):
			if known(strings.ToLower(value), "", "false", "no", "off", "0", "cat") || full == "core.fsmonitor" && known(strings.ToLower(value), "true", "yes", "on", "1") {
				return
			}
			r.addf(Deny, where, "git runs what %s says, also in commands that only read: %s", full, brief(value))
		case section == "include" || section == "includeif":
			r.addf(Deny, where, "it takes over git settings from another file: %s", brief(value))
		case section == "url" || name == "proxy" || full == "http.sslverify" || full == "http.sslcainfo" || full == "http.cookiefile":
			r.addf(Deny, where, "%s changes whom git talks to: %s", full, brief(value))
		case section == "remote" && (name == "url" || name == "pushurl"):
			remote(r, where, value)
		case section == "submodule" && name == "url":
			remote(r, where, value)
		case section == "protocol" && value != "never":
			r.addf(Deny, where, "it permits ways of fetching that can run commands")
		case section == "safe":
			r.addf(Deny, where, "it has git trust folders of other people: %s", brief(value))
		case full == "core.worktree" || full == "core.attributesfile" || full == "core.excludesfile" || full == "submodule.path" || full == "core.gitproxy":
			if strings.HasPrefix(value, "/") || strings.HasPrefix(value, "~") || strings.Contains(value, "..") || strings.HasPrefix(value, "-") {
				r.addf(Deny, where, "%s leads out of the project: %s", full, brief(value))
			}
		case gitHarmless(section, name):
			if runsShell(value) {
				r.addf(Deny, where, "the value of %s is a command: %s", full, brief(value))
			}
		default:
			r.addf(Ask, where, "it is not known what git does with %s", brief(full))
		}
		if strings.HasPrefix(sub, "-") {
			r.addf(Deny, where, "the name %q would be read as an option", brief(sub))
		}
	})
}

// gitRuns reports whether git runs the value of a setting as a program.
func gitRuns(section, name string) bool {
	switch section {
	case "alias", "pager", "hook":
		return true
	case "core":
		return known(name, "fsmonitor", "hookspath", "sshcommand", "pager", "editor", "askpass", "gitproxy", "alternaterefscommand")
	case "filter":
		return known(name, "clean", "smudge", "process")
	case "diff":
		return known(name, "textconv", "command", "external")
	case "merge":
		return known(name, "driver")
	case "credential":
		return known(name, "helper")
	case "gpg", "user":
		return known(name, "program", "defaultkeycommand")
	case "sequence":
		return name == "editor"
	case "submodule":
		return name == "update"
	case "remote":
		return known(name, "uploadpack", "receivepack", "vcs")
	case "uploadpack":
		return name == "packobjectshook"
	case "receive", "transfer":
		return name == "procreceiverefs"
	case "difftool", "mergetool", "browser", "man", "guitool", "instaweb", "web", "sendemail", "trailer", "interactive", "init", "imap", "tar", "bisect", "maintenance", "column", "ssh":
		return true
	}
	return false
}

// gitHarmless lists the settings that every clone has.
func gitHarmless(section, name string) bool {
	switch section {
	case "core":
		return known(name, "repositoryformatversion", "filemode", "bare", "logallrefupdates", "ignorecase", "precomposeunicode", "symlinks", "autocrlf", "eol", "safecrlf", "quotepath",
			"untrackedcache", "commitgraph", "sparsecheckout", "sparsecheckoutcone", "longpaths", "abbrev", "compression", "hidedotfiles", "protectntfs", "protecthfs")
	case "branch":
		return known(name, "remote", "merge", "rebase", "vscode-merge-base", "description", "gh-merge-base", "autosetuprebase", "autosetupmerge")
	case "remote":
		return known(name, "fetch", "push", "tagopt", "prune", "mirror", "gh-resolved", "promisor", "partialclonefilter", "skipfetchall")
	case "submodule":
		return known(name, "active", "path", "branch", "ignore", "shallow", "recurse", "fetchrecursesubmodules")
	case "user":
		return known(name, "name", "email", "signingkey", "useconfigonly")
	case "extensions":
		return known(name, "worktreeconfig", "objectformat", "partialclone", "refstorage")
	case "color", "pull", "fetch", "push", "rebase", "log", "status", "advice", "rerere", "gc", "pack", "index", "lfs", "commit", "tag", "gui", "feature", "help", "blame", "apply", "stash":
		return !known(name, "program", "command", "path", "template", "helper", "url", "cmd", "pushurl")
	case "diff":
		return known(name, "algorithm", "renames", "context", "mnemonicprefix", "colormoved", "binary", "xfuncname", "wordregex", "noprefix", "submodule", "cachetextconv")
	case "merge":
		return known(name, "conflictstyle", "ff", "renames", "name", "log", "stat")
	case "filter":
		return name == "required"
	}
	return false
}

// remote looks at an address that git would fetch from. Some forms name a program.
func remote(r *report, where, value string) {
	switch {
	case strings.Contains(value, "::"):
		r.addf(Deny, where, "the address %q names a program that git would run", brief(value))
	case strings.HasPrefix(value, "-") || strings.Contains(value, "://-") || strings.Contains(value, "@-"):
		r.addf(Deny, where, "the address %q would be read as an option", brief(value))
	case strings.ContainsAny(value, "`$;|<>\n\"'\\"):
		r.addf(Deny, where, "the address %q contains characters that a shell obeys", brief(value))
	case strings.Contains(value, "../"):
		r.addf(Ask, where, "the address %q leads out of the project", brief(value))
	}
}

// gitEntries reads the file format of git's settings: sections, also with an
// entry behind them on the same line, quoted values and continued lines.
func gitEntries(content []byte, visit func(line int, section, sub, name, value string)) error {
	if len(content) > longestContent {
		return errLong
	}
	var section, sub string
	lines := strings.Split(strings.TrimPrefix(string(content), "\ufeff"), "\n")
	for i := 0; i < len(lines); i++ {
		n := i + 1
		line := strings.TrimSpace(lines[i])
		for strings.HasPrefix(line, "[") {
			var err error
			section, sub, line, err = gitSection(line)
			if err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if section == "" {
			return fmt.Errorf("line %d: it stands before the first section", n)
		}
		name, value, found := strings.Cut(line, "=")
		if found {
			text, more := gitValue(value)
			for more && i+1 < len(lines) {
				i++
				value = strings.TrimSuffix(value, `\`) + strings.TrimSuffix(lines[i], "\r")
				text, more = gitValue(value)
			}
			value = text
		} else {
			name, _, _ = strings.Cut(name, "#")
			name, _, _ = strings.Cut(name, ";")
			value = "true"
		}
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return fmt.Errorf("line %d: %q is not the name of a setting", n, brief(name))
		}
		visit(n, section, sub, name, value)
	}
	return nil
}

// gitValue resolves quotes, escapes and the comment of a value, and says whether
// it goes on in the next line. A backslash at the end of a comment does not
// continue it: else a setting could hide behind one.
func gitValue(s string) (value string, more bool) {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 == len(s):
			return strings.TrimSpace(b.String()), true
		case c == '\\':
			i++
			switch s[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			default:
				b.WriteByte(s[i])
			}
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '#' || c == ';'):
			return strings.TrimSpace(b.String()), false
		default:
			b.WriteByte(c)
		}
	}
	return strings.TrimSpace(b.String()), false
}

// gitSection reads [section "sub"] and gives what follows on the line.
func gitSection(line string) (section, sub, rest string, err error) {
	end, quoted := -1, false
	for i := 1; i < len(line) && end < 0; i++ {
		switch {
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ']' && !quoted:
			end = i
		}
	}
	if end < 0 {
		return "", "", "", errors.New("the name of a section is not closed")
	}
	name := line[1:end]
	section, sub, _ = strings.Cut(name, " ")
	sub = strings.Trim(strings.TrimSpace(sub), `"`)
	if head, tail, dotted := strings.Cut(section, "."); dotted {
		section, sub = head, tail
	}
	section = strings.ToLower(section)
	if section == "" || strings.Trim(section, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return "", "", "", fmt.Errorf("%q is not the name of a section", brief(name))
	}
	return section, sub, strings.TrimSpace(line[end+1:]), nil
}

// gitAttributes looks at .gitattributes: a file may be tied to a driver, which is
// a program that the configuration names.
func gitAttributes(r *report, content []byte) {
	n := 0
	for line := range strings.Lines(string(content)) {
		n++
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		for _, attribute := range fields[1:] {
			name, driver, set := strings.Cut(attribute, "=")
			if !set || name != "filter" && name != "diff" && name != "merge" || driver == "lfs" || name == "merge" && known(driver, "union", "binary", "text", "ours") || name == "diff" && gitDiffDriver(driver) {
				continue
			}
			r.addf(Ask, fmt.Sprintf("line %d", n), "it has git run the program %q of its settings as %s of files", brief(driver), name)
		}
	}
}

// gitDiffDriver lists the drivers that are built into git and run nothing.
func gitDiffDriver(name string) bool {
	return known(name, "ada", "bash", "bibtex", "cpp", "csharp", "css", "dts", "elixir", "fortran", "fountain", "golang", "html", "ini", "java", "kotlin", "markdown", "matlab", "objc", "pascal", "perl", "php", "python", "ruby", "rust", "scheme", "tex")
}
