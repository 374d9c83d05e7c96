// Package sandbox confines child processes with what the operating system
// offers, so that a command that does something else than it said can do little.
//
// A [Profile] says what one command may touch: the folders it may write, names
// inside of them that stay as they are, files it may not read, whether it may
// use the network, which variables it sees and how much of the machine it gets.
// Everything else is read-only. A [Sandbox] starts commands under a profile:
//
//	func main() {
//		sandbox.MaybeInit() // first: this program is also what confines the child
//		…
//	}
//
//	box, err := sandbox.New(ctx, sandbox.Options{Mode: sandbox.Require})
//	…
//	cmd, err := box.Command(ctx, sandbox.Profile{
//		Dir:      "/home/dev/proj",
//		Writable: []string{"/home/dev/proj"},
//		ReadOnly: []string{"/home/dev/proj/.git/hooks", "/home/dev/proj/.claude/"},
//		Hidden:   []string{"/home/dev/.ssh"},
//	}, "make", "test")
//	…
//	defer cmd.Close()
//	out, err := cmd.CombinedOutput()
//
// The profile of a single call comes from its intent: see [FromIntent].
//
// # Backends
//
// [Bubblewrap] gives the command its own view of the file system, of processes
// and of the network. [Landlock] needs no program but this one: the kernel's
// Landlock refuses what the profile does not allow. Both drop all capabilities,
// forbid new privileges, and put a seccomp filter on top that takes away io_uring,
// ptrace, mounts, keyrings, BPF, new namespaces and local (unix) sockets.
//
// They do not hold the same things equally well. What a backend cannot hold for a
// profile it refuses with an error instead of running the command with less;
// what it cannot hold at all on this machine [Sandbox.Gaps] lists, and [Require]
// accepts only the lesser of those. [Probe] proves each layer by trying to escape from it.
//
// # How a command is started
//
// [Sandbox.Start] is the quick way, for those who start many commands: it returns a
// [Process] that stands for the command and every process that comes from it. The
// program starts itself again, once, as a nursery: a small process that starts
// commands, adopts what they leave, and kills all of it when the command ends, on
// demand, and when the program dies (see package nursery). Under Landlock the nursery
// itself lives under the filter of system calls, without privileges, and starts each
// command from a thread that it puts under the command's rules and then gives up.
//
// [Sandbox.Command] makes an exec.Cmd, for those who want one, and is what Start uses
// where a command needs a process to prepare it: bubblewrap, limits, the proxy. The
// program starts itself again, twice. The supervisor is the direct child: it
// adopts every process of the command's tree, and kills the tree when the command
// ends, when the context is cancelled, and when the program that started it dies,
// because then a pipe between the two closes. Below it (inside bubblewrap, if that is
// the backend) the second one checks that the mounts are those that were meant,
// gives up every privilege, applies the filters and becomes the command. So a
// background process is confined for its whole life, and nothing outlives it.
//
// # Network
//
// [Offline] is the zero value. With [Allowlist] the command lives in a network of
// its own in which there is one thing: a proxy, which asks [Profile.Allow] about
// each host and dials only public addresses. The listening socket is made inside
// that network and handed out to this program, so that there is no path to it and no
// helper process inside that could be attacked.
//
// On systems other than Linux nothing is confined yet: [Prefer] runs the command
// with a cleaned environment and says so in [Sandbox.Gaps], [Require] is an error.
// [SeatbeltProfile] writes the macOS policy for those who run sandbox-exec themselves.
package sandbox
