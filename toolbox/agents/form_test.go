package agents_test

import (
	"context"
	"fmt"
	"testing"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/agents"
)

// talker says one text after the other, as long as it is asked.
func talker(says []string) func(context.Context, agents.Task) (*agents.Report, error) {
	return func(ctx context.Context, t agents.Task) (*agents.Report, error) {
		rep := &agents.Report{}
		for _, text := range says {
			rep.Text = text
			rep.Turns++
			if t.Followup == nil {
				break
			}
			if _, more := t.Followup(ctx, rep); !more {
				return rep, nil
			}
		}
		return rep, nil
	}
}

func TestAResultFitsItsSchema(t *testing.T) {
	const ask = `{"prompt":"x","output_schema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}`
	tests := map[string]struct {
		says   []string
		status engine.Status
		want   string
		turns  int
	}{
		"plain JSON":                     {[]string{`{"n": 1}`}, engine.OK, `{"n":1}`, 1},
		"in a code block":                {[]string{"Here:\n```json\n{\"n\": 2}\n```\nDone."}, engine.OK, `{"n":2}`, 1},
		"in a sentence":                  {[]string{`It is {"n": 3}, I think`}, engine.OK, `{"n":3}`, 1},
		"right the second time":          {[]string{`{"n":"x"}`, `{"n":4}`}, engine.OK, `{"n":4}`, 2},
		"right the third time":           {[]string{`no`, `{}`, `{"n":5}`}, engine.OK, `{"n":5}`, 3},
		"never right":                    {[]string{`{}`, `{}`, `{"n":"x"}`, `{"n":6}`}, engine.Failed, "told 2 times", 3},
		"no JSON at all":                 {[]string{`a`, `b`, `c`}, engine.Failed, "there is no JSON in it", 3},
		"valid beside something invalid": {[]string{`{"a":`, `[{"n":1}`, `{"n":7}`}, engine.OK, `{"n":`, 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b := open(t, agents.Options{}, talker(test.says))
			out := b.call("agent", ask)
			b.want(out, test.status, test.want)
		})
	}
}

func TestAResultMayComeAsDataInTheSummary(t *testing.T) {
	var b *bench
	b = open(t, agents.Options{}, func(ctx context.Context, t agents.Task) (*agents.Report, error) {
		rep := &agents.Report{}
		for _, result := range []string{`{"n":"no"}`, `{"n":8}`} {
			b.eng.Call(ctx, tool.Call{Name: "summary", Args: fmt.Appendf(nil, `{"task_result":%s,"context_summary":"c"}`, result)})
			if _, more := t.Followup(ctx, rep); !more {
				break
			}
		}
		return rep, nil
	})
	out := b.call("agent", `{"prompt":"x","result_schema":"{\"properties\":{\"n\":{\"type\":\"integer\"}}}"}`)
	b.want(out, engine.OK, `{"n":8}`)
	if out.Result.Content[0].Type != tool.JSONBlock {
		t.Errorf("it came as %s", out.Result.Content[0].Type)
	}
}
