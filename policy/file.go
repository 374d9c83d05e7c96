package policy

import (
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
	settings, agent, _, err := config.ParseAny(text, file, config.Flags)
	switch {
	case err != nil:
		return err
	case agent != nil:
		return o.FromAgent(agent)
	}
	if err := o.FromSettings(settings); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
