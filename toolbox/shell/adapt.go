package shell

import (
	"encoding/json"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"jig/internal/spelling"
	"jig/tool"
)

// lineSpellings are the names that other systems give the arguments.
func lineSpellings() map[string][]string {
	return map[string][]string{
		"command":           {"cmd", "script", "cmdline", "command_line"},
		"working_dir":       {"cwd", "workdir", "working_directory", "dir", "directory"},
		"timeout_ms":        {"timeout_millis", "timeout_milliseconds"},
		"run_in_background": {"background", "is_background"},
		"process_id":        {"session_id", "bash_id", "shell_id", "task_id"},
		"input":             {"chars", "text", "stdin"},
		"description":       {"explanation", "summary"},
		"pty":               {"tty"},
		"offline":           {"isolateNetwork"},
		"unconfined":        {"dangerouslyDisableSandbox"},
	}
}

// adaptLine brings calls that were written for other systems into this one's form.
func (s *Shells) adaptLine(name string, args map[string]json.RawMessage) (redirect string, err error) {
	switch spelling.Fold(name) {
	case "killshell", "killbash":
		args["action"] = json.RawMessage(`"kill"`)
	}
	if err := joinWords(args); err != nil {
		return "", err
	}
	if err := adaptTimeout(name, args); err != nil {
		return "", err
	}
	return "", s.adaptProtection(args)
}

// joinWords takes a command that is written as a list of words. A list that runs a shell is the line it is given.
func joinWords(args map[string]json.RawMessage) error {
	if raw := args["command"]; len(raw) == 0 || raw[0] != '[' {
		return nil
	}
	words, ok := tool.Arg[[]string](args, "command")
	if !ok || len(words) == 0 {
		return nil
	}
	var line string
	if len(words) == 3 && slices.Contains([]string{"bash", "sh", "/bin/bash", "/bin/sh", "/usr/bin/bash"}, words[0]) && (words[1] == "-c" || words[1] == "-lc") {
		line = words[2]
	} else {
		for i, word := range words {
			quoted, err := syntax.Quote(word, syntax.LangBash)
			if err != nil {
				return tool.Errorf(tool.CodeInvalidArgs, "command: the word %q cannot be written in a line (%w)", word, err)
			}
			words[i] = quoted
		}
		line = strings.Join(words, " ")
	}
	return put(args, "command", line)
}

// adaptTimeout turns seconds into milliseconds. A bare timeout is milliseconds in the systems whose tool is called bash;
// under another name a small one may be meant in seconds, and a guess could be wrong by a thousand.
func adaptTimeout(name string, args map[string]json.RawMessage) error {
	for _, key := range [...]string{"timeout_secs", "timeout_seconds", "timeout_sec", "timeoutSecs", "timeoutSeconds"} {
		if err := takeTimeout(args, key, 1000); err != nil {
			return err
		}
	}
	var plain float64
	if raw, ok := args["timeout"]; ok && json.Unmarshal(raw, &plain) == nil && plain > 0 && plain < 1000 {
		if n := spelling.Fold(name); n != "bash" && n != "powershell" {
			return tool.Errorf(tool.CodeInvalidArgs, "timeout %v: say whether that is milliseconds (timeout_ms) or seconds (timeout_secs)", plain)
		}
	}
	return takeTimeout(args, "timeout", 1)
}

// takeTimeout moves a number to timeout_ms. Zero and null say nothing.
func takeTimeout(args map[string]json.RawMessage, key string, unit float64) error {
	raw, ok := args[key]
	if !ok {
		return nil
	}
	var value *float64
	if json.Unmarshal(raw, &value) != nil {
		var text string
		if json.Unmarshal(raw, &text) != nil || json.Unmarshal([]byte(text), &value) != nil {
			return tool.Errorf(tool.CodeInvalidArgs, "%s must be a number, but got %s", key, raw)
		}
	}
	delete(args, key)
	if value == nil || *value == 0 {
		return nil
	}
	if _, both := args["timeout_ms"]; both {
		return tool.Errorf(tool.CodeInvalidArgs, "%s and timeout_ms both say how long it may take; give timeout_ms only", key)
	}
	return put(args, "timeout_ms", int64(*value*unit))
}

// adaptProtection takes the wishes for protection that another system's bash has. What is asked for is given, or the call
// is refused: it never runs with less than it asked for. A wish for less than the settings say changes nothing.
func (s *Shells) adaptProtection(args map[string]json.RawMessage) error {
	var wish struct {
		NamespaceRestrictions *bool
		FilesystemMode        *string
		AllowedMounts         []string
	}
	for key := range args {
		var into any
		switch spelling.Fold(key) {
		case "namespacerestrictions":
			into = &wish.NamespaceRestrictions
		case "filesystemmode":
			into = &wish.FilesystemMode
		case "allowedmounts":
			into = &wish.AllowedMounts
		default:
			continue
		}
		if err := json.Unmarshal(args[key], into); err != nil {
			return tool.Errorf(tool.CodeInvalidArgs, "%s cannot be understood: %w", key, err)
		}
		delete(args, key)
	}
	mode := ""
	if wish.FilesystemMode != nil {
		mode = *wish.FilesystemMode
	}
	switch mode {
	case "", "off", "workspace-only":
	case "allow-list":
		return tool.Errorf(tool.CodeInvalidArgs, "filesystemMode allow-list is not offered here: the settings say which folders a command may write, and each call gets only what it needs; leave it out")
	default:
		return tool.Errorf(tool.CodeInvalidArgs, "filesystemMode %q is not known; leave it out, or use workspace-only", mode)
	}
	if len(wish.AllowedMounts) > 0 {
		return tool.Errorf(tool.CodeInvalidArgs, "allowedMounts is not offered here: the settings say which folders a command may write; leave it out")
	}
	if (mode == "workspace-only" || wish.NamespaceRestrictions != nil && *wish.NamespaceRestrictions) && s.opt.Sandbox == nil {
		return tool.Errorf(tool.CodeInvalidArgs, "the call asks to be confined, but the sandbox is switched off here; leave filesystemMode and namespaceRestrictions out, or have the sandbox switched on")
	}
	return nil
}

func put(args map[string]json.RawMessage, key string, value any) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return err
	}
	args[key] = raw
	return nil
}
