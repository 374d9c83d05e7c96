package cli

import (
	"crypto/rand"
	"encoding/hex"
	"io"
	"time"

	"jig"
	"jig/agent"
	"jig/engine"
	"jig/tool"
	"jig/wire"
	"jig/wire/anthropic"
)

// Streaming prints a run as lines of JSON in the shapes that programs around Claude Code read: a line when it begins, one for
// each message of either side, and the result at the end.
type Streaming struct {
	Out     *Output
	Session string
	// Partial adds the pieces of answers as they come.
	Partial bool

	tally tally
	began map[string]time.Time // when calls started
	block int                  // of the answer that is being made
	kind  wire.EventKind       // of that block
}

// tally is what the result at the end tells of the whole run.
type tally struct {
	began   time.Time
	api     time.Duration
	asked   time.Time
	denials []denial
	models  map[string]*modelUsage
}

// denial is a call that was not allowed.
type denial struct {
	Tool  string `json:"tool_name"`
	ID    string `json:"tool_use_id"`
	Input any    `json:"tool_input"`
}

// modelUsage is what one model was used for.
type modelUsage struct {
	Input      int64   `json:"inputTokens"`
	Output     int64   `json:"outputTokens"`
	CacheRead  int64   `json:"cacheReadInputTokens"`
	CacheWrite int64   `json:"cacheCreationInputTokens"`
	Cost       float64 `json:"costUSD"`
}

// object is a line. Its keys come in alphabetical order.
type object map[string]any

// uuid is a random identifier as these programs expect it.
func uuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// line prints one, with what every line has.
func (s *Streaming) line(o object) {
	o["session_id"], o["uuid"] = s.Session, uuid()
	s.Out.JSON(o)
}

// Begin begins to count, and prints the first line if lines are wanted.
func (s *Streaming) Begin(lines bool, rt *jig.Runtime, session *jig.Session) {
	s.tally.began = time.Now()
	s.began = make(map[string]time.Time)
	if !lines {
		return
	}
	mode := ""
	if p := rt.Policy(); p != nil {
		mode = string(p.Mode())
	}
	tools := []string{}
	for _, t := range rt.Tools().All() {
		if name := t.Spec().Name; name != "summary" { // that is for sub-agents
			tools = append(tools, name)
		}
	}
	s.line(object{
		"type": "system", "subtype": "init", "cwd": rt.Dir(), "model": session.Model().Name(), "permissionMode": mode, "tools": tools,
		"mcp_servers": []any{}, "slash_commands": []any{}, "skills": []any{}, "plugins": []any{}, "output_style": "default",
	})
}

// parent is the call of the sub-agent that something happened in.
func parent(e *agent.Event) any {
	if e.ParentCall == "" {
		return nil
	}
	return e.ParentCall
}

// Note counts what the result tells, and prints nothing.
func (s *Streaming) Note(e agent.Event) {
	out := s.Out
	s.Out = NewOutput(io.Discard)
	s.Event(e)
	s.Out = out
}

// Event prints what there is to print about an event.
func (s *Streaming) Event(e agent.Event) {
	switch e.Kind {
	case agent.TurnStarted:
		s.tally.asked, s.block, s.kind = e.Time, -1, 0
		s.partial(&e, object{"type": "message_start", "message": object{"role": "assistant", "type": "message", "content": []any{}}})
	case agent.TextDelta, agent.ThinkingDelta, agent.CallBegun, agent.CallDelta:
		s.piece(&e)
	case agent.Spoken:
		s.message(&e)
	case agent.TurnEnded:
		s.count(&e)
	case agent.Tool:
		s.tool(&e)
	case agent.Compacted:
		s.line(object{"type": "system", "subtype": "compact_boundary", "compact_metadata": e.Compaction})
	case agent.Retrying:
		s.line(object{"type": "system", "subtype": "api_retry", "attempt": e.Attempt, "retry_delay_ms": e.Delay.Milliseconds(), "error": e.Text})
	}
}

func (s *Streaming) count(e *agent.Event) {
	if !s.tally.asked.IsZero() && e.ParentCall == "" {
		s.tally.api += e.Time.Sub(s.tally.asked)
	}
}

// partial prints a piece of an answer in Anthropic's shape.
func (s *Streaming) partial(e *agent.Event, event object) {
	if s.Partial {
		s.line(object{"type": "stream_event", "event": event, "parent_tool_use_id": parent(e)})
	}
}

// piece prints a piece, after the beginning of its block.
func (s *Streaming) piece(e *agent.Event) {
	if !s.Partial {
		return
	}
	kinds := map[agent.Kind]wire.EventKind{
		agent.TextDelta: wire.Text, agent.ThinkingDelta: wire.Thinking, agent.CallBegun: wire.CallBegun, agent.CallDelta: wire.CallBegun,
	}
	kind := kinds[e.Kind]
	if kind != s.kind || e.Kind == agent.CallBegun {
		if s.block >= 0 {
			s.partial(e, object{"type": "content_block_stop", "index": s.block})
		}
		s.block++
		s.kind = kind
		var block object
		switch kind {
		case wire.Text:
			block = object{"type": "text", "text": ""}
		case wire.Thinking:
			block = object{"type": "thinking", "thinking": ""}
		default:
			block = object{"type": "tool_use", "id": e.Call.ID, "name": e.Call.Name, "input": object{}}
		}
		s.partial(e, object{"type": "content_block_start", "index": s.block, "content_block": block})
	}
	var delta object
	switch e.Kind {
	case agent.TextDelta:
		delta = object{"type": "text_delta", "text": e.Text}
	case agent.ThinkingDelta:
		delta = object{"type": "thinking_delta", "thinking": e.Text}
	case agent.CallDelta:
		delta = object{"type": "input_json_delta", "partial_json": e.Text}
	default:
		return
	}
	s.partial(e, object{"type": "content_block_delta", "index": s.block, "delta": delta})
}

// message prints what one side has said.
func (s *Streaming) message(e *agent.Event) {
	if e.Message.Role == wire.Assistant {
		if s.block >= 0 {
			s.partial(e, object{"type": "content_block_stop", "index": s.block})
			s.block, s.kind = -1, 0
		}
		s.partial(e, object{"type": "message_stop"})
		s.line(object{"type": "assistant", "message": assistant(e), "parent_tool_use_id": parent(e)})
		return
	}
	var results []wire.Result
	for _, p := range e.Message.Parts {
		if p.Kind == wire.ResultPart {
			results = append(results, *p.Result)
		}
	}
	if len(results) > 0 {
		if raw, err := anthropic.Results(results); err == nil {
			s.line(object{"type": "user", "message": raw, "parent_tool_use_id": parent(e)})
		}
	}
	if said := asked(e.Message); said != nil && len(results) == 0 {
		s.line(object{"type": "user", "message": object{"role": "user", "content": said}, "parent_tool_use_id": parent(e)})
	}
}

// asked is what a person has said, in Anthropic's shape: a text, or blocks if there are images; nil if it is nothing.
func asked(m *wire.Message) any {
	var blocks []any
	images := false
	for _, p := range m.Parts {
		switch {
		case p.Kind == wire.TextPart:
			blocks = append(blocks, object{"type": "text", "text": p.Text})
		case p.Kind == wire.BlockPart && p.Block.Type == tool.ImageBlock:
			source := object{"type": "base64", "media_type": p.Block.MIME, "data": p.Block.Data}
			blocks, images = append(blocks, object{"type": "image", "source": source}), true
		}
	}
	if images {
		return blocks
	}
	if text := m.Text(); text != "" {
		return text
	}
	return nil
}

// assistant is an answer in Anthropic's shape.
func assistant(e *agent.Event) object {
	content := []any{}
	for _, p := range e.Message.Parts {
		switch p.Kind {
		case wire.TextPart:
			content = append(content, object{"type": "text", "text": p.Text})
		case wire.ThinkingPart:
			content = append(content, object{"type": "thinking", "thinking": p.Text})
		case wire.CallPart:
			content = append(content, object{"type": "tool_use", "id": p.Call.ID, "name": p.Call.Name, "input": shown(p.Call.Args)})
		case wire.OpaquePart:
			if len(p.Raw) > 0 {
				content = append(content, p.Raw)
			}
		}
	}
	m := object{"type": "message", "role": "assistant", "content": content, "stop_reason": e.Stop}
	if e.Usage != nil {
		m["usage"] = usageOf(*e.Usage)
	}
	return m
}

// usageOf is what was used, in Anthropic's shape, where the input is without what was cached.
func usageOf(u wire.Usage) object {
	return object{
		"input_tokens": u.Input - u.CacheRead - u.CacheWrite, "output_tokens": u.Output,
		"cache_read_input_tokens": u.CacheRead, "cache_creation_input_tokens": u.CacheWrite,
	}
}

// tool prints what becomes of a call.
func (s *Streaming) tool(e *agent.Event) {
	t := e.Tool
	if t.Call == nil {
		return
	}
	which := e.Loop + " " + t.Call.ID // a sub-agent may count its calls as its parent does
	switch t.Kind {
	case engine.Started:
		s.began[which] = t.Time
	case engine.Progress, engine.Updated:
		elapsed := 0.0
		if began, ok := s.began[which]; ok {
			elapsed = t.Time.Sub(began).Seconds()
		}
		s.line(object{
			"type": "tool_progress", "tool_use_id": t.Call.ID, "tool_name": t.Call.Name,
			"elapsed_time_seconds": elapsed, "parent_tool_use_id": parent(e),
		})
	case engine.Ended, engine.Skipped:
		delete(s.began, which)
	case engine.Decided:
		if t.Decision == nil || t.Decision.Effect == engine.Allow {
			return
		}
		s.tally.denials = append(s.tally.denials, denial{t.Call.Name, t.Call.ID, shown(t.Args)})
		s.line(object{
			"type": "system", "subtype": "permission_denied", "tool_name": t.Call.Name, "tool_use_id": t.Call.ID,
			"reason": t.Decision.Reason, "rule": t.Decision.Rule, "parent_tool_use_id": parent(e),
		})
	}
}
