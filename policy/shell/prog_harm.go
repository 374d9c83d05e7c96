package shell

import (
	"path"
	"slices"
	"strings"
)

// vitalFolders are the folders that no command may delete or hand over as a
// whole, because the machine or the account does not survive it.
func vitalFolders() []string {
	return []string{
		"/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib32", "/lib64", "/libx32", "/media", "/mnt",
		"/opt", "/proc", "/root", "/run", "/sbin", "/srv", "/sys", "/usr", "/var",
		"/usr/bin", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/local", "/usr/local/bin", "/usr/local/lib",
		"/usr/sbin", "/usr/share", "/var/db", "/var/lib", "/var/log", "/var/spool",
		"/etc/pam.d", "/etc/ssh", "/etc/ssl", "/etc/systemd",
		"/Applications", "/Library", "/System", "/Users", "/private", "/private/etc", "/private/var",
	}
}

// graveFolder says what is lost with the folder at an absolute, clean path; ""
// if it is an ordinary one.
func (in *invocation) graveFolder(at string) string {
	home := in.home != "" && at == path.Clean(in.home)
	parent := path.Dir(at)
	switch {
	case at == "/":
		return "the root of the file system"
	case home || parent == "/home" || parent == "/Users":
		return "a home folder"
	case strings.HasPrefix(at, "/dev/fd/") || strings.HasPrefix(at, "/proc/"):
		return "whatever folder a process has open"
	case slices.Contains(vitalFolders(), at):
		return "the system folder " + at
	case covers(at, in.start()):
		return workingFolder
	case in.home != "" && strings.HasPrefix(in.home, at+"/"):
		return "a folder above the home folder"
	}
	return ""
}

// start is the folder that the line starts in. A folder that it went into on the
// way may be cleared.
func (in *invocation) start() string {
	if in.base != "" {
		return in.base
	}
	return in.dir
}

// covers reports whether the folder at is the other one or above it.
func covers(at, other string) bool {
	return other != "" && (at == other || strings.HasPrefix(other, strings.TrimSuffix(at, "/")+"/"))
}

// grave says what the word could stand for that must not be lost; "" for nothing.
// It goes by what is possible: globs are matched, and a variable that may be
// empty is taken as empty.
func (in *invocation) grave(w word) string {
	if w.known {
		if w.text == "" {
			return ""
		}
		if at, ok := in.path(w); ok {
			return in.graveFolder(at)
		}
		// The folder is not known, but these mean the same everywhere.
		if c := path.Clean(w.text); c == "." || c == ".." || strings.HasPrefix(c, "../") && strings.Trim(c, "./") == "" {
			return workingFolder
		}
		return ""
	}
	if emptied := withoutVariables(w.text); emptied != w.text {
		if c := strings.TrimRight(emptied, "*"); strings.Trim(c, "/") == "" && strings.Contains(c, "/") {
			return "the root of the file system, if a variable is empty (write ${NAME:?})"
		}
	}
	for _, value := range folded(w.text) {
		if what := in.graveWord(value); what != "" {
			return what
		}
	}
	dir, rest, ok := in.globbed(w)
	if !ok {
		return ""
	}
	if wild(rest) {
		return in.graveFolder(dir)
	}
	first, more, _ := strings.Cut(rest, "/")
	if more != "" && !wild(more) {
		return ""
	}
	for _, v := range vitalFolders() {
		if path.Dir(v) != dir {
			continue
		}
		if hit, err := path.Match(first, path.Base(v)); err == nil && hit {
			return "the system folder " + v
		}
	}
	return ""
}

// globbed splits a glob into the folder it stands in and the pattern.
func (in *invocation) globbed(w word) (dir, pattern string, ok bool) {
	at := strings.IndexAny(w.text, "*?[{")
	if at < 0 {
		return "", "", false
	}
	at = strings.LastIndexByte(w.text[:at], '/') + 1
	pattern = strings.NewReplacer(`"`, "", `'`, "").Replace(w.text[at:])
	if lead := strings.LastIndexByte(w.lead, '/') + 1; w.within != "" {
		dir, ok = in.path(word{text: w.within, known: true})
	} else if lead > 0 && !strings.ContainsAny(w.text, "$`") {
		dir, ok = in.path(word{text: w.lead[:lead], known: true}) // ~/.[!.]*
	} else if at == 0 || w.text[0] == '/' {
		dir, ok = in.path(word{text: w.text[:at] + ".", known: true})
	}
	if !ok && at == 0 && wild(pattern) {
		// Everything in a folder that is not known.
		return "/", pattern, true
	}
	return dir, pattern, ok
}

// wild reports whether a pattern takes all that is there.
func wild(pattern string) bool {
	for part := range strings.SplitSeq(strings.TrimRight(pattern, "/"), "/") {
		if part == "" || strings.Trim(part, "*.?{},!()[]^") != "" || !strings.ContainsAny(part, "*?") {
			return false
		}
		if strings.Contains(strings.TrimPrefix(part, "."), ".") && !strings.ContainsAny(part, "{[") {
			return false // *.* leaves most folders alone
		}
	}
	return true
}

// withoutVariables is the text with plain variables taken as empty.
func withoutVariables(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
		case c == '$' && i+1 < len(text) && text[i+1] == '{':
			end := strings.IndexByte(text[i:], '}')
			if end < 0 || !identifier(text[i+2:i+end]) {
				return text
			}
			i += end
		case c == '$':
			n := i + 1
			for n < len(text) && identifier(text[i+1:n+1]) {
				n++
			}
			if n == i+1 {
				return text
			}
			i = n - 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// identifier reports whether text can be the name of a variable.
func identifier(text string) bool {
	for i := range len(text) {
		c := text[i]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return text != ""
}

// graveFile says why nothing may write to the path; "" if it may be asked about.
func graveFile(at string) string {
	switch at {
	case "/etc/passwd", "/etc/shadow", "/etc/group", "/etc/gshadow", "/etc/sudoers", "/etc/doas.conf":
		return "it holds the accounts of the system"
	case "/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/kcore":
		return "it controls the kernel"
	case "/etc/ld.so.preload":
		return "it is loaded into every program"
	}
	if strings.HasPrefix(at, "/etc/sudoers.d/") || at == "/etc/sudoers.d" {
		return "it decides who is an administrator"
	}
	if at == "/boot" || strings.HasPrefix(at, "/boot/") {
		return "the system starts from it"
	}
	if rawDevice(at) {
		return "it is a device, and what is on it would be lost"
	}
	return ""
}

// rawDevice reports whether the path is a disk or memory.
func rawDevice(at string) bool {
	name, ok := strings.CutPrefix(at, "/dev/")
	if !ok {
		return false
	}
	switch name {
	case "mem", "kmem", "port", "nvram":
		return true
	}
	for _, p := range []string{
		"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "mapper/", "dm-", "md", "sr", "mtd", "pmem", "nbd", "zd", "block/",
	} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// change records a write, and the harm of it if the place is a grave one.
func (in *invocation) change(w word) {
	in.write(w)
	in.checkWrite(w)
}

// checkWrite records the harm of writing to w, without recording the write. A
// word that is not known counts as far as it is: /dev/sd* is a disk.
func (in *invocation) checkWrite(w word) {
	at, ok := in.path(w)
	if !w.known {
		at, ok = path.Clean(w.lead), len(w.lead) > 1 && w.lead[0] == '/'
	}
	if !ok {
		return
	}
	if why := graveFile(at); why != "" {
		in.harmf("%s would write to %s: %s", in.name, at, why)
	}
}

// workingFolder is what grave says of the folder the line starts in.
const workingFolder = "the working folder"

// handOver records that a whole tree is moved or its rights change. That may be
// done to the working folder, unlike deleting it.
func (in *invocation) handOver(w word, verb string) {
	in.change(w)
	if what := in.grave(w); what != "" && what != workingFolder {
		in.harmf("%s would %s %s", in.name, verb, what)
	}
}

// wipe records that a whole tree is deleted.
func (in *invocation) wipe(w word, verb string) {
	in.change(w)
	if what := in.grave(w); what != "" {
		in.harmf("%s would %s %s", in.name, verb, what)
	}
}
