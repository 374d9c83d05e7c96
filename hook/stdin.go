package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// passing are the fields that differ from one call to the next without any
// meaning for the answer. They do not count when an answer is looked up.
type passing struct {
	SessionID           string `json:"session_id,omitempty"`
	TranscriptPath      string `json:"transcript_path,omitempty"`
	PromptID            string `json:"prompt_id,omitempty"`
	AgentID             string `json:"agent_id,omitempty"`
	AgentTranscriptPath string `json:"agent_transcript_path,omitempty"`
	ToolUseID           string `json:"tool_use_id,omitempty"`
	DurationMS          int64  `json:"duration_ms,omitempty"`
}

// claudeInput is what hooks from Claude Code's settings read on stdin.
type claudeInput struct {
	passing
	Event          Event           `json:"hook_event_name"`
	Cwd            string          `json:"cwd"`
	PermissionMode string          `json:"permission_mode,omitempty"`
	AgentType      string          `json:"agent_type,omitempty"`
	ToolName       string          `json:"tool_name,omitempty"`
	ToolInput      json.RawMessage `json:"tool_input,omitempty"`
	Server         string          `json:"mcp_server,omitempty"`
	ToolResponse   json.RawMessage `json:"tool_response,omitempty"`
	Error          string          `json:"error,omitempty"`
	Interrupted    bool            `json:"is_interrupt,omitempty"`
	Suggestions    json.RawMessage `json:"permission_suggestions,omitempty"`
	Prompt         *string         `json:"prompt,omitempty"`
	Source         string          `json:"source,omitempty"`
	Model          string          `json:"model,omitempty"`
	Reason         string          `json:"reason,omitempty"`
	Trigger        string          `json:"trigger,omitempty"`
	Instructions   string          `json:"custom_instructions,omitempty"`
	StopHookActive *bool           `json:"stop_hook_active,omitempty"`
	LastMessage    string          `json:"last_assistant_message,omitempty"`
	Message        string          `json:"message,omitempty"`
	Title          string          `json:"title,omitempty"`
	Notification   string          `json:"notification_type,omitempty"`
}

// kiroInput is what hooks from Kiro's agents read on stdin.
type kiroInput struct {
	Event        string          `json:"hook_event_name"`
	Cwd          string          `json:"cwd"`
	SessionID    string          `json:"session_id,omitempty"`
	Prompt       string          `json:"prompt,omitempty"`
	ToolName     string          `json:"tool_name,omitempty"`
	ToolInput    json.RawMessage `json:"tool_input,omitempty"`
	ToolResponse *kiroResponse   `json:"tool_response,omitempty"`
	LastMessage  string          `json:"assistant_response,omitempty"`
}

type kiroResponse struct {
	Success bool              `json:"success"`
	Result  []json.RawMessage `json:"result"`
}

// stdin is the input as a hook of the dialect reads it. With lasting set, what
// is only passing is left out.
func (in *Input) stdin(d Dialect, lasting bool) ([]byte, error) {
	var value any
	if d == Kiro {
		value = in.kiro(lasting)
	} else {
		value = in.claude(lasting)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, fmt.Errorf("the input of a %s hook is not JSON: %w", in.Event, err)
	}
	return b.Bytes(), nil
}

func (in *Input) claude(lasting bool) claudeInput {
	out := claudeInput{
		Event: in.Event, Cwd: in.Cwd, PermissionMode: in.PermissionMode, AgentType: in.AgentType,
		ToolResponse: in.ToolResponse, Error: in.Error, Interrupted: in.Interrupted, Suggestions: in.Suggestions,
		Source: in.Source, Model: in.Model, Reason: in.Reason, Trigger: in.Trigger, Instructions: in.Instructions,
		LastMessage: in.LastMessage, Message: in.Message, Title: in.Title, Notification: in.NotificationType,
	}
	if in.Event.aboutTool() {
		out.ToolName, out.Server = claudeToolName(in.Tool), in.Tool.Server
		out.ToolInput = orObject(in.ToolInput)
	}
	switch in.Event {
	case UserPromptSubmit:
		out.Prompt = &in.Prompt
	case Stop, SubagentStop:
		out.StopHookActive = &in.StopHookActive
	}
	if !lasting {
		out.passing = passing{
			SessionID: in.SessionID, TranscriptPath: in.TranscriptPath, PromptID: in.PromptID, AgentID: in.AgentID,
			AgentTranscriptPath: in.AgentTranscriptPath, ToolUseID: in.ToolUseID, DurationMS: in.Duration.Milliseconds(),
		}
	}
	return out
}

func (in *Input) kiro(lasting bool) kiroInput {
	out := kiroInput{Event: kiroName(in.Event), Cwd: in.Cwd, Prompt: in.Prompt, LastMessage: in.LastMessage}
	if !lasting {
		out.SessionID = in.SessionID
	}
	if in.Event.aboutTool() {
		out.ToolName, out.ToolInput = kiroToolName(in.Tool), orObject(in.ToolInput)
	}
	switch in.Event {
	case PostToolUse:
		out.ToolResponse = &kiroResponse{Success: true, Result: []json.RawMessage{orObject(in.ToolResponse)}}
	case PostToolUseFailure:
		text, err := json.Marshal(in.Error)
		if err != nil { // a string always is JSON
			text = []byte(`""`)
		}
		out.ToolResponse = &kiroResponse{Result: []json.RawMessage{text}}
	}
	return out
}

func orObject(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	return raw
}

// claudeToolName is the name that scripts written for Claude Code compare with.
func claudeToolName(n ToolName) string {
	if n.Server != "" {
		return "mcp__" + n.Server + "__" + n.Tool
	}
	return known(n,
		"Agent", "AskUserQuestion", "Bash", "CronCreate", "Edit", "ExitPlanMode", "Glob", "Grep", "LSP", "Monitor",
		"NotebookEdit", "PowerShell", "Read", "ScheduleWakeup", "SendMessage", "Skill", "Task", "TodoWrite",
		"ToolSearch", "WebFetch", "WebSearch", "Workflow", "Write")
}

// kiroToolName is the name that scripts written for Kiro compare with.
func kiroToolName(n ToolName) string {
	if n.Server != "" {
		return "@" + n.Server + "/" + n.Tool
	}
	return known(n,
		"read", "fs_read", "write", "fs_write", "shell", "execute_bash", "aws", "use_aws", "grep", "glob", "code",
		"web_search", "web_fetch", "knowledge", "todo_list", "thinking", "introspect", "delegate", "subagent")
}

// known gives that name of the tool which is on the list, else its own.
func known(n ToolName, list ...string) string {
	if slices.Contains(list, n.Canonical) {
		return n.Canonical
	}
	for _, alias := range n.Aliases {
		if slices.Contains(list, alias) {
			return alias
		}
	}
	return n.Canonical
}
