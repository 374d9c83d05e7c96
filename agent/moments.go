package agent

import (
	"strings"

	"jig/hook"
	"jig/wire"
)

// Moments are the hooks around a session. The zero value has none. SessionEnd and
// Notification are for whoever owns the session: they happen when no run does.
type Moments struct {
	Hooks *hook.Set
	// Input is what hooks are told of where they are: SessionID, TranscriptPath, Cwd.
	Input hook.Input
	// Mode tells the permission mode of the moment.
	Mode func() string
	// Tell shows the person what hooks have to say.
	Tell func(message string)

	agent string // type of the sub-agent
}

// maxUrges is how often hooks may keep a model going that wants to end.
const maxUrges = 10

// fire runs the hooks of an event. Without hooks it gives an empty result.
func (r *run) fire(in hook.Input) (*hook.Result, *End) {
	m := &r.s.opt.Moments
	if m.Hooks == nil {
		return &hook.Result{}, nil
	}
	told := m.Input
	told.Event, told.Prompt, told.Source, told.Trigger = in.Event, in.Prompt, in.Source, in.Trigger
	told.LastMessage, told.StopHookActive, told.Model = in.LastMessage, in.StopHookActive, modelName(r.s.opt.Model)
	if told.SessionID == "" {
		told.SessionID = r.s.opt.ID
	}
	if m.Mode != nil {
		told.PermissionMode = m.Mode()
	}
	if r.s.parent != nil {
		told.AgentID, told.AgentType = r.s.opt.ID, m.agent
	}
	res, err := m.Hooks.Fire(r.ctx, &told)
	if m.Tell != nil && res != nil {
		for _, text := range append(res.Warnings, res.Messages...) {
			m.Tell(text)
		}
	}
	switch {
	case r.ctx.Err() != nil:
		return nil, r.stopped()
	case err != nil:
		return nil, failed(err)
	case res.Stop:
		return nil, &End{Reason: Stopped, Text: res.StopReason}
	}
	return res, nil
}

// greet takes the first messages of the run, after hooks have seen them.
func (r *run) greet(messages []wire.Message) *End {
	s := r.s
	var context []string
	if !s.greeted {
		s.greeted = true
		in := hook.Input{Event: hook.SessionStart, Source: "startup"}
		switch {
		case s.parent != nil:
			in.Event = hook.SubagentStart
		case s.resumed:
			in.Source = "resume"
		}
		res, end := r.fire(in)
		if end != nil {
			return end
		}
		context = res.Context
	}
	if end := r.catchUp(); end != nil {
		return end
	}
	for _, m := range messages {
		if s.parent == nil {
			res, end := r.fire(hook.Input{Event: hook.UserPromptSubmit, Prompt: m.Text()})
			switch {
			case end != nil:
				return end
			case res.Blocked:
				return &End{Reason: Blocked, Text: res.Reason}
			}
			context = append(context, res.Context...)
		}
		if len(context) > 0 {
			text := "<hook-context>\n" + strings.Join(context, "\n") + "\n</hook-context>"
			m.Parts = append(m.Parts[:len(m.Parts):len(m.Parts)], wire.Part{Kind: wire.TextPart, Text: text})
			context = nil
		}
		if end := r.hear(m); end != nil {
			return end
		}
	}
	return nil
}

// mayEnd is the end of a run whose model has finished, unless a hook keeps it going.
func (r *run) mayEnd(text string) *End {
	done := &End{Reason: Done, Text: text}
	if r.urged >= maxUrges {
		return done
	}
	in := hook.Input{Event: hook.Stop, LastMessage: text, StopHookActive: r.urged > 0}
	if r.s.parent != nil {
		in.Event = hook.SubagentStop
	}
	res, end := r.fire(in)
	switch {
	case end != nil:
		return end
	case !res.Blocked:
		return done
	}
	r.urged++
	return r.hear(wire.Say(res.Reason))
}

// mayCompact asks hooks whether the conversation may be made shorter now.
func (r *run) mayCompact() (blocked bool, end *End) {
	res, end := r.fire(hook.Input{Event: hook.PreCompact, Trigger: "auto"})
	if end != nil {
		return true, end
	}
	return res.Blocked, nil
}
