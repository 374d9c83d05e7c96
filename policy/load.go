package policy

import (
	"errors"

	"jig/config"
)

// Load makes the policy that holds in a folder: from the settings of all layers,
// strict about every one of them, and from what the person said about trusting
// the folder. The warnings of the settings tell also of rules about [Strangers].
// What more brings goes before the settings. Close the policy when it
// is not needed any more.
func Load(o config.Options, more Options) (p *Policy, cfg *config.Config, err error) {
	cfg, err = config.Load(o)
	if err != nil {
		return nil, nil, err
	}
	settings := cfg.Merged()
	opt := more
	if opt.Space == nil {
		space, err := Spaces(cfg.Dir, &settings)
		if err != nil {
			return nil, nil, err
		}
		defer func() {
			if p == nil {
				err = errors.Join(err, space.Close())
			} else {
				p.own = space
			}
		}()
		opt.Space = space
	}
	if opt.Home == "" {
		opt.Home = o.Home
	}
	if err := opt.FromSettings(&settings); err != nil {
		return nil, nil, err
	}
	for _, a := range cfg.Agents {
		if err := opt.FromAgent(a); err != nil {
			return nil, nil, err
		}
	}
	if more.Mode != "" {
		opt.Mode = more.Mode
	}
	opt.Untrusted = !cfg.Trusted
	made, err := New(opt)
	if err != nil {
		return nil, nil, err
	}
	cfg.Warnings = append(append(cfg.Warnings, Strangers(cfg)...), strange(more.Rules)...)
	return made, cfg, nil
}

// Close gives back what Load opened.
func (p *Policy) Close() error {
	if p.own == nil {
		return nil
	}
	return p.own.Close()
}
