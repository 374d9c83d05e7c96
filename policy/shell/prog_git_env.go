package shell

import (
	"fmt"
	"strconv"
	"strings"
)

// HardenedGitEnv is the environment, as NAME=value, in which a git command that
// was judged read-only must run, so that the configuration of a repository
// cannot make it do more: no file system monitor, hooks, pager, signature check,
// prompt or fetching of missing objects, and no refreshed index.
//
// It cannot turn off an external diff (an empty diff.external makes git fail; only
// --no-ext-diff helps), nor what attributes of a repository name together with its
// configuration: text conversions (textconv) and clean filters. Those need a
// definition in .git/config, which therefore has to be protected from writing and
// is only used in folders that are trusted. The same is true for submodules,
// because git does not hand this configuration on to them.
func HardenedGitEnv() []string {
	settings := [][2]string{
		{"core.fsmonitor", "false"},
		{"core.hooksPath", "/dev/null"},
		{"core.pager", "cat"},
		{"core.editor", "false"},
		{"core.askPass", "false"},
		{"core.untrackedCache", "false"},
		{"core.alternateRefsCommand", "false"},
		{"credential.helper", ""},
		{"log.showSignature", "false"},
		{"gpg.program", "false"},
		{"gpg.ssh.program", "false"},
		{"gpg.x509.program", "false"},
		{"diff.ignoreSubmodules", "dirty"},
		{"diff.autoRefreshIndex", "false"}, // git diff does not ask GIT_OPTIONAL_LOCKS
		{"status.submoduleSummary", "false"},
		{"submodule.recurse", "false"},
		{"safe.bareRepository", "explicit"}, // a folder of the project can look like one
		{"interactive.diffFilter", ""},
	}
	env := []string{
		"GIT_OPTIONAL_LOCKS=0",
		"GIT_TERMINAL_PROMPT=0",
		"GIT_NO_LAZY_FETCH=1",
		"GIT_ALLOW_PROTOCOL=none",
		"GIT_PAGER=cat",
		"GIT_EDITOR=false",
		"GIT_ASKPASS=false",
		"GIT_CONFIG_COUNT=" + strconv.Itoa(len(settings)),
	}
	for i, s := range settings {
		n := strconv.Itoa(i)
		env = append(env, "GIT_CONFIG_KEY_"+n+"="+s[0], "GIT_CONFIG_VALUE_"+n+"="+s[1])
	}
	return env
}

// OverruleGit adds settings to an environment for git that may have some already: they hold over those of a repository.
func OverruleGit(env []string, settings [][2]string) []string {
	const count = "GIT_CONFIG_COUNT="
	n := 0
	var out []string
	for _, kv := range env {
		if number, ok := strings.CutPrefix(kv, count); ok {
			n, _ = strconv.Atoi(number) // it was written by a program
			continue
		}
		out = append(out, kv)
	}
	for _, s := range settings {
		out = append(out, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", n, s[0]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", n, s[1]))
		n++
	}
	return append(out, count+strconv.Itoa(n))
}

// maxFilters bounds how many filters are turned off: each takes room in an environment.
const maxFilters = 500

// GitFiltersOff are the settings that turn off every filter that a configuration defines, whose keys are what "git config --list
// --name-only -z" prints: git would run them on files that look changed, and there is no switch for all.
func GitFiltersOff(keys string) ([][2]string, error) {
	seen := map[string]bool{}
	var off [][2]string
	for key := range strings.SplitSeq(keys, "\x00") {
		rest, ok := strings.CutPrefix(key, "filter.")
		end := strings.LastIndexByte(rest, '.')
		if !ok || end < 0 || seen[rest[:end]] {
			continue
		}
		name := rest[:end]
		seen[name] = true
		if len(seen) > maxFilters {
			return nil, fmt.Errorf("the configuration of the repository defines more than %d filters", maxFilters)
		}
		for _, setting := range []string{"clean", "smudge", "process"} {
			off = append(off, [2]string{"filter." + name + "." + setting, ""})
		}
		off = append(off, [2]string{"filter." + name + ".required", "false"})
	}
	return off, nil
}
