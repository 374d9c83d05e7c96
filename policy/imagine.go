package policy

import (
	"jig/policy/network"
	"jig/policy/shell"
	"jig/tool"
	"jig/workspace"
)

// Imagine is the same policy over another file system, for asking what would be
// decided if there were a link.
func (p *Policy) Imagine(fsys workspace.FS) (*Policy, error) {
	space, err := workspace.On(fsys, p.roots...)
	if err != nil {
		return nil, err
	}
	opt := p.opt
	opt.Space = space
	return New(opt)
}

// Absolute is a path as rules and questions write it, made absolute.
func (p *Policy) Absolute(path string) string { return p.absolute(path) }

// Exists reports whether there is a file at a path.
func (p *Policy) Exists(path string) bool {
	place, err := p.opt.Space.Resolve(path)
	return err == nil && place.Exists
}

// PowerShellIntent is what a PowerShell line would do in the main folder.
func (p *Policy) PowerShellIntent(line string) *tool.Intent {
	return shell.AnalysePowerShell(line, shell.Options{Dir: p.root(), Home: p.opt.Home}).Intent(line)
}

// URLIntent is what a fetch of a URL would do.
func (p *Policy) URLIntent(raw string) *tool.Intent {
	in := &tool.Intent{Summary: "fetch " + raw}
	v := p.opt.Network.URL(raw)
	if v.Host != "" {
		in.Hosts = []string{v.Host}
	}
	switch v.Effect {
	case network.Deny:
		in.Harm = []string{v.Reason}
	case network.Ask:
		// Is it only that nobody allowed the host, or is there more to it, which
		// a rule about the host must not cover?
		wider, err := p.opt.Network.With(v.Host)
		if err != nil {
			in.Opaque = v.Reason
		} else if again := wider.URL(raw); again.Effect != network.Allow {
			in.Opaque = again.Reason
		}
	case network.Allow:
	}
	return in
}

// With is the same policy with more rules, for asking what they would change.
func (p *Policy) With(rules ...Rule) (*Policy, error) {
	opt := p.opt
	opt.Rules = append(opt.Rules[:len(opt.Rules):len(opt.Rules)], rules...)
	return New(opt)
}
