package hook

// Event is a moment in the life of a session at which hooks run.
type Event string

// The events, by the names that Claude Code gives them.
const (
	PreToolUse         Event = "PreToolUse"         // before a call runs; may deny, ask, change the input
	PostToolUse        Event = "PostToolUse"        // after a call succeeded; may replace its output
	PostToolUseFailure Event = "PostToolUseFailure" // after a call failed
	PermissionRequest  Event = "PermissionRequest"  // before a person is asked; may answer instead
	UserPromptSubmit   Event = "UserPromptSubmit"   // before a prompt reaches the model; may block it
	SessionStart       Event = "SessionStart"
	SessionEnd         Event = "SessionEnd"
	SubagentStart      Event = "SubagentStart"
	SubagentStop       Event = "SubagentStop" // may keep the sub-agent going
	Stop               Event = "Stop"         // the model is done; may keep it going
	PreCompact         Event = "PreCompact"   // may keep the conversation as it is
	Notification       Event = "Notification"
)

// Events are all events that jig fires, in the order of a session.
func Events() []Event {
	return []Event{
		SessionStart, UserPromptSubmit, PreToolUse, PermissionRequest, PostToolUse, PostToolUseFailure,
		SubagentStart, SubagentStop, Notification, PreCompact, Stop, SessionEnd,
	}
}

// Guard reports whether hooks of this event protect something, so that one
// that fails blocks.
func (e Event) Guard() bool {
	return e == PreToolUse || e == PermissionRequest || e == UserPromptSubmit
}

// aboutTool reports whether the event is about a call of a tool.
func (e Event) aboutTool() bool {
	return e == PreToolUse || e == PermissionRequest || e == PostToolUse || e == PostToolUseFailure
}

// decides reports whether hooks of this event answer allow, ask or deny.
func (e Event) decides() bool { return e == PreToolUse || e == PermissionRequest }

// blocks reports whether a hook can block at this event.
func (e Event) blocks() bool {
	switch e {
	case SessionStart, SessionEnd, SubagentStart, Notification:
		return false
	}
	return true
}

// plainContext reports whether text that a hook prints is for the model.
func (e Event) plainContext() bool { return e == UserPromptSubmit || e == SessionStart }

// foreign are events of Claude Code that jig does not have. None is a guard of
// something that jig would do without asking.
func foreign() []string {
	return []string{
		"ConfigChange", "CwdChanged", "DirectoryAdded", "Elicitation", "ElicitationResult", "FileChanged",
		"InstructionsLoaded", "MessageDisplay", "PermissionDenied", "PostCompact", "PostModelSwitch", "PostToolBatch",
		"PreModelSwitch", "Setup", "StopFailure", "TaskCompleted", "TaskCreated", "TeammateIdle",
		"UserPromptExpansion", "WorktreeCreate", "WorktreeRemove",
	}
}
