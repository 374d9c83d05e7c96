package agent_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"jig/agent"
	"jig/model"
	"jig/tool"
	"jig/wire"
)

// slowDisk is a journal whose syncs last until somebody lets them go.
type slowDisk struct {
	notes
	syncs atomic.Int64
	gate  chan error
}

func (d *slowDisk) Sync() error {
	d.syncs.Add(1)
	return <-d.gate
}

func (d *slowDisk) ends() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, r := range d.records {
		if r.Kind == "call.ended" {
			n++
		}
	}
	return n
}

func together(n int) []step {
	var all []step
	for i := range n {
		all = append(all, calls(fmt.Sprint("c", i), "work", work{Say: fmt.Sprint(i), MS: 10, Writes: fmt.Sprint("/", i)}))
	}
	return all
}

func TestResultsThatComeTogetherShareASyncBeforeTheModelSeesThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &slowDisk{gate: make(chan error)}
		var b bench
		p := &player{answers: answers(together(12), []step{say("ok")})}
		s := newSession(t, agent.Options{Model: p, Journal: disk}, b.tool())
		ended := make(chan *agent.End)
		go func() {
			end, err := s.Do(t.Context(), wire.Say("go"))
			if err != nil {
				t.Error(err)
			}
			ended <- end
		}()
		asked := func() int {
			p.mu.Lock()
			defer p.mu.Unlock()
			return len(p.asked)
		}
		<-time.After(20 * time.Millisecond)
		synctest.Wait()
		if disk.ends() != 12 || disk.syncs.Load() != 1 || asked() != 1 {
			t.Errorf("%d results, %d syncs, and the model was asked %d times; want 12, 1 and 1", disk.ends(), disk.syncs.Load(), asked())
		}
		disk.gate <- nil
		synctest.Wait()
		if asked() == 1 { // the first sync began before the last result was there
			disk.gate <- nil
		}
		if end := <-ended; end.Reason != agent.Done || asked() != 2 || disk.syncs.Load() > 2 {
			t.Errorf("the run ended as %s after %d requests and %d syncs", end.Reason, asked(), disk.syncs.Load())
		}
	})
}

func TestAResultThatDoesNotComeToTheDiskEndsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &slowDisk{gate: make(chan error, 2)}
		disk.gate <- errFull
		disk.gate <- errFull
		var b bench
		p := &player{answers: answers(together(2), []step{say("ok")})}
		s := newSession(t, agent.Options{Model: p, Journal: disk}, b.tool())
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Failed)
		if len(p.asked) != 1 {
			t.Errorf("the model was asked %d times", len(p.asked))
		}
	})
}

func TestResultsOfAChildAreOnTheDiskBeforeItsModelSeesThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &slowDisk{gate: make(chan error, 9)}
		for range cap(disk.gate) {
			disk.gate <- nil
		}
		var b bench
		var before int64
		child := &player{answers: answers(together(5), []step{does(func(context.Context) { before = disk.syncs.Load() }), say("ok")})}
		spawn := tool.New(tool.Spec{Name: "spawn", Description: "Hands a task on"}, func(ctx context.Context, _ struct{}) (string, error) {
			rep, err := agent.FromContext(ctx).Spawn(ctx, agent.Task{Prompt: "do it", Model: child})
			return rep.Text, err
		})
		p := &player{answers: answers([]step{calls("a", "spawn", struct{}{})}, []step{say("ok")})}
		s := newSession(t, agent.Options{Model: p, Journal: disk}, b.tool(), spawn)
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
		if before == 0 {
			t.Error("there was no sync before the child's second request")
		}
	})
}

// BenchmarkResults tells what an answer with several calls costs that end at the same time,
// with a journal: mostly the syncs of their results.
func BenchmarkResults(b *testing.B) {
	look := tool.New(tool.Spec{Name: "work", Description: "Looks", Access: tool.ReadOnly}, func(context.Context, work) (string, error) { return "seen", nil })
	for _, n := range []int{1, 4, 16, 64} {
		b.Run(fmt.Sprintf("calls=%d", n), func(b *testing.B) {
			_, j := newJournal(b)
			p := &player{info: model.Info{Context: 1 << 40}}
			s := newSession(b, agent.Options{
				Model: p, Engine: newEngine(b, look), Journal: j, Limits: agent.Limits{Turns: -1, Tokens: -1, Time: -1},
			})
			answer := together(n)
			for b.Loop() {
				p.mu.Lock()
				p.asked, p.answers = nil, answers(answer, []step{say("ok")})
				p.mu.Unlock()
				if _, err := s.Do(b.Context(), wire.Say("go")); err != nil {
					b.Fatal(err)
				}
			}
			if err := j.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
