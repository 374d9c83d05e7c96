package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"jig/internal/clip"
	"jig/tool"
	"jig/wire"
)

// CompactOptions say when and how a conversation is made shorter. The zero value is fine.
type CompactOptions struct {
	// Off leaves the conversation as it is; a model that cannot take it any more ends the
	// run.
	Off bool
	// Window is how many tokens the model takes; default what is known of it, or 128,000.
	Window int
	// At is the part of the window that may be full; default 0.8.
	At float64
	// Keep is how many of the last answers stay whole, with the results of their calls;
	// default 4.
	Keep int
	// Summarise sums up what is about to be left out, for the model to read later; default
	// asks the model itself.
	Summarise func(ctx context.Context, messages []wire.Message) (string, error)
}

const (
	defaultWindow = 128_000
	defaultFull   = 0.8
	defaultKeep   = 4
	maxSqueezes   = 2 // compactions in a row that the model asks for
)

func (o CompactOptions) orDefault() CompactOptions {
	if o.At <= 0 || o.At > 1 {
		o.At = defaultFull
	}
	if o.Keep <= 0 {
		o.Keep = defaultKeep
	}
	return o
}

// Compaction is what became of the older part of a conversation.
type Compaction struct {
	// Method is "summary", or "results" where no summary could be had and only the results
	// of old calls were left out.
	Method string `json:"method"`
	// Kept is how many of the last messages stayed as they were.
	Kept int `json:"kept"`
	// Head is the message that stands for all before them.
	Head *wire.Message `json:"head,omitempty"`
	// Before and After are how many tokens the conversation had and has, about.
	Before int64 `json:"before"`
	After  int64 `json:"after"`
	// Problem says why there is no summary.
	Problem string `json:"problem,omitempty"`
	// Usage and Cost are those of the summary.
	Usage wire.Usage `json:"usage,omitzero"`
	Cost  float64    `json:"cost,omitempty"`
}

// window is how many tokens the model takes.
func (s *Session) window() int64 {
	if w := s.opt.Compaction.Window; w > 0 {
		return int64(w)
	}
	if w := s.opt.Model.Info().Context; w > 0 {
		return int64(w)
	}
	return defaultWindow
}

// compactIfFull makes room before the model is asked, if there is need for it.
func (r *run) compactIfFull() *End {
	s := r.s
	full := int64(s.opt.Compaction.At * float64(s.window()))
	if s.packed > 0 { // where the last one did not help, another will not at once
		full = max(full, s.packed+s.window()/10)
	}
	if s.opt.Compaction.Off || s.size.tokens() < full {
		return nil
	}
	if blocked, end := r.mayCompact(); blocked || end != nil {
		return end
	}
	if _, err := r.compact(s.opt.Compaction.Keep); err != nil {
		return r.failedOr(err)
	}
	return nil
}

// squeeze makes room because the model could not take the conversation, each time more.
func (r *run) squeeze() *End {
	full := &End{Reason: ContextFull, Text: "the conversation is too long for the model; start a new session, or take a model that takes more"}
	if r.s.opt.Compaction.Off || r.squeezes >= maxSqueezes {
		return full
	}
	r.squeezes++
	keep := max(r.s.opt.Compaction.Keep>>r.squeezes, 1)
	shorter, err := r.compact(keep)
	switch {
	case err != nil:
		return r.failedOr(err)
	case !shorter:
		return full
	}
	return nil
}

func (r *run) failedOr(err error) *End {
	if r.ctx.Err() != nil {
		return r.stopped()
	}
	return failed(err)
}

// compact makes the conversation shorter, and reports whether it did. An error is one of
// the journal, or the end of the run.
func (r *run) compact(keep int) (bool, error) {
	s := r.s
	messages := s.script.messages
	from := cutPoint(messages, keep)
	for ; keep > 1 && s.size.worth(length(messages[from:])) > s.window()/2; from = cutPoint(messages, keep) {
		keep-- // what stays would fill it again at once
	}
	if from <= 1 && !hasBodies(messages[:from]) {
		return false, nil // there is nothing to leave out
	}
	before := s.size.tokens()
	s.emit(Event{Kind: Compacting, Text: fmt.Sprintf("about %d tokens", before)})
	c := Compaction{Method: "summary", Kept: len(messages) - from, Before: before}
	summary, err := r.summarise(messages[:from], &c)
	switch {
	case r.ctx.Err() != nil:
		return false, r.ctx.Err()
	case err != nil || summary == "":
		c.Method, c.Problem = "results", "the summary was empty"
		if err != nil {
			c.Problem = err.Error()
		}
	default:
		most := float64(s.window()) / 4 / s.size.ratio // or it would fill what was made free
		c.Head = headOf(messages, from, clip.Bytes(summary, int(most)))
	}
	shorter := c.apply(messages)
	s.mu.Lock()
	s.script.messages = shorter
	s.size.measure(s.opt.System, shorter)
	c.After = s.size.tokens()
	s.packed = c.After
	s.mu.Unlock()
	s.emit(Event{Kind: Compacted, Compaction: &c})
	return c.After < before, s.commit(kindCompaction, c)
}

// cutPoint is where the part begins that stays whole: at an answer of the model, so that
// no call is parted from its result, with as many answers behind it as are to be kept.
// Zero means that there is no such place.
func cutPoint(messages []wire.Message, keep int) int {
	for at := len(messages) - 1; at > 0; at-- {
		if messages[at].Role == wire.Assistant {
			if keep--; keep == 0 {
				return at
			}
		}
	}
	return 0
}

// apply makes the shorter conversation. It is the same when it is done again by Resume.
func (c *Compaction) apply(messages []wire.Message) []wire.Message {
	from := min(max(len(messages)-c.Kept, 0), len(messages))
	if c.Head != nil {
		return append([]wire.Message{*c.Head}, messages[from:]...)
	}
	shorter := slices.Clone(messages)
	for i := range from {
		shorter[i].Parts = withoutBodies(shorter[i].Parts)
	}
	return shorter
}

// headOf is the message that stands for what is left out: the first request as it was,
// the summary, and the last request, if that is among what is left out. A summary that
// was made before is part of the new one.
func headOf(messages []wire.Message, from int, summary string) *wire.Message {
	var parts []wire.Part
	for _, p := range messages[0].Parts {
		if p.Kind != wire.TextPart || !strings.HasPrefix(p.Text, markSummary) && !strings.HasPrefix(p.Text, markLastRequest) {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, wire.Part{Kind: wire.TextPart, Text: textBeginning})
	}
	parts = append(parts, wire.Part{Kind: wire.TextPart, Text: fmt.Sprintf(textSummary, summary)})
	if last := lastRequest(messages[1:from]); last != "" {
		parts = append(parts, wire.Part{Kind: wire.TextPart, Text: fmt.Sprintf(textLastRequest, last)})
	}
	return &wire.Message{Role: wire.User, Parts: parts}
}

// lastRequest is what the person said last in these messages.
func lastRequest(messages []wire.Message) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if m := &messages[i]; m.Role == wire.User {
			if text := m.Text(); text != "" {
				return clip.Bytes(text, longestRequest)
			}
		}
	}
	return ""
}

const (
	longestRequest = 8000
	bodyWorth      = 400 // characters of a result that are worth leaving out
	textBody       = "(The result of this call, %d characters, was left out to save space. Make the call again if it is needed.)"
)

func withoutBodies(parts []wire.Part) []wire.Part {
	if !bulky(parts) {
		return parts
	}
	out := slices.Clone(parts)
	for i := range out {
		if out[i].Result == nil || chars(out[i:i+1]) < bodyWorth {
			continue
		}
		res := *out[i].Result
		res.Content = []tool.Block{tool.Text(fmt.Sprintf(textBody, chars(out[i:i+1])))}
		out[i].Result = &res
	}
	return out
}

func bulky(parts []wire.Part) bool {
	for i := range parts {
		if parts[i].Result != nil && chars(parts[i:i+1]) >= bodyWorth {
			return true
		}
	}
	return false
}

func length(messages []wire.Message) (n int64) {
	for i := range messages {
		n += chars(messages[i].Parts)
	}
	return n
}

func hasBodies(messages []wire.Message) bool {
	return slices.ContainsFunc(messages, func(m wire.Message) bool { return bulky(m.Parts) })
}
