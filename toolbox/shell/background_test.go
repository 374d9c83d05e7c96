package shell_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/shell"
)

// start begins a background command and gives its handle.
func (b *bench) start(line string, pairs ...any) (id string) {
	b.t.Helper()
	out := b.call(b.t.Context(), "shell", append([]any{"action", "start", "command", line, "yield_time_ms", 2000}, pairs...)...)
	if out.Status != engine.OK {
		b.t.Fatal(out.Result.Text())
	}
	return details(b.t, out).ProcessID
}

// poll waits until the text is in what the command has printed or in its state, without taking anything from those who poll.
func (b *bench) poll(id, want string) string {
	b.t.Helper()
	text := ""
	until(b.t.Context(), b.t, func() bool {
		text = b.call(b.t.Context(), "monitor", "id", id).Result.Text()
		return strings.Contains(text, want)
	})
	return text
}

func TestABackgroundCommandIsTalkedTo(t *testing.T) {
	b := newBench(t)
	out := b.call(t.Context(), "Bash", "command", "echo ready; while read x; do echo got $x; done; echo bye; exit 3", "run_in_background", true)
	id := details(t, out).ProcessID
	if id == "" || out.Result.Control.Background != id || !strings.Contains(out.Result.Text(), "ready") || !strings.Contains(out.Result.Text(), "running for") {
		t.Fatalf("%+v", out.Result)
	}
	if text := b.call(t.Context(), "shell", "action", "write", "session_id", id, "chars", "one\ntwo\n").Result.Text(); !strings.Contains(text, "got one\ngot two") {
		t.Error(text)
	}
	if text := b.call(t.Context(), "shell", "action", "poll", "process_id", id, "yield_time_ms", 0).Result.Text(); !strings.Contains(text, "(no new output)") {
		t.Error(text)
	}
	if text := b.call(t.Context(), "monitor", "id", id).Result.Text(); !strings.Contains(text, "ready\ngot one\ngot two") {
		t.Error(text)
	}
	if text := b.call(t.Context(), "Monitor", "bash_id", id, "tail_bytes", 4).Result.Text(); !strings.Contains(text, "bytes before this are left out") || !strings.HasSuffix(text, "two") {
		t.Error(text)
	}
	out = b.call(t.Context(), "shell", "action", "write", "process_id", id, "input", "\x04", "yield_time_ms", 5000)
	text := out.Result.Text() + b.poll(id, "ended with code 3")
	if !strings.Contains(text, "bye") || !strings.Contains(text, "Exit code: 3") {
		t.Error(text)
	}
	if out := b.call(t.Context(), "shell", "action", "write", "process_id", id, "input", "x\n"); !out.Result.IsError || !strings.Contains(out.Result.Text(), "takes no more input") {
		t.Error(out.Result.Text())
	}
	if text := b.call(t.Context(), "shell", "action", "list").Result.Text(); !strings.Contains(text, id+": ended with code 3") {
		t.Error(text)
	}
}

func TestACommandThatEndedAtOnceIsNotPolled(t *testing.T) {
	b := newBench(t)
	out := b.call(t.Context(), "shell", "action", "start", "command", "exit 3", "yield_time_ms", 60_000)
	if text := out.Result.Text(); out.Result.Control.Background != "" || strings.Contains(text, "use poll") || !strings.HasSuffix(text, ", and ended already]") {
		t.Errorf("%+v", out.Result)
	}
}

func TestABackgroundCommandIsStopped(t *testing.T) {
	ended := make(chan string, 1)
	b := newBench(t, func(o *shell.Options) { o.Settled = func(id string) { ended <- id } })
	id := b.start("echo begun; (setsid sleep 983.125 &); sleep 983.125")
	out := b.call(t.Context(), "KillShell", "shell_id", id)
	if text := out.Result.Text(); !strings.Contains(text, "stopped after") {
		t.Error(text)
	}
	if alive(t, "983.125") {
		t.Error("something is left running")
	}
	select {
	case got := <-ended:
		if got != id {
			t.Errorf("%q was told to be over", got)
		}
	case <-t.Context().Done():
		t.Error("nobody was told")
	}
}

func TestABackgroundCommandEndsAtItsTimeout(t *testing.T) {
	b := newBench(t)
	id := b.start("echo begun; sleep 982.125", "timeout_ms", 300)
	b.poll(id, "when its time was up")
	if alive(t, "982.125") {
		t.Error("it still runs")
	}
}

func TestABackgroundCommandOutlivesItsCall(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	out := b.call(ctx, "shell", "action", "start", "command", "echo begun; read x; echo $x", "yield_time_ms", 3000)
	cancel()
	id := details(t, out).ProcessID
	if text := b.call(t.Context(), "shell", "process_id", id, "input", "still here\n").Result.Text(); !strings.Contains(text, "still here") {
		t.Error(text)
	}
}

func TestATerminalIsOne(t *testing.T) {
	b := newBench(t)
	id := b.start("test -t 0 && test -t 1 && echo terminal; tty; stty size; bash --norc -i", "pty", true)
	if text := b.poll(id, "40 120"); !strings.Contains(text, "terminal") {
		t.Error(text)
	}
	b.call(t.Context(), "shell", "action", "write", "process_id", id, "input", "echo $((6*7))x; sleep 981.125\n")
	b.poll(id, "42x")
	until(t.Context(), t, func() bool { return alive(t, "sleep\x00981.125") })
	b.call(t.Context(), "shell", "action", "write", "process_id", id, "input", "\u0003")
	b.call(t.Context(), "shell", "action", "write", "process_id", id, "input", "echo in$((1))terrupted\n")
	b.poll(id, "in1terrupted")
	if alive(t, "981.125") {
		t.Error("Ctrl-C did not end it")
	}
	b.call(t.Context(), "shell", "action", "write", "process_id", id, "input", "exit 5\n")
	b.poll(id, "ended with code 5")
}

func TestCtrlCWorksWithoutATerminal(t *testing.T) {
	b := newBench(t)
	id := b.start("trap 'echo caught; exit 9' INT; echo begun; while :; do sleep 0.02; done")
	b.call(t.Context(), "shell", "action", "write", "process_id", id, "input", "\u0003")
	if text := b.poll(id, "ended with code 9"); !strings.Contains(text, "caught") {
		t.Error(text)
	}
}

func TestMuchOutputOfABackgroundCommandIsInItsFile(t *testing.T) {
	b := newBench(t)
	id := b.start("seq 1 200000")
	b.poll(id, "ended with code 0")
	out := b.call(t.Context(), "monitor", "id", id)
	d := details(t, out)
	whole, err := os.ReadFile(d.OutputFile)
	if err != nil || len(whole) != 1288895 || !strings.HasSuffix(out.Result.Text(), "\n200000") {
		t.Errorf("%d bytes, %v, %+v", len(whole), err, d)
	}
}

func TestTooManyBackgroundCommandsAreRefused(t *testing.T) {
	b := newBench(t)
	for i := range 32 {
		if out := b.call(t.Context(), "shell", "action", "start", "command", "cat", "yield_time_ms", 0); out.Status != engine.OK {
			t.Fatalf("%d: %s", i, out.Result.Text())
		}
	}
	out := b.call(t.Context(), "shell", "action", "start", "command", "cat")
	if out.Status != engine.Failed || !strings.Contains(out.Result.Text(), "32 background commands already") {
		t.Error(out.Result.Text())
	}
	began := time.Now()
	if err := b.shells.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("closing took %s", took)
	}
}

func TestBackgroundCallsThatCannotWorkSayWhy(t *testing.T) {
	b := newBench(t)
	for name, test := range map[string]struct {
		pairs []any
		want  string
	}{
		"no id":           {[]any{"action", "poll"}, "needs the process_id"},
		"an unknown id":   {[]any{"action", "poll", "process_id", "sh-x"}, "there is no background command"},
		"nothing to type": {[]any{"action", "write", "process_id", "sh-x"}, "there is nothing to write"},
		"no command":      {[]any{"action", "start"}, "there is no command to start"},
		"neither":         {[]any{}, "there is no command to run"},
		"both":            {[]any{"action", "kill", "process_id", "x", "command", "ls"}, "takes no command"},
		"a terminal":      {[]any{"command", "ls", "pty", true}, "pty is for background commands"},
		"odd variables":   {[]any{"command", "ls", "env", map[string]string{"A B": "x"}}, "is not the name of a variable"},
	} {
		t.Run(name, func(t *testing.T) {
			out := b.call(t.Context(), "shell", test.pairs...)
			if !out.Result.IsError || !strings.Contains(out.Result.Text(), test.want) {
				t.Errorf("%s: %s", out.Status, out.Result.Text())
			}
		})
	}
	if out := b.call(t.Context(), "monitor", "id", "sh-x"); !out.Result.IsError {
		t.Error(out.Result.Text())
	}
}

func TestManyWritersTakeTurns(t *testing.T) {
	b := newBench(t)
	id := b.start("while read x; do echo $x >> log; done")
	turn := b.eng.Turn(t.Context(), engine.TurnOptions{})
	for i := range 20 {
		if err := turn.Add(tool.Call{Name: "shell", Args: args("action", "write", "process_id", id, "input", fmt.Sprintf("%d\n", i), "yield_time_ms", 0)}); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	turn.Wait()
	b.call(t.Context(), "shell", "action", "write", "process_id", id, "input", "\x04")
	b.poll(id, "ended with code 0")
	raw, err := os.ReadFile(filepath.Join(b.dir, "log"))
	var want strings.Builder
	for i := range 20 {
		fmt.Fprintln(&want, i)
	}
	if err != nil || string(raw) != want.String() {
		t.Errorf("%q %v", raw, err)
	}
}
