package shell

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"jig/sandbox"
	"jig/tool"
)

// Details are what programs are told of a command; they are the details of the result.
type Details struct {
	// ExitCode is how it ended; nil if it has not, or was stopped. A command that a signal ended has 128 and its number.
	ExitCode *int `json:"exit_code,omitempty"`
	// Success is set when it ended with code 0.
	Success bool `json:"success"`
	// Signal names the signal that ended it.
	Signal string `json:"signal,omitempty"`
	// TimedOut is set when it took too long and was stopped.
	TimedOut bool `json:"timed_out,omitempty"`
	// StdoutBytes and StderrBytes are how much it printed. A background command has one stream only.
	StdoutBytes int64 `json:"stdout_bytes"`
	StderrBytes int64 `json:"stderr_bytes"`
	// Truncated is set when the model was not shown all of it.
	Truncated bool `json:"truncated,omitempty"`
	// OutputFile holds all of it, if there is one.
	OutputFile string `json:"output_file,omitempty"`
	// DurationMS is how long it took, or has been running.
	DurationMS int64 `json:"duration_ms"`
	// ProcessID is the handle of a background command, and Running whether it still runs.
	ProcessID string `json:"process_id,omitempty"`
	Running   bool   `json:"running,omitempty"`
	// Stopped are the processes that it left running and that were stopped.
	Stopped []string `json:"stopped,omitempty"`
	// Confined is set when it ran in the sandbox.
	Confined bool `json:"confined,omitempty"`
}

// finish says how a command ended.
func (d *Details) finish(exit sandbox.Exit) {
	code := exit.Code
	if exit.Signal != 0 {
		code = 128 + int(exit.Signal)
		d.Signal = signalName(exit.Signal)
	}
	d.ExitCode, d.Success = &code, code == 0 && exit.Err == nil
}

// status is the first line of an answer about a command that did not simply succeed.
func (d *Details) status() string {
	switch {
	case d.ExitCode == nil || *d.ExitCode == 0:
		return ""
	case d.Signal != "":
		return fmt.Sprintf("Exit code: %d (ended by %s)", *d.ExitCode, d.Signal)
	}
	return fmt.Sprintf("Exit code: %d", *d.ExitCode)
}

// answer puts a result together: how it ended, what it printed, and what there is to say about it.
func answer(d *Details, text string, notes []string) *tool.Result {
	var b strings.Builder
	if line := d.status(); line != "" {
		b.WriteString(line + "\n")
	}
	if text == "" {
		text = "(no output)"
	}
	b.WriteString(text)
	for _, note := range notes {
		b.WriteString("\n[" + note + "]")
	}
	r := tool.TextResult(b.String())
	r.Details = d
	return r
}

// remarks are the notes that an output calls for.
func remarks(d *Details, text string, hidden int) []string {
	var notes []string
	if hidden > 0 {
		notes = append(notes, fmt.Sprintf("%d invisible characters were taken out of the output", hidden))
	}
	if len(d.Stopped) > 0 {
		notes = append(notes, fmt.Sprintf("%s left running and was stopped: use action start for background work", strings.Join(shortList(d.Stopped), ", ")))
	}
	if d.Confined && !d.Success && !d.Running {
		if what := refusal.FindString(text); what != "" {
			notes = append(notes, fmt.Sprintf("this ran in the sandbox, which may be what refused it (%q): it may write only where the call said and the settings allow, and reaches only the network that they allow. Do without, or ask for it with unconfined: true of the shell tool", what))
		}
	}
	return notes
}

// refusal is how programs report what a sandbox does not let them do.
var refusal = regexp.MustCompile(`(?i)permission denied|operation not permitted|read-only file system|network is unreachable|could not resolve host|temporary failure in name resolution|name or service not known|EACCES|EPERM|EROFS|bad system call`)

// shortList keeps a list short enough for a note.
func shortList(all []string) []string {
	const most = 5
	if len(all) <= most {
		return all
	}
	return append(append([]string(nil), all[:most]...), fmt.Sprintf("%d more", len(all)-most))
}

// took is a duration for people.
func took(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
