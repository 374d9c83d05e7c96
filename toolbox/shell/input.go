package shell

import (
	"context"
	"strings"
	"time"

	"jig/sandbox"
	"jig/tool"
)

// The bounds of what a call may ask for.
const (
	defaultTimeout = 120 * time.Second
	maxTimeout     = 600 * time.Second
	defaultYield   = time.Second

	// engineTimeout is more than the longest command takes with being stopped, so that it is always this package that ends it
	// and keeps what was printed.
	engineTimeout = maxTimeout + time.Minute
)

// lineInput is what shell and powershell take.
type lineInput struct {
	Command         string            `json:"command,omitempty" doc:"The line to run (for run and start)"`
	Action          string            `json:"action,omitempty" doc:"run: run the line and wait for it (default). start: run it in the background and get a process_id. poll: new output of a background command. write: send input to it. kill: stop it. list: all background commands" enum:"run,start,poll,write,kill,list"`
	Description     string            `json:"description,omitempty" doc:"What the line does, in a few words for a person"`
	WorkingDir      string            `json:"working_dir,omitempty" doc:"The folder to run it in; default is the main folder of the workspace. A cd does not last beyond one call"`
	TimeoutMS       int               `json:"timeout_ms,omitempty" doc:"After how many milliseconds it is stopped; default 120000. A background command has no limit unless one is given" minimum:"1" maximum:"600000"`
	Env             map[string]string `json:"env,omitempty" doc:"Variables to set for it"`
	RunInBackground bool              `json:"run_in_background,omitempty" doc:"The same as action start"`
	PTY             bool              `json:"pty,omitempty" doc:"Run it on a terminal of its own (for start), for programs that insist on one"`
	ProcessID       string            `json:"process_id,omitempty" doc:"Which background command is meant (for poll, write and kill)"`
	Input           string            `json:"input,omitempty" doc:"What to type (for write), with \\n where Enter is pressed; \\u0003 is Ctrl-C, \\u0004 ends the input"`
	YieldTimeMS     *int              `json:"yield_time_ms,omitempty" doc:"How many milliseconds start, poll and write wait for output; default 1000" minimum:"0" maximum:"600000"`
	Offline         bool              `json:"offline,omitempty" doc:"Run it without network"`
	Unconfined      bool              `json:"unconfined,omitempty" doc:"Run it outside of the sandbox, if somebody agrees. Only when the sandbox was in the way"`
}

// The actions.
const (
	actRun   = "run"
	actStart = "start"
	actPoll  = "poll"
	actWrite = "write"
	actKill  = "kill"
	actList  = "list"
)

// action is what the call is for. One that does not say so is told by what it brings.
func (in *lineInput) action() string {
	switch {
	case in.Action == actRun && in.RunInBackground:
		return actStart
	case in.Action != "":
		return in.Action
	case in.RunInBackground:
		return actStart
	case in.Command == "" && in.ProcessID != "" && in.Input != "":
		return actWrite
	case in.Command == "" && in.ProcessID != "":
		return actPoll
	}
	return actRun
}

// timeout is how long the command may take, zero for as long as it likes.
func (in *lineInput) timeout() time.Duration {
	switch {
	case in.TimeoutMS > 0:
		return time.Duration(in.TimeoutMS) * time.Millisecond
	case in.action() == actStart:
		return 0
	}
	return defaultTimeout
}

// yield is how long the call waits for output of a background command.
func (in *lineInput) yield() time.Duration {
	if in.YieldTimeMS == nil {
		return defaultYield
	}
	return time.Duration(*in.YieldTimeMS) * time.Millisecond
}

// check refuses what no schema can.
func (s *Shells) check(ctx context.Context, in lineInput) error {
	act := in.action()
	switch act {
	case actRun, actStart:
		if strings.TrimSpace(in.Command) == "" {
			return tool.Errorf(tool.CodeInvalidArgs, "there is no command to %s: give the line in %q", act, "command")
		}
		if strings.ContainsRune(in.Command, 0) {
			return tool.Errorf(tool.CodeInvalidArgs, "the command contains a NUL character, which no command line can")
		}
		if in.ProcessID != "" || in.Input != "" {
			return tool.Errorf(tool.CodeInvalidArgs, `action %s takes a command, and neither process_id nor input: use action "write" to type something into a background command`, act)
		}
		if in.PTY && act == actRun {
			return tool.Errorf(tool.CodeInvalidArgs, `pty is for background commands: use action "start", and then "write" to type`)
		}
		if err := s.checkConfinement(ctx, in); err != nil {
			return err
		}
		return checkEnv(in.Env)
	case actList:
		return nil
	}
	if in.ProcessID == "" {
		return tool.Errorf(tool.CodeInvalidArgs, `action %s needs the process_id that "start" gave; "list" shows all`, act)
	}
	if in.Command != "" {
		return tool.Errorf(tool.CodeInvalidArgs, `action %s takes no command: use "run" or "start" for that, or "write" with %q to type it`, act, "input")
	}
	if act == actWrite && in.Input == "" {
		return tool.Errorf(tool.CodeInvalidArgs, `there is nothing to write: give it in "input"`)
	}
	return nil
}

// holds reports whether there is a sandbox that works.
func (s *Shells) holds(ctx context.Context) bool {
	if s.opt.Sandbox == nil {
		return false
	}
	box, err := s.opt.Sandbox(ctx)
	return err == nil && box.Backend() != sandbox.None
}

// checkConfinement refuses a call that asks for less confinement than there must be, or for more than there is.
func (s *Shells) checkConfinement(ctx context.Context, in lineInput) error {
	switch {
	case in.Unconfined && s.opt.Strict && s.opt.Sandbox != nil:
		return tool.Errorf(tool.CodePermissionDenied, "the settings require the sandbox: a command cannot ask to run outside of it. Leave unconfined out")
	case in.Offline && in.Unconfined:
		return tool.Errorf(tool.CodeInvalidArgs, "offline needs the sandbox, and unconfined asks to leave it: give one of them only")
	case in.Offline && !s.holds(ctx):
		return tool.Errorf(tool.CodeInvalidArgs, "the command cannot be kept from the network: the sandbox is switched off, or does not work here. Leave offline out if that does not matter")
	}
	return nil
}
