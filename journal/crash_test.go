package journal_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"jig/journal"
)

// writerEnv tells the other process where to write.
const writerEnv = "JIG_JOURNAL_WRITER"

// Three goroutines of the writer add their own records, numbered each for itself.
const writers = 3

// entry is what they write. Text follows from the numbers, so that a record that nobody
// wrote would be seen.
type entry struct {
	Life   int64  `json:"life"` // which process it was
	Writer int    `json:"writer"`
	N      int    `json:"n"`
	Text   string `json:"text"`
}

func newEntry(life int64, writer, n int) entry {
	length := (n*7919 + writer*31) % 700
	if n%17 == 5 {
		length = 5000 // goes to a file
	}
	return entry{life, writer, n, strings.Repeat(fmt.Sprintf("%d/%d/%d ", life, writer, n), length/8+1)}
}

// TestTheWriter is not a test: the one below runs it in processes of its own.
func TestTheWriter(t *testing.T) {
	spec := os.Getenv(writerEnv)
	if spec == "" {
		t.Skip("it is run by another test")
	}
	dir, id, _ := strings.Cut(spec, "|")
	j, records, err := journal.Open(dir, journal.Options{Long: 4000, Redactor: &journal.Redactor{}}).Resume(id)
	if err != nil {
		fmt.Printf("failed %v\n", err)
		t.FailNow()
	}
	life := int64(len(records))
	fmt.Printf("life %d\n", life)
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := 0; ; n++ {
				e := newEntry(life, w, n)
				if n%3 == 0 {
					if _, err := j.Append("entry", e); err != nil {
						return
					}
					continue
				}
				seq, err := j.Commit("entry", e)
				if err != nil {
					return
				}
				// One write, so that the lines of the three do not mix.
				fmt.Printf("done %d %d %d %d\n", seq, life, w, n)
			}
		})
	}
	wg.Wait()
}

func TestNothingThatWasCommittedIsLostWhenTheWriterIsKilled(t *testing.T) {
	kills, sessions := 200, 8
	if testing.Short() {
		kills, sessions = 16, 2
	}
	dice := rand.New(rand.NewPCG(1, 2))
	s := journal.Open(t.TempDir(), journal.Options{Long: 4000, Redactor: &journal.Redactor{}})
	torn := 0
	for range sessions {
		j := create(t, s)
		closed(t, j)
		done := map[int64]string{}
		for range kills / sessions {
			runWriter(t, s, j.ID(), 1+dice.IntN(25), time.Duration(dice.IntN(3000))*time.Microsecond, done)
			torn += checkEntries(t, s, j.ID(), done)
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d kills, %d torn ends", kills, torn)
}

// runWriter lets a writer commit some records, kills it a moment later, and notes what it
// said to have committed.
func runWriter(t *testing.T, s *journal.Store, id string, commits int, moment time.Duration, done map[int64]string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTheWriter$")
	cmd.Env = append(os.Environ(), writerEnv+"="+s.Dir()+"|"+id)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for seen := 0; ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Error(err)
			}
			break
		}
		var seq, life int64
		var w, n int
		switch {
		case strings.HasPrefix(line, "failed"):
			t.Error(line)
		case strings.HasPrefix(line, "done"):
			if _, err := fmt.Sscanf(line, "done %d %d %d %d", &seq, &life, &w, &n); err != nil {
				t.Errorf("%q: %v", line, err)
			}
			done[seq] = fmt.Sprint(life, w, n)
			if seen++; seen == commits {
				<-time.After(moment)
				if err := cmd.Process.Kill(); err != nil {
					t.Error(err)
				}
			}
		}
	}
	_ = cmd.Wait() // it was killed
}

// checkEntries reads the session as the next process will, and reports how many torn ends
// it has had so far.
func checkEntries(t *testing.T, s *journal.Store, id string, done map[int64]string) (torn int) {
	t.Helper()
	j, records, err := s.Resume(id)
	if err != nil {
		t.Fatal(err)
	}
	closed(t, j)
	next := map[string]int{}
	for i, r := range records {
		if r.Seq != int64(i) {
			t.Fatalf("record %d has the number %d", i, r.Seq)
		}
		if r.Kind != "entry" {
			if r.Kind == journal.TornKind {
				torn = 1
			}
			continue
		}
		var e entry
		if err := r.Decode(&e); err != nil {
			t.Fatal(err)
		}
		if e != newEntry(e.Life, e.Writer, e.N) {
			t.Fatalf("record %d was never written: %+v", i, e)
		}
		who := fmt.Sprint(e.Life, e.Writer)
		if e.N != next[who] {
			t.Fatalf("record %d is the %dth of %s, where the %dth should be", i, e.N, who, next[who])
		}
		next[who]++
		if said, ok := done[r.Seq]; ok && said != fmt.Sprint(e.Life, e.Writer, e.N) {
			t.Fatalf("record %d is %+v, and was committed as %s", i, e, said)
		}
	}
	for seq := range done {
		if seq >= int64(len(records)) {
			t.Fatalf("record %d was committed, and is not there: there are %d", seq, len(records))
		}
	}
	return torn
}
