package policy

import (
	"jig/config"
)

// Load makes the policy that holds in a folder: from the settings of all layers,
// strict about every one of them, and from what the person said about trusting
// the folder. What more brings goes before the settings.
func Load(o config.Options, more Options) (*Policy, *config.Config, error) {
	cfg, err := config.Load(o)
	if err != nil {
		return nil, nil, err
	}
	settings := cfg.Merged()
	opt := more
	if opt.Space == nil {
		if opt.Space, err = Spaces(cfg.Dir, &settings); err != nil {
			return nil, nil, err
		}
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
	p, err := New(opt)
	if err != nil {
		return nil, nil, err
	}
	return p, cfg, nil
}
