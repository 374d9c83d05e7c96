package config

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
)

// Options says where settings lie. Nothing is looked up anywhere else, so a test
// that fills them in sees nothing of the machine.
type Options struct {
	// Dir is the folder to work in.
	Dir string
	// Home is the person's home, for "~" and for ~/.claude.
	Home string
	// ConfigHome is where programs keep settings of the person; jig's lie in its
	// folder jig. Empty leaves out the layers User and Local.
	ConfigHome string
	// ManagedDirs are read for settings.json, settings.d/*.json,
	// managed-settings.json and managed-settings.d/*.json.
	ManagedDirs []string
	// FlagFiles are files that the command line names; they must exist.
	FlagFiles []string
	// Flags are settings made of other flags; they are stronger than FlagFiles.
	Flags *Settings
	// Claude also reads ~/.claude/settings.json as the person's.
	Claude bool
	// Trust knows the trusted folders. Without it no folder is trusted.
	Trust *Trust
}

// Standard gives the options of a usual machine for a folder. The environment is
// read through getenv; the trust store is left for the caller to open at
// [TrustFile].
func Standard(dir, home string, getenv func(string) string) Options {
	return Options{
		Dir:         dir,
		Home:        home,
		ConfigHome:  xdg(getenv("XDG_CONFIG_HOME"), home, ".config"),
		ManagedDirs: []string{"/etc/jig", "/etc/claude-code"},
	}
}

// TrustFile is where the trust store of a person lies.
func TrustFile(home string, getenv func(string) string) string {
	state := xdg(getenv("XDG_STATE_HOME"), home, ".local", "state")
	if state == "" {
		return ""
	}
	return filepath.Join(state, "jig", "trust.json")
}

// xdg follows the base directory specification: what is not absolute is ignored.
func xdg(value, home string, otherwise ...string) string {
	if filepath.IsAbs(value) {
		return filepath.Clean(value)
	}
	if home == "" {
		return ""
	}
	return filepath.Join(append([]string{home}, otherwise...)...)
}

// UserFile is the person's settings file; grants for every folder are saved there.
func (o Options) UserFile() string {
	if o.ConfigHome == "" {
		return ""
	}
	return filepath.Join(o.ConfigHome, "jig", "settings.json")
}

// LocalFile is the person's settings file for the folder; grants for this folder
// are saved there. It is named by a hash of the folder's real path and lies on the
// person's side, so that no repository can bring it along.
func (o Options) LocalFile() (string, error) {
	if o.ConfigHome == "" {
		return "", nil
	}
	dir, err := realDir(o.Dir)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(dir))
	return filepath.Join(o.ConfigHome, "jig", "folders", hex.EncodeToString(sum[:16]), "settings.json"), nil
}
