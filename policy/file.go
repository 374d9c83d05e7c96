package policy

import (
	"errors"
	"fmt"
	"os"

	"jig/config"
)

// FromFile fills in the options from a file that a person names: settings of jig
// or of Claude Code, or the agent of Kiro. Whoever names the file speaks for it, so
// all of it counts.
func (o *Options) FromFile(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	settings, _, err := config.Parse(text, file, config.Flags)
	if err != nil {
		agent, other := config.ParseKiro(text, file)
		if other != nil {
			if looksLikeAgent(text) {
				return other
			}
			return err
		}
		return o.FromAgent(agent)
	}
	if err := o.FromSettings(settings); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if len(settings.Permissions.AdditionalDirectories) > 0 && o.Space == nil {
		return errors.New("a workspace is needed first")
	}
	return nil
}
