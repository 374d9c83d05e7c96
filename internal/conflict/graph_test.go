package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jig/internal/conflict"
)

// stated is what a call of the model below says it does; the reference answer
// compares these pairwise.
type stated struct {
	reads, writes []string
	locks         []string
	readsAll      bool
	writesAll     bool
}

func (s stated) accesses() []conflict.Access {
	var out []conflict.Access
	for _, p := range s.reads {
		out = append(out, conflict.Read(p))
	}
	for _, p := range s.writes {
		out = append(out, conflict.Write(p))
	}
	for _, l := range s.locks {
		out = append(out, conflict.Lock(l))
	}
	if s.readsAll {
		out = append(out, conflict.ReadAll())
	}
	if s.writesAll {
		out = append(out, conflict.WriteAll())
	}
	return append(out, conflict.Apart())
}

func covers(a, b string) bool {
	return a == b || a == "/" || strings.HasPrefix(b, a+"/")
}

func meet(as, bs []string) bool {
	for _, a := range as {
		for _, b := range bs {
			if covers(a, b) || covers(b, a) {
				return true
			}
		}
	}
	return false
}

func (s stated) changes() bool { return len(s.writes)+len(s.locks) > 0 || s.writesAll }

func conflicts(a, b stated) bool {
	if a.writesAll || b.writesAll {
		return true
	}
	if a.readsAll && b.changes() || b.readsAll && a.changes() {
		return true
	}
	for _, l := range a.locks {
		for _, m := range b.locks {
			if l == m {
				return true
			}
		}
	}
	return meet(a.writes, b.writes) || meet(a.writes, b.reads) || meet(a.reads, b.writes)
}

func someCall(t *rapid.T) stated {
	path := rapid.SampledFrom([]string{"/", "/a", "/a/b", "/a/b/c", "/a/b/d", "/a/e", "/f", "/f/g", "/ab", "/h/i/j"})
	paths := rapid.SliceOfN(path, 0, 2)
	s := stated{reads: paths.Draw(t, "reads"), writes: paths.Draw(t, "writes")}
	switch rapid.IntRange(0, 11).Draw(t, "kind") {
	case 0:
		s.writesAll = true
	case 1:
		s.readsAll = true
	case 2, 3:
		s.locks = []string{rapid.SampledFrom([]string{"x", "y"}).Draw(t, "lock")}
	}
	return s
}

type member struct {
	stated
	node  conflict.Node
	index int
	free  bool
	ended bool
}

func TestACallIsFreeExactlyWhenNoEarlierConflictingCallIsOpen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g conflict.Graph
		var all []*member
		for steps := rapid.IntRange(1, 80).Draw(t, "steps"); steps > 0; steps-- {
			var running []*member
			for _, m := range all {
				if m.free && !m.ended {
					running = append(running, m)
				}
			}
			if len(running) > 0 && rapid.Bool().Draw(t, "end one") {
				m := running[rapid.IntRange(0, len(running)-1).Draw(t, "which")]
				m.ended = true
				g.Release(&m.node, func(owner any) { owner.(*member).free = true })
			} else {
				m := &member{stated: someCall(t), index: len(all)}
				m.node.Owner = m
				g.Add(&m.node, m.accesses())
				m.free = !m.node.Waiting()
				all = append(all, m)
			}
			for _, m := range all {
				blocked := false
				for _, e := range all[:m.index] {
					blocked = blocked || !e.ended && conflicts(e.stated, m.stated)
				}
				if m.free == blocked {
					t.Fatalf("call %d: free=%v, but an earlier open conflict is %v\n%+v", m.index, m.free, blocked, all)
				}
			}
		}
	})
}

func TestACallReleasedEarlyPassesItsWaitingOn(t *testing.T) {
	var g conflict.Graph
	var a, b, c member
	for _, m := range []*member{&a, &b, &c} {
		m.node.Owner = m
		g.Add(&m.node, []conflict.Access{conflict.Write("/x")})
	}
	freed := func(owner any) { owner.(*member).free = true }
	g.Release(&b.node, freed) // denied while a is still at work
	if c.free {
		t.Fatal("c is free although a still writes what c writes")
	}
	g.Release(&a.node, freed)
	if !c.free {
		t.Fatal("c is not free after a and b ended")
	}
}

func TestABarrierHoldsUpWhatComesAfterIt(t *testing.T) {
	var g conflict.Graph
	g.Barrier() // with nothing before it, it holds nobody up
	var a, b member
	a.node.Owner, b.node.Owner = &a, &b
	g.Add(&a.node, []conflict.Access{conflict.Apart()})
	if a.node.Waiting() {
		t.Fatal("a waits for an empty barrier")
	}
	g.Barrier()
	g.Add(&b.node, []conflict.Access{conflict.Apart()})
	if !b.node.Waiting() {
		t.Fatal("b does not wait for the barrier")
	}
	g.Release(&a.node, func(owner any) { owner.(*member).free = true })
	if !b.free {
		t.Fatal("the barrier did not open")
	}
}

func TestPoisonReachesThoseWhoWaitNowAndLaterButNotOthers(t *testing.T) {
	var g conflict.Graph
	write := func(path string) *member {
		m := &member{}
		m.node.Owner = m
		g.Add(&m.node, []conflict.Access{conflict.Write(path)})
		return m
	}
	a, b, other := write("/x"), write("/x"), write("/y")
	hit := 0
	g.Poison(&a.node, func(any) { hit++ })
	if hit != 1 || !b.node.Poisoned() || other.node.Poisoned() {
		t.Fatalf("hit=%d b=%v other=%v", hit, b.node.Poisoned(), other.node.Poisoned())
	}
	if c := write("/x/z"); !c.node.Poisoned() {
		t.Fatal("a later call on the same place is not poisoned")
	}
	g.Release(&b.node, func(any) {})
	g.Release(&a.node, func(any) {})
	if d := write("/x"); d.node.Poisoned() && d.node.Waiting() == false {
		t.Fatal("poison outlives the call that stopped after all")
	}
}

func BenchmarkAddAndRelease(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			accesses := make([][]conflict.Access, n)
			for i := range accesses {
				path := fmt.Sprintf("/src/p%d/f%d.go", i%37, i%1009)
				switch i % 3 {
				case 0:
					accesses[i] = []conflict.Access{conflict.Write(path)}
				case 1:
					accesses[i] = []conflict.Access{conflict.Read(path)}
				default:
					accesses[i] = []conflict.Access{conflict.Read("/src")}
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				var g conflict.Graph
				nodes := make([]conflict.Node, n)
				for i := range nodes {
					nodes[i].Owner = i
					g.Add(&nodes[i], accesses[i])
				}
				for i := range nodes {
					g.Release(&nodes[i], func(any) {})
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/call")
		})
	}
}
