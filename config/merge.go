package config

import (
	"cmp"
	"maps"
	"slices"
)

// Merged is what all layers say together:
//
//   - lists add up, the strongest layer first; of a project they hold only what
//     tightens, so its allow rules are not in them;
//   - of a single value the strongest layer that sets it decides, but flags and a
//     project may choose a stricter mode, tier or sandbox than the layers above;
//   - the mode bypass becomes default where a layer disables it.
//
// Hooks and MCPServers are not in it, because each belongs to its file; see
// [Config.Hooks] and [Config.MCPServers].
func (c *Config) Merged() Settings {
	var m Settings
	for i := range c.Layers {
		m.merge(&c.Layers[i])
	}
	p := &m.Permissions
	if p.ManagedRulesOnly {
		p.Allow = slices.DeleteFunc(p.Allow, notManaged)
		p.Rules = slices.DeleteFunc(p.Rules, func(r Rule) bool { return r.Effect == Allow && notManaged(r) })
	}
	if p.DisableBypass && p.Mode == Bypass {
		p.Mode = Default
	}
	if p.Order == "" {
		p.Order = Severity
	}
	if p.Order == Severity {
		for _, r := range p.Rules {
			p.add(r)
		}
		p.Rules = nil
	}
	return m
}

// warnBypass tells the person whose mode does not hold.
func (c *Config) warnBypass() {
	if !c.Merged().Permissions.DisableBypass {
		return
	}
	for _, l := range c.Layers {
		if l.Settings.Permissions.Mode == Bypass {
			where := l.File
			if where == "" {
				where = "the command line"
			}
			c.Warnings = append(c.Warnings, where+": the mode bypass is disabled by permissions.disableBypassPermissionsMode; the mode is default")
		}
	}
}

func notManaged(r Rule) bool { return r.Source.Level != Managed }

// add puts a rule into the list of its effect.
func (p *Permissions) add(r Rule) {
	switch r.Effect {
	case Allow:
		p.Allow = append(p.Allow, r)
	case Ask:
		p.Ask = append(p.Ask, r)
	default:
		p.Deny = append(p.Deny, r)
	}
}

// merge adds a layer that is weaker than all that were added before.
func (s *Settings) merge(layer *Layer) {
	from := &layer.Settings
	mayTighten := layer.Level == Flags || layer.Level == Project
	s.Permissions.merge(&from.Permissions, mayTighten)
	s.Network.Allow = append(s.Network.Allow, from.Network.Allow...)
	s.Network.Deny = append(s.Network.Deny, from.Network.Deny...)
	s.Network.AllowPrivate = append(s.Network.AllowPrivate, from.Network.AllowPrivate...)
	s.Sandbox.merge(&from.Sandbox, mayTighten)
	first(&s.Model, from.Model)
	s.DisableHooks = s.DisableHooks || from.DisableHooks
	s.ManagedHooksOnly = s.ManagedHooksOnly || from.ManagedHooksOnly
	s.DisabledMCPServers = append(s.DisabledMCPServers, from.DisabledMCPServers...)
	if len(from.Env) > 0 {
		env := maps.Clone(from.Env)
		maps.Copy(env, s.Env)
		s.Env = env
	}
}

func (p *Permissions) merge(from *Permissions, mayTighten bool) {
	p.Allow = append(p.Allow, from.Allow...)
	p.Ask = append(p.Ask, from.Ask...)
	p.Deny = append(p.Deny, from.Deny...)
	p.Rules = append(p.Rules, from.Rules...)
	p.AdditionalDirectories = append(p.AdditionalDirectories, from.AdditionalDirectories...)
	p.DisableBypass = p.DisableBypass || from.DisableBypass
	p.ManagedRulesOnly = p.ManagedRulesOnly || from.ManagedRulesOnly
	first(&p.Order, from.Order)
	first(&p.PlanFile, from.PlanFile)
	first(&p.AskTimeout, from.AskTimeout)
	if mayTighten && from.Mode != "" && from.Mode.stricter(p.Mode) {
		p.Mode = from.Mode
	}
	first(&p.Mode, from.Mode)
	if mayTighten && from.Tier.stricter(p.Tier) {
		p.Tier = from.Tier
	}
	first(&p.Tier, from.Tier)
}

func (s *Sandbox) merge(from *Sandbox, mayTighten bool) {
	s.Writable = append(s.Writable, from.Writable...)
	s.ReadOnly = append(s.ReadOnly, from.ReadOnly...)
	s.Hidden = append(s.Hidden, from.Hidden...)
	s.Readable = append(s.Readable, from.Readable...)
	n := &s.Network
	n.Allow = append(n.Allow, from.Network.Allow...)
	n.Deny = append(n.Deny, from.Network.Deny...)
	n.UnixSockets = append(n.UnixSockets, from.Network.UnixSockets...)
	if mayTighten && from.Mode != "" && from.Mode.stricter(s.Mode) {
		s.Mode = from.Mode
	}
	first(&s.Mode, from.Mode)
	if access := from.Network.Access; mayTighten && access != "" && access.stricter(n.Access) {
		n.Access = access
	}
	first(&n.Access, from.Network.Access)
	first(&s.Backend, from.Backend)
	switchOff(&s.AutoAllow, from.AutoAllow, mayTighten)
	switchOff(&s.AllowUnconfined, from.AllowUnconfined, mayTighten)
}

// first sets a value that no stronger layer has set.
func first[T comparable](to *T, from T) {
	var unset T
	if *to == unset {
		*to = from
	}
}

func switchOff(to **bool, from *bool, mayTighten bool) {
	if from != nil && (*to == nil || mayTighten && !*from) {
		*to = from
	}
}

// Hooks are the hooks that count, strongest layer first. Those of a project are
// among them only when the folder is trusted.
func (c *Config) Hooks() []Fragment {
	managedOnly := slices.ContainsFunc(c.Layers, func(l Layer) bool { return l.Settings.ManagedHooksOnly })
	var all []Fragment
	disabled := Level(0) // the strongest level that turns hooks off
	for _, l := range c.Layers {
		if l.Settings.DisableHooks && disabled == 0 {
			disabled = l.Level
		}
	}
	for _, l := range c.Layers {
		if disabled != 0 && l.Level >= disabled || managedOnly && l.Level != Managed {
			continue
		}
		text := l.Settings.Hooks
		if l.Level == Project && c.runs(&l) {
			text = l.Executable.Hooks
		}
		if text != nil {
			all = append(all, Fragment{Raw: text, Source: Source{File: l.File, Level: l.Level}})
		}
	}
	return all
}

// MCPServers are the servers that count, by name; of servers with one name the
// strongest layer's. Those of a project are among them only when the folder is
// trusted and nobody disabled them.
func (c *Config) MCPServers() []Fragment {
	disabled := map[string]bool{}
	for _, l := range c.Layers {
		for _, name := range l.Settings.DisabledMCPServers {
			disabled[name] = true
		}
	}
	seen := map[string]bool{}
	var all []Fragment
	for _, l := range c.Layers {
		servers := l.Settings.MCPServers
		if l.Level == Project && c.runs(&l) {
			servers = l.Executable.MCPServers
		}
		for _, name := range slices.Sorted(maps.Keys(servers)) {
			if seen[name] || l.Level == Project && disabled[name] {
				continue
			}
			seen[name] = true
			all = append(all, Fragment{Name: name, Raw: servers[name], Source: Source{File: l.File, Level: l.Level}})
		}
	}
	slices.SortFunc(all, func(a, b Fragment) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
