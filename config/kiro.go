package config

import (
	"encoding/json"
	"strings"
)

// An Agent is what one of Kiro's agent files describes.
type Agent struct {
	Name        string
	Description string
	Prompt      string // the text, or file:// and a path relative to the file
	Model       string

	MCPServers map[string]json.RawMessage
	// IncludeMCPJSON also starts the servers of the person's and the folder's own files.
	IncludeMCPJSON bool

	// Tools are references to the tools that the agent sees: a name, "@server",
	// "@server/tool", "@builtin" or "*". None means no tools.
	Tools []string
	// ToolAliases renames tools: from a reference to the name that the model sees.
	ToolAliases map[string]string
	// AllowedTools are references, with * and ? as wildcards, that need no question.
	AllowedTools []string
	ToolSettings ToolSettings

	Resources []Resource
	// Hooks are as they stand in the file; package hook reads them.
	Hooks json.RawMessage

	KeyboardShortcut string
	WelcomeMessage   string

	// Source is the name of the file.
	Source string
}

// A Resource is context that an agent starts with: a file:// or skill:// address,
// or an object of another kind.
type Resource struct {
	URI    string
	Object json.RawMessage
}

// ParseKiro reads an agent file of Kiro, version 2. Kiro passes over keys that it
// does not know, so that a misspelt deniedPaths denies nothing; here they are
// mistakes. All mistakes come together, as [Problems].
func ParseKiro(text []byte, source string) (*Agent, error) {
	doc, err := parse(source, text)
	if err != nil {
		return nil, err
	}
	r := &reader{document: doc}
	a := &Agent{Source: source}
	node{reader: r, value: &doc.root}.agent(a)
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return a, nil
}

func (n node) agent(a *Agent) {
	legacy, current := false, false
	n.fields(a.readers(&legacy, &current), map[string]string{"$schema": ""})
	if legacy && current {
		n.report(`"useLegacyMcpJson" is the old name of "includeMcpJson"; keep one`)
	}
}

// readers are the keys of an agent file; legacy and current tell which name of
// one switch was used.
func (a *Agent) readers(legacy, current *bool) map[string]func(node) {
	return map[string]func(node){
		"name":             func(n node) { a.Name = n.word() },
		"description":      func(n node) { a.Description = n.optional() },
		"prompt":           func(n node) { a.Prompt = n.optional() },
		"model":            func(n node) { a.Model = n.optional() },
		"mcpServers":       func(n node) { a.MCPServers = n.servers() },
		"tools":            func(n node) { a.Tools = n.words() },
		"toolAliases":      func(n node) { a.ToolAliases = n.aliases() },
		"allowedTools":     func(n node) { a.AllowedTools = n.allowedTools() },
		"toolsSettings":    func(n node) { n.toolSettings(&a.ToolSettings) },
		"resources":        func(n node) { a.Resources = n.resources() },
		"hooks":            func(n node) { a.Hooks = n.rawObject() },
		"includeMcpJson":   func(n node) { a.IncludeMCPJSON, *current = n.boolean(), true },
		"useLegacyMcpJson": func(n node) { a.IncludeMCPJSON, *legacy = n.boolean(), true },
		"keyboardShortcut": func(n node) { a.KeyboardShortcut = n.optional() },
		"welcomeMessage":   func(n node) { a.WelcomeMessage = n.optional() },
	}
}

// optional is a string; Kiro itself writes null for one that is not set.
func (n node) optional() string {
	if n.value.Value.Kind() == 'n' {
		return ""
	}
	return n.text()
}

func (n node) aliases() map[string]string {
	all := map[string]string{}
	n.members(func(from string, to node) {
		if strings.TrimSpace(from) == "" {
			to.report("an alias needs the tool that it is for")
			return
		}
		all[from] = to.word()
	})
	return all
}

// allowedTools refuses the wildcard for everything, as Kiro does.
func (n node) allowedTools() []string {
	list := []string{}
	n.each(func(e node) {
		reference := e.word()
		if strings.Trim(reference, "*") == "" && reference != "" {
			e.report(`"*" would allow every tool without a question; name the tools, or a server as "@server"`)
			return
		}
		list = append(list, reference)
	})
	return list
}

func (n node) resources() []Resource {
	list := []Resource{}
	n.each(func(e node) {
		switch e.value.Value.Kind() {
		case '"':
			uri := e.word()
			if !strings.HasPrefix(uri, "file://") && !strings.HasPrefix(uri, "skill://") {
				e.report("expected file:// or skill:// and a path, found %q", shorten(uri))
			}
			list = append(list, Resource{URI: uri})
		case '{':
			list = append(list, Resource{Object: e.rawObject()})
		default:
			e.wrong(`a string such as "file://README.md", or an object`)
		}
	})
	return list
}
