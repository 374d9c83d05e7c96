package hook

import (
	"encoding/json"
	"time"

	"jig/internal/toolref"
)

// ToolName is what is known of the names of a tool; matchers look at all of
// them.
type ToolName = toolref.Name

// Input is what hooks are told of an event. Only Event must be set, and for
// events about calls Tool and ToolInput; each event uses the fields that
// concern it.
type Input struct {
	Event Event

	SessionID      string
	TranscriptPath string
	PromptID       string
	PermissionMode string
	// AgentID and AgentType are set inside sub-agents, and for the events
	// about them.
	AgentID, AgentType  string
	AgentTranscriptPath string
	// Cwd is the working folder; commands run there.
	Cwd string

	// Tool, ToolInput and ToolUseID are the call, its arguments as an object.
	Tool      ToolName
	ToolInput json.RawMessage
	ToolUseID string
	// ToolResponse is the result of a call that has run.
	ToolResponse json.RawMessage
	// Error says why a call failed, and Interrupted that it was cancelled.
	Error       string
	Interrupted bool
	// Duration is how long the call took.
	Duration time.Duration
	// Suggestions are the rules that would be offered to the person.
	Suggestions json.RawMessage

	// Prompt is what the person wrote.
	Prompt string
	// Source says how a session began: startup, resume, clear, compact, fork.
	Source string
	// Model is the model of a session that begins.
	Model string
	// Reason says why a session ended.
	Reason string
	// Trigger is manual or auto for PreCompact, Instructions what the person
	// wants kept.
	Trigger, Instructions string
	// StopHookActive says that the model goes on only because of a Stop hook.
	StopHookActive bool
	// LastMessage is what the model said last.
	LastMessage string
	// Message, Title and NotificationType are a notification.
	Message, Title, NotificationType string
}

// subject is what a matcher looks at when the event is not about a tool, and
// whether the event has such a thing.
func (in *Input) subject() (string, bool) {
	switch in.Event {
	case SessionStart:
		return in.Source, true
	case SessionEnd:
		return in.Reason, true
	case Notification:
		return in.NotificationType, true
	case PreCompact:
		return in.Trigger, true
	case SubagentStart, SubagentStop:
		return in.AgentType, true
	}
	return "", false
}

// selected reports whether a matcher fits the input.
func (in *Input) selected(m toolref.Matcher) bool {
	if in.Event.aboutTool() {
		return m.Match(in.Tool)
	}
	subject, has := in.subject()
	return !has || m.Match(ToolName{Canonical: subject})
}
