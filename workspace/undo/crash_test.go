package undo_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jig/tool"
	"jig/workspace"
	"jig/workspace/undo"
)

// childEnv tells the other process what to do.
const childEnv = "JIG_UNDO_CHILD"

// TestTheOtherProcess is not a test: the tests below run it in processes of its
// own.
func TestTheOtherProcess(t *testing.T) {
	spec := os.Getenv(childEnv)
	if spec == "" {
		t.Skip("it is run by other tests")
	}
	if err := child(t.Context(), strings.Split(spec, "|")); err != nil {
		t.Fatal(err)
	}
}

// child makes random calls, undos and redos: root, state, seed, number of steps,
// prefix of its files.
func child(ctx context.Context, spec []string) error {
	seed, err := strconv.ParseUint(spec[2], 10, 64)
	if err != nil {
		return err
	}
	steps, err := strconv.Atoi(spec[3])
	if err != nil {
		return err
	}
	space, err := workspace.New(spec[0])
	if err != nil {
		return err
	}
	log, err := undo.Open(spec[1], space, undo.Options{Session: spec[4]})
	if err != nil {
		return err
	}
	c := &worker{log: log, sess: workspace.NewSession(space, workspace.SessionOptions{}), dice: rand.New(rand.NewPCG(seed, 7)), root: spec[0], prefix: spec[4]}
	fmt.Println("ready")
	if steps < 0 { // one undo only
		_, err := log.Undo(ctx, undo.Request{})
		return err
	}
	for i := range steps {
		if err := c.step(ctx, i); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
		fmt.Println(i)
	}
	return errors.Join(log.Close(), space.Close())
}

type worker struct {
	log          *undo.Log
	sess         *workspace.Session
	dice         *rand.Rand
	root, prefix string
}

// content is a text that proves itself, so that a torn file is found out.
func content(dice *rand.Rand) []byte {
	body := strings.Repeat(fmt.Sprintf("%d ", dice.Uint64()), 1+dice.IntN(400))
	sum := sha256.Sum256([]byte(body))
	return []byte(hex.EncodeToString(sum[:]) + "\n" + body)
}

func proven(data []byte) bool {
	sum, body, ok := strings.Cut(string(data), "\n")
	want := sha256.Sum256([]byte(body))
	return ok && sum == hex.EncodeToString(want[:])
}

func (c *worker) file() string {
	return filepath.Join(c.root, fmt.Sprintf("%s%d", c.prefix, c.dice.IntN(3)), fmt.Sprintf("f%d", c.dice.IntN(4)))
}

func (c *worker) step(ctx context.Context, i int) error {
	switch c.dice.IntN(6) {
	case 0:
		sel := undo.Selection{Session: c.prefix}
		if records, err := c.log.List(ctx); err != nil {
			return err
		} else if i%2 == 0 && len(records) > 8 {
			sel.To = &undo.Point{Number: records[8].Number}
		}
		_, err := c.log.Undo(ctx, undo.Request{Selection: sel})
		return tolerable(err)
	case 1:
		_, err := c.log.Redo(ctx, undo.Request{Selection: undo.Selection{Session: c.prefix}})
		return tolerable(err)
	case 2:
		from, to := c.file(), c.file()
		return c.call(ctx, i, []string{from, to}, func() error {
			a, err := c.sess.Space().ResolveEntry(from)
			if err != nil || !a.Exists {
				return err
			}
			b, err := c.sess.Space().ResolveEntry(to)
			if err != nil || from == to {
				return err
			}
			c.sess.Saw(b, "") // an undo may have changed it since
			return c.sess.Move(ctx, a, b, true)
		})
	case 3:
		gone := c.file()
		return c.call(ctx, i, []string{gone}, func() error {
			p, err := c.sess.Space().ResolveEntry(gone)
			if err != nil || !p.Exists {
				return err
			}
			c.sess.Saw(p, "") // an undo may have changed it since
			return c.sess.Remove(ctx, p, false)
		})
	}
	name, text := c.file(), content(c.dice)
	return c.call(ctx, i, []string{name}, func() error {
		p, err := c.sess.Space().Resolve(name)
		if err != nil {
			return err
		}
		_, err = c.sess.Change(ctx, p, workspace.ChangeOptions{Unread: true}, func(workspace.Old) ([]byte, error) { return text, nil })
		return err
	})
}

// tolerable lets pass what an undo may answer in a random history.
func tolerable(err error) error {
	if _, ok := errors.AsType[*undo.ConflictError](err); ok || errors.Is(err, undo.ErrNothing) {
		return nil
	}
	return err
}

func (c *worker) call(ctx context.Context, i int, writes []string, do func() error) error {
	end, err := c.log.Keep(ctx, tool.Change{
		Call: &tool.Call{ID: fmt.Sprintf("%s-%d", c.prefix, i)}, Tool: "test", Intent: &tool.Intent{Writes: writes},
	})
	if err != nil {
		return err
	}
	err = do()
	end(nil)
	return err
}

func startChild(t *testing.T, b *bench, seed uint64, steps int, prefix string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTheOtherProcess$")
	cmd.Env = append(os.Environ(), childEnv+"="+strings.Join([]string{b.root, b.state, fmt.Sprint(seed), fmt.Sprint(steps), prefix}, "|"))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	b.must(err)
	b.must(cmd.Start())
	return cmd, bufio.NewScanner(out)
}

func TestAKilledProcessLeavesEveryFileOldOrNewAndTheLogKnowsWhich(t *testing.T) {
	kills := 25
	if more, err := strconv.Atoi(os.Getenv("JIG_UNDO_KILLS")); err == nil {
		kills = more
	}
	b := newBench(t, undo.Options{})
	dice := rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))
	killed := 0
	for round := range kills {
		cmd, lines := startChild(t, b, dice.Uint64(), 500, "w")
		stop := dice.IntN(40)
		for n := -1; n < stop; n++ {
			if !lines.Scan() {
				break
			}
		}
		<-time.After(time.Duration(dice.IntN(8000)) * time.Microsecond) // a random moment within the next steps
		b.must(cmd.Process.Kill())
		if err := cmd.Wait(); err != nil {
			killed++
		}
		b.checkAfterCrash(round)
	}
	if killed == 0 {
		t.Error("nothing was killed")
	}
	cut := 0
	for _, r := range b.list() {
		if r.Interrupted {
			cut++
		}
	}
	t.Logf("killed %d times: %d calls were cut off after they had changed something, %d undos and redos on the way", killed, cut, b.half)
}

// checkAfterCrash holds the disk against the log: every file is whole, and the
// newest record of each path says what is there.
func (b *bench) checkAfterCrash(round int) {
	b.t.Helper()
	records, err := b.log.List(b.t.Context())
	b.must(err)
	latest := map[string]undo.Image{}
	for i := len(records) - 1; i >= 0; i-- {
		r := records[i]
		if r.State == undo.Running {
			b.t.Fatalf("round %d: record %d was not settled", round, r.Number)
		}
	}
	// Undo of everything must be possible as soon as what was half done is done.
	for _, r := range records {
		if r.State == undo.Half {
			b.half++
			_, err := b.log.Undo(b.t.Context(), undo.Request{})
			b.must(err)
			break
		}
	}
	records, err = b.log.List(b.t.Context())
	b.must(err)
	// The last word about a path has the call, undo or redo that came last. Of the
	// calls of one undo that is the oldest, of one redo the newest.
	slices.SortFunc(records, func(a, b undo.Record) int {
		if when := max(a.Number, a.By) - max(b.Number, b.By); when != 0 {
			return when
		}
		if a.State == undo.Undone {
			return b.Number - a.Number
		}
		return a.Number - b.Number
	})
	for _, r := range records {
		for _, c := range r.Changes {
			latest[c.Path] = c.After
			if r.State == undo.Undone {
				latest[c.Path] = c.Before
			}
		}
	}
	seen := map[string]bool{}
	b.must(filepath.WalkDir(b.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if _, ok := workspace.Aside(d.Name()); ok {
			b.t.Errorf("round %d: %s was left behind", round, path)
			return nil
		}
		seen[path] = true
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !proven(data) {
			b.t.Errorf("round %d: %s is torn", round, path)
		}
		sum := sha256.Sum256(data)
		if got := hex.EncodeToString(sum[:]); latest[path].Hash != got {
			b.t.Errorf("round %d: %s is not what the log says (%s)", round, path, latest[path])
		}
		return nil
	}))
	for path, image := range latest {
		if image.Kind == undo.File && !seen[path] {
			b.t.Errorf("round %d: the log says that %s is there", round, path)
		}
	}
	if b.t.Failed() {
		b.t.FailNow()
	}
}

func TestTwoProcessesShareALog(t *testing.T) {
	b := newBench(t, undo.Options{})
	first, one := startChild(t, b, 1, 60, "x")
	second, two := startChild(t, b, 2, 60, "y")
	for one.Scan() {
	}
	for two.Scan() {
	}
	b.must(first.Wait())
	b.must(second.Wait())
	if n, err := b.log.Damaged(t.Context()); err != nil || n != 0 {
		t.Errorf("%d damaged lines, %v", n, err)
	}
	b.checkAfterCrash(0)
	numbers := map[int]bool{}
	for _, r := range b.list() {
		if numbers[r.Number] {
			t.Errorf("record %d is there twice", r.Number)
		}
		numbers[r.Number] = true
		for _, c := range r.Changes {
			if strings.HasPrefix(b.log.Show(c.Path), "x") != (r.Session == "x") {
				t.Errorf("record %d of %s has %s", r.Number, r.Session, c.Path)
			}
		}
	}
}
