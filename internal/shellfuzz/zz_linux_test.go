package shellfuzz_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"jig/internal/shellfuzz"
)

func TestZZSlow(t *testing.T) {
	all := bubbles(t, t.Context(), 1)
	s := time.Now()
	lines := make([]string, 200)
	for i := range lines {
		lines[i] = "true"
	}
	_, err := all[0].Run(t.Context(), lines)
	t.Log("true", time.Since(s), err)
	g := &shellfuzz.Generator{Corpus: corpusLines(t)}
	h := &hunter{generator: g, dice: rand.New(rand.NewPCG(5, 5))}
	s = time.Now()
	var seen sync.Map
	lines = h.gather(400, &seen)
	t.Log("gather 400", time.Since(s), h.generated)
	type one struct {
		d time.Duration
		l string
		c int
	}
	var o []one
	for _, l := range lines {
		s := time.Now()
		c, _ := all[0].Run(t.Context(), []string{l})
		o = append(o, one{time.Since(s), l, c[0]})
	}
	slices.SortFunc(o, func(a, b one) int { return int(b.d - a.d) })
	var sum time.Duration
	for _, x := range o {
		sum += x.d
	}
	fmt.Println("sum", sum)
	for _, x := range o[:40] {
		fmt.Printf("%v %d %q\n", x.d, x.c, x.l)
	}
	for i, x := range o {
		if i > 40 && i%3 == 0 {
			fmt.Printf("%v %d %q\n", x.d, x.c, x.l)
		}
	}
}
