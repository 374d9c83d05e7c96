package sandbox

import (
	"context"
	"net"
)

// Profile says what one command may touch. The zero value reads everything,
// writes nothing but its private temporary folder, and has no network.
// Paths are absolute.
type Profile struct {
	// Dir is the folder the command starts in; empty for the first writable one,
	// or else the root.
	Dir string
	// Writable are existing files and folders that may be changed.
	Writable []string
	// ReadOnly are paths inside of writable folders that must stay as they are,
	// whether they exist or not. What does not exist cannot be created; a trailing
	// slash says that it would be a folder.
	ReadOnly []string
	// Hidden are files and folders whose content may not be read.
	Hidden []string
	// Network is what the command may reach.
	Network Network
	// Allow decides about one host under [Allowlist]; an error refuses it and is
	// told to the command. Without it nothing is allowed.
	Allow func(ctx context.Context, host string, port int) error
	// Dial connects for the proxy of [Allowlist]. The usual one refuses every
	// address that is not public, whatever name led to it.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// LocalSockets lets the command use unix sockets. They lead to services of this
	// machine that confinement does not reach (a container engine, an agent of keys),
	// so that they are off unless asked for.
	LocalSockets bool
	// Env is which variables the command sees.
	Env EnvPolicy
	// Limits bound what it takes of the machine.
	Limits Limits
	// TTY says that the command runs on a terminal of its own, made by the caller,
	// and keeps it as its controlling terminal.
	TTY bool

	// within, when set, are the only trees that a writable path may resolve into.
	// FromIntent sets it, so that a link made after the check leads nowhere.
	within []string
}

// Network is what a command may reach.
type Network int

// The kinds of network.
const (
	// Offline reaches nothing.
	Offline Network = iota
	// Allowlist reaches the hosts that Profile.Allow accepts, through a proxy.
	Allowlist
	// Host is the network of the machine.
	Host
)

// String names the network for people.
func (n Network) String() string {
	switch n {
	case Offline:
		return "offline"
	case Allowlist:
		return "allowlist"
	case Host:
		return "host"
	}
	return "unknown network"
}

// Limits bound what a command takes of the machine. Zero means no limit.
type Limits struct {
	// Processes is how many processes and threads its tree may have.
	Processes int
	// Memory is how many bytes of private memory each of its processes may have.
	Memory int64
	// FileSize is how many bytes a file that it writes may have.
	FileSize int64
	// OpenFiles is how many files each process may have open.
	OpenFiles int
	// CPU is how many seconds of processor time each process may use.
	CPU int
}
