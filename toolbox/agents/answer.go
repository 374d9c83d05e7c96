package agents

import (
	"fmt"
	"strings"

	"jig/tool"
)

// details of a step, for programs.
type details struct {
	Name     string    `json:"name,omitempty"`
	Type     string    `json:"type"`
	Status   string    `json:"status"`
	Error    string    `json:"error,omitempty"`
	Report   *Report   `json:"report,omitempty"`
	Worktree *leftover `json:"worktree,omitempty"`
}

func (o *outcome) details() details {
	d := details{Name: o.step.name, Type: o.step.kind.Name, Status: "done", Report: o.report, Worktree: o.tree}
	switch {
	case o.skipped != nil:
		d.Status, d.Error = "skipped", o.why()
	case o.err != nil:
		d.Status, d.Error = "failed", o.err.Error()
	}
	return d
}

func (o *outcome) why() string {
	return "not begun, because it needs " + strings.Join(o.skipped, " and ")
}

// text is the result of a step for the model.
func (o *outcome) text() string {
	var text string
	switch {
	case o.skipped != nil:
		text = o.why()
	case o.err != nil:
		text = tool.AsError(o.err).Error()
	default:
		if text = strings.TrimSpace(o.report.Text); text == "" {
			text = "(the sub-agent produced no text)"
		}
	}
	if o.tree != nil {
		text += "\n\n" + o.tree.String()
	}
	return text
}

// answer makes the result of a call.
func answer(p *plan, list []*outcome) (*tool.Result, error) {
	if p.shape == single {
		return alone(p, list[0])
	}
	var b strings.Builder
	all := make([]details, len(list))
	counts := map[string]int{}
	for i, o := range list {
		all[i] = o.details()
		counts[all[i].Status]++
		name := o.step.name
		if p.shape == fanned {
			name = fmt.Sprintf("%d. %s", i+1, o.step.name)
		}
		fmt.Fprintf(&b, "## %s (%s): %s\n\n%s\n\n", name, o.step.kind.Name, all[i].Status, o.text())
	}
	fmt.Fprintf(&b, "[%d done", counts["done"])
	for _, status := range []string{"failed", "skipped"} {
		if n := counts[status]; n > 0 {
			fmt.Fprintf(&b, ", %d %s", n, status)
		}
	}
	b.WriteString("]")
	r := tool.TextResult(b.String())
	r.Details = all
	r.IsError = counts["done"] == 0
	return r, nil
}

// alone is the result of one sub-agent.
func alone(p *plan, o *outcome) (*tool.Result, error) {
	r := tool.TextResult(o.text())
	if o.err == nil && len(o.report.Structured) > 0 {
		r.Content[0] = tool.Block{Type: tool.JSONBlock, JSON: o.report.Structured}
		if o.tree != nil {
			r.Content = append(r.Content, tool.Text(o.tree.String()))
		}
	}
	r.Details = o.details()
	if o.report != nil {
		r.ChildLoop = o.report.Loop
	}
	r.Display = &tool.Display{Title: o.step.kind.Name + ": " + p.title, Text: o.text(), Format: "markdown"}
	if o.err == nil {
		return r, nil
	}
	r.Content = nil // the error says it
	if o.tree != nil {
		r.Content = []tool.Block{tool.Text(o.tree.String())}
	}
	return r, o.err
}
