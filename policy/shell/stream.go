package shell

import "strings"

// output records that the command opens w and writes into it, as tee does or -o
// of sort. Unlike one that deletes or replaces what w names, it leaves /dev/null
// as it is, and it may write to its own output by name.
func (in *invocation) output(w word) {
	at, ok := in.path(w)
	switch {
	case piped(w), ok && w.known && at == "/dev/null":
	case ok && w.known && (at == "/dev/stdout" || at == "/dev/stderr"):
		in.streams = true
	default:
		in.change(w)
	}
}

// piped reports whether the word is a process substitution, which is a pipe.
func piped(w word) bool {
	return !w.known && w.within == "/dev/fd" && (strings.HasPrefix(w.text, ">(") || strings.HasPrefix(w.text, "<("))
}

// descriptor reports whether the path leads to whatever a descriptor of the
// process was opened for. To open it for writing is to open that file once more,
// even if the shell had opened it for reading only.
func descriptor(at string) bool {
	switch at {
	case "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd":
		return true
	}
	// What is below /dev/fd/3 is in the folder that it was opened for.
	n, ok := strings.CutPrefix(at, "/dev/fd/")
	return ok && numeric(n)
}
