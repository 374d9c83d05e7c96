package shell

import (
	"context"
	"fmt"
	"strings"

	"jig/tool"
)

// monitorInput is what monitor takes.
type monitorInput struct {
	ID        string `json:"id" doc:"The process_id of the background command"`
	TailBytes int    `json:"tail_bytes" doc:"How many bytes of the end of its output to show" minimum:"1" maximum:"8192" default:"8192"`
}

// monitor is the tool that looks at the end of what a background command has printed, without taking it from those who poll.
func (s *Shells) monitor() tool.Tool {
	spec := tool.Spec{
		Name:  "monitor",
		Title: "Monitor",
		Description: "Shows the end of what a background command has printed so far, and whether it still runs. " +
			"Looking changes nothing: poll of the shell tool still gets what is new to it.",
		Help:       "Background commands are started with action start of the shell tool, which gives the id.",
		Aliases:    []string{"Monitor", "BashOutput", "bash_output"},
		Keywords:   []string{"tail", "background", "log", "output", "watch", "process", "task"},
		Category:   tool.Shell,
		Access:     tool.ReadOnly,
		Repeatable: true,
	}
	return tool.New(spec, func(_ context.Context, in monitorInput) (*tool.Result, error) {
		one, err := s.session(in.ID)
		if err != nil {
			return nil, err
		}
		return one.tail(in.TailBytes), nil
	}).WithSpellings(map[string][]string{
		"id":         {"process_id", "bash_id", "shell_id", "session_id", "task_id"},
		"tail_bytes": {"bytes", "tail"},
	}).WithPlan(func(_ context.Context, in monitorInput) (*tool.Intent, error) {
		return &tool.Intent{Summary: "look at the output of background command " + in.ID}, nil
	})
}

// tail shows the end of the output.
func (s *session) tail(most int) *tool.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.details()
	end, missed := s.said.since(max(s.said.total-int64(most), 0))
	missed += max(s.said.total-int64(most), 0)
	d.Truncated = missed > 0
	text, hidden := cleaned(trimFront(end, missed > 0))
	text = strings.TrimRight(text, "\n")
	if missed > 0 {
		text = fmt.Sprintf("[… %d bytes before this are left out; %s …]\n%s", missed, s.whole.where(), text)
	}
	if text == "" {
		text = "(no output)"
	}
	return answer(d, s.status(d)+"\n"+text, s.notes(d, text, hidden))
}
