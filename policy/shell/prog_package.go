package shell

import "strings"

// packagePrograms are the package programs of the system, as far as they show
// what is installed. Everything else about them is for an administrator.
func packagePrograms() map[string]judge {
	return map[string]judge{
		"dpkg": packageQuery([]string{"-l", "--list", "-L", "--listfiles", "-s", "--status", "-S", "--search", "--print-architecture", "--print-foreign-architectures", "--get-selections", "--version"}),
		"apt":  packageQuery([]string{"list"}, "--installed", "-i", "--upgradable", "-u", "-a", "--all-versions", "-q", "-qq", "-v", "--verbose"),
		"apt-cache": packageQuery([]string{"policy", "show", "search", "showpkg", "showsrc", "depends", "rdepends", "madison", "pkgnames", "stats", "unmet"},
			"-n", "--names-only", "-f", "--full", "--installed", "-a", "--all-versions", "--no-all-versions", "-i", "--important", "--recurse", "-q", "--quiet", "-g"),
		"rpm": judgeRpm,
	}
}

// packageQuery allows some first words, and behind them names and some options.
func packageQuery(firsts []string, options ...string) judge {
	return func(in *invocation) {
		for i, w := range in.args {
			switch {
			case !w.known:
				in.doubtf("%s: %q is not known before it runs", in.name, w.text)
			case i == 0 && !among(w.text, firsts...):
				in.doubtf("%s %s is not known to be harmless", in.name, w.text)
			case i > 0 && strings.HasPrefix(w.text, "-") && !among(w.text, options...):
				in.doubtf("%s: option %s is not known to be harmless", in.name, w.text)
			}
		}
	}
}

// judgeRpm allows queries of what is installed. Not so of a package file, which
// may be a URL, nor with words in which rpm would expand a macro.
func judgeRpm(in *invocation) {
	for i, w := range in.args {
		query := strings.HasPrefix(w.text, "-q") && strings.Trim(w.text[2:], "ailfcdsRv") == ""
		name := !strings.HasPrefix(w.text, "-") && strings.IndexFunc(w.text, func(r rune) bool { return !alphanumeric(r) && !strings.ContainsRune("._+-:/*@", r) }) < 0 &&
			!strings.Contains(w.text, "://")
		switch {
		case !w.known:
			in.doubtf("rpm: %q is not known before it runs", w.text)
		case i == 0 && !query && !among(w.text, "--query", "--version"),
			i > 0 && !name && !query && !among(w.text, "-a", "-i", "-l", "-f", "-c", "-d", "-R", "--all", "--info", "--list", "--file", "--requires", "--provides", "--changelog",
				"--last", "--whatprovides", "--whatrequires", "--scripts", "--conflicts", "--state", "--docfiles", "--configfiles"):
			in.doubtf("rpm: %s is not known to be harmless", w.text)
		}
	}
}
