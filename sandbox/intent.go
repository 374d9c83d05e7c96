package sandbox

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jig/tool"
)

// FromIntent narrows a profile to what a call says it is about to do. It never
// allows more than base: a call that writes nothing gets no writable folder, one
// that connects to nobody no network, and one whose effect is not fully known, or
// that writes everything, gets base itself.
//
// A file that is to be written makes the folder that holds it writable, because
// programs replace files by renaming new ones over them.
func FromIntent(in *tool.Intent, base Profile) Profile {
	p := base
	p.within = resolved(base.Writable)
	if in == nil || !known(in) {
		return p
	}
	if !slices.Contains(in.Writes, tool.Everything) {
		kept := resolved(slices.Concat(base.ReadOnly, base.Hidden))
		p.Writable = slices.DeleteFunc(narrow(in.Writes, p.within), func(folder string) bool { return withinAny(kept, folder) })
	}
	switch {
	case len(in.Hosts) == 0:
		p.Network, p.Allow = Offline, nil
	case base.Network == Allowlist:
		p.Allow = stated(in.Hosts, base.Allow)
	}
	return p
}

// known reports whether the lists of the intent are all that there is.
func known(in *tool.Intent) bool {
	return in.Opaque == "" && !slices.ContainsFunc(in.Commands, func(c tool.Command) bool { return c.Doubt != "" })
}

func resolved(paths []string) []string {
	target := make([]string, 0, len(paths))
	for _, path := range paths {
		if r, err := filepath.EvalSymlinks(path); err == nil { // a missing one is reported when the command is made
			target = append(target, r)
		}
	}
	return target
}

// narrow gives for each write the nearest existing folder that holds it, if that
// lies in one of the roots.
func narrow(writes, roots []string) []string {
	var folders []string
	for _, path := range writes {
		if !filepath.IsAbs(path) {
			continue
		}
		at := filepath.Clean(path)
		for {
			target, err := filepath.EvalSymlinks(at)
			info, statErr := os.Stat(at)
			if err == nil && statErr == nil && (info.IsDir() || slices.Contains(roots, target)) {
				at = target
				break
			}
			up := filepath.Dir(at)
			if up == at {
				break
			}
			at = up
		}
		if withinAny(roots, at) && !slices.Contains(folders, at) {
			folders = append(folders, at)
		}
	}
	return folders
}

// stated allows only hosts that the call has named and that base allows.
func stated(hosts []string, base func(context.Context, string, int) error) func(context.Context, string, int) error {
	return func(ctx context.Context, host string, port int) error {
		meant := slices.ContainsFunc(hosts, func(entry string) bool {
			name, number, err := net.SplitHostPort(entry)
			if err != nil {
				return strings.EqualFold(strings.Trim(entry, "[]"), host)
			}
			return strings.EqualFold(name, host) && number == strconv.Itoa(port)
		})
		switch {
		case !meant:
			return fmt.Errorf("the call did not say that it connects to %s", net.JoinHostPort(host, strconv.Itoa(port)))
		case base == nil:
			return fmt.Errorf("no host is allowed")
		}
		return base(ctx, host, port)
	}
}
