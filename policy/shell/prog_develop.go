package shell

import "strings"

// developPrograms are compilers, interpreters and package programs. Most of what
// they do runs code of the project; what is allowed here only asks.
func developPrograms() map[string]judge {
	all := map[string]judge{"go": judgeGo, "gofmt": judgeGofmt(), "npm": judgeNpm, "pip": judgePip, "pip3": judgePip}
	for name, asks := range map[string][]string{
		"node": {"-v", "--version"}, "deno": {"--version", "-V"}, "bun": {"--version", "-v"}, "tsc": {"--version", "-v"},
		"java": {"-version", "--version"}, "javac": {"-version", "--version"},
		"gcc": {"--version", "-dumpversion", "-dumpmachine", "-v"}, "cc": {"--version", "-v"}, "g++": {"--version", "-v"}, "clang": {"--version", "-v"}, "clang++": {"--version"}, "ld": {"--version", "-v"},
		"make": {"--version", "-v"}, "gmake": {"--version"}, "cmake": {"--version"}, "ninja": {"--version"}, "gem": {"--version", "-v"}, "composer": {"--version", "-V"}, "gradle": {"--version"}, "mvn": {"--version", "-v"},
		"helm": {"version"}, "dotnet": {"--version"}, "swift": {"--version"}, "uv": {"--version", "-V"}, "poetry": {"--version"}, "ansible": {"--version"}, "aws": {"--version"}, "gcloud": {"--version"},
		"pytest": {"--version"}, "black": {"--version"}, "ruff": {"--version"}, "mypy": {"--version"}, "psql": {"--version", "-V"}, "sqlite3": {"--version", "-version"}, "mysql": {"--version", "-V"}, "redis-cli": {"--version"},
		"lua": {"-v"}, "Rscript": {"--version"}, "ghc": {"--version"}, "zig": {"version"}, "code": {"--version"}, "vim": {"--version"}, "nvim": {"--version"}, "emacs": {"--version"},
	} {
		all[name] = versionOnly(asks...)
	}
	for name, asks := range map[string][]string{
		"python": {"--version", "-V", "-VV"}, "python2": {"--version", "-V"}, "python3": {"--version", "-V", "-VV"}, "ruby": {"--version", "-v"}, "perl": {"--version", "-v"}, "php": {"--version", "-v"},
	} {
		all[name] = versionOnly(asks...)
	}
	// Both run what a file of the project says, even to tell their version.
	all["yarn"] = refuse("runs the version that the project brings")
	all["pnpm"] = refuse("runs the version that the project names")
	for _, name := range []string{"cargo", "rustc", "rustup"} {
		all[name] = judgeCargo
	}
	return all
}

// versionOnly allows a program to be asked one thing, and nothing else.
func versionOnly(asks ...string) judge {
	return func(in *invocation) {
		if len(in.args) == 1 && in.args[0].known && among(in.args[0].text, asks...) {
			return
		}
		if words, _ := texts(in.args); reverseShell(strings.Join(words, " ")) {
			in.harmf("%s would hand a shell to another machine", in.name)
		}
		in.doubtf("%s can do anything; only %s is known to be harmless", in.name, strings.Join(asks, " and "))
	}
}

// reverseShell reports whether code connects a socket to a shell.
func reverseShell(code string) bool {
	lower := strings.ToLower(code)
	socket := strings.Contains(lower, "socket") || strings.Contains(lower, "net.connect") || strings.Contains(lower, "fsockopen") || strings.Contains(lower, "net.createconnection")
	shell := false
	for _, s := range []string{"/bin/sh", "/bin/bash", "/bin/zsh", "pty.spawn", "cmd.exe", "sh -i", "bash -i"} {
		shell = shell || strings.Contains(lower, s)
	}
	return socket && shell
}

// judgeGo allows what prints; everything else compiles, fetches or writes. Go
// counts its own calls in a folder of the user's settings (go telemetry off stops
// that), which is not held against it.
func judgeGo(in *invocation) {
	words, known := texts(in.args)
	if len(words) == 0 || !in.args[0].known {
		in.doubtf("go: the sub-command is not known")
		return
	}
	rest := in.args[1:]
	switch words[0] {
	case "version":
		for _, w := range rest {
			if !w.known || strings.HasPrefix(w.text, "-") && !among(w.text, "-m", "-v") {
				in.doubtf("go version: %q is not known", w.text)
			} else if !strings.HasPrefix(w.text, "-") {
				in.read(w)
			}
		}
	case "env":
		for _, w := range rest {
			if !w.known || strings.HasPrefix(w.text, "-") && !among(w.text, "-json", "--json", "-changed") {
				in.doubtf("go env: %q is not known to be harmless", w.text)
			}
		}
	case "help":
	case "doc":
		for _, w := range rest {
			if strings.HasPrefix(w.text, "-") && !among(w.text, "-all", "-c", "-cmd", "-short", "-src", "-u") || !known {
				in.doubtf("go doc: %q is not known to be harmless", w.text)
			}
		}
		in.read(here())
	default:
		in.doubtf("go %s can run code, fetch or write", words[0])
	}
}

// judgeGofmt only prints unless it is told to write.
func judgeGofmt() judge {
	return func(in *invocation) {
		writing := false
		var files []word
		for _, w := range in.args {
			switch name := "-" + strings.TrimLeft(w.text, "-"); {
			case w.known && strings.HasPrefix(w.text, "-") && len(w.text) > 1:
				if name == "-w" || strings.HasPrefix(name, "-w=") {
					writing = true
				} else if !among(name, "-l", "-d", "-e", "-s") {
					in.doubtf("gofmt: option %s is not known", w.text)
				}
			case !w.known && mayBeOption(w):
				in.doubtf("gofmt: %q can become an option", w.text)
				files = append(files, w)
			default:
				files = append(files, w)
			}
		}
		in.readAll(files)
		for _, w := range files {
			if writing {
				in.change(w)
			}
		}
	}
}

func judgeNpm(in *invocation) {
	words, known := texts(in.args)
	switch {
	case len(words) == 0:
		in.doubtf("npm without a command writes a log to the home folder")
	case known && len(words) == 1 && among(words[0], "-v", "--version"):
	case known && among(words[0], "list", "ls", "ll", "la", "root", "prefix", "bin", "help"):
		in.read(here())
		in.doubtf("npm %s writes a log to the home folder", words[0])
	case among(words[0], "view", "info", "show", "v", "outdated", "search", "s", "find", "ping", "whoami") && known:
		in.connect("*")
	default:
		in.fetches(words[0], "install", "i", "add", "ci", "exec", "x", "create", "init", "update", "up", "publish", "audit", "install-test", "it", "pack")
		in.doubtf("npm %s can run code, fetch or write", words[0])
	}
}

// fetches records where a package program connects to: what is named by a URL,
// and the registry that its settings name.
func (in *invocation) fetches(sub string, subs ...string) {
	if !among(sub, subs...) {
		return
	}
	in.connect(anywhere)
	for _, w := range in.args {
		_, value, named := strings.Cut(w.text, "=")
		if !named || !strings.HasPrefix(w.text, "-") {
			value = w.text
		}
		if _, at, direct := strings.Cut(value, " @ "); direct { // name @ URL
			value = at
		}
		if w.known && strings.Contains(value, "://") {
			in.visit(literal(strings.TrimPrefix(value, "git+")))
		}
	}
}

func judgePip(in *invocation) {
	words, known := texts(in.args)
	switch {
	case len(words) == 0:
	case known && len(words) == 1 && among(words[0], "--version", "-V", "help", "--help"):
	case known && among(words[0], "list", "show", "freeze", "check"):
		for _, w := range words[1:] {
			switch {
			case among(w, "-o", "--outdated", "-u", "--uptodate"):
				in.connect("*")
			case strings.HasPrefix(w, "-") && !among(w, "-f", "--files", "-v", "--verbose", "--format=json", "--format=freeze", "--format=columns", "--format", "-l", "--local", "--user", "--not-required", "-e", "--editable", "--all", "--disable-pip-version-check"):
				in.doubtf("pip: option %s is not known", w)
			}
		}
	default:
		in.fetches(words[0], "install", "download", "wheel", "search", "index")
		in.doubtf("pip %s can run code, fetch or write", words[0])
	}
}

// judgeCargo is for the programs of Rust. Even their version is told by the one
// that a file of the project chooses.
func judgeCargo(in *invocation) {
	words, _ := texts(in.args)
	if len(words) > 0 {
		in.fetches(words[0], "install", "add", "fetch", "update", "search", "publish", "login", "owner", "yank")
	}
	in.doubtf("%s runs, and may fetch, the version that the project names", in.name)
}
