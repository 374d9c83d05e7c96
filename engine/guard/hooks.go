package guard

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"jig/engine"
	"jig/hook"
	"jig/internal/toolref"
	"jig/policy"
	"jig/tool"
)

// HookSession is what hooks are told about where a call belongs. Every field may be
// empty.
type HookSession struct {
	ID, TranscriptPath string
	AgentID, AgentType string
	// Cwd is the working folder.
	Cwd string
	// Mode tells the mode of the moment.
	Mode func() policy.Mode
	// Tell shows the person what hooks have to say.
	Tell func(message string)
	// Logger gets hooks that failed without blocking.
	Logger *slog.Logger
}

// Hooks runs the hooks that users configure around the calls of an engine.
// Sub-agents run the same ones.
type Hooks struct {
	set     *hook.Set
	tools   *tool.Set
	session HookSession
	context sync.Map // id of a call → what its hooks have to say to the model
}

var _ engine.Hooks = (*Hooks)(nil)

// NewHooks puts hooks around the calls of tools.
func NewHooks(set *hook.Set, tools *tool.Set, session HookSession) *Hooks {
	if session.Logger == nil {
		session.Logger = slog.New(slog.DiscardHandler)
	}
	return &Hooks{set: set, tools: tools, session: session}
}

// input is what every hook about a call is told.
func (h *Hooks) input(e hook.Event, call *tool.Call) *hook.Input {
	in := &hook.Input{
		Event: e, SessionID: h.session.ID, TranscriptPath: h.session.TranscriptPath, Cwd: h.session.Cwd,
		AgentID: h.session.AgentID, AgentType: h.session.AgentType,
		Tool: h.name(call.Name), ToolInput: call.Args, ToolUseID: call.ID,
	}
	if h.session.Mode != nil {
		in.PermissionMode = string(h.session.Mode())
	}
	return in
}

func (h *Hooks) name(called string) toolref.Name {
	if t, ok := h.tools.Lookup(called); ok {
		return policy.NameOf(t.Spec())
	}
	return toolref.Name{Canonical: called}
}

// Before runs the hooks PreToolUse.
func (h *Hooks) Before(ctx context.Context, call *tool.Call, _ *tool.Intent) (engine.Advice, error) {
	r, err := h.set.Fire(ctx, h.input(hook.PreToolUse, call))
	if err != nil {
		return engine.Advice{}, err
	}
	h.tell(ctx, r)
	if len(r.Context) > 0 {
		h.context.Store(call.ID, r.Context)
	} else {
		h.context.Delete(call.ID) // what was said about arguments that have been changed since
	}
	a := engine.Advice{Reason: r.Reason, Args: r.UpdatedInput}
	switch r.Decision {
	case hook.Allow:
		a.Effect = engine.Allow
	case hook.Ask:
		a.Effect = engine.Ask
	case hook.Deny:
		a.Effect = engine.Deny
	case hook.None:
	}
	if r.Blocked {
		a.Effect = engine.Deny
	}
	return a, nil
}

// After runs the hooks PostToolUse, or PostToolUseFailure for a call that failed.
func (h *Hooks) After(ctx context.Context, call *tool.Call, result *tool.Result) (*tool.Result, error) {
	var notes []string
	if said, ok := h.context.LoadAndDelete(call.ID); ok {
		notes, _ = said.([]string)
	}
	in := h.input(hook.PostToolUse, call)
	if result.IsError {
		in.Event, in.Error = hook.PostToolUseFailure, result.Text()
		in.Interrupted = result.Error != nil && (result.Error.Code == tool.CodeCancelled || result.Error.Code == tool.CodeInterrupted)
	} else {
		raw, err := json.Marshal(response(result))
		if err != nil {
			return nil, err
		}
		in.ToolResponse = raw
	}
	// A call that was cancelled has still run: hooks that look at it must see it.
	r, err := h.set.Fire(context.WithoutCancel(ctx), in)
	if err != nil {
		return h.with(result, notes), err
	}
	h.tell(ctx, r)
	changed := result
	if r.UpdatedOutput != nil {
		kept := *result
		kept.Content = []tool.Block{block(r.UpdatedOutput)}
		changed = &kept
	}
	if r.Blocked && r.Reason != "" {
		notes = append(notes, r.Reason)
	}
	notes = append(notes, r.Context...)
	changed = h.with(changed, notes)
	if r.Stop && changed != nil {
		kept := *changed
		kept.Control.StopTurn = true
		changed = &kept
	}
	if changed == result {
		return nil, nil //nolint:nilnil // the result stays as it is
	}
	return changed, nil
}

// with is the result with what hooks have to say to the model.
func (h *Hooks) with(result *tool.Result, notes []string) *tool.Result {
	if len(notes) == 0 {
		return result
	}
	kept := *result
	kept.Content = append(slices.Clip(kept.Content), tool.Text("Hook feedback: "+strings.Join(notes, "\n")))
	return &kept
}

// response is a result as hooks read it: the one text if that is all there is.
func response(r *tool.Result) any {
	if len(r.Content) == 1 && r.Content[0].Type == tool.TextBlock {
		return r.Content[0].Text
	}
	return r.Content
}

// block is what a hook puts in the place of a result.
func block(raw json.RawMessage) tool.Block {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return tool.Text(text)
	}
	return tool.Block{Type: tool.JSONBlock, JSON: raw}
}

func (h *Hooks) tell(ctx context.Context, r *hook.Result) {
	for _, w := range r.Warnings {
		h.session.Logger.WarnContext(ctx, w)
	}
	if h.session.Tell != nil {
		for _, m := range r.Messages {
			h.session.Tell(m)
		}
	}
}

// Answer lets the hooks PermissionRequest answer a question before a person is
// asked. They cannot lift a denial: what is denied is no question.
func (h *Hooks) Answer(ctx context.Context, q Question) (Answer, bool, error) {
	call := &tool.Call{ID: q.CallID, Name: q.Tool, Args: q.Args}
	in := h.input(hook.PermissionRequest, call)
	suggestions, err := json.Marshal(q.Offers)
	if err != nil {
		return Answer{}, false, err
	}
	in.Suggestions = suggestions
	r, err := h.set.Fire(ctx, in)
	if err != nil {
		return Answer{}, false, err
	}
	h.tell(ctx, r)
	switch {
	case r.Blocked || r.Decision == hook.Deny:
		return Answer{Words: r.Reason}, true, nil
	case r.Decision == hook.Allow:
		return Answer{Allow: true, Words: r.Reason, Args: r.UpdatedInput}, true, nil
	}
	return Answer{}, false, nil
}
