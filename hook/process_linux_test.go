package hook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"jig/hook"
)

// inTime fails the test when something took as long as only a hang would.
func inTime(t *testing.T) {
	t.Helper()
	began := time.Now()
	t.Cleanup(func() {
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// gone waits until the processes whose numbers are in the file have ended.
func gone(t *testing.T, file string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	pids := read(t, file)
	for pid := range strings.FieldsSeq(pids) {
		for alive(pid) {
			select {
			case <-tick.C:
			case <-ctx.Done():
				t.Fatalf("process %s is still alive", pid)
			}
		}
	}
	<-tick.C
	<-tick.C
	if read(t, file) != pids {
		t.Error("something still starts processes")
	}
}

func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, after, _ := bytes.Cut(stat, []byte(") "))
	return !bytes.HasPrefix(after, []byte("Z"))
}

func TestNothingOfAHookStaysAlive(t *testing.T) {
	for name, line := range map[string]string{
		"a child in the background that holds the output":     `sleep 300 & echo $! >pids`,
		"a child in a session of its own that holds it":       `setsid sleep 300 & echo $! >pids`,
		"the same when the hook blocks":                       `setsid sleep 300 & echo $! >pids; exit 2`,
		"a daemon of a hook that hangs":                       `(setsid bash -c 'echo $$ >pids; exec sleep 300' >/dev/null 2>&1 </dev/null &); while [ ! -s pids ]; do :; done; exec sleep 300`,
		"many children of a hook that hangs":                  `for i in {1..50}; do (setsid sleep 300 >/dev/null 2>&1 & echo $! >>pids); done; sleep 300`,
		"a daemon that never stays the same process":          `export HOP='echo $$ >>pids || exit; setsid bash -c "$HOP" >/dev/null 2>&1 & exit'; bash -c "$HOP"; exec sleep 300`,
		"a daemon of a hook that ends well":                   `setsid sleep 300 </dev/null >/dev/null 2>&1 & echo $! >pids; sleep .2; exit 0`,
		"one without the mark that holds the output":          `env -i setsid sleep 300 & echo $! >pids; sleep .2; exit 0`,
		"the same, of a hook that ends at once":               `env -i setsid sleep 300 & echo $! >pids`,
		"a daemon without the mark, of a hook that hangs":     `unset JIG_HOOK_RUN; setsid sleep 300 >/dev/null 2>&1 & echo $! >pids; sleep 300`,
		"a daemon without the mark that was seen":             `(env -i setsid bash -c 'echo $$ >>pids; sleep 300 & echo $! >>pids; wait' >/dev/null 2>&1 </dev/null &); sleep .4`,
		"a hook that ignores every signal it can":             `trap '' TERM INT HUP; echo $$ >pids; while :; do :; done`,
		"a hook that stops itself":                            `echo $$ >pids; kill -STOP $$`,
		"a pipeline that prints without end":                  `echo $$ >pids; head -c 1000000000 /dev/zero | cat`,
		"a child that prints without end after the hook ends": `setsid yes & echo $! >pids`,
	} {
		t.Run(name, func(t *testing.T) {
			inTime(t)
			dir := t.TempDir()
			set := newSet(t, hook.Options{ProjectDir: dir}, trusted(hook.PreToolUse, hook.Handler{Command: line, Timeout: time.Second}))
			fire(t, set, call(hook.PreToolUse))
			gone(t, filepath.Join(dir, "pids"))
		})
	}
}

func TestAHookNeedNotReadItsInput(t *testing.T) {
	inTime(t)
	in := call(hook.PreToolUse)
	big, err := json.Marshal(map[string]string{"text": strings.Repeat("x", 8<<20)})
	if err != nil {
		t.Fatal(err)
	}
	in.ToolInput = big
	for _, line := range []string{"true", "exec 0<&-", "head -c 10 >/dev/null"} {
		if res := fire(t, bash(t, hook.PreToolUse, command(line)), in); res.Blocked {
			t.Errorf("%s: %s", line, res.Reason)
		}
	}
}

// gate is a named pipe by which a hook tells that it runs.
func gate(t *testing.T, dir string) (wait func()) {
	t.Helper()
	path := filepath.Join(dir, "gate")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return func() { read(t, path) }
}

func TestCancellingAnEventEndsItsHooks(t *testing.T) {
	inTime(t)
	dir := t.TempDir()
	running := gate(t, dir)
	set := newSet(t, hook.Options{ProjectDir: dir}, trusted(hook.PreToolUse, command(`echo $$ >pids; echo >gate; exec sleep 300`)))
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("steered away")
	go func() { // ends with the hook's first line
		running()
		cancel(why)
	}()
	res, err := set.Fire(ctx, call(hook.PreToolUse))
	if !errors.Is(err, why) || !res.Blocked {
		t.Errorf("%+v, %v", res, err)
	}
	gone(t, filepath.Join(dir, "pids"))
}

func TestAnAsyncHookRunsBesideTheSessionAndEndsWithIt(t *testing.T) {
	inTime(t)
	dir := t.TempDir()
	running := gate(t, dir)
	h := command(`echo $$ >pids; echo >gate; sleep 300; exit 2`)
	h.Async = true
	set := newSet(t, hook.Options{ProjectDir: dir, Grace: -1}, trusted(hook.PreToolUse, h))
	ctx, cancel := context.WithCancel(t.Context())
	if res, err := set.Fire(ctx, call(hook.PreToolUse)); err != nil || res.Blocked {
		t.Errorf("%+v, %v", res, err)
	}
	cancel()
	running()
	set.Close()
	gone(t, filepath.Join(dir, "pids"))
}

func TestAnAsyncHookMayFinishWhenTheSetIsClosed(t *testing.T) {
	inTime(t)
	dir := t.TempDir()
	quick := command(`sleep .3; echo done >done`)
	quick.Async = true
	quick.CacheTTL = time.Minute // its run is a run of a run
	set := newSet(t, hook.Options{ProjectDir: dir}, trusted(hook.PostToolUse, quick))
	fire(t, set, call(hook.PostToolUse))
	set.Close()
	if got := read(t, filepath.Join(dir, "done")); got != "done" {
		t.Error(got)
	}
}
