package policy

import (
	"encoding/json"
	"strings"

	"jig/internal/spelling"
	"jig/tool"
)

// Speaks reports whether a rule speaks of a call, generously.
func (p *Policy) Speaks(text string, s *Subject) (bool, error) {
	c, err := p.compile(Rule{Effect: Ask, Text: text})
	if err != nil {
		return false, err
	}
	return c.touches(p.scene(s)), nil
}

// GuessIntent is what a call does by what its arguments are called, for tools
// that are not at hand to be asked: nil if that cannot be told.
func (p *Policy) GuessIntent(name string, spec *tool.Spec, args json.RawMessage) *tool.Intent {
	called := spelling.Fold(name)
	var given map[string]any
	if json.Unmarshal(args, &given) != nil {
		return nil
	}
	text := func(keys ...string) (string, bool) {
		for _, k := range keys {
			if v, ok := given[k].(string); ok {
				return v, true
			}
		}
		return "", false
	}
	switch spec.Category {
	case tool.Shell:
		if line, ok := text("command", "cmd", "script"); ok {
			if called == "powershell" {
				return p.PowerShellIntent(line)
			}
			return p.ShellIntent(line)
		}
		return nil
	case tool.Network:
		if raw, ok := text("url", "uri"); ok {
			return p.URLIntent(raw)
		}
		return nil
	}
	at, ok := text("path", "file_path", "filePath", "notebook_path", "notebookPath", "file", "directory", "dir", "root")
	if at == "~" || strings.HasPrefix(at, "~/") {
		at = p.absolute(at)
	}
	switch {
	case ok && spec.Access == tool.ReadOnly:
		return &tool.Intent{Summary: "read " + at, Reads: []string{at}}
	case ok && spec.Access == tool.WorkspaceWrite:
		return &tool.Intent{Summary: "write " + at, Writes: []string{at}}
	case spec.Access == tool.ReadOnly:
		return &tool.Intent{Summary: "read", Reads: []string{"."}}
	}
	return nil
}
