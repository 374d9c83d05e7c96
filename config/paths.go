package config

import (
	"path/filepath"
	"strings"
)

// resolvePaths makes the paths of settings absolute and clean, so that two
// spellings of a path ("~/.aws" and "~/.aws/") mean the same. Rules stay as they
// are written; package policy knows their grammar.
func (s *Settings) resolvePaths(home, dir string) {
	for _, list := range []*[]string{
		&s.Permissions.AdditionalDirectories,
		&s.Sandbox.Writable, &s.Sandbox.ReadOnly, &s.Sandbox.Hidden, &s.Sandbox.Readable,
		&s.Sandbox.Network.UnixSockets,
	} {
		resolved := make([]string, len(*list)) // the caller's list stays as it is
		for i, p := range *list {
			resolved[i] = resolvePath(p, home, dir)
		}
		*list = resolved
	}
	if p := s.Permissions.PlanFile; p != "" {
		s.Permissions.PlanFile = resolvePath(p, home, dir)
	}
}

// resolvePath reads "~" as the home, "//x" as "/x" as Claude Code does, and what
// is relative as seen from the folder.
func resolvePath(p, home, dir string) string {
	switch {
	case home != "" && (p == "~" || strings.HasPrefix(p, "~/")):
		return filepath.Join(home, p[1:])
	case strings.HasPrefix(p, "//"):
		return filepath.Clean("/" + strings.TrimLeft(p, "/"))
	case filepath.IsAbs(p):
		return filepath.Clean(p)
	}
	return filepath.Join(dir, p)
}

// withSource is a copy whose rules and model say where they come from.
func (s Settings) withSource(from Source) Settings {
	if s.Model.Name != "" && s.Model.Source == (Source{}) {
		s.Model.Source = from
	}
	p := &s.Permissions
	for list, effect := range map[*[]Rule]Effect{&p.Allow: Allow, &p.Ask: Ask, &p.Deny: Deny, &p.Rules: ""} {
		named := make([]Rule, len(*list))
		for i, r := range *list {
			if named[i] = r; r.Source == (Source{}) {
				named[i].Source = from
			}
			if effect != "" {
				named[i].Effect = effect
			}
		}
		*list = named
	}
	return s
}
