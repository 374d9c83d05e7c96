package guard

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jig/config"
	"jig/policy"
	"jig/policy/network"
	"jig/sandbox"
	"jig/tool"
)

// Confinement is how settings want children confined: how much it matters, and
// the most that a child may touch. [Confinement.For] is the profile of one call.
type Confinement struct {
	Options sandbox.Options
	Profile sandbox.Profile
}

// Confine makes the confinement of a session: writable are the folders of the
// workspace and those that the settings name, except what is protected in them;
// secrets are hidden, and the network is what the settings say.
func Confine(p *policy.Policy, s *config.Settings, home string) (Confinement, error) {
	box := &s.Sandbox
	c := Confinement{Options: sandbox.Options{Mode: sandbox.Prefer}}
	switch box.Mode {
	case config.SandboxOff:
		c.Options.Mode = sandbox.Off
	case config.SandboxRequire:
		c.Options.Mode = sandbox.Require
	case config.SandboxPrefer, "":
	}
	switch box.Backend {
	case "", "auto":
	case "bubblewrap", "bwrap":
		c.Options.Backend = sandbox.Bubblewrap
	case "landlock":
		c.Options.Backend = sandbox.Landlock
	default:
		return c, fmt.Errorf("there is no sandbox %q: use bubblewrap, landlock or auto", box.Backend)
	}
	roots := p.Roots()
	c.Profile = sandbox.Profile{Dir: roots[0], Writable: append(roots, box.Writable...)}
	for _, root := range p.Roots() {
		for _, name := range protectedNames() {
			c.Profile.ReadOnly = append(c.Profile.ReadOnly, filepath.Join(root, name)+trailing(name))
		}
	}
	c.Profile.ReadOnly = append(c.Profile.ReadOnly, box.ReadOnly...)
	for _, name := range secretNames() {
		if home != "" {
			c.Profile.Hidden = append(c.Profile.Hidden, filepath.Join(home, name))
		}
	}
	c.Profile.Hidden = append(c.Profile.Hidden, box.Hidden...)
	c.Profile.Hidden = slices.DeleteFunc(c.Profile.Hidden, func(path string) bool { return slices.Contains(box.Readable, path) })
	c.Profile.LocalSockets = len(box.Network.UnixSockets) > 0
	return c, c.connect(box)
}

// For is the profile of a call that was let through: what the call says it does
// and nothing else, if all of that is known. Where it says that it writes or
// connects beyond what children usually may, it may: that is what the gate has
// decided about. What is protected stays so.
func (c Confinement) For(in *tool.Intent) sandbox.Profile {
	base := c.Profile
	if in == nil || in.Opaque != "" || slices.ContainsFunc(in.Commands, func(c tool.Command) bool { return c.Doubt != "" }) {
		return base
	}
	wider := c.entries(in)
	for _, path := range wider.Writes {
		if folder := nearestFolder(path); folder != "" && !slices.Contains(base.Writable, folder) {
			base.Writable = append(slices.Clip(base.Writable), folder)
		}
	}
	if len(in.Hosts) > 0 && !slices.Contains(in.Hosts, "*") && base.Network != sandbox.Host {
		base.Network = sandbox.Allowlist
		base.Allow = func(context.Context, string, int) error { return nil } // FromIntent lets only the named hosts come here
	}
	return sandbox.FromIntent(wider, base)
}

// entries adds to what a call writes the folders that hold it: who removes or
// moves a folder, or a link to one, changes the folder above it. Where children may
// write anyway that holds for every command, and elsewhere for those that do such
// things. Nothing is added above the folders that children usually may write.
func (c Confinement) entries(in *tool.Intent) *tool.Intent {
	displaced := slices.ContainsFunc(in.Commands, displaces)
	wider := *in
	wider.Writes = slices.Clone(in.Writes)
	for _, path := range in.Writes {
		path = filepath.Clean(path)
		if !filepath.IsAbs(path) || slices.Contains(c.Profile.Writable, path) {
			continue
		}
		above := filepath.Dir(path)
		usual := slices.ContainsFunc(c.Profile.Writable, func(root string) bool { return inFolder(path, root) })
		if usual || displaced && !slices.ContainsFunc(c.Profile.Writable, func(root string) bool { return inFolder(root, above) }) {
			wider.Writes = append(wider.Writes, above)
		}
	}
	return &wider
}

// inFolder reports whether a path lies below a folder.
func inFolder(path, folder string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(folder, "/"))
	return ok && strings.HasPrefix(rest, "/")
}

// displaces reports whether a command removes or moves what it is given.
func displaces(c tool.Command) bool {
	if len(c.Argv) == 0 {
		return false
	}
	switch filepath.Base(c.Argv[0]) {
	case "rm", "rmdir", "mv", "unlink":
		return true
	}
	return false
}

// nearestFolder is the folder that a file outside of all others would be written
// in: it must be there, and never the root of the disk.
func nearestFolder(path string) string {
	if !filepath.IsAbs(path) {
		return ""
	}
	for dir := filepath.Clean(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	return ""
}

// connect sets up the network.
func (c *Confinement) connect(box *config.Sandbox) error {
	switch box.Network.Access {
	case config.NetworkFull:
		c.Profile.Network = sandbox.Host
		return nil
	case config.NetworkNone:
		return nil
	case config.NetworkProxy, "":
	}
	if len(box.Network.Allow) == 0 {
		return nil
	}
	rules, err := network.New(box.Network.Allow, box.Network.Deny, nil)
	if err != nil {
		return err
	}
	c.Profile.Network = sandbox.Allowlist
	c.Profile.Allow = func(_ context.Context, host string, port int) error {
		if v := rules.URL("https://" + net.JoinHostPort(host, strconv.Itoa(port)) + "/"); v.Effect != network.Allow {
			return fmt.Errorf("%s", v.Reason)
		}
		return nil
	}
	return nil
}

// protectedNames are what a child must not change in a folder of the workspace,
// whether or not it is there: what others run or obey. A slash at the end says
// that it is a folder.
func protectedNames() []string {
	return []string{
		".git/hooks/", ".git/config", ".husky/", ".jig/", ".claude/", ".codex/", ".cursor/", ".gemini/", ".kiro/", ".vscode/", ".idea/", ".mcp.json", ".envrc", ".gitmodules",
	}
}

// trailing keeps the slash that filepath.Join drops.
func trailing(name string) string {
	if name[len(name)-1] == '/' {
		return "/"
	}
	return ""
}

// secretNames are what a child has no business to read in a home folder.
func secretNames() []string {
	return []string{".ssh", ".gnupg", ".aws", ".azure", ".config/gcloud", ".kube", ".docker/config.json", ".netrc", ".npmrc", ".pypirc", ".git-credentials", ".config/gh", ".config/jig/keys", ".local/share/keyrings"}
}
