package ignore

import (
	"os"
	"path/filepath"
	"strings"
)

// globalExcludes reads the excludes file of the user who works in dir: the one
// that git's settings name, or git/ignore in the folder for settings.
func globalExcludes(dir string) ([]byte, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	settings := os.Getenv("XDG_CONFIG_HOME")
	if settings == "" && home != "" {
		settings = filepath.Join(home, ".config")
	}
	configs, err := gitConfigs(dir, home, settings)
	if err != nil {
		return nil, err
	}
	var file string
	for _, config := range configs {
		data, err := readPlain(config)
		if err != nil {
			return nil, err
		}
		if v, ok := excludesFile(string(data)); ok {
			file = v
		}
	}
	switch {
	case file == "" && settings != "":
		file = filepath.Join(settings, "git", "ignore")
	case strings.HasPrefix(file, "~/"):
		file = filepath.Join(home, file[2:])
	}
	if !filepath.IsAbs(file) {
		return nil, nil
	}
	return readPlain(file)
}

// gitConfigs are the files with git's settings, those that count more last.
func gitConfigs(dir, home, settings string) (files []string, err error) {
	if os.Getenv("GIT_CONFIG_NOSYSTEM") == "" {
		files = append(files, "/etc/gitconfig")
	}
	if global, ok := os.LookupEnv("GIT_CONFIG_GLOBAL"); ok {
		files = append(files, global)
	} else {
		files = append(files, filepath.Join(settings, "git", "config"), filepath.Join(home, ".gitconfig"))
	}
	for top := dir; ; top = filepath.Dir(top) {
		if exists(top, ".git") {
			git, err := gitDir(top)
			return append(files, filepath.Join(git, "config")), err
		}
		if top == filepath.Dir(top) {
			return files, nil
		}
	}
}

// excludesFile finds core.excludesFile among settings. Files that others include
// are not read.
func excludesFile(config string) (value string, ok bool) {
	core := false
	for line := range strings.Lines(config) {
		line = strings.TrimSpace(line)
		if rest, isSection := strings.CutPrefix(line, "["); isSection {
			section, after, _ := strings.Cut(rest, "]")
			core = strings.EqualFold(strings.TrimSpace(section), "core")
			line = strings.TrimSpace(after)
		}
		key, v, isSet := strings.Cut(line, "=")
		if core && isSet && strings.EqualFold(strings.TrimSpace(key), "excludesfile") {
			value, ok = unquote(strings.TrimSpace(v)), true
		}
	}
	return value, ok
}

// unquote takes quotes, escapes and a comment away from a value.
func unquote(v string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && i+1 < len(v):
			i++
			b.WriteByte(v[i])
		case !quoted && (c == '#' || c == ';'):
			return strings.TrimSpace(b.String())
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
