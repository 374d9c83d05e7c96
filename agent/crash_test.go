package agent_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"jig/agent"
	"jig/engine"
	"jig/journal"
	"jig/model/practice"
	"jig/tool"
	"jig/wire"
)

// The crash test runs a session in another process, kills it at any moment, and looks at
// what is left; then the session goes on, again in another process. The model
// numbers its calls by what it sees of the conversation, and every call leaves its number
// in a file. So a call that the journal has lost would be made again, and be found there
// twice. Meanwhile messages are queued; crash_queue_test.go looks after them.
const (
	crashEnv     = "JIG_AGENT_CRASH_DIR"
	crashLifeEnv = "JIG_AGENT_CRASH_LIFE" // which of the processes it is
)

type effect struct {
	N  int `json:"n"`
	US int `json:"us"`
}

// mark is the tool of the crash test: it leaves its number, and takes a moment.
func mark(dir string) tool.Tool {
	return tool.New(tool.Spec{Name: "mark", Description: "Leaves a number"}, func(ctx context.Context, in effect) (string, error) {
		f, err := os.OpenFile(filepath.Join(dir, "effects"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return "", err
		}
		if _, err = fmt.Fprintf(f, "%d\n", in.N); err == nil {
			err = f.Close()
		}
		timer := time.NewTimer(time.Duration(in.US) * time.Microsecond)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
		return fmt.Sprintf("left %d", in.N), err
	}).WithPlan(func(_ context.Context, in effect) (*tool.Intent, error) {
		return &tool.Intent{Writes: []string{fmt.Sprintf("/effects/%d", in.N%2)}}, nil
	})
}

// highest is the last number that the conversation knows of.
func highest(messages []wire.Message) int {
	n := 0
	for i := range messages {
		for _, c := range messages[i].Calls() {
			var e effect
			if json.Unmarshal(c.Args, &e) == nil {
				n = max(n, e.N)
			}
		}
		var k int
		if _, after, ok := strings.Cut(messages[i].Text(), "up to number "); ok {
			if _, err := fmt.Sscanf(after, "%d", &k); err == nil {
				n = max(n, k)
			}
		}
	}
	return n
}

func crashModel() *practice.Model {
	return practice.Func(func(_ context.Context, req *wire.Request) (practice.Turn, error) {
		n := highest(req.Messages)
		t := practice.Turn{Thinking: "hm", Text: fmt.Sprintf("from %d", n)}
		if rand.IntN(4) == 0 {
			return t, nil // it has finished: follow-ups are next
		}
		for range 1 + rand.IntN(3) {
			n++
			call := practice.Call{Name: "mark", Args: effect{N: n, US: rand.IntN(3000)}}
			t.Steps = append(t.Steps, practice.Step{Call: &call}, practice.Step{Text: "and "}, practice.Step{Wait: time.Duration(rand.IntN(1000)) * time.Microsecond})
		}
		return t, nil
	})
}

func crashOptions(dir string, j *journal.Journal) agent.Options {
	set := tool.NewSet(mark(dir))
	return agent.Options{
		Model: crashModel(), Engine: agent.NewEngine(set, engine.AllowAll(), engine.Options{}), Journal: j,
		Limits: agent.Limits{Turns: -1, Tokens: -1, Time: -1},
		Compaction: agent.CompactOptions{Window: 3000, Summarise: func(_ context.Context, m []wire.Message) (string, error) {
			return fmt.Sprintf("calls up to number %d", highest(m)), nil
		}},
	}
}

// crashChild is the process that gets killed. It is false in the test itself.
func crashChild() bool {
	dir := os.Getenv(crashEnv)
	if dir == "" {
		return false
	}
	if err := crashRun(dir); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	return true
}

func crashRun(dir string) error {
	j, recs, err := journal.Open(filepath.Join(dir, "sessions"), journal.Options{}).Resume("crash")
	if err != nil {
		return err
	}
	s, err := agent.Resume(recs, crashOptions(dir, j))
	if err != nil {
		return err
	}
	fmt.Println("ready")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) //nolint:forbidigo // a process of its own
	defer cancel()
	queued := make(chan error, 1)
	go func() { queued <- crashQueue(ctx, s, os.Getenv(crashLifeEnv)) }()
	for err == nil && ctx.Err() == nil {
		_, err = s.Do(ctx, wire.Say("leave numbers"))
	}
	cancel()
	return errors.Join(err, <-queued)
}

func TestASessionSurvivesBeingKilledAnywhere(t *testing.T) {
	t.Parallel()
	kills := 200
	if testing.Short() {
		kills = 20
	}
	for round := range 5 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			t.Parallel()
			crashRound(t, kills/5)
		})
	}
}

func crashRound(t *testing.T, kills int) {
	dir := t.TempDir()
	store := journal.Open(filepath.Join(dir, "sessions"), journal.Options{})
	j, err := store.Create(journal.Header{ID: "crash"})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	var told map[string]bool
	stats := make(map[string]int)
	mail := &mail{sent: make(map[string]bool)}
	for life := range kills {
		mail.add(killOne(t, dir, life, time.Duration(rand.IntN(40_000))*time.Microsecond))
		told = lookAfterCrash(t, dir, store, told, mail, stats)
		if t.Failed() {
			return
		}
	}
	mail.drain(t, dir, store)
	t.Logf("%d effects, %d interrupted, %d not run, %d compactions", stats["effects"], stats["interrupted"], stats["not run"], stats["compaction"])
	t.Logf("%d messages queued, of which %d had to wait again", len(mail.sent), mail.restored)
	if stats["effects"] < kills {
		t.Errorf("only %d effects in %d kills", stats["effects"], kills)
	}
}

// killOne lets the session run for a while and kills it. It gives what the process said.
func killOne(t *testing.T, dir string, life int, after time.Duration) (said string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), crashEnv+"="+dir, crashLifeEnv+"="+strconv.Itoa(life))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(out)
	line, err := in.ReadString('\n')
	if err != nil || line != "ready\n" {
		rest, _ := io.ReadAll(in) // whatever it says helps
		t.Fatalf("the process said %q %s (%v)", line, rest, err)
	}
	<-time.After(after)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatalf("the process ended before it was killed: %s", rest)
	}
	return string(rest)
}

// lookAfterCrash checks what is left, and gives the results that have been recorded.
func lookAfterCrash(t *testing.T, dir string, store *journal.Store, before map[string]bool, mail *mail, stats map[string]int) map[string]bool {
	t.Helper()
	var recs []journal.Record
	for r, err := range store.Read("crash") {
		if err != nil {
			if strings.Contains(err.Error(), "cut") || strings.Contains(err.Error(), "torn") {
				break
			}
			t.Fatal(err)
		}
		recs = append(recs, r)
	}
	opt := crashOptions(dir, nil)
	opt.Journal = nil
	defer func() {
		if err := opt.Engine.Close(); err != nil {
			t.Error(err)
		}
	}()
	s, err := agent.Resume(recs, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	wantValid(t, s.Messages())
	mail.check(t, recs, s)

	// No call was made twice, and every one that was made is known to the model.
	raw, err := os.ReadFile(filepath.Join(dir, "effects"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	known := highest(s.Messages())
	seen := make(map[int]bool)
	for line := range strings.Lines(string(raw)) {
		var n int
		if _, err := fmt.Sscanf(line, "%d", &n); err != nil {
			t.Fatal(err)
		}
		if seen[n] {
			t.Errorf("call %d was made twice", n)
		}
		if seen[n] = true; n > known {
			t.Errorf("call %d was made, and the session does not know of it", n)
		}
	}
	stats["effects"] = len(seen)

	// No result that was recorded is lost.
	text := show(s.Messages())
	told := make(map[string]bool)
	compactions := 0
	var since map[string]bool // what must still be in the transcript
	for _, r := range recs {
		switch r.Kind {
		case "compaction":
			compactions++
			since = nil
		case "call.ended":
			var d struct {
				Result struct{ Content []tool.Block }
			}
			if err := r.Decode(&d); err != nil {
				t.Fatal(err)
			}
			if since == nil {
				since = make(map[string]bool)
			}
			since[d.Result.Content[0].Text], told[d.Result.Content[0].Text] = true, true
		}
	}
	for result := range since {
		if !strings.Contains(text, result+")") {
			t.Errorf("the result %q is lost:\n%s", result, text)
		}
	}
	for result := range before {
		if !told[result] {
			t.Errorf("the result %q is not in the journal any more", result)
		}
	}
	stats["compaction"] = compactions
	stats["interrupted"] = max(stats["interrupted"], strings.Count(text, "may or may not"))
	stats["not run"] = max(stats["not run"], strings.Count(text, "before this call started"))
	return told
}
