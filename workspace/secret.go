package workspace

import (
	"path/filepath"
	"strings"
)

// Secret says why a file must not be read without a question: it holds keys,
// passwords or what a person does. All that is [Forbidden] is secret too.
func Secret(path string) (why string, ok bool) {
	if why, ok := Forbidden(path); ok {
		return why, ok
	}
	slashed := slashes(path)
	if why, ok := secretOfSystem(slashed); ok {
		return why, ok
	}
	grand, parent := "", ""
	for rest := slashed; rest != ""; {
		var raw string
		if raw, rest = cut(rest); raw == "" {
			continue
		}
		if rest != "" && !telling(raw) && !telling(parent) {
			grand, parent = parent, raw
			continue
		}
		name := fold(raw)
		if why := secretFolder(grand, parent, name); why != "" {
			return raw + " holds " + why, true
		}
		if rest == "" {
			if why := secretFile(parent, name); why != "" {
				return raw + " holds " + why, true
			}
		}
		grand, parent = parent, name
	}
	return "", false
}

// telling reports whether the name of a folder, or of what is in it, can matter.
// It keeps the common case free of folding.
func telling(name string) bool {
	if name == "" {
		return false
	}
	switch name[0] {
	case '.', 'k', 'K', 'g', 'G', 'a', 'A', 'p', 'P':
		return true
	}
	return name[0] >= 0x80
}

// Forbidden says why a file must not be read at all: what processes keep in
// memory, and doors around the names of files.
func Forbidden(path string) (why string, ok bool) {
	slashed := slashes(path)
	if rest, ok := strings.CutPrefix(slashed, "/proc/"); ok {
		return forbiddenOfProcess(rest)
	}
	rest, ok := strings.CutPrefix(slashed, "/dev/")
	if !ok {
		return "", false
	}
	name, _ := cut(rest)
	switch name {
	case "mem", "kmem", "port", "kmsg", "mapper", "disk":
		return "/dev/" + name + " is the machine itself", true
	}
	for _, disk := range []string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "loop", "dm-", "md", "disk", "rdisk"} {
		if number, ok := strings.CutPrefix(name, disk); ok && number != "" {
			return "/dev/" + name + " is a whole disk, with everybody's files", true
		}
	}
	return "", false
}

// forbiddenOfProcess judges a path below /proc.
func forbiddenOfProcess(path string) (why string, ok bool) {
	process, rest := cut(path)
	switch process {
	case "kcore", "kmem", "sysrq-trigger", "kpagemem", "vmcore":
		return "/proc/" + process + " is the kernel itself", true
	}
	name, rest := cut(rest)
	if name == "task" {
		_, rest = cut(rest)
		name, _ = cut(rest)
	}
	switch name {
	case "mem":
		return "it is the memory of a process", true
	case "environ":
		return "it is the environment of a process, where keys are kept", true
	case "root", "cwd", "map_files":
		return "it is another way to name files, around all rules about them", true
	}
	return "", false
}

func secretOfSystem(path string) (why string, ok bool) {
	if rest, ok := strings.CutPrefix(path, "/proc/"); ok {
		_, rest = cut(rest)
		name, rest := cut(rest)
		if name == "task" {
			_, rest = cut(rest)
			name, _ = cut(rest)
		}
		switch name {
		case "fd", "fdinfo", "maps", "smaps", "numa_maps", "auxv", "stack", "syscall", "pagemap", "cmdline":
			return "it tells about the inside of a process", true
		}
		return "", false
	}
	switch first, _ := cut(strings.TrimPrefix(path, "/")); first {
	case "etc", "var", "run":
	default:
		return "", false
	}
	for _, place := range []string{
		"/etc/shadow", "/etc/gshadow", "/etc/master.passwd", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssl/private", "/etc/krb5.keytab",
		"/etc/ipsec.secrets", "/etc/wireguard", "/etc/NetworkManager/system-connections", "/var/lib/sss", "/var/db/dslocal",
		"/run/secrets", "/var/run/secrets", "/var/spool/cron", "/var/lib/docker", "/var/log/auth.log",
	} {
		if within(path, place) || within(path, place+"-") {
			return place + " holds secrets of the system", true
		}
	}
	return "", false
}

func slashes(path string) string {
	path = filepath.ToSlash(path[len(filepath.VolumeName(path)):])
	if rest, ok := strings.CutPrefix(path, "/private/"); ok {
		return "/" + rest
	}
	return path
}
