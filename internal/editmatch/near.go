package editmatch

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"jig/internal/clip"
)

// Missing is the error for a text that is nowhere in the file.
type Missing struct {
	// Near are the places that come closest, the closest first.
	Near []Near
	// Large is set when the file is too long for anything but an exact search.
	Large bool
}

// Near is a place that resembles what was looked for.
type Near struct {
	// Line is the number of the first of Lines, the lines as the file has them.
	Line  int
	Lines []string
	// Differs is the first line that is not as it was given: Have instead of
	// Want. It is 0 if all of them are.
	Differs    int
	Have, Want string
}

// Error says where to look.
func (e *Missing) Error() string {
	var b strings.Builder
	b.WriteString("the text to replace is not in the file")
	if e.Large {
		fmt.Fprintf(&b, ", which is longer than %d MB, so only an exact match was looked for", TolerantLimit>>20)
	}
	for i, n := range e.Near {
		if i == 0 {
			b.WriteString(". What comes closest:")
		}
		fmt.Fprintf(&b, "\n%s", n)
	}
	return b.String()
}

// String shows the place with line numbers and the first difference.
func (n Near) String() string {
	var b strings.Builder
	if last := n.Line + len(n.Lines) - 1; last > n.Line {
		fmt.Fprintf(&b, "lines %d to %d", n.Line, last)
	} else {
		fmt.Fprintf(&b, "line %d", n.Line)
	}
	if n.Differs > 0 {
		fmt.Fprintf(&b, " (line %d is %s, not %s)", n.Differs, quote(n.Have), quote(n.Want))
	}
	b.WriteString(":")
	for i, l := range n.Lines {
		fmt.Fprintf(&b, "\n%6d\t%s", n.Line+i, clip.Bytes(l, mostWidth))
	}
	return b.String()
}

const (
	mostNear  = 3   // places
	mostLines = 8   // lines of each
	mostWidth = 200 // bytes of a line
)

func missing(text, old string) *Missing {
	if len(text) > TolerantLimit {
		return &Missing{Large: true}
	}
	return &Missing{Near: Nearest(text, old)}
}

// Nearest gives the places in a text that resemble old most.
func Nearest(text, old string) []Near {
	have, want := splitLines(text), splitLines(old)
	if len(have) == 0 || len(want) == 0 {
		return nil
	}
	starts := votes(have, want)
	if len(starts) == 0 {
		starts = alike(have, want)
	}
	near := make([]Near, 0, len(starts))
	for _, at := range starts {
		near = append(near, describe(have, want, at))
	}
	return near
}

// votes lets every line that is in both say where the text would begin, and
// gives the places that most lines agree on. A line that is all over the file
// says little.
func votes(have, want []line) []int {
	in := map[string][]int{}
	for i, l := range want {
		if core := l.core(); core != "" {
			in[core] = append(in[core], i)
		}
	}
	often := map[string]int{}
	for _, l := range have {
		if core := l.core(); in[core] != nil {
			often[core]++
		}
	}
	score := map[int]float64{}
	for i, l := range have {
		core := l.core()
		if often[core]*len(in[core]) > 10_000 {
			continue
		}
		for _, j := range in[core] {
			score[i-j] += float64(len(core)) / float64(often[core])
		}
	}
	starts := slices.SortedFunc(maps.Keys(score), func(a, b int) int { return cmp.Or(cmp.Compare(score[b], score[a]), a-b) })
	if len(starts) > 0 {
		least := score[starts[0]] / 4
		starts = slices.DeleteFunc(starts, func(at int) bool { return score[at] < least })
	}
	return starts[:min(mostNear, len(starts))]
}

// alike finds the lines that share the most pairs of letters with the longest
// line of what was looked for.
func alike(have, want []line) []int {
	key := 0
	for i, l := range want {
		if len(l.core()) > len(want[key].core()) {
			key = i
		}
	}
	pairs, n := pairsOf(clip.Bytes(want[key].core(), mostWidth))
	type scored struct {
		at    int
		score float64
	}
	var best []scored
	for i, l := range have {
		score := overlap(pairs, n, clip.Bytes(l.core(), mostWidth))
		if score < 0.5 || len(best) == mostNear && score <= best[mostNear-1].score {
			continue
		}
		best = append(best, scored{i - key, score})
		slices.SortStableFunc(best, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
		best = best[:min(mostNear, len(best))]
	}
	starts := make([]int, len(best))
	for i, b := range best {
		starts[i] = b.at
	}
	return starts
}

func pairsOf(s string) (pairs map[[2]byte]int, n int) {
	pairs = map[[2]byte]int{}
	for i := 1; i < len(s); i++ {
		pairs[[2]byte{s[i-1], s[i]}]++
	}
	return pairs, max(len(s)-1, 0)
}

// overlap is the share of pairs that two lines have in common, from 0 to 1.
func overlap(pairs map[[2]byte]int, n int, s string) float64 {
	if n == 0 || len(s) < 2 || len(s) > 4*n || 4*len(s) < n {
		return 0
	}
	left := maps.Clone(pairs)
	common := 0
	for i := 1; i < len(s); i++ {
		if p := [2]byte{s[i-1], s[i]}; left[p] > 0 {
			left[p]--
			common++
		}
	}
	return 2 * float64(common) / float64(n+len(s)-1)
}

// describe shows the lines around the first difference.
func describe(have, want []line, at int) Near {
	var n Near
	first := max(at, 0)
	for i := range want {
		j := at + i
		if j < 0 || j >= len(have) {
			continue
		}
		if have[j].text != want[i].text && (i > 0 || !strings.HasSuffix(have[j].text, want[i].text)) {
			n.Differs, n.Have, n.Want = j+1, have[j].text, want[i].text
			if j-first >= mostLines {
				first = j - mostLines/2
			}
			break
		}
	}
	end := min(at+len(want), len(have), first+mostLines)
	n.Line = first + 1
	for _, l := range have[first:max(end, first)] {
		n.Lines = append(n.Lines, l.text)
	}
	return n
}

func quote(s string) string { return fmt.Sprintf("%q", clip.Bytes(s, mostWidth)) }
