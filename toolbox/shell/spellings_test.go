package shell_test

import (
	"strings"
	"testing"

	"jig/engine"
)

// Each row is a call as one of the systems whose models are served here writes it.
func TestEverySpellingOfTheSystemsWorks(t *testing.T) {
	needs(t, "python3", "node")
	b := newBench(t)
	began := b.call(t.Context(), "ShellExec", "action", "start", "command", "cat", "yield_time_ms", 0)
	id := details(t, began).ProcessID
	rows := []struct {
		tool  string
		pairs []any
		want  string
	}{
		{"shell", []any{"command", "echo ok", "working_dir", "."}, "ok"},
		{"execute_bash", []any{"command", "echo ok", "working_dir", b.dir}, "ok"},
		{"executeBash", []any{"command", "echo ok"}, "ok"},
		{"execute_cmd", []any{"command", "echo ok"}, "ok"},
		{"executeCmd", []any{"command", "echo ok"}, "ok"},
		{"bash", []any{"command", "echo ok", "timeout", 5000, "description", "says ok", "run_in_background", false, "filesystemMode", "off"}, "ok"},
		{"bash", []any{"command", "echo ok"}, "ok"},
		{"Bash", []any{"command", "echo ok", "timeout", 600000, "dangerouslyDisableSandbox", false}, "ok"},
		{"Bash", []any{"command", "echo ok", "run_in_background", true}, "started in the background"},
		{"ShellExec", []any{"action", "run", "command", "echo ok", "timeout_secs", 30}, "ok"},
		{"ShellExec", []any{"action", "write", "session_id", id, "chars", "typed\n"}, "typed"},
		{"ShellExec", []any{"action", "write", "process_id", id, "input", "again\n"}, "again"},
		{"ShellExec", []any{"action", "poll", "process_id", id, "yield_time_ms", 0}, "no new output"},
		{"ShellExec", []any{"action", "list"}, id},
		{"Monitor", []any{"id", id, "tail_bytes", 8192}, "typed"},
		{"monitor", []any{"id", id}, "again"},
		{"REPL", []any{"code", "print(6*7)", "language", "python", "timeout_ms", 20000}, "42"},
		{"REPL", []any{"code", "6*7", "language", "node", "timeout", 20000}, "42"},
		{"REPL", []any{"code", "6*7", "language", "javascript"}, "42"},
		{"repl", []any{"code", "echo $((6*7))", "language", "sh"}, "42"},
		{"ShellExec", []any{"action", "kill", "session_id", id}, "stopped"},
	}
	for _, row := range rows {
		out := b.call(t.Context(), row.tool, row.pairs...)
		if out.Status != engine.OK || !strings.Contains(out.Result.Text(), row.want) {
			t.Errorf("%s %v: %s: %s", row.tool, row.pairs, out.Status, out.Result.Text())
		}
	}
}
