package config

import (
	"maps"
	"path/filepath"
	"slices"
)

// isServerFile reports whether a file of a project is one that other programs
// keep MCP servers in, and nothing else.
func isServerFile(name string) bool {
	base := filepath.Base(name)
	return base == ".mcp.json" || base == "mcp.json"
}

// servers reads such a file. A setting in it is a mistake: nobody who looks for
// hooks or rules looks here. What other programs have beside the servers is
// passed over, with a warning.
func (r *reader) servers(s *Settings) {
	settings := (&Settings{}).readers()
	node{reader: r, value: &r.root}.members(func(key string, value node) {
		_, isSetting := settings[key]
		switch near := closest(key, []string{"mcpServers"}); {
		case key == "mcpServers":
			s.MCPServers = value.servers()
		case key == "$schema":
		case isSetting:
			value.reportKey("this file is for MCP servers only; write it into .jig/settings.json")
		case near != "":
			value.reportKey(unknown("key", key, []string{near}))
		case closest(key, slices.Sorted(maps.Keys(settings))) != "":
			value.reportKey("this file is for MCP servers only (mcpServers); settings belong into .jig/settings.json")
		default:
			value.warn("this has no effect in jig: only mcpServers counts in this file")
		}
	})
}
