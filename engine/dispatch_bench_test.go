package engine_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"jig/engine"
	"jig/tool"
)

type findIn struct {
	Path  string   `json:"path" minLength:"1"`
	Limit int      `json:"limit" minimum:"1" maximum:"1000"`
	Tags  []string `json:"tags" maxItems:"10"`
	Opts  struct {
		Dry  bool   `json:"dry"`
		Mode string `json:"mode" enum:"fast,slow"`
	} `json:"opts"`
}

const findArgs = `{"path":"/srv/data/projects/jig/README.md","limit":25,"tags":["alpha","beta","gamma"],"opts":{"dry":true,"mode":"fast"}}`

func finder(quick bool) tool.Tool {
	return tool.New(tool.Spec{Name: "find", Description: "Finds", Access: tool.ReadOnly, Quick: quick},
		func(_ context.Context, in findIn) (string, error) { return in.Path, nil }).
		WithPlan(func(_ context.Context, in findIn) (*tool.Intent, error) {
			return &tool.Intent{Summary: "find", Reads: []string{in.Path}}, nil
		})
}

func BenchmarkCall(b *testing.B) {
	for _, quick := range []bool{true, false} {
		for _, observed := range []bool{false, true} {
			b.Run(fmt.Sprintf("quick=%v,events=%v", quick, observed), func(b *testing.B) {
				opt := engine.Options{Limits: engine.Limits{Overall: tool.Rate{Calls: 1e9, Per: time.Second}}}
				var events atomic.Int64
				if observed {
					opt.Observe = func(engine.Event) { events.Add(1) }
				}
				eng := newEngine(b, opt, finder(quick))
				ctx, cancel := context.WithCancel(b.Context())
				defer cancel()
				call := tool.Call{ID: "1", Name: "find", Args: []byte(findArgs)}
				b.ReportAllocs()
				for b.Loop() {
					if out := eng.Call(ctx, call); out.Status != engine.OK {
						b.Fatal(out.Result.Text())
					}
				}
			})
		}
	}
}

func BenchmarkTurn(b *testing.B) {
	for _, n := range []int{1, 10, 100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			eng := newEngine(b, engine.Options{}, finder(false))
			ctx := context.WithoutCancel(b.Context())
			ids := make([]string, n)
			for i := range ids {
				ids[i] = fmt.Sprint(i)
			}
			args := []byte(findArgs)
			b.ReportAllocs()
			for b.Loop() {
				turn := eng.Turn(ctx, engine.TurnOptions{})
				for i := range n {
					if err := turn.Add(tool.Call{ID: ids[i], Name: "find", Args: args}); err != nil {
						b.Fatal(err)
					}
				}
				turn.Close()
				turn.Wait()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/call")
		})
	}
}
