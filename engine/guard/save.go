package guard

import (
	"jig/config"
	"jig/policy"
)

// SaveTo keeps answers in a file of settings, for [Options]: the person's own
// (config.Options.UserFile) or the one for this folder (LocalFile).
func SaveTo(file string) func(effect policy.Effect, rules []string) error {
	return func(effect policy.Effect, rules []string) error {
		for _, r := range rules {
			if err := config.AddRule(file, effect.String(), r); err != nil {
				return err
			}
		}
		return nil
	}
}

// noteSaved remembers that rules hold for good. To the policy they are what a person
// said in this session: it reads the settings only when it is made.
func (g *Gate) noteSaved(rules []string) {
	for _, text := range rules {
		g.saved.Store(policy.Rule{Text: text, Source: "session"}.String(), policy.Rule{Text: text, Source: "saved in the settings"}.String())
	}
}

// lasting is a verdict that tells how long the rule behind it holds.
func (g *Gate) lasting(v *policy.Verdict) *policy.Verdict {
	rule, ok := g.saved.Load(v.Rule)
	if !ok {
		return v
	}
	told := *v
	told.Rule, _ = rule.(string)
	switch v.Effect {
	case policy.Allow:
		told.Reason = "a person allowed this for good"
	case policy.Deny:
		told.Reason = "a person denied this for good"
	case policy.Ask, policy.None:
	}
	return &told
}
