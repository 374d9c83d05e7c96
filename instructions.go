package jig

import (
	"os"
	"path/filepath"
	"runtime"
	"time"

	"jig/agent"
)

// instructions puts together what the model is told before anything else: how to work, what the project says about itself if
// it is trusted, and where it is.
func (r *Runtime) instructions(opt *SessionOptions) string {
	if opt.Replace {
		return opt.System
	}
	return r.prompt(r.dir, "", opt.System)
}

// prompt puts instructions together for work in a folder. An empty base means what every agent is told.
func (r *Runtime) prompt(dir, base, more string) string {
	files, err := agent.ReadContext(agent.ContextOptions{
		Dir: r.dir, ConfigHome: configHome(), Trusted: func(string) bool { return r.Trusted() },
	})
	if err != nil {
		r.logger.Warn("some instructions cannot be read", "error", err)
	}
	return agent.Prompt(agent.PromptOptions{
		Base: base, Dir: dir, Platform: runtime.GOOS + "/" + runtime.GOARCH, Date: time.Now(), Branch: agent.Branch(dir),
		Context: files, More: more,
	})
}

// configHome is where the person's settings are, empty if there is no such place.
func configHome() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, ".config")
}
