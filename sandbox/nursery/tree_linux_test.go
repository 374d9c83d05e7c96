package nursery_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"jig/sandbox/nursery"
)

// trees are commands that do what they can to get away. Each process of them has
// the word TAG in its arguments; the last to be there says ready. None lives for
// ever, should it be lost, and none goes on without the folder DIR.
func trees() map[string]string {
	return map[string]string{
		"one process":                         "echo ready; exec sleep 300.TAG",
		"children in the background":          "sleep 300.TAG & sleep 300.TAG & sleep 300.TAG & echo ready; wait",
		"a session of its own":                "setsid sleep 300.TAG & setsid bash -c 'sleep 300.TAG & echo ready; wait'; wait",
		"a daemon without environment":        "(setsid env -i bash -c 'sleep 300.TAG </dev/null >/dev/null 2>&1 &' &); sleep 0.02; echo ready; sleep 300.TAG",
		"a double fork that holds the pipe":   "(setsid bash -c 'sleep 300.TAG & disown' &) ; sleep 0.02; echo ready; sleep 300.TAG",
		"deaf to polite signals":              "trap '' TERM HUP INT; bash -c \"trap '' TERM; echo ready; while :; do sleep 300.TAG; done\" & wait; sleep 300.TAG",
		"a deep line of processes":            "bash -c 'bash -c \"bash -c \\\"sleep 300.TAG & echo ready; wait\\\" & wait\" & wait' & wait",
		"one that was stopped":                "sleep 300.TAG & kill -STOP $!; echo ready; wait",
		"many at once":                        "for i in $(seq 40); do sleep 300.TAG & done; echo ready; wait",
		"processes that replace themselves":   "f() { sleep 0.00TAG; [ -e DIR ] && (f &) ; }; for i in 1 2 3 4; do (f &); done; echo ready; sleep 300.TAG",
		"everything closed, in the root":      "(cd / ; setsid env -i bash -c 'exec sleep 300.TAG' 0<&- 1>&- 2>&- &) ; sleep 0.02; echo ready; sleep 300.TAG",
		"an end of its own, leaving a daemon": "(setsid env -i sleep 300.TAG </dev/null >/dev/null 2>&1 &); echo ready",
	}
}

// keepers runs a test with each kind of keeper.
func keepers(t *testing.T, test func(t *testing.T, keeper nursery.Keeper)) {
	t.Helper()
	for name, keeper := range map[string]nursery.Keeper{"nursery": newNursery(), "direct": nursery.NewDirect()} {
		t.Run(name, func(t *testing.T) {
			before := openFiles(t)
			test(t, keeper)
			if err := keeper.Close(); err != nil {
				t.Errorf("close: %v", err)
			}
			if after := openFiles(t); len(after) > len(before) {
				t.Errorf("files were left open: %v, before %v", after, before)
			}
			noZombies(t)
		})
	}
}

func command(line string, out *os.File) *nursery.Command {
	return &nursery.Command{Path: "/bin/bash", Argv: []string{"bash", "-c", line}, Env: os.Environ(), Dir: "/", Files: []*os.File{nil, out, out}}
}

// begin starts a line and waits until it says that it is ready.
func begin(t testing.TB, keeper nursery.Keeper, line string, keep bool) nursery.Child {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = read.Close() }()
	c := command(line, write)
	c.KeepTree = keep
	child, err := keeper.Start(t.Context(), c)
	if err = errors.Join(err, write.Close()); err != nil {
		t.Fatal(err)
	}
	if said, err := bufio.NewReader(read).ReadString('\n'); said != "ready\n" {
		t.Fatalf("it said %q: %v", said, err)
	}
	return child
}

// tagged lists the processes that have a word in their arguments and are alive.
func tagged(t testing.TB, tag string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range files {
		// A process that ends meanwhile, or is a zombie, has no arguments.
		if text, _ := os.ReadFile(f); bytes.Contains(text, []byte(tag)) {
			found = append(found, fmt.Sprintf("%s %q", f, text))
		}
	}
	return found
}

func openFiles(t testing.TB) []string {
	t.Helper()
	links, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	var open []string
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil && !strings.HasPrefix(target, "anon_inode:") && !strings.HasPrefix(target, "/proc/") {
			open = append(open, target)
		}
	}
	return open
}

// noZombies fails if this process has a child that nobody waits for.
func noZombies(t testing.TB) {
	t.Helper()
	var status syscall.WaitStatus
	if pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil); err == nil {
		t.Errorf("there is still a child, %d", pid)
	}
}

// tagOf makes a number that no other test has, six digits for the test and more for
// the tree.
func tagOf(t testing.TB, i int) string {
	t.Helper()
	return fmt.Sprintf("%05d%d%04d", os.Getpid(), len(t.Name())%10, i)
}

// TestNoTreeIsLost kills 200 trees of all kinds, prints how long it took, and looks
// for survivors.
func TestNoTreeIsLost(t *testing.T) {
	keepers(t, func(t *testing.T, keeper nursery.Keeper) {
		var took []time.Duration
		all := trees()
		names := slices.Sorted(mapKeys(all))
		for i := range 200 {
			name, tag := names[i%len(names)], tagOf(t, i)
			line := strings.NewReplacer("TAG", tag, "DIR", t.TempDir()).Replace(all[name])
			child := begin(t, keeper, line, i/len(names)%2 == 0)
			before := time.Now()
			if err := child.Kill(0); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			took = append(took, time.Since(before))
			if left := tagged(t, tag); len(left) > 0 {
				t.Fatalf("%s: still there: %v", name, left)
			}
			<-child.Done()
			<-child.Gone()
		}
		for range 20 { // one look may miss who comes and goes
			if left := tagged(t, tagOf(t, 0)[:6]); len(left) > 0 {
				t.Fatalf("still there: %v", left)
			}
		}
		slices.Sort(took)
		t.Logf("from kill to gone: median %v, p99 %v, longest %v", took[len(took)/2], took[len(took)*99/100], took[len(took)-1])
	})
}

func mapKeys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// TestTreesAreToldApart has many at once, ends them one after the other, and checks
// that nobody else is touched.
func TestTreesAreToldApart(t *testing.T) {
	keepers(t, func(t *testing.T, keeper nursery.Keeper) {
		all := trees()
		delete(all, "processes that replace themselves") // it may be between two of them
		delete(all, "an end of its own, leaving a daemon")
		type one struct {
			tag   string
			child nursery.Child
		}
		var mu sync.Mutex
		var running []one
		var group sync.WaitGroup
		i := 0
		for _, line := range all {
			tag := tagOf(t, 1000+i)
			i++
			group.Go(func() {
				child := begin(t, keeper, strings.ReplaceAll(line, "TAG", tag), false)
				mu.Lock()
				defer mu.Unlock()
				running = append(running, one{tag, child})
			})
		}
		group.Wait()
		for i, r := range running {
			if err := r.child.Kill(0); err != nil {
				t.Error(err)
			}
			if left := tagged(t, r.tag); len(left) > 0 {
				t.Errorf("still there: %v", left)
			}
			for _, other := range running[i+1:] {
				if len(tagged(t, other.tag)) == 0 {
					t.Errorf("another tree is gone too")
				}
			}
		}
	})
}

func TestTheTreeIsListedAndSignalled(t *testing.T) {
	keepers(t, func(t *testing.T, keeper nursery.Keeper) {
		child := begin(t, keeper, "exec 2>/dev/null; (setsid env -i sleep 200 &) ; sleep 200 & echo ready; exec >/dev/null; while :; do wait; done", false)
		deadline := time.Now().Add(10 * time.Second)
		pids, err := child.Tree()
		for err == nil && len(pids) != 3 && time.Now().Before(deadline) { // env and setsid may still be on their way
			pids, err = child.Tree()
		}
		if err != nil || len(pids) != 3 || !slices.Contains(pids, child.Pid()) {
			t.Errorf("the tree of %d is %v: %v", child.Pid(), pids, err)
		}
		if err := child.Signal(syscall.SIGUSR1); err != nil {
			t.Error(err)
		}
		<-child.Done()
		<-child.Gone()
		if exit := child.Exit(); exit.Signal != syscall.SIGUSR1 || exit.Code != 128+int(syscall.SIGUSR1) {
			t.Errorf("it ended with %+v", exit)
		}
		for _, pid := range pids {
			// A zombie that is not ours to wait for may still have its number.
			if text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline"); len(text) > 0 {
				t.Errorf("process %d is still there: %q", pid, text)
			}
		}
	})
}
