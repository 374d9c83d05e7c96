package policy

import (
	"fmt"

	"jig/config"
	"jig/policy/network"
	"jig/workspace"
)

// FromSettings fills in the options of a policy from settings: rules in the order
// in which they count, mode, tier and network. What the settings do not say is
// left as it is.
func (o *Options) FromSettings(s *config.Settings) error {
	p := &s.Permissions
	o.Order = p.Order
	o.addRules(true, p.Deny, p.Ask, p.Allow)
	o.addRules(false, p.Rules)
	if p.Mode != "" {
		o.Mode = p.Mode
	}
	o.Tier, o.NoBypass = p.Tier, p.DisableBypass
	if p.PlanFile != "" {
		o.PlanFile = p.PlanFile
	}
	if on := s.Sandbox.AutoAllow; on != nil && *on && s.Sandbox.Mode != config.SandboxOff {
		o.Confined = true
	}
	rules, err := network.New(s.Network.Allow, s.Network.Deny, s.Network.AllowPrivate)
	if err != nil {
		return err
	}
	o.Network = rules
	return nil
}

func (o *Options) addRules(listed bool, lists ...[]config.Rule) {
	for _, list := range lists {
		for _, r := range list {
			o.Rules = append(o.Rules, Rule{
				Effect: effectOf(r.Effect), Text: r.Text, Match: r.Match, NotMatch: r.NotMatch, Reason: r.Reason, Source: place(r.Source), listed: listed,
			})
		}
	}
}

func effectOf(e config.Effect) Effect {
	switch e {
	case config.Allow:
		return Allow
	case config.Ask:
		return Ask
	case config.Deny:
		return Deny
	}
	return None
}

// place says where a setting stands.
func place(s config.Source) string {
	switch {
	case s.File == "":
		return s.Level.String()
	case s.Line == 0:
		return s.File
	}
	return fmt.Sprintf("%s:%d", s.File, s.Line)
}

// Spaces makes the workspace that settings speak of: the folder itself and the
// further ones that the person named.
func Spaces(dir string, s *config.Settings) (*workspace.Space, error) {
	return workspace.New(append([]string{dir}, s.Permissions.AdditionalDirectories...)...)
}
