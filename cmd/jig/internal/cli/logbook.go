package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"jig"
	"jig/config"
	"jig/journal"
	"jig/tool"
	"jig/wire"
)

// Logbook shows the records of a session.
type Logbook struct {
	Out    *Output
	Format string
	Follow bool
}

// Run prints them. A record that is damaged is told of, and those after it are printed all the same.
func (l *Logbook) Run(ctx context.Context, operands []string) error {
	id := ""
	if len(operands) > 0 {
		id = operands[0]
	}
	id, err := FindSession(id, id == "")
	if err != nil {
		return err
	}
	store, err := jig.Sessions()
	if err != nil {
		return err
	}
	records := store.Read(id)
	if l.Follow {
		ctx, release := CatchSignals(ctx, func(int) {})
		defer release()
		records = store.Follow(ctx, id, 0)
	}
	var damage error
	for r, err := range records {
		if err != nil {
			damage = err
		}
		if r.Kind == "" {
			continue
		}
		if l.Format == JSONFormat {
			l.Out.JSON(exported{r.Seq, r.Time, r.Kind, r.Data})
		} else {
			l.Out.Text(told(&r))
		}
	}
	return damage
}

// exported is a record as it is printed.
type exported struct {
	Seq  int64           `json:"seq"`
	Time time.Time       `json:"time"`
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// entry is what the records of sessions have in common.
type entry struct {
	Message  *wire.Message `json:"message"`
	Call     *wire.Call    `json:"call"`
	Status   string        `json:"status"`
	Result   *tool.Result  `json:"result"`
	Decision *struct {
		Effect string `json:"effect"`
		Reason string `json:"reason"`
		Rule   string `json:"rule"`
		Change *struct {
			Args json.RawMessage `json:"args"`
		} `json:"change"`
	} `json:"decision"`
	CallID      string          `json:"call_id"`
	Interrupted json.RawMessage `json:"interrupted"`
	NotRun      json.RawMessage `json:"not_run"`
	Tool        string          `json:"tool"`
	Model       string          `json:"model"`
	Reason      string          `json:"reason"`
	Text        string          `json:"text"`
	Title       string          `json:"title"`
	Dir         string          `json:"cwd"`
	Usage       *wire.Usage     `json:"usage"`
}

// told is a record for people. All words are a stranger's.
func told(r *journal.Record) string {
	head := fmt.Sprintf("%5d  %s  ", r.Seq, r.Time.Local().Format(time.TimeOnly))
	return head + aboutRecord(r.Kind, r.Data, "")
}

func aboutRecord(kind string, data json.RawMessage, indent string) string {
	if kind == "child" {
		var c struct {
			Kind string          `json:"kind"`
			Data json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(data, &c); err != nil {
			return kind
		}
		return "  sub-agent: " + aboutRecord(c.Kind, c.Data, indent+"  ")
	}
	var e entry
	if err := json.Unmarshal(data, &e); err != nil {
		return config.Visible(kind)
	}
	if e.Call == nil {
		e.Call = &wire.Call{Name: "?"} // of a record that is not as it was written
	}
	switch kind {
	case journal.HeaderKind:
		return "session in " + config.Visible(e.Dir) + "  " + config.Visible(e.Title)
	case journal.TitleKind:
		return "title: " + config.Visible(e.Title)
	case "session":
		return "model " + config.Visible(e.Model)
	case "user":
		return "you: " + paragraphs(e.Message, indent)
	case "queued":
		return "waits: " + paragraphs(e.Message, indent)
	case "assistant":
		return "model: " + paragraphs(e.Message, indent)
	case "call.started":
		return "start " + config.Visible(e.Call.Name) + " " + brief(e.Call.Args)
	case "call.ended":
		text := config.Visible(e.Status)
		if e.Result != nil && e.Result.IsError {
			text += ": " + firstLine(e.Result.Text())
		}
		return "end   " + config.Visible(e.Call.Name) + " " + brief(e.Call.Args) + "  " + text
	case "call.decision":
		if e.Decision == nil {
			return config.Visible(kind)
		}
		text := config.Visible(e.Decision.Effect) + " " + config.Visible(e.Tool) + ": " + firstLine(e.Decision.Reason) + " " + config.Visible(e.Decision.Rule)
		if e.Decision.Change != nil {
			text += " changed to " + brief(e.Decision.Change.Args)
		}
		return strings.TrimRight(text, " ")
	case "resumed":
		return "resumed" + listed("interrupted", e.Interrupted) + listed("not run", e.NotRun)
	case "end":
		return "ended: " + config.Visible(e.Reason) + usageText(e.Usage)
	}
	if e.Reason != "" {
		return config.Visible(kind) + ": " + firstLine(e.Reason)
	}
	return config.Visible(kind)
}

// listed is what a record lists, if anything.
func listed(what string, list json.RawMessage) string {
	if len(list) == 0 || string(list) == "null" || string(list) == "[]" {
		return ""
	}
	return "; " + what + ": " + firstLine(string(list))
}

func usageText(u *wire.Usage) string {
	if u == nil {
		return ""
	}
	return fmt.Sprintf(", %d tokens in and %d out", u.Input, u.Output)
}

// paragraphs is what a message says, with its calls and results in brackets.
func paragraphs(m *wire.Message, indent string) string {
	if m == nil {
		return ""
	}
	var parts []string
	for _, p := range m.Parts {
		switch p.Kind {
		case wire.TextPart:
			if text := strings.TrimSpace(p.Text); text != "" {
				parts = append(parts, strings.ReplaceAll(visibleText(text), "\n", "\n                 "+indent))
			}
		case wire.CallPart:
			if p.Call == nil {
				continue
			}
			parts = append(parts, "["+config.Visible(p.Call.Name)+" "+brief(p.Call.Args)+"]")
		case wire.ResultPart, wire.ThinkingPart, wire.BlockPart, wire.OpaquePart:
		}
	}
	return strings.Join(parts, " ")
}
