package sandbox

import (
	"fmt"
	"path/filepath"
	"strings"
)

// SeatbeltProfile writes the profile as a policy for macOS sandbox-exec. It is
// text only: nothing here runs it, and it has not been run on a Mac by the tests of
// this package. An [Allowlist] is written as no network but localhost, where the
// caller has to run the proxy.
//
// In such a policy the last rule that matches decides, so that what is protected
// and hidden comes after what is writable. Renaming a folder above a protected path
// is a write to that folder's own entry, and is denied for each of them.
func SeatbeltProfile(p Profile) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("(version 1)")
	line("(deny default)")
	line("(allow process-fork process-exec)")
	line("(allow signal (target same-sandbox))")
	line("(allow sysctl-read)")
	line("(allow mach-lookup (global-name \"com.apple.system.opendirectoryd.libinfo\") (global-name \"com.apple.system.logger\"))")
	line("(allow file-read*)")
	line("(allow file-write-data file-ioctl (literal \"/dev/null\") (literal \"/dev/zero\") (literal \"/dev/tty\"))")
	for _, path := range p.Writable {
		line("(allow file-write* (subpath %s))", quote(path))
	}
	for _, path := range p.ReadOnly {
		line("(deny file-write* (subpath %s))", quote(path))
		for _, up := range above(p.Writable, filepath.Clean(path)) {
			line("(deny file-write-unlink (literal %s))", quote(up))
		}
	}
	for _, path := range p.Hidden {
		line("(deny file-read* file-write* (subpath %s))", quote(path))
	}
	switch p.Network {
	case Host:
		line("(allow network*)")
		line("(allow system-socket)")
	case Allowlist:
		line("(allow network-outbound (remote ip \"localhost:*\"))")
	case Offline:
	}
	if !p.LocalSockets {
		line("(deny network-outbound (remote unix-socket))")
	}
	return b.String()
}

// above lists the folders from a protected path up to the writable root that holds it.
func above(roots []string, path string) []string {
	var folders []string
	for up := filepath.Dir(path); withinAny(roots, up) && up != filepath.Dir(up); up = filepath.Dir(up) {
		folders = append(folders, up)
	}
	return folders
}

// quote writes a path as a string of the policy language.
func quote(path string) string {
	clean := filepath.ToSlash(filepath.Clean(path))
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(clean) + `"`
}
