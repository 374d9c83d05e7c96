package shell_test

import (
	"context"
	"os/exec"
	"strings"
	"testing"

	"jig/engine"
	"jig/tool"
)

func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%s is not installed", p)
		}
	}
}

func TestAnInterpreterKeepsWhatWasDefined(t *testing.T) {
	type step struct{ code, want string }
	for name, test := range map[string]struct {
		program, language string
		steps             []step
	}{
		"python": {"python3", "python", []step{
			{"x = 20\nprint('set')", "set"},
			{"x + 1", "21"},
			{"print('p'); 'v'", "p\n[value]\n'v'"},
			{"_ + 'w'", "'vw'"},
			{"import sys; print('e', file=sys.stderr)", "[stderr]\ne"},
			{"def f(n):\n    return 1/n\nf(0)", "[error]\nTraceback (most recent call last):\n  File \"<repl 6>\", line 3, in <module>\n    f(0)\n  File \"<repl 6>\", line 2, in f\n    return 1/n\n           ~^~\nZeroDivisionError: division by zero"},
			{"x", "20"},
			{"x = ", "[error]\n  File \"<repl 8>\", line 1\n    x = \n        ^\nSyntaxError: invalid syntax"},
			{"import asyncio\nawait asyncio.sleep(0, 'awaited')", "'awaited'"},
			{"input()", "[error]\n"},
			{"sys.exit(3)", "[error]\nthe code called exit(3); the interpreter goes on"},
			{"import os; os.write(1, b'raw\\n'); os.system('echo child'); print('\\x1b[1mé\\x1b[0m')", "raw\nchild\né"},
			{"None", "(no output)"},
			{"__name__", "'__main__'"},
		}},
		"node": {"node", "js", []step{
			{"let x = 20; console.log('set')", "set\n"},
			{"x + 1", "21"},
			{"console.error('e'); ({a: [1, 2]})", "[stderr]\ne\n[value]\n{ a: [ 1, 2 ] }"},
			{"throw new Error('no')", "[error]\nUncaught Error: no"},
			{"null.x", "[error]\nUncaught TypeError: Cannot read properties of null (reading 'x')"},
			{"x = ", "[error]\n"},
			{"await new Promise((done) => setTimeout(() => done(x), 5))", "20"},
			{"const {sep} = require('path'); sep", "'/'"},
			{"require('fs').readFileSync(0).length", "0"},
			{"{a: 1}", "{ a: 1 }"},
			{"if (true) { x = 21 }", "21"},
			{"setTimeout(() => { throw new Error('later') }, 1); await new Promise((done) => setTimeout(done, 30))", "[error]\nUncaught Error: later"},
			{"x", "21"},
		}},
		"bash": {"bash", "sh", []step{
			{"x=20; cd /; echo set", "set"},
			{"echo $((x+1)); pwd", "21\n/"},
			{"false", "Exit code: 1\n(no output)"},
			{"cat; echo é$x", "é20"},
			{"if", "Exit code: "},
			{"f() { echo called $1; }", "(no output)"},
			{"f x; ls /dev/fd/3 2>/dev/null | wc -l", "called x\n0"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			needs(t, test.program)
			b := newBench(t)
			for _, step := range test.steps {
				out := b.call(t.Context(), "repl", "language", test.language, "code", step.code)
				text := out.Result.Text()
				if text != step.want && !strings.HasPrefix(text, step.want+"\n") && !strings.HasSuffix(step.want, "\n") && !strings.HasSuffix(step.want, ": ") || !strings.HasPrefix(text, strings.TrimSuffix(step.want, "\n")) {
					t.Errorf("%s\ngave %q\nwant %q", step.code, text, step.want)
				}
				if out.Status != engine.OK {
					t.Errorf("%s: %s", step.code, out.Status)
				}
			}
		})
	}
}

func TestLongCodeIsInterruptedAndItsStateKept(t *testing.T) {
	for name, test := range map[string]struct{ program, set, loop, get, want string }{
		"python":     {"python3", "x = 1", "print('in', flush=True)\nwhile True: pass", "x", "1"},
		"node":       {"node", "var x = 1", "console.log('in'); while (true) {}", "x", "1"},
		"node await": {"node", "var x = 1", "console.log('in'); await new Promise(() => setInterval(() => {}, 1000))", "x", "1"},
		"bash":       {"bash", "x=1", "echo in; sleep 980.125", "echo $x", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			needs(t, test.program)
			b := newBench(t)
			language, _, _ := strings.Cut(name, " ")
			b.call(t.Context(), "repl", "language", language, "code", test.set)
			out := b.call(t.Context(), "REPL", "language", language, "code", test.loop, "timeout", 300)
			if text := out.Result.Text(); !strings.Contains(text, "in\n") || out.Result.Error == nil || out.Result.Error.Code != tool.CodeTimeout {
				t.Errorf("%q", text)
			}
			if got := b.call(t.Context(), "repl", "language", language, "code", test.get).Result.Text(); got != test.want {
				t.Errorf("afterwards: %q", got)
			}
		})
	}
}

func TestCodeThatCannotBeInterruptedCostsTheState(t *testing.T) {
	needs(t, "python3")
	b := newBench(t)
	b.call(t.Context(), "python", "code", "x = 1")
	out := b.call(t.Context(), "python", "code", "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('in', flush=True)\nwhile True: time.sleep(1)", "timeout_ms", 300)
	if text := out.Result.Text(); !strings.HasPrefix(text, "in\n") || !strings.Contains(text, "what was defined in it is gone") || !strings.Contains(text, "Timed out") {
		t.Error(text)
	}
	if text := b.call(t.Context(), "python", "code", "'x' in globals()").Result.Text(); !strings.HasPrefix(text, "False\n[this is a fresh python") {
		t.Error(text)
	}
}

func TestAnInterpreterThatEndsSaysSo(t *testing.T) {
	needs(t, "python3")
	b := newBench(t)
	out := b.call(t.Context(), "repl", "code", "import os\nprint('last words', flush=True)\nos._exit(4)")
	if text := out.Result.Text(); !strings.HasPrefix(text, "last words\n[the python interpreter has ended with code 4") || !out.Result.IsError {
		t.Error(text)
	}
	if text := b.call(t.Context(), "repl", "code", "1+1").Result.Text(); !strings.HasPrefix(text, "2\n[this is a fresh python") {
		t.Error(text)
	}
}

func TestARestartBeginsAnew(t *testing.T) {
	needs(t, "python3")
	b := newBench(t)
	b.call(t.Context(), "repl", "code", "x = 1")
	if text := b.call(t.Context(), "repl", "restart", true).Result.Text(); text != "A fresh python is ready." {
		t.Error(text)
	}
	if text := b.call(t.Context(), "repl", "code", "'x' in globals()").Result.Text(); text != "False" {
		t.Error(text)
	}
	if text := b.call(t.Context(), "repl", "code", "x = 2; 'x' in globals()", "reset", true).Result.Text(); text != "True" {
		t.Error(text)
	}
}

func TestACancelledEvaluationKeepsTheState(t *testing.T) {
	needs(t, "python3")
	b := newBench(t)
	b.call(t.Context(), "repl", "code", "x = 1")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		until(t.Context(), t, func() bool { return alive(t, "979.125") })
	}()
	out := b.call(ctx, "repl", "code", "import subprocess\nsubprocess.run(['sleep', '979.125'])")
	if out.Status != engine.Cancelled {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
	if text := b.call(t.Context(), "repl", "code", "x").Result.Text(); text != "1" || alive(t, "979.125") {
		t.Error(text)
	}
}

func TestMuchOutputOfAnInterpreterIsBounded(t *testing.T) {
	needs(t, "python3")
	b := newBench(t)
	out := b.call(t.Context(), "repl", "code", "for i in range(200000): print(i)\n'y' * 100000")
	d := details(t, out)
	if text := out.Result.Text(); d.StdoutBytes != 1288890 || d.OutputFile == "" || len(text) > 32_000 || !strings.Contains(text, "\n199999\n[value]\n'yyy") {
		t.Errorf("%+v, %d bytes", d, len(text))
	}
}
