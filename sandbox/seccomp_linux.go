package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// forbidden are the system calls that no confined command gets: ways around the
// other layers, and parts of the kernel that ordinary programs do not need.
func forbidden() []string {
	return []string{
		"io_uring_setup", "io_uring_enter", "io_uring_register", // they do what the filter forbids
		"ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd", "process_madvise",
		"keyctl", "add_key", "request_key",
		"bpf", "perf_event_open", "userfaultfd", "lookup_dcookie", "quotactl", "quotactl_fd", "acct", "syslog",
		"mount", "umount", "umount2", "mount_setattr", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "open_tree", "pivot_root", "chroot",
		"unshare", "setns",
		"kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "create_module", "reboot", "swapon", "swapoff",
		"open_by_handle_at", "fanotify_init",
		"settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "stime", "sethostname", "setdomainname", "vhangup",
		"iopl", "ioperm", "modify_ldt", "nfsservctl", "uselib", "_sysctl", "sysfs", "ustat", "move_pages", "migrate_pages",
	}
}

// policies are the filters of an order. The kernel obeys the strictest of them.
//
// The one for all calls comes last. It lists what is allowed, although it is meant
// as a list of what is not, for two reasons: a call too new to be known is refused,
// and so is every call by the numbers of another architecture, which the filter
// library answers with the default action.
func policies(o *order) ([]seccomp.Policy, error) {
	var list []seccomp.Policy
	for _, group := range conditional(o) {
		list = append(list, seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: []seccomp.SyscallGroup{group}})
	}
	all, err := general(o.Backend)
	if err != nil {
		return nil, err
	}
	return append(list, all), nil
}

// applySeccomp puts this thread under the filters. Bubblewrap has done it already,
// as its own process inside must be under them too: a command could otherwise
// take that process over by way of its memory.
func applySeccomp(o *order) error {
	if o.Backend == Bubblewrap {
		mode, err := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0)
		if err != nil || mode != unix.SECCOMP_MODE_FILTER {
			return errors.Join(errors.New("bubblewrap has not filtered the system calls"), err)
		}
		return nil
	}
	list, err := policies(o)
	if err != nil {
		return err
	}
	for _, policy := range list {
		if err := seccomp.LoadFilter(seccomp.Filter{Policy: policy}); err != nil {
			return fmt.Errorf("filter system calls: %w", err)
		}
	}
	return nil
}

// filterFiles writes the filters as programs for the kernel into files in memory.
func filterFiles(o *order) ([]*os.File, error) {
	list, err := policies(o)
	if err != nil {
		return nil, err
	}
	var files []*os.File
	for _, policy := range list {
		instructions, err := policy.Assemble()
		if err != nil {
			return nil, fmt.Errorf("filter system calls: %w", err)
		}
		raw, err := bpf.Assemble(instructions)
		if err != nil {
			return nil, fmt.Errorf("filter system calls: %w", err)
		}
		var program []byte
		for _, i := range raw {
			program = binary.NativeEndian.AppendUint16(program, i.Op)
			program = append(program, i.Jt, i.Jf)
			program = binary.NativeEndian.AppendUint32(program, i.K)
		}
		f, err := memoryFile("filter", program)
		if err != nil {
			return nil, err
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, fmt.Errorf("filter system calls: %w", err)
		}
		files = append(files, f)
	}
	return files, nil
}

// metadata are calls that change what Landlock does not watch over. Those that
// builds need, of mode and time, stay: see the gaps of the backend.
func metadata() []string {
	return []string{
		"chown", "lchown", "fchown", "fchownat", "setxattr", "lsetxattr", "fsetxattr", "setxattrat",
		"removexattr", "lremovexattr", "fremovexattr", "removexattrat",
	}
}

func general(backend Backend) (seccomp.Policy, error) {
	machine, err := arch.GetInfo("")
	if err != nil {
		return seccomp.Policy{}, fmt.Errorf("filter system calls: %w", err)
	}
	refused := forbidden()
	if backend == Landlock {
		refused = append(refused, metadata()...)
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(machine.SyscallNames)), func(name string) bool {
		return name == "clone3" || slices.Contains(refused, name)
	})
	return seccomp.Policy{
		DefaultAction: seccomp.ActionErrno,
		Syscalls: []seccomp.SyscallGroup{
			// Its flags lie in memory, where a filter cannot look. Programs fall back to clone.
			{Names: []string{"clone3"}, Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS)},
			{Names: names, Action: seccomp.ActionAllow},
		},
	}, nil
}

// conditional are the filters that look at arguments, one call in each: the filter
// library compares what follows a condition with the argument, not the call.
func conditional(o *order) []seccomp.SyscallGroup {
	const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWPID | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP
	when := func(name string, alternatives ...seccomp.ArgumentConditions) seccomp.SyscallGroup {
		g := seccomp.SyscallGroup{Action: seccomp.ActionErrno}
		for _, c := range alternatives {
			g.NamesWithCondtions = append(g.NamesWithCondtions, seccomp.NameWithConditions{Name: name, Conditions: c})
		}
		return g
	}
	filters := []seccomp.SyscallGroup{
		when("clone", seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.BitsSet, Value: namespaces}}),
		// These put characters into the input of a terminal, as if somebody had typed them.
		when("ioctl", low32(1, unix.TIOCSTI), low32(1, tiocLinux)),
		when("socketpair", seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.NotEqual, Value: unix.AF_UNIX}}),
	}
	var others seccomp.ArgumentConditions
	for _, family := range families(o) {
		others = append(others, seccomp.Condition{Argument: 0, Operation: seccomp.NotEqual, Value: family})
	}
	if len(others) == 0 {
		return append(filters, seccomp.SyscallGroup{Names: []string{"socket"}, Action: seccomp.ActionErrno})
	}
	return append(filters, when("socket", others, seccomp.ArgumentConditions{
		{Argument: 0, Operation: seccomp.Equal, Value: unix.AF_NETLINK},
		{Argument: 2, Operation: seccomp.NotEqual, Value: unix.NETLINK_ROUTE}, // the list of interfaces, which resolvers read
	}))
}

// families are the kinds of sockets that an order allows. In a network of its own a
// command may listen and connect as it likes.
func families(o *order) []uint64 {
	var list []uint64
	if o.isolated() || o.Network == Host {
		list = append(list, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK)
	}
	if o.Sockets {
		list = append(list, unix.AF_UNIX)
	}
	return list
}

const tiocLinux = 0x541c

// low32 matches an argument by its low 32 bits, all that the kernel looks at, so
// that setting a bit above them does not get a call past the filter.
func low32(argument, value uint32) seccomp.ArgumentConditions {
	conditions := seccomp.ArgumentConditions{{Argument: argument, Operation: seccomp.BitsNotSet, Value: uint64(^value)}}
	for bit := uint32(1); bit != 0; bit <<= 1 {
		if value&bit != 0 {
			conditions = append(conditions, seccomp.Condition{Argument: argument, Operation: seccomp.BitsSet, Value: uint64(bit)})
		}
	}
	return conditions
}

// seccompWorks reports whether the kernel takes filters, and the filter library
// knows this architecture.
func seccompWorks() error {
	if !seccomp.Supported() {
		return errors.New("the kernel does not take seccomp filters")
	}
	_, err := general(Bubblewrap)
	return err
}
