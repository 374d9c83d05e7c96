package shell

import "strconv"

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
