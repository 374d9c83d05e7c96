package sandbox

import (
	"encoding/binary"
	"testing"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// verdict runs a system call through all filters of an order and returns the
// strictest answer, as the kernel would. A lower action is a stricter one.
func verdict(t *testing.T, o *order, audit uint32, number int, args ...uint64) uint32 {
	t.Helper()
	// The machine that tests filters reads numbers with the high byte first, and the
	// filters load the halves of an argument by their place on this machine.
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data[0:], uint32(number))
	binary.BigEndian.PutUint32(data[4:], audit)
	for i, a := range args {
		binary.BigEndian.PutUint32(data[16+8*i:], uint32(a))
		binary.BigEndian.PutUint32(data[20+8*i:], uint32(a>>32))
	}
	list, err := policies(o)
	if err != nil {
		t.Fatal(err)
	}
	strictest := uint32(unix.SECCOMP_RET_ALLOW)
	for _, policy := range list {
		instructions, err := policy.Assemble()
		if err != nil {
			t.Fatal(err)
		}
		machine, err := bpf.NewVM(instructions)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := machine.Run(data)
		if err != nil {
			t.Fatal(err)
		}
		strictest = min(strictest, uint32(answer))
	}
	return strictest
}

func TestTheFilter(t *testing.T) {
	native, err := arch.GetInfo("")
	if err != nil {
		t.Skip("the filter library does not know this architecture: ", err)
	}
	const (
		allow  = unix.SECCOMP_RET_ALLOW
		refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
		absent = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
		high   = 1 << 32 // the kernel does not look at it, so that it must change nothing
	)
	offline, own := &order{Backend: Landlock}, &order{Backend: Bubblewrap}
	host, sockets := &order{Backend: Landlock, Network: Host}, &order{Backend: Bubblewrap, Sockets: true}
	tests := map[string]struct {
		order *order
		audit uint32
		call  int
		args  []uint64
		want  uint32
	}{
		"an ordinary call is allowed":                    {own, 0, unix.SYS_READ, nil, allow},
		"io_uring is refused":                            {own, 0, unix.SYS_IO_URING_SETUP, nil, refuse},
		"a call that is not known is refused":            {own, 0, 4000, nil, refuse},
		"a call by another architecture is refused":      {own, uint32(arch.I386.ID), 102, nil, refuse},
		"a read by another architecture is refused":      {own, uint32(arch.I386.ID), 3, nil, refuse},
		"clone3 does not exist":                          {own, 0, unix.SYS_CLONE3, nil, absent},
		"a thread is allowed":                            {own, 0, unix.SYS_CLONE, []uint64{0x3d0f00}, allow},
		"a child is allowed":                             {own, 0, unix.SYS_CLONE, []uint64{unix.CLONE_CHILD_SETTID | 17}, allow},
		"a user namespace is refused":                    {own, 0, unix.SYS_CLONE, []uint64{unix.CLONE_NEWUSER | 17}, refuse},
		"a namespace is refused with a high bit":         {own, 0, unix.SYS_CLONE, []uint64{unix.CLONE_NEWNET | high}, refuse},
		"typing into a terminal is refused":              {own, 0, unix.SYS_IOCTL, []uint64{0, unix.TIOCSTI}, refuse},
		"typing is refused with a high bit":              {own, 0, unix.SYS_IOCTL, []uint64{0, unix.TIOCSTI | high}, refuse},
		"pasting into a console is refused":              {own, 0, unix.SYS_IOCTL, []uint64{0, tiocLinux}, refuse},
		"asking a terminal for its size is allowed":      {own, 0, unix.SYS_IOCTL, []uint64{0, unix.TIOCGWINSZ}, allow},
		"an internet socket in an own network":           {own, 0, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM}, allow},
		"a unix socket is refused":                       {own, 0, unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_STREAM}, refuse},
		"a unix socket is allowed when asked for":        {sockets, 0, unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_STREAM}, allow},
		"a pair of unix sockets is allowed":              {own, 0, unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX}, allow},
		"the list of interfaces is allowed":              {own, 0, unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE}, allow},
		"another netlink is refused":                     {own, 0, unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_NETFILTER}, refuse},
		"another netlink is refused with a high bit":     {own, 0, unix.SYS_SOCKET, []uint64{unix.AF_NETLINK | high, 3, unix.NETLINK_NETFILTER}, refuse},
		"a packet socket is refused":                     {host, 0, unix.SYS_SOCKET, []uint64{unix.AF_PACKET, unix.SOCK_RAW}, refuse},
		"without a network of its own nothing is opened": {offline, 0, unix.SYS_SOCKET, []uint64{unix.AF_INET6, unix.SOCK_DGRAM}, refuse},
		"on the machine's network it is":                 {host, 0, unix.SYS_SOCKET, []uint64{unix.AF_INET6, unix.SOCK_DGRAM}, allow},
		"changing an owner is refused under Landlock":    {host, 0, unix.SYS_FCHOWNAT, nil, refuse},
		"changing an owner is left to bubblewrap":        {own, 0, unix.SYS_FCHOWNAT, nil, allow},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			audit := test.audit
			if audit == 0 {
				audit = uint32(native.ID)
			}
			if got := verdict(t, test.order, audit, test.call, test.args...); got != test.want {
				t.Errorf("the filter says %#x, want %#x", got, test.want)
			}
		})
	}
}
