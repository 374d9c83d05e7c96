package tool

import "context"

// Intent is what a call is about to do. It is stated once, after the arguments
// are valid and before anything runs; the gate, the scheduler, the sandbox, the
// undo log and the faces all read this one answer.
//
// Paths should be absolute, cleaned and with links resolved: they are compared
// by name, component by component, and a path covers everything below it.
type Intent struct {
	// Summary is one line for a person: "edit main.go (+5 −3)".
	Summary string `json:"summary,omitempty"`
	// Reads are files and trees the call will read.
	Reads []string `json:"reads,omitempty"`
	// Writes are files and trees it will create, change or delete.
	Writes []string `json:"writes,omitempty"`
	// Follows are patterns of the files whose content the call reads or changes,
	// and whose names are found only when it runs: "/p/*.go" as in a shell; "/p/**"
	// for everything below, "/p/[!.]**" without what is hidden, and "/p/***" with
	// links followed. They lie below what Reads and Writes say, unless a link leads
	// elsewhere.
	Follows []string `json:"follows,omitempty"`
	// Commands are the simple commands it will run.
	Commands []Command `json:"commands,omitempty"`
	// Hosts are where it will connect, as host or host:port.
	Hosts []string `json:"hosts,omitempty"`
	// Locks name things that it cannot share: a browser, a REPL, a database.
	Locks []string `json:"locks,omitempty"`
	// Opaque says what in the call could run or change something that is not
	// listed here; empty if everything is. What is opaque is never allowed by a
	// rule about what is listed.
	Opaque string `json:"opaque,omitempty"`
	// Harm says what the call would do that no rule may allow, such as deleting
	// the root of the file system.
	Harm []string `json:"harm,omitempty"`
	// Unconfined is set when the call asks to run outside of the sandbox in which
	// others run.
	Unconfined bool `json:"unconfined,omitempty"`
	// Preview computes a diff or text to look at, when somebody looks.
	Preview func(ctx context.Context) (string, error) `json:"-"`
}

// Everything stands for all files and all else in Reads and Writes. A call that
// writes everything is exclusive: nothing runs beside it.
const Everything = "*"

// Command is one simple command of a shell line.
type Command struct {
	// Argv is the program and its arguments after expansion, as far as known.
	Argv []string `json:"argv"`
	// Dir is the folder it runs in.
	Dir string `json:"dir,omitempty"`
	// Text is the command as written.
	Text string `json:"text,omitempty"`
	// Env are the variables that are set for it alone, as NAME=value.
	Env []string `json:"env,omitempty"`
	// Via are the programs it is run through, the outermost first: sudo, timeout.
	Via []string `json:"via,omitempty"`
	// Redirects are the files that its output is sent to.
	Redirects []string `json:"redirects,omitempty"`
	// Literal is set when Argv is exactly what will run, whatever the state of
	// the machine.
	Literal bool `json:"literal,omitempty"`
	// Doubt says why it is not known all that the command does; empty if the
	// reads, writes and hosts of the intent are all there is.
	Doubt string `json:"doubt,omitempty"`
	// ReadOnly is set when the command is proved to change nothing and to connect
	// to nobody.
	ReadOnly bool `json:"read_only,omitempty"`
}

// DefaultIntent is what a tool that states nothing is taken to do.
func (s *Spec) DefaultIntent() *Intent {
	all := []string{Everything}
	if s.Access == ReadOnly {
		return &Intent{Summary: s.Label(), Reads: all}
	}
	return &Intent{Summary: s.Label(), Reads: all, Writes: all}
}

// ReadOnly reports whether the call changes nothing: it says so of all that it
// writes and runs.
func (i *Intent) ReadOnly() bool {
	if len(i.Writes) > 0 || i.Opaque != "" {
		return false
	}
	for c := range i.Commands {
		if !i.Commands[c].ReadOnly {
			return false
		}
	}
	return true
}

// Change is a call that is about to change something.
type Change struct {
	Call *Call
	// Tool is the canonical name of the tool.
	Tool string
	// Intent is what it said it would do.
	Intent *Intent
	// Turn tells which turn the call belongs to.
	Turn string
}
