package agents_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jig/engine"
	"jig/toolbox/agents"
)

// begin starts a task in the background and gives its id.
func (b *bench) begin(args string) string {
	b.t.Helper()
	out := b.call("agent", args)
	b.want(out, engine.OK, "Started in the background")
	id := out.Result.Control.Background
	if !strings.HasPrefix(id, "ag-") {
		b.t.Fatalf("the id is %q", id)
	}
	return id
}

func (b *bench) act(action, id string, more ...any) engine.Outcome {
	args := map[string]any{"action": action, "id": id}
	for i := 0; i+1 < len(more); i += 2 {
		args[more[i].(string)] = more[i+1]
	}
	return b.call("agent", args)
}

// napper takes as long as its prompt says.
func napper(ctx context.Context, t agents.Task) (*agents.Report, error) {
	d, err := time.ParseDuration(t.Prompt)
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return &agents.Report{Text: "slept " + t.Prompt}, nil
	case <-ctx.Done():
		return &agents.Report{Text: "half asleep"}, fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
}

func TestBackgroundWorkIsPolledWaitedForAndKilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, agents.Options{}, napper)
		short, long := b.begin(`{"prompt":"5s","description":"nap","run_in_background":true}`), b.begin(`{"operation":"launch","task":"1h"}`)
		b.want(b.act("poll", short), engine.OK, "running for 0s (nap)", "no result yet")
		b.want(b.act("list", ""), engine.OK, short+": running", long+": running", "- explore:")
		<-time.After(3 * time.Second)
		b.want(b.act("wait", short, "timeout_ms", 1000), engine.OK, "running for 4s")
		b.want(b.act("wait", short), engine.OK, "slept 5s")
		b.want(b.act("poll", short), engine.OK, "slept 5s") // it stays until others need the place
		b.want(b.act("kill", long), engine.OK, long+" was stopped", "it was stopped")
		b.want(b.act("poll", long), engine.Failed, "it was stopped")
		b.want(b.act("poll", "ag-xxx"), engine.Failed, short+", "+long)
	})
}

func TestCloseStopsBackgroundWorkAndAdmitsNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, agents.Options{}, napper)
		id := b.begin(`{"prompt":"1h","run_in_background":true}`)
		began := time.Now()
		if err := b.box.Close(); err != nil || time.Since(began) > 0 {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		b.want(b.act("poll", id), engine.Failed, "the session is over")
		b.want(b.call("agent", `{"prompt":"1s","run_in_background":true}`), engine.Failed, "the session is over")
	})
}

func TestResultsAreKeptUntilTheyAreFetched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, agents.Options{}, napper)
		var ids []string
		for range 64 {
			ids = append(ids, b.begin(`{"prompt":"1s","run_in_background":true}`))
			if len(ids)%16 == 0 {
				<-time.After(2 * time.Second)
			}
		}
		b.want(b.call("agent", `{"prompt":"1s","run_in_background":true}`), engine.Failed, "64 results that nobody has looked at")
		for _, id := range ids {
			b.want(b.act("poll", id), engine.OK, "slept 1s")
		}
		for range 16 {
			b.begin(`{"prompt":"1s","run_in_background":true}`)
		}
		b.want(b.call("agent", `{"prompt":"1s","run_in_background":true}`), engine.Failed, "16 tasks in the background already")
		b.want(b.act("poll", ids[0]), engine.Failed, "nothing runs")
		b.want(b.act("poll", ids[63]), engine.OK, "slept 1s")
	})
}

func TestBackgroundWorkOutlivesItsCall(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	b := open(t, agents.Options{}, func(life context.Context, _ agents.Task) (*agents.Report, error) {
		cancel(errors.New("the turn is over"))
		<-ctx.Done()
		return &agents.Report{Text: "still here"}, life.Err()
	})
	id := b.begin(`{"prompt":"x","run_in_background":true}`)
	b.want(b.act("wait", id), engine.OK, "still here")
}
