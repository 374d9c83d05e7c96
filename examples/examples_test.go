package examples_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// folder is a project to work in, with a home of its own so that no settings and keys of this machine count.
func folder(t *testing.T) (dir string, env []string) {
	t.Helper()
	home, dir := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"go.mod": "module demo\n", "a.txt": "one\nTODO two\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); !strings.HasSuffix(name, "_API_KEY") && !strings.HasPrefix(name, "XDG_") && name != "HOME" {
			env = append(env, entry)
		}
	}
	return dir, append(env, "HOME="+home, "JIG_MODEL=practice")
}

// build makes a program of this module.
func build(t *testing.T, pkg string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), filepath.Base(pkg))
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", file, pkg).CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", pkg, err, out)
	}
	return file
}

func TestTheProgramsDoWhatTheySay(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		args []string
		want []string
	}{
		"agent":     {[]string{"read go.mod and grep TODO"}, []string{"module demo", "grep TODO: "}},
		"typedtool": {nil, []string{"70.7 °F", "must be a number", "at least -273.15"}},
		"approvals": {nil, []string{"asked: write notes.txt", "Created notes.txt", "asked: write main.go", "only text files are changed here"}},
		"ownloop":   {nil, []string{"I look at two things at once.", `"tool_use_id":"toolu_1"`, "missing.txt does not exist", `"is_error":true`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, env := folder(t)
			cmd := exec.CommandContext(t.Context(), build(t, "jig/examples/"+name), test.args...)
			cmd.Dir, cmd.Env = dir, env
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, want := range test.want {
				if !strings.Contains(string(out), want) {
					t.Errorf("it does not say %q:\n%s", want, out)
				}
			}
		})
	}
}

// The script talks to a server that answers like OpenAI's: first with a call, then with what it read.
func TestTheScriptPipesCurlIntoJig(t *testing.T) {
	for _, program := range []string{"bash", "curl", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the example needs %s: %v", program, err)
		}
	}
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Messages []struct{ Role, Content string } `json:"messages"`
			Tools    []json.RawMessage                `json:"tools"`
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || len(body.Tools) == 0 {
			http.Error(w, "no tools", http.StatusBadRequest)
			return
		}
		message := map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
			"id": "call_1", "type": "function", "function": map[string]any{"name": "read", "arguments": `{"path":"go.mod"}`},
		}}}
		if asked.Add(1) > 1 {
			last := body.Messages[len(body.Messages)-1]
			message = map[string]any{"role": "assistant", "content": "the " + last.Role + " said: " + last.Content}
		}
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(map[string]any{
			"id": "1", "object": "chat.completion", "choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": "stop"}},
		}); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	script, err := filepath.Abs(filepath.Join("pipe", "agent.sh"))
	if err != nil {
		t.Fatal(err)
	}
	dir, env := folder(t)
	cmd := exec.CommandContext(t.Context(), "bash", script, "what is this?")
	cmd.Dir = dir
	cmd.Env = append(env, "OPENAI_BASE_URL="+server.URL, "NO_PROXY=*", "no_proxy=*", "PATH="+filepath.Dir(build(t, "jig/cmd/jig"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), "the tool said: ") || !strings.Contains(string(out), "module demo") {
		t.Errorf("it said:\n%s", out)
	}
}
