package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"jig/engine/guard"
)

func TestAnAnswerThatComesAfterItsCallWasStoppedIsNotWaitedForAndHarmsNobody(t *testing.T) {
	in, program := io.Pipe()
	var told strings.Builder
	c := NewControl(in, NewOutput(&told))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.Ask(ctx, []guard.Question{{CallID: "a", Tool: "write"}, {CallID: "b", Tool: "write"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	c.mu.Lock()
	left := len(c.pending)
	c.mu.Unlock()
	if left != 0 {
		t.Errorf("%d questions are still kept", left)
	}
	if n := strings.Count(told.String(), `"type":"control_cancel_request"`); n != 2 {
		t.Errorf("the program is told of %d questions that nobody waits for:\n%s", n, told.String())
	}
	late := `{"type":"control_response","response":{"subtype":"success","request_id":"late","response":{"behavior":"allow"}}}` + "\n"
	message := `{"type":"user","message":{"role":"user","content":"go on"}}` + "\n"
	if _, err := io.Copy(program, strings.NewReader(late+late+message)); err != nil {
		t.Fatal(err)
	}
	if m := <-c.Messages(); m.Text() != "go on" {
		t.Errorf("the message is %q", m.Text())
	}
	if err := program.Close(); err != nil {
		t.Fatal(err)
	}
	if _, open := <-c.Messages(); open || c.Err() != nil {
		t.Errorf("the end of the input is %v", c.Err())
	}
}
