package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"jig/agent"
	"jig/config"
	"jig/engine"
	"jig/tool"
)

// Telling prints a run for a person, line by line: what the model says, and what becomes of its calls. All words are a
// stranger's: control characters are shown, not obeyed.
type Telling struct {
	W io.Writer
	// Quiet leaves out what the model says: that goes elsewhere.
	Quiet bool
	// Thoughts shows what it thinks, too.
	Thoughts bool

	speech *Speech
	about  map[string]string // calls on their way, and what they are about
}

// Pause ends the line that is being said, so that something else can be.
func (t *Telling) Pause() {
	if t.speech != nil {
		t.speech.End()
	}
}

// Event prints what there is to print about an event.
func (t *Telling) Event(e agent.Event) {
	if t.speech == nil {
		t.speech, t.about = NewSpeech(t.W, false), make(map[string]string)
	}
	child := e.ParentCall != ""
	switch e.Kind {
	case agent.TextDelta:
		if !t.Quiet && !child {
			t.speech.Add(e.Text)
		}
	case agent.ThinkingDelta:
		if t.Thoughts && !child {
			t.speech.Add(e.Text)
		}
	case agent.Tool:
		t.tool(e.Tool, e.Loop, child)
	case agent.Retrying:
		t.say("the answer broke off (%s); asking again in %s", e.Text, e.Delay.Round(time.Millisecond))
	case agent.Compacting:
		t.say("the conversation grows long: summing up its older part")
	case agent.Warned:
		t.say("%s", e.Text)
	case agent.Interrupted:
		t.say("stopping; once more to stop at once")
	case agent.TurnEnded, agent.RunEnded:
		t.speech.End()
	}
}

func (t *Telling) say(format string, args ...any) {
	t.speech.End()
	_, _ = io.WriteString(t.W, "· "+config.Visible(fmt.Sprintf(format, args...))+"\n") // it is beside the point of the command
}

// tool prints the end of a call, and its start if it takes a while to tell more.
func (t *Telling) tool(e *engine.Event, loop string, child bool) {
	if e.Call == nil {
		return
	}
	id := loop + " " + e.Call.ID // a sub-agent counts its calls anew
	switch e.Kind {
	case engine.Proposed:
		t.about[id] = brief(e.Args)
	case engine.Decided:
		if e.Decision != nil && e.Decision.Change != nil {
			t.about[id] = brief(e.Args) // what it does now, not what the model wanted
		}
	case engine.Progress:
		if e.Text != "" {
			t.say("  %s: %s", e.Call.Name, e.Text)
		}
	case engine.Ended, engine.Skipped:
		name := e.Call.Name
		if e.Tool != "" {
			name = e.Tool
		}
		mark := "✓"
		if e.Result != nil && e.Result.IsError {
			mark = "✗"
		}
		indent := ""
		if child {
			indent = "  "
		}
		text := strings.TrimRight(fmt.Sprintf("%s%s %s %s", indent, mark, config.Visible(name), t.about[id]), " ")
		if mark == "✗" {
			text += ": " + failure(e.Result)
		}
		t.speech.End()
		_, _ = fmt.Fprintln(t.W, text)
		delete(t.about, id)
	}
}

// failure is why a call failed, in a line: what the error says, or else how the result begins.
func failure(r *tool.Result) string {
	if r.Error != nil && r.Error.Message != "" {
		if r.Error.Code == tool.CodePermissionDenied {
			return "denied: " + firstLine(r.Error.Message)
		}
		return firstLine(r.Error.Message)
	}
	return firstLine(r.Text())
}

// mostBrief is how many characters of arguments and errors are shown.
const mostBrief = 120

// brief is what arguments are about: a lone value as it is, several as key=value.
func brief(args json.RawMessage) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(args, &fields) != nil {
		return ""
	}
	for _, key := range []string{"command", "path", "pattern", "file_path", "url", "query", "prompt", "description"} {
		var text string
		if raw, ok := fields[key]; ok && json.Unmarshal(raw, &text) == nil {
			return firstLine(text)
		}
	}
	if len(fields) == 0 {
		return ""
	}
	return firstLine(string(args))
}

// firstLine is the beginning of a text.
func firstLine(text string) string {
	line, more, _ := strings.Cut(strings.TrimSpace(text), "\n")
	runes := []rune(line)
	if len(runes) > mostBrief {
		return config.Visible(string(runes[:mostBrief])) + "…"
	}
	if more != "" {
		return config.Visible(line) + " …"
	}
	return config.Visible(line)
}
