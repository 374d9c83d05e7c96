package cli_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jig/cmd/jig/internal/cli"
	"jig/engine"
	"jig/tool"
)

// outcome is a call that took 1.5 seconds and gave the result.
func outcome(status engine.Status, res *tool.Result) engine.Outcome {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))
	return engine.Outcome{
		Call:   &tool.Call{ID: "c1", Name: "Greet", Args: []byte(`{"who":"<you>"}`)},
		Result: res, Status: status, Tool: "greet", Intent: &tool.Intent{Summary: "greet you"},
		Started: began, Ended: began.Add(1500 * time.Millisecond),
	}
}

func TestTextGoesToTheStreamWhereItBelongs(t *testing.T) {
	mended := outcome(engine.OK, tool.TextResult("hello"))
	mended.Call.Repairs = []string{"one", "two"}
	tests := map[string]struct {
		out            engine.Outcome
		stdout, stderr string
	}{
		"a result is output":                     {outcome(engine.OK, tool.TextResult("hello")), "hello\n", ""},
		"blocks follow each other":               {outcome(engine.OK, &tool.Result{Content: []tool.Block{tool.Text("a"), tool.JSON(1)}}), "a\n1\n", ""},
		"an error is no output":                  {outcome(engine.Failed, tool.ErrorResult(errors.New("no luck"))), "", "no luck\n"},
		"mended arguments are told besides":      {mended, "hello\n", "jig: the arguments were mended: one; two\n"},
		"a result that is an error is no output": {outcome(engine.Failed, &tool.Result{Content: []tool.Block{tool.Text("half\n")}, IsError: true}), "", "half\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			p := &cli.Printer{Format: cli.TextFormat, Out: cli.NewOutput(&stdout), Stderr: &stderr}
			p.Event(engine.Event{Kind: engine.Progress, Text: "half way"})
			p.Outcome(test.out)
			if stdout.String() != test.stdout || stderr.String() != test.stderr {
				t.Errorf("stdout %q, stderr %q; want %q, %q", stdout.String(), stderr.String(), test.stdout, test.stderr)
			}
		})
	}
}

func TestATerminalSeesProgressOnOneLine(t *testing.T) {
	var stdout, stderr strings.Builder
	p := &cli.Printer{Format: cli.TextFormat, Out: cli.NewOutput(&stdout), Stderr: &stderr, Terminal: true}
	for _, text := range []string{"10%", "two\nlines\x1b[31m", strings.Repeat("ä", 200)} {
		p.Event(engine.Event{Kind: engine.Progress, Text: text})
	}
	p.Event(engine.Event{Kind: engine.Started, Text: "not progress"})
	p.Outcome(outcome(engine.OK, tool.TextResult("done")))
	const wipe = "\r\x1b[K"
	want := wipe + "10%" + wipe + "two lines [31m" + wipe + strings.Repeat("ä", 76) + "…" + wipe
	if stderr.String() != want || stdout.String() != "done\n" {
		t.Errorf("stderr %q, want %q; stdout %q", stderr.String(), want, stdout.String())
	}
}

func TestJSONIsOneObjectWithAllThereIsToKnow(t *testing.T) {
	res := &tool.Result{
		Content: []tool.Block{tool.Text("hi <you>")}, Details: map[string]int{"n": 1},
		Display: &tool.Display{Text: "Hi!"}, Control: tool.Control{StopTurn: true},
	}
	out := outcome(engine.OK, res)
	out.Call.Repairs, out.Call.Purpose = []string{"mended"}, "to be kind"
	var stdout, stderr strings.Builder
	p := &cli.Printer{Format: cli.JSONFormat, Out: cli.NewOutput(&stdout), Stderr: &stderr, Terminal: true}
	p.Event(engine.Event{Kind: engine.Progress, Text: "half way"})
	p.Outcome(out)
	want := `{"type":"result","call_id":"c1","tool":"greet","status":"ok","is_error":false,` +
		`"content":[{"type":"text","text":"hi <you>"}],"arguments":{"who":"<you>"},"repairs":["mended"],"purpose":"to be kind",` +
		`"intent":{"summary":"greet you"},"details":{"n":1},"display":{"text":"Hi!"},"control":{"stop_turn":true},` +
		`"started":"2026-01-02T02:04:05Z","ended":"2026-01-02T02:04:06.5Z","duration_ms":1500}` + "\n"
	if diff := cmp.Diff(want, stdout.String()); diff != "" || stderr.Len() > 0 {
		t.Errorf("stderr %q, stdout (-want +got):\n%s", stderr.String(), diff)
	}
}

func TestAReportTellsWhatNeverRan(t *testing.T) {
	out := engine.Outcome{
		Call:   &tool.Call{ID: "c1", Name: "gret", Args: []byte(`{"who":`)},
		Result: tool.ErrorResult(tool.NotFound("gret", []string{"greet"})), Status: engine.Invalid, Ended: time.Unix(0, 0),
	}
	raw, err := json.Marshal(cli.NewReport(out))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"result","call_id":"c1","tool":"gret","status":"invalid","is_error":true,` +
		`"content":[{"type":"text","text":"Tool not found: \"gret\". Did you mean greet?"}],` +
		`"error":{"error":"Tool not found: \"gret\". Did you mean greet?","code":"not_found","message":"\"gret\". Did you mean greet?",` +
		`"details":{"nearest":["greet"]},"retryable":false},"arguments":"{\"who\":","ended":"1970-01-01T00:00:00Z","duration_ms":0}`
	if diff := cmp.Diff(want, string(raw)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAStreamIsALineForEachEventAndTheResult(t *testing.T) {
	var stdout, stderr strings.Builder
	p := &cli.Printer{Format: cli.StreamFormat, Out: cli.NewOutput(&stdout), Stderr: &stderr, Terminal: true}
	call := &tool.Call{ID: "c1", Name: "greet"}
	p.Event(engine.Event{Kind: engine.Started, Call: call, Tool: "greet"})
	p.Event(engine.Event{Kind: engine.Progress, Call: call, Text: "half way"})
	p.Outcome(outcome(engine.OK, tool.TextResult("hello")))
	lines := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
	var types []string
	for _, line := range lines {
		var v struct{ Type string }
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		types = append(types, v.Type)
	}
	if diff := cmp.Diff([]string{"started", "progress", "result"}, types); diff != "" || stderr.Len() > 0 {
		t.Errorf("stderr %q, types (-want +got):\n%s", stderr.String(), diff)
	}
}

func TestAStreamThatNobodyReadsIsTold(t *testing.T) {
	gone := &failing{err: errors.New("gone")}
	var told error
	p := &cli.Printer{Format: cli.StreamFormat, Out: cli.NewOutput(gone), Broken: func(err error) { told = err }}
	p.Event(engine.Event{Kind: engine.TurnEnded})
	if !errors.Is(told, gone.err) {
		t.Errorf("told %v, want %v", told, gone.err)
	}
}
