package agents_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/agents"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is a runner whose sub-agents do what a function says.
type fake struct {
	do func(ctx context.Context, t agents.Task) (*agents.Report, error)

	mu    sync.Mutex
	tasks []agents.Task
	now   int // how many run
	most  int // how many ran at the same time
}

func (f *fake) Run(ctx context.Context, t agents.Task) (*agents.Report, error) {
	f.mu.Lock()
	f.tasks = append(f.tasks, t)
	f.now++
	f.most = max(f.most, f.now)
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		f.now--
		f.mu.Unlock()
	}()
	return f.do(ctx, t)
}

func (f *fake) seen() []agents.Task {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]agents.Task(nil), f.tasks...)
}

// echo is a sub-agent that repeats its prompt.
func echo(_ context.Context, t agents.Task) (*agents.Report, error) {
	return &agents.Report{Text: "did " + t.Prompt, Loop: "loop-1", Turns: 2, Reason: "done"}, nil
}

// bench is the tools behind an engine, and the runner below them.
type bench struct {
	t     *testing.T
	fake  *fake
	box   *agents.Agents
	set   *tool.Set
	eng   *engine.Engine
	lines []string // of progress
}

func open(t *testing.T, opt agents.Options, do func(context.Context, agents.Task) (*agents.Report, error)) *bench {
	t.Helper()
	b := &bench{t: t, fake: &fake{do: do}, set: tool.NewSet()}
	for _, spec := range []tool.Spec{
		{Name: "read", Description: "reads", Access: tool.ReadOnly, Aliases: []string{"Read", "fs_read"}},
		{Name: "grep", Description: "searches", Access: tool.ReadOnly},
		{Name: "write", Description: "writes", Access: tool.WorkspaceWrite},
		{Name: "shell", Description: "runs", Aliases: []string{"Bash"}},
		{Name: "peek", Description: "looks", Access: tool.ReadOnly, Origin: tool.Origin{Kind: tool.MCP, Source: "far"}},
	} {
		if err := b.set.Register(tool.Func(spec, nil)); err != nil {
			t.Fatal(err)
		}
	}
	opt.Runner, opt.Tools = b.fake, b.set
	b.box = agents.New(opt)
	if err := b.set.Register(b.box.Tools()...); err != nil {
		t.Fatal(err)
	}
	b.eng = engine.New(b.set, engine.AllowAll(), engine.Options{Observe: func(e engine.Event) {
		if e.Kind == engine.Progress {
			b.lines = append(b.lines, e.Text)
		}
	}})
	t.Cleanup(func() {
		if err := b.box.Close(); err != nil {
			t.Error(err)
		}
		if err := b.eng.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) call(name string, args any) engine.Outcome {
	b.t.Helper()
	raw, ok := args.(string)
	if !ok {
		text, err := json.Marshal(args)
		if err != nil {
			b.t.Fatal(err)
		}
		raw = string(text)
	}
	return b.eng.Call(b.t.Context(), tool.Call{Name: name, Args: []byte(raw)})
}

func (b *bench) want(out engine.Outcome, status engine.Status, parts ...string) {
	b.t.Helper()
	if out.Status != status {
		b.t.Errorf("%s, want %s: %s", out.Status, status, out.Result.Text())
	}
	for _, part := range parts {
		if !strings.Contains(out.Result.Text(), part) {
			b.t.Errorf("the result does not say %q: %s", part, out.Result.Text())
		}
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
