package cli

import (
	"fmt"
	"os"

	"jig"
	"jig/config"
	"jig/engine"
	"jig/policy"
)

// Modes are the words for the modes of a gate.
func Modes() []string {
	var words []string
	for _, m := range policy.Modes() {
		words = append(words, string(m))
	}
	return words
}

// Gates are the words for what decides about calls.
func Gates() []string { return []string{"policy", "allow-all", "deny-all"} }

// Gate puts the gate of that word into the options of a runtime.
func Gate(word string, opt *jig.Options) error {
	switch word {
	case "allow-all":
		opt.Gate = engine.AllowAll()
		return unmanaged()
	case "deny-all":
		opt.Gate = engine.DenyAll()
	}
	return nil
}

// unmanaged fails where an administrator manages the settings: then no gate but
// theirs decides.
func unmanaged() error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	cfg, err := config.Load(config.Options{Dir: dir, ManagedDirs: config.Standard(dir, "", os.Getenv).ManagedDirs})
	if err != nil {
		return err
	}
	for _, layer := range cfg.Layers {
		if layer.Level == config.Managed {
			return fmt.Errorf("the settings of this machine are managed (%s), so the gate decides by them: leave --gate out", layer.File)
		}
	}
	return nil
}
