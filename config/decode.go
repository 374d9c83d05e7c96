package config

import (
	"encoding/json"
	"net/netip"
	"strings"
	"unicode"
)

// Parse reads the text of a settings file, jig's or Claude Code's. Paths stay as
// they are written. The warnings name settings that have no effect. All mistakes
// come together, as [Problems].
func Parse(text []byte, file string, level Level) (*Settings, []string, error) {
	s, r, err := parseSettings(text, file, level, (*reader).settings)
	if err != nil {
		return nil, nil, err
	}
	return s, r.warnings, nil
}

// parseSettings also gives the reader, which knows where things stand.
func parseSettings(text []byte, file string, level Level, read func(*reader, *Settings)) (*Settings, *reader, error) {
	doc, err := parse(file, text)
	if err != nil {
		return nil, nil, err
	}
	r := &reader{document: doc, level: level}
	s := &Settings{}
	read(r, s)
	if len(r.problems) > 0 {
		return nil, nil, r.problems
	}
	return s, r, nil
}

func (r *reader) settings(s *Settings) {
	root := node{reader: r, value: &r.root}
	root.fields(s.readers(), ignoredSettings())
}

// readers are the keys of a settings file.
func (s *Settings) readers() map[string]func(node) {
	return map[string]func(node){
		"permissions": func(n node) { n.permissions(&s.Permissions) },
		"network":     func(n node) { n.network(&s.Network) },
		"sandbox":     func(n node) { n.sandbox(&s.Sandbox) },
		"hooks":       func(n node) { s.Hooks = n.rawObject() },
		"mcpServers":  func(n node) { s.MCPServers = n.servers() },
		"env":         func(n node) { s.Env = n.environment() },
		modelKey:      func(n node) { n.model(&s.Model) },

		"disableAllHooks":                 func(n node) { s.DisableHooks = n.boolean() },
		"disabledMcpjsonServers":          func(n node) { s.DisabledMCPServers = n.words() },
		"allowManagedHooksOnly":           func(n node) { s.ManagedHooksOnly = n.managedSwitch() },
		"allowManagedPermissionRulesOnly": func(n node) { s.Permissions.ManagedRulesOnly = n.managedSwitch() },

		"disableBypassPermissionsMode": func(n node) { n.report("this stands in the wrong place; write it inside of permissions") },

		"allowedMcpServers":             node.unenforced,
		"deniedMcpServers":              node.unenforced,
		"allowManagedMcpServersOnly":    node.unenforced,
		"strictKnownMarketplaces":       node.unenforced,
		"strictPluginOnlyCustomization": node.unenforced,
		"allowedHttpHookUrls":           node.unenforced,
		"httpHookAllowedEnvVars":        node.unenforced,
	}
}

// managedSwitch is a restriction that an administrator sets.
func (n node) managedSwitch() bool {
	on := n.boolean()
	if n.level != Managed && on {
		n.warn("this counts only in managed settings")
		return false
	}
	return on
}

// unenforced is a restriction of Claude Code that jig does not have. An
// administrator relies on it, so there it is a mistake to go on without it.
func (n node) unenforced() {
	if n.level == Managed {
		n.report("jig does not enforce this restriction; remove it from the files that jig reads, and restrict by permissions.deny instead")
		return
	}
	n.warn("this has no effect in jig: restrict by permissions.deny instead")
}

func (n node) network(to *Network) {
	n.fields(map[string]func(node){
		"allow":        func(n node) { to.Allow = n.hosts() },
		"deny":         func(n node) { to.Deny = n.hosts() },
		"allowPrivate": func(n node) { to.AllowPrivate = n.hosts() },
	}, nil)
}

// hosts is a list of host names, addresses and address ranges. An entry that
// could never match would be a hole in a deny list, so it is a mistake.
func (n node) hosts() []string {
	list := []string{}
	n.each(func(e node) {
		host := e.word()
		if _, err := netip.ParsePrefix(host); err != nil && strings.ContainsFunc(host, notInHost) {
			e.report("%q is not a host; write a name such as %q, without scheme, path and spaces", shorten(host), "example.com")
			return
		}
		list = append(list, host)
	})
	return list
}

func notInHost(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`/\@?#"'`, r)
}

func (n node) servers() map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	n.members(func(name string, value node) {
		if strings.TrimSpace(name) == "" {
			value.report("an MCP server needs a name")
			return
		}
		all[name] = value.rawObject()
	})
	return all
}

func (n node) environment() map[string]string {
	all := map[string]string{}
	n.members(func(name string, value node) {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			value.report("%q cannot be the name of a variable", shorten(name))
			return
		}
		if !value.isString() {
			value.wrong("a string (write numbers in quotes)")
			return
		}
		all[name] = value.text()
	})
	return all
}
