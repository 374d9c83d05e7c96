package shell_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/shell"
	"jig/workspace"
)

func TestLongOutputShowsItsEndsAndNamesTheFile(t *testing.T) {
	outputs := filepath.Join(t.TempDir(), "outputs")
	b := newBench(t, func(o *shell.Options) { o.Outputs = outputs })
	out := b.call(t.Context(), "shell", "command", "seq 1 100000; seq 1 5 >&2")
	text := out.Result.Text()
	d := details(t, out)
	if !strings.HasPrefix(text, "1\n2\n3\n") || !strings.Contains(text, "\n99999\n100000\n[stderr]\n1\n2\n3\n4\n5") {
		t.Errorf("the ends are not there: %.200q … %q", text, text[len(text)-200:])
	}
	if !d.Truncated || d.OutputFile == "" || !strings.Contains(text, "the whole output is in "+d.OutputFile) || d.StdoutBytes != 588895 || d.StderrBytes != 10 {
		t.Errorf("%+v", d)
	}
	whole, err := os.ReadFile(d.OutputFile)
	if err != nil {
		t.Fatal(err)
	}
	if len(whole) != 588895+10 || !bytes.HasPrefix(whole, []byte("1\n2\n")) {
		t.Errorf("the file has %d bytes", len(whole))
	}
	info, err := os.Stat(d.OutputFile)
	if err != nil || info.Mode().Perm() != 0o600 || filepath.Dir(d.OutputFile) != outputs {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if len(text) > 32_000 {
		t.Errorf("the text has %d bytes", len(text))
	}
}

func TestShortOutputMakesNoFile(t *testing.T) {
	outputs := filepath.Join(t.TempDir(), "outputs")
	b := newBench(t, func(o *shell.Options) { o.Outputs = outputs })
	b.run("seq 1 1000")
	if _, err := os.Stat(outputs); !os.IsNotExist(err) {
		t.Errorf("a folder was made: %v", err)
	}
}

func TestHundredMegabytesDoNotStayInMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it prints 100 MB")
	}
	b := newBench(t)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	out := b.call(t.Context(), "shell", "command", "head -c 100000000 /dev/zero | tr '\\0' x; head -c 1000000 /dev/urandom >&2")
	runtime.GC()
	runtime.ReadMemStats(&after)
	d := details(t, out)
	if d.StdoutBytes != 100_000_000 || d.StderrBytes != 1_000_000 || !d.Truncated {
		t.Errorf("%+v", d)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
		t.Errorf("%d bytes more are in use", grown)
	}
	if total := after.TotalAlloc - before.TotalAlloc; total > 64<<20 {
		t.Errorf("%d bytes were allocated for it", total)
	}
	if info, err := os.Stat(d.OutputFile); err != nil || info.Size() != 101_000_000 {
		t.Errorf("the file: %v %v", info, err)
	}
	if len(out.Result.Text()) > 34_000 {
		t.Errorf("the text has %d bytes", len(out.Result.Text()))
	}
}

func TestFilesOfATemporaryFolderGoWithTheTools(t *testing.T) {
	dir := t.TempDir()
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	shells, err := shell.New(shell.Options{Space: space})
	if err != nil {
		t.Fatal(err)
	}
	res, err := shells.Tools()[0].Run(t.Context(), &tool.Call{Args: args("command", "seq 1 100000")})
	if err != nil {
		t.Fatal(err)
	}
	file := res.Details.(*shell.Details).OutputFile
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := shells.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Dir(file)); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
	if _, err := shells.Tools()[0].Run(t.Context(), &tool.Call{Args: args("command", "true")}); err == nil {
		t.Error("a closed tool ran something")
	}
	if err := space.Close(); err != nil {
		t.Error(err)
	}
}

func TestWhatHoldsThePipeIsNotWaitedFor(t *testing.T) {
	b := newBench(t)
	for name, line := range map[string]string{
		"a job that holds the pipes":    "echo x; sleep 985.125 &",
		"a job that holds nothing":      "echo x; sleep 985.125 >/dev/null 2>&1 &",
		"a daemon in its own session":   "echo x; setsid sleep 985.125 >/dev/null 2>&1 &",
		"a session that holds the pipe": "echo x; (setsid sleep 985.125 &)",
		"nohup":                         "echo x; nohup sleep 985.125 >/dev/null 2>&1 &",
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			out := b.call(t.Context(), "shell", "command", line)
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %s", took)
			}
			if text := out.Result.Text(); !strings.HasPrefix(text, "x\n[sleep 985.125 left running and was stopped: use action start") {
				t.Errorf("the answer is %q", text)
			}
			if alive(t, "985.125") {
				t.Error("it still runs")
			}
		})
	}
}

func TestOutputIsShownWhileItComes(t *testing.T) {
	b := newBench(t)
	var mu sync.Mutex
	var pieces []string
	eng := engine.New(b.set, engine.AllowAll(), engine.Options{Observe: func(e engine.Event) {
		if e.Kind == engine.Updated {
			mu.Lock()
			defer mu.Unlock()
			pieces = append(pieces, e.Result.Text())
		}
	}})
	out := eng.Call(t.Context(), tool.Call{Name: "bash", Args: args("command", `for i in 1 2 3 4 5; do printf "\033[1m$i\033[0m"; sleep 0.05; done; echo; printf '\xe2\x82'; sleep 0.05; printf '\xac\n'`)})
	if err := eng.Close(); err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if got := strings.Join(pieces, ""); got != "12345\n€\n" || len(pieces) < 3 {
		t.Errorf("%q, result %q", pieces, out.Result.Text())
	}
}

func TestFiftyLinesRunTogether(t *testing.T) {
	b := newBench(t)
	turn := b.eng.Turn(t.Context(), engine.TurnOptions{})
	for i := range 50 {
		if err := turn.Add(tool.Call{Name: "shell", Args: args("command", fmt.Sprintf("sleep 0.05; echo %d", i))}); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	for i, out := range turn.Wait() {
		if got := out.Result.Text(); got != fmt.Sprint(i) {
			t.Errorf("line %d gave %q", i, got)
		}
	}
}

func TestClosingEndsALineThatRuns(t *testing.T) {
	b := newBench(t)
	ready := filepath.Join(b.dir, "ready")
	ended := make(chan error, 1)
	go func() {
		_, err := b.shells.Tools()[0].Run(t.Context(), &tool.Call{Args: args("command", "touch ready; sleep 984.125")})
		ended <- err
	}()
	until(t.Context(), t, func() bool { _, err := os.Stat(ready); return err == nil })
	if err := b.shells.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "the session is ending") {
		t.Error(err)
	}
	if alive(t, "984.125") {
		t.Error("it still runs")
	}
}

// until waits for something that another process does.
func until(ctx context.Context, t *testing.T, is func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	late := time.NewTimer(20 * time.Second)
	defer late.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-late.C:
			t.Error("it did not happen within 20 seconds")
			return
		case <-ctx.Done():
			t.Error(ctx.Err())
			return
		}
	}
}
