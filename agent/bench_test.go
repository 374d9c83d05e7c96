package agent_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"testing"
	"time"

	"jig/agent"
	"jig/journal"
	"jig/model"
	"jig/tool"
	"jig/wire"
)

// endless is a model that calls a tool in each of its answers, and then ends. It keeps
// nothing of what it is asked.
type endless struct{ turns, asked int }

func (*endless) Name() string     { return "test/endless" }
func (*endless) Info() model.Info { return model.Info{Context: 1 << 40} }

func (m *endless) Stream(context.Context, *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		m.asked++
		reply := &wire.Reply{Message: wire.Message{Role: wire.Assistant}, Stop: wire.EndTurn}
		if m.asked < m.turns {
			c := &wire.Call{ID: fmt.Sprint("call_", m.asked), Name: "echo", Args: fmt.Appendf(nil, `{"n":%d}`, m.asked)}
			reply.Stop = wire.ToolUse
			reply.Parts = []wire.Part{{Kind: wire.CallPart, Call: c}}
			if !yield(wire.Event{Kind: wire.CallBegun, Call: c}, nil) || !yield(wire.Event{Kind: wire.CallReady, Call: c}, nil) {
				return
			}
		} else {
			reply.Parts = []wire.Part{{Kind: wire.TextPart, Text: "done"}}
		}
		yield(wire.Event{Kind: wire.Done, Reply: reply}, nil)
	}
}

// BenchmarkSession tells what a turn costs in sessions of different lengths: it should be
// the same.
func BenchmarkSession(b *testing.B) {
	type in struct {
		N int `json:"n"`
	}
	echo := tool.New(tool.Spec{Name: "echo", Description: "Says the number", Access: tool.ReadOnly}, func(_ context.Context, a in) (int, error) { return a.N, nil })
	for _, journaled := range []bool{false, true} {
		for _, turns := range []int{100, 1000, 10_000} {
			b.Run(fmt.Sprintf("journal=%v/turns=%d", journaled, turns), func(b *testing.B) {
				if journaled && turns > 1000 {
					b.Skip("the disk decides")
				}
				var bytes, nanos float64
				for b.Loop() {
					opt := agent.Options{Model: &endless{turns: turns}, Engine: newEngine(b, echo), Limits: agent.Limits{Turns: -1, Tokens: -1, Time: -1}}
					var j *journal.Journal
					if journaled {
						_, j = newJournal(b)
						opt.Journal = j
					}
					s := newSession(b, opt)
					var before, after runtime.MemStats
					runtime.GC()
					runtime.ReadMemStats(&before)
					begin := time.Now()
					end, err := s.Do(b.Context(), wire.Say("go"))
					nanos += float64(time.Since(begin))
					if err != nil || end.Turns != turns {
						b.Fatal(end, err)
					}
					runtime.GC()
					runtime.ReadMemStats(&after)
					bytes += float64(after.HeapAlloc) - float64(before.HeapAlloc)
					runtime.KeepAlive(s)
					if j != nil {
						if err := j.Close(); err != nil {
							b.Fatal(err)
						}
					}
				}
				n := float64(b.N * turns)
				b.ReportMetric(nanos/n, "ns/turn")
				b.ReportMetric(bytes/n, "kept-B/turn")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
