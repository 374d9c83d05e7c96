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
