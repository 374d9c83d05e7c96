package workspace

import (
	"path/filepath"
	"strings"
)

// system says whether a path belongs to the machine and not to a person. It is
// judged only for what lies outside of the roots.
func system(path string) (why string, ok bool) {
	slashed := filepath.ToSlash(path[len(filepath.VolumeName(path)):])
	// macOS keeps these below /private and links to them.
	if rest, ok := strings.CutPrefix(slashed, "/private/"); ok {
		slashed = "/" + rest
	}
	switch slashed {
	case "/":
		return "it is the root of the whole disk", true
	case "/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/stdin", "/dev/stdout", "/dev/stderr":
		return "", false
	}
	first, rest := cut(strings.TrimPrefix(slashed, "/"))
	switch fold(first) {
	case "etc", "usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "boot", "dev", "proc", "sys", "run", "opt", "snap", "nix",
		"system", "library", "applications", "windows", "program files", "program files (x86)", "programdata", "cores":
		return "/" + first + " belongs to the system", true
	case "var":
		// The files of people live in some parts of it, on some systems.
		switch second, _ := cut(rest); fold(second) {
		case "tmp", "folders", "home":
			return "", false
		}
		return "/" + first + " belongs to the system", true
	case "home", "users", "root", "mnt", "media", "srv", "volumes":
		if rest == "" {
			return "/" + first + " holds the folders of others", true
		}
	}
	return "", false
}
