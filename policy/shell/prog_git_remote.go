package shell

import "strings"

// gitRemotes records where a sub-command that connects would connect to. A name
// such as origin stands for what the configuration says, which is not known.
func (in *invocation) gitRemotes(sub string, rest []word) {
	found, sure := false, among(sub, "clone", "ls-remote", "fetch", "pull", "push") && len(rest) == len(in.args)-1
	for i, w := range rest {
		switch {
		case !w.known:
			sure = false
		case strings.HasPrefix(w.text, "-"):
			// These name another program, other settings or more places.
			name, _, _ := strings.Cut(w.text, "=")
			sure = sure && among(name, "-q", "--quiet", "-v", "--verbose", "--depth", "-b", "--branch", "--single-branch", "--no-single-branch", "--bare", "--mirror",
				"-n", "--no-checkout", "--tags", "--no-tags", "-f", "--force", "--force-with-lease", "-u", "--set-upstream", "--heads", "--prune", "-p", "--dry-run",
				"--ff-only", "--rebase", "--no-rebase", "--shallow-since", "--filter", "--delete", "-d", "--progress", "--no-recurse-submodules", "--refs") && (sub != "clone" || name != "-u")
		case strings.Contains(w.text, "::"):
			sure = false // a transport, which is a program
		case strings.Contains(w.text, "://"):
			in.visit(w)
			found = true
		case strings.Contains(w.text, "@") || i == len(rest)-1 && among(sub, "clone", "ls-remote"):
			if host, _, remote := elsewhere(w.text); remote {
				in.connect(host)
				found = true
			} else if strings.ContainsAny(w.text, "/.") && sub == "clone" {
				in.read(w)
			}
		}
	}
	if !sure || !found {
		in.connect(anywhere)
	}
}
