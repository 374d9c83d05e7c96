package agents

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	"jig/tool"
)

// desk is where a sub-agent puts its report. Whoever started it has put the desk into the context.
type desk struct {
	mu    sync.Mutex
	text  string
	given bool
}

type deskKey struct{}

func (d *desk) put(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text, d.given = text, true
}

func (d *desk) take() (string, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text, d.given
}

// clear makes room for another report.
func (d *desk) clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text, d.given = "", false
}

type summaryInput struct {
	Result  string `json:"task_result" doc:"The result, whole: all that the agent you work for will see. Facts with paths and lines, what you did, what is left" minLength:"1"`
	Context string `json:"context_summary,omitempty" doc:"What else the other agent should know to go on"`
	Task    string `json:"task_description,omitempty" doc:"What the task was"`
}

// Summary is the tool with which a sub-agent reports and ends. It is for sub-agents only.
func Summary() tool.Tool {
	return tool.New(tool.Spec{
		Name: summaryName, Title: "Report", Aliases: []string{"Summary", "report_result", "attempt_completion"},
		Description: "Reports the result of your task to the agent that you work for, and ends your work. Call it once, at the end, when everything is done.",
		Help:        "Only this report reaches the other agent. If a certain form of the result was asked for, task_result is that JSON.",
		Keywords:    []string{"report", "result", "final", "answer", "done", "finish"},
		Category:    tool.Agent,
		Access:      tool.ReadOnly,
		Needs:       []tool.Capability{Needed},
		Quick:       true,
	}, report).WithSpellings(map[string][]string{
		"task_result": {"result", "summary", "report"}, "context_summary": {"context"}, "task_description": {"task", "description"},
	}).WithAdapt(func(_ string, args map[string]json.RawMessage) (string, error) {
		// Whoever is asked for JSON gives JSON, not text that contains it.
		if raw, ok := args["task_result"]; ok && len(raw) > 0 && raw[0] != '"' && string(raw) != "null" {
			args["task_result"] = text(string(raw))
		}
		return "", nil
	}).WithPlan(func(context.Context, summaryInput) (*tool.Intent, error) {
		return &tool.Intent{Summary: "report the result"}, nil
	})
}

func report(ctx context.Context, in summaryInput) (*tool.Result, error) {
	d, ok := ctx.Value(deskKey{}).(*desk)
	if !ok {
		return nil, tool.Errorf(tool.CodeFailed, "there is no agent to report to: you talk to a person, so just answer")
	}
	said := strings.TrimSpace(in.Result)
	if more := strings.TrimSpace(in.Context); more != "" && !json.Valid([]byte(said)) {
		said += "\n\nContext: " + more
	}
	d.put(said)
	r := tool.TextResult("Reported.")
	r.Control.StopTurn = true
	return r, nil
}
