package config

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

// Model is the model that answers where nobody has named one, and where it was
// written. Which models there are is for package model to know.
type Model struct {
	// Name is a provider and its model, as "anthropic/claude-sonnet-4-5", or a
	// provider alone.
	Name   string
	Source Source
}

// String says where a setting was written, the way messages do.
func (s Source) String() string {
	switch {
	case s.File == "":
		return s.Level.String()
	case s.Line == 0:
		return s.File
	}
	return fmt.Sprintf("%s:%d", s.File, s.Line)
}

// model reads the name of a model. What a project names is refused later, whatever
// it is; see [Layer.Refused].
func (n node) model(to *Model) {
	var name string
	switch theirs := isClaudeFile(n.file); {
	case theirs && !n.isString():
		n.warn("this has no effect in jig: it names no model")
	case theirs && n.level == Project:
		name = n.text()
	case theirs:
		name = n.claudeModel(n.text())
	default:
		name = n.word()
		if strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
			n.report("%q is not the name of a model; write provider/name, such as %q, or a provider alone", shorten(name), "anthropic/claude-sonnet-4-5")
		}
	}
	if name != "" {
		*to = Model{Name: name, Source: n.source()}
	}
}

// isClaudeFile reports whether a file is one that Claude Code reads too. The names
// of models in it are meant for Claude Code.
func isClaudeFile(name string) bool {
	folder, base := filepath.Base(filepath.Dir(name)), filepath.Base(name)
	return folder == ".claude" || folder == "claude-code" || folder == "managed-settings.d" || base == "managed-settings.json"
}

// claudeRelease is the name of one release of a model, by which Anthropic and
// nobody else serves it.
var claudeRelease = regexp.MustCompile(`^claude-[a-z]+(-[a-z]+)*(-[0-9]+)+$|^claude(-[0-9]+)+(-[a-z]+)+(-[0-9]+)*$`)

// claudeModel is what a name in a file of Claude Code means here; empty if that is
// not beyond doubt. A word such as opus is another model every few months, at
// another price, and what a cloud or a gateway calls a model nobody else knows.
func (n node) claudeModel(name string) string {
	switch {
	case claudeRelease.MatchString(name):
		return "anthropic/" + name
	case name != "" && name != "default": // which choose nothing
		n.warn("this has no effect in jig: %q is a name for Claude Code, and not that of one release; write provider/name, such as %q, into jig's own settings",
			Visible(shorten(name)), "anthropic/claude-sonnet-4-5")
	}
	return ""
}

// warnModel tells the person that a project would have another model answer. Where
// a conversation goes, and who pays for it, is nothing that a folder decides.
func (c *Config) warnModel() {
	for i := range c.Layers {
		for _, r := range c.Layers[i].Refused {
			if r.Key == modelKey {
				place := Source{File: Visible(c.Layers[i].File), Line: r.Line}
				c.Warnings = append(c.Warnings, fmt.Sprintf("%s: model: %q does not count: %s", place, Visible(shorten(r.Text)), r.Why))
			}
		}
	}
}

const modelKey = "model"
