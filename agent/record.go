package agent

import (
	"encoding/json"

	"jig/engine"
	"jig/model"
	"jig/tool"
	"jig/wire"
)

// Recorder keeps the record of a session, for several goroutines at once. A
// [*journal.Journal] is one.
type Recorder interface {
	// Append adds a record; it may be written a little later.
	Append(kind string, data any) (int64, error)
	// Commit adds a record and returns when it, and all before it, cannot be lost.
	Commit(kind string, data any) (int64, error)
}

// flusher is a recorder that can hand over what it has to the system, where the end of
// the process cannot harm it. That costs far less than a commit.
type flusher interface{ Flush() error }

// syncer is a recorder that can bring all records that it has to where they cannot be lost.
type syncer interface{ Sync() error }

// The kinds of record, one for each thing that happens. [Resume] reads them back.
const (
	kindSession    = "session"      // how the session was made
	kindUser       = "user"         // what the person said
	kindAssistant  = "assistant"    // what the model said
	kindStarted    = "call.started" // on the disk before the tool runs, unless it only reads
	kindEnded      = "call.ended"   // with the result
	kindDecision   = "call.decision"
	kindDropped    = "dropped" // an answer that broke off and was asked for again
	kindCompaction = "compaction"
	kindEnd        = "end" // of a run, with the reason
	kindChild      = "child"
	kindQueued     = "queued"     // a message waits for the model, until a user record names it
	kindTakenBack  = "taken_back" // messages wait no more, and were not said
)

type sessionRecord struct {
	Loop   string `json:"loop"`
	Parent string `json:"parent,omitempty"`
	Model  string `json:"model"`
	System string `json:"system,omitempty"`
	// Messages are what had been said before it began.
	Messages []wire.Message `json:"messages,omitempty"`
}

type userRecord struct {
	Message wire.Message `json:"message"`
	// Queued are the ids that the message had while it waited. They stand here and nowhere
	// else, so that there is no moment at which it is both said and waiting, or neither.
	Queued []string `json:"queued,omitempty"`
}

type takenBackRecord struct {
	IDs []string `json:"ids"`
}

type assistantRecord struct {
	Turn    int          `json:"turn"`
	Message wire.Message `json:"message"`
	Model   string       `json:"model,omitempty"`
	Stop    wire.Stop    `json:"stop,omitempty"`
	Usage   wire.Usage   `json:"usage"`
	Cost    float64      `json:"cost,omitempty"`
	// Broken says that the answer is not whole.
	Broken string `json:"broken,omitempty"`
}

type callStarted struct {
	Turn int       `json:"turn"`
	Call wire.Call `json:"call"`
	Tool string    `json:"tool"`
}

type callEnded struct {
	Turn   int       `json:"turn"`
	Call   wire.Call `json:"call"`
	Status string    `json:"status"`
	Result endResult `json:"result"`
}

// endResult is as much of a result as has a meaning later.
type endResult struct {
	Content   []tool.Block  `json:"content"`
	IsError   bool          `json:"is_error,omitempty"`
	Display   *tool.Display `json:"display,omitempty"`
	ChildLoop string        `json:"child_loop_id,omitempty"`
	Control   tool.Control  `json:"control,omitzero"`
}

type decisionRecord struct {
	Turn     int              `json:"turn"`
	CallID   string           `json:"call_id"`
	Tool     string           `json:"tool,omitempty"`
	Decision *engine.Decision `json:"decision"`
}

type droppedRecord struct {
	Turn   int        `json:"turn"`
	Reason string     `json:"reason"`
	Usage  wire.Usage `json:"usage,omitzero"`
	Cost   float64    `json:"cost,omitempty"`
}

type endRecord struct {
	Reason Reason     `json:"reason"`
	Text   string     `json:"text,omitempty"`
	Turns  int        `json:"turns"`
	Usage  wire.Usage `json:"usage"`
	Cost   float64    `json:"cost,omitempty"`
}

type childRecord struct {
	Loop string `json:"loop"`
	Call string `json:"call,omitempty"`
	Kind string `json:"kind"`
	Data any    `json:"data"`
}

// childRecorder writes the record of a sub-agent into that of its parent.
type childRecorder struct {
	parent     Recorder
	loop, call string
}

func (c *childRecorder) Append(kind string, data any) (int64, error) {
	return c.parent.Append(kindChild, childRecord{Loop: c.loop, Call: c.call, Kind: kind, Data: data})
}

func (c *childRecorder) Flush() error { return flush(c.parent) }

func (c *childRecorder) Commit(kind string, data any) (int64, error) {
	return c.parent.Commit(kindChild, childRecord{Loop: c.loop, Call: c.call, Kind: kind, Data: data})
}

// note appends a record, if there is a journal. A failure ends the run: what cannot be
// recorded could not be resumed.
func (s *Session) note(kind string, data any) error {
	if s.opt.Journal == nil {
		return nil
	}
	_, err := s.opt.Journal.Append(kind, data)
	return err
}

// write is note for what must survive the end of the process.
func (s *Session) write(kind string, data any) error {
	if err := s.note(kind, data); err != nil || s.opt.Journal == nil {
		return err
	}
	return flush(s.opt.Journal)
}

func flush(r Recorder) error {
	if f, ok := r.(flusher); ok {
		return f.Flush()
	}
	return nil
}

// syncer is what brings the records of the session to the disk later, if its journal can.
func (s *Session) syncer() syncer {
	r := s.opt.Journal
	for {
		child, ok := r.(*childRecorder)
		if !ok {
			break
		}
		r = child.parent
	}
	own, _ := r.(syncer)
	return own
}

// commit is note for what must be on the disk before anything else happens.
func (s *Session) commit(kind string, data any) error {
	if s.opt.Journal == nil {
		return nil
	}
	_, err := s.opt.Journal.Commit(kind, data)
	return err
}

// storedCall is a call with arguments that are JSON, whatever the model wrote.
func storedCall(c tool.Call) wire.Call {
	return wire.Call{ID: c.ID, Name: c.Name, Args: validArgs(c.Args)}
}

// validArgs makes JSON of arguments that are not: the text as a string, and an empty
// object of nothing.
func validArgs(args json.RawMessage) json.RawMessage {
	switch {
	case len(args) == 0:
		return json.RawMessage("{}")
	case json.Valid(args):
		return args
	}
	quoted, err := json.Marshal(string(args))
	if err != nil { // a string can always be written
		return json.RawMessage("{}")
	}
	return quoted
}

func storedResult(res *tool.Result) endResult {
	return endResult{
		Content: validContent(res.Content), IsError: res.IsError, Display: res.Display,
		ChildLoop: res.ChildLoop, Control: res.Control,
	}
}

// validContent makes text of blocks that cannot be written as JSON, and something of
// nothing: providers refuse empty results.
func validContent(content []tool.Block) []tool.Block {
	fine := len(content) > 0
	for i := range content {
		fine = fine && validBlock(&content[i])
	}
	if fine {
		return content
	}
	var mended []tool.Block
	for _, b := range content {
		if !validBlock(&b) {
			b = tool.Text(string(b.JSON))
		}
		mended = append(mended, b)
	}
	if len(mended) == 0 {
		mended = []tool.Block{tool.Text("(no output)")}
	}
	return mended
}

func validBlock(b *tool.Block) bool { return len(b.JSON) == 0 || json.Valid(b.JSON) }

// modelName is the name of a model for the record.
func modelName(m model.Model) string {
	if m == nil {
		return ""
	}
	return m.Name()
}
