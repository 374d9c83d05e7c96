package sandbox

import (
	"slices"
	"strings"
)

// EnvPolicy says which variables a command sees. The zero value passes on the
// ordinary ones (PATH, HOME, LANG …) and nothing that looks like a secret.
type EnvPolicy struct {
	// From is the environment to choose from, as NAME=value; nil for that of this
	// process.
	From []string
	// Allow adds names; a trailing * matches the rest. A name that looks like a
	// secret is passed on only if it is written out here.
	Allow []string
	// Set are variables that are set, as NAME=value, whatever they look like.
	Set []string
}

// raceVariable holds the options of the race detector.
const raceVariable = "GORACE"

// ordinary are the variables that programs need to find their way.
func ordinary() []string {
	return []string{
		"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR",
		"CLICOLOR", "COLUMNS", "LINES", "TZ", "TMPDIR", "PWD", "EDITOR", "PAGER", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
		"XDG_DATA_HOME", "XDG_STATE_HOME", "CI", "DEBIAN_FRONTEND", "SOURCE_DATE_EPOCH",
		"GOPATH", "GOROOT", "GOBIN", "GOCACHE", "GOMODCACHE", "GOFLAGS", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN", "GOOS", "GOARCH", "CGO_ENABLED",
		"CARGO_HOME", "RUSTUP_HOME", "JAVA_HOME", "NVM_DIR", "PYENV_ROOT", "VIRTUAL_ENV", "CONDA_PREFIX", "NODE_ENV", "PYTHONPATH",
		"SSL_CERT_FILE", "SSL_CERT_DIR", "NIX_PATH", "NIX_PROFILES", "NIX_SSL_CERT_FILE", "LOCALE_ARCHIVE",
	}
}

// Secret reports whether a variable of that name probably holds a secret.
func Secret(name string) bool {
	name = strings.ToUpper(name)
	for _, prefix := range []string{"AWS_", "AZURE_", "GOOGLE_", "GCP_", "GCLOUD_", "OPENAI_", "ANTHROPIC_", "SSH_", "GPG_", "VAULT_", "DOCKER_", "KUBE", "BW_", "OP_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	for _, part := range []string{"TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "COOKIE", "PRIVATE", "APIKEY", "DATABASE_URL", "DSN", "CONNECTION_STRING"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	for word := range strings.SplitSeq(name, "_") {
		if slices.Contains([]string{"KEY", "KEYS", "PASS", "PW", "PWD", "AUTH", "PAT", "SID", "JWT"}, word) && name != "PWD" && name != "OLDPWD" {
			return true
		}
	}
	return false
}

// environ chooses the variables of a command. Folders that the command, or one
// before it, could have put programs into are taken out of PATH.
func (e EnvPolicy) environ(from, writable []string, paths *searchPaths) []string {
	if e.From != nil {
		from = e.From
	}
	values := make(map[string]string, len(from))
	usual := ordinary()
	for _, entry := range from {
		name, value, ok := strings.Cut(entry, "=")
		if ok && name != "" && e.passes(name, value, usual) {
			values[name] = value
		}
	}
	if path, ok := values["PATH"]; ok {
		values["PATH"] = paths.clean(path, writable)
	}
	for _, entry := range e.Set {
		if name, value, ok := strings.Cut(entry, "="); ok && name != "" {
			values[name] = value
		}
	}
	return list(values)
}

func (e EnvPolicy) passes(name, value string, usual []string) bool {
	if strings.ContainsRune(value, 0) {
		return false
	}
	if slices.Contains(e.Allow, name) {
		return true
	}
	return (matchesAny(usual, name) || matchesAny(e.Allow, name)) && !Secret(name)
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		prefix, open := strings.CutSuffix(pattern, "*")
		return pattern == name || open && strings.HasPrefix(name, prefix)
	})
}

// list writes variables as NAME=value in a fixed order.
func list(values map[string]string) []string {
	entries := make([]string, 0, len(values))
	for name, value := range values {
		entries = append(entries, name+"="+value)
	}
	slices.Sort(entries)
	return entries
}

// setVariable returns env with one variable replaced.
func setVariable(env []string, name, value string) []string {
	entry := name + "=" + value
	kept := make([]string, 0, len(env)+1)
	for _, e := range env {
		if !strings.HasPrefix(e, entry[:len(name)+1]) {
			kept = append(kept, e)
		}
	}
	return append(kept, entry)
}
