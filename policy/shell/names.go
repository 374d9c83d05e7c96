package shell

import "strings"

// free reports whether a variable means nothing to the shell or to a program,
// so that a line may use it for itself. A variable that is exported already
// stays exported when it is assigned, so names in capitals are not free, except
// for a few that are everywhere in scripts and nowhere in manuals.
func free(name string) bool {
	if !identifier(name) || name == "_" {
		return false
	}
	switch name {
	case "DIR", "FILE", "FILES", "ROOT", "SRC", "DST", "DEST", "OUT", "NAME", "COUNT", "TOTAL", "LINE", "RESULT",
		"PATTERN", "URL", "START", "END", "STATUS", "REPLY":
		return true
	case "histchars", "auto_resume":
		return false
	}
	if len(name) == 1 {
		return true
	}
	if strings.HasSuffix(name, "_proxy") || strings.HasPrefix(name, "npm_") || strings.HasPrefix(name, "pip_") {
		return false
	}
	return strings.ToLower(name) == name
}

// mildEnv reports whether a program may be given a variable with this value: it
// changes how things look or which case of the program's own runs, and neither
// names a program nor a file.
func mildEnv(name, value string) bool {
	for i := range len(value) {
		c := value[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("._@:+-,=", rune(c)) {
			return false
		}
	}
	switch name {
	case "LANG":
		return mildLocale(value)
	case "LANGUAGE", "TZ", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM", "TERM",
		"COLUMNS", "LINES", "CI", "DEBIAN_FRONTEND", "RUST_BACKTRACE", "NODE_ENV", "PYTHONUNBUFFERED",
		"PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING", "PYTHONUTF8", "GOOS", "GOARCH", "CGO_ENABLED", "GO111MODULE",
		"GIT_TERMINAL_PROMPT", "HOMEBREW_NO_AUTO_UPDATE", "DO_NOT_TRACK", "BLOCKSIZE", "BLOCK_SIZE",
		"QUOTING_STYLE", "TIME_STYLE":
		return name != "GIT_TERMINAL_PROMPT" || value == "0"
	case "PAGER", "GIT_PAGER", "MANPAGER", "SYSTEMD_PAGER", "GH_PAGER":
		return value == "cat" || value == ""
	case "GIT_OPTIONAL_LOCKS":
		return value == "0"
	}
	return strings.HasPrefix(name, "LC_") && mildLocale(value)
}

// mildLocale reports whether a locale reads bytes as they are read here. In
// others the second byte of a character can be a backslash or a quote.
func mildLocale(value string) bool {
	lower := strings.ToLower(value)
	return among(value, "", "C", "POSIX") || strings.HasSuffix(lower, ".utf-8") || strings.HasSuffix(lower, ".utf8")
}

// secret reports whether a variable of the environment may hold what should not
// be shown to anybody.
func secret(name string) bool {
	if name == "PWD" || name == "OLDPWD" {
		return false
	}
	upper := strings.ToUpper(name)
	for _, part := range []string{
		"KEY", "TOKEN", "SECRET", "PASS", "PWD", "CRED", "AUTH", "COOKIE", "SESSION", "PRIVATE", "DSN", "DATABASE_URL",
		"DB_URL", "CONN", "SIGN", "CERT", "BEARER", "WEBHOOK",
	} {
		if strings.Contains(upper, part) {
			return true
		}
	}
	// The address of a server often has the password in it.
	for _, server := range []string{"REDIS", "MONGO", "POSTGRES", "MYSQL", "AMQP", "RABBITMQ"} {
		if strings.Contains(upper, server) && (strings.HasSuffix(upper, "_URL") || strings.HasSuffix(upper, "_URI")) {
			return true
		}
	}
	return false
}
