package agents_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/agents"
)

func TestATaskReachesTheRunnerAndItsReportComesBack(t *testing.T) {
	b := open(t, agents.Options{}, echo)
	out := b.call("Task", `{"description":"find tests","prompt":"where are they?","subagent_type":"Explore","max_turns":7,"timeout_ms":1500,"model":"a/b"}`)
	b.want(out, engine.OK, "did where are they?")
	if out.Result.ChildLoop != "loop-1" {
		t.Errorf("the loop is %q", out.Result.ChildLoop)
	}
	task := b.fake.seen()[0]
	if task.Type.Name != agents.Explore || task.Limits.Turns != 7 || task.Limits.Time.Milliseconds() != 1500 || task.Model != "a/b" {
		t.Errorf("the task is %+v", task)
	}
	if in := out.Intent; !in.ReadOnly() || len(in.Reads)+len(in.Locks) > 0 || in.Summary != "start sub-agent explore: find tests" {
		t.Errorf("the intent is %+v", *in)
	}
}

func TestEveryTypeHasItsTools(t *testing.T) {
	dir := t.TempDir()
	for name, tools := range map[string]string{
		"some": "tools: Read, Bash, WebFetch", "all": `tools: "*"`, "boss": "tools: [Read, Task]", "less": "disallowedTools: Bash, mcp__far", "none": "tools: []",
		"far": "tools: mcp__far__*, fs_*",
	} {
		put(t, dir+"/jig/agents/"+name+".md", "---\ndescription: x\n"+tools+"\n---\nbe good\n")
	}
	b := open(t, agents.Options{Files: agents.LoadOptions{ConfigHome: dir}}, echo)
	tests := map[string]struct {
		tools, without []string
	}{
		"general": {nil, []string{}},
		"explore": {[]string{"grep", "read", "summary"}, []string{}},
		"plan":    {[]string{"grep", "read", "summary"}, []string{}},
		"some":    {[]string{"read", "shell"}, []string{}},
		"all":     {[]string{"grep", "peek", "read", "shell", "summary", "write"}, []string{}},
		"boss":    {[]string{"read", "agent"}, []string{}},
		"less":    {nil, []string{"shell", "peek"}},
		"none":    {[]string{}, []string{}},
		"far":     {[]string{"peek", "read"}, []string{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b := *b
			b.t = t
			b.want(b.call("agent", map[string]any{"prompt": "x", "subagent_type": name}), engine.OK)
			tasks := b.fake.seen()
			task := tasks[len(tasks)-1]
			if !slices.Equal(task.Tools, test.tools) || (task.Tools == nil) != (test.tools == nil) || !slices.Equal(task.Without, test.without) {
				t.Errorf("tools %v without %v, want %v without %v", task.Tools, task.Without, test.tools, test.without)
			}
			if !slices.Equal(task.Always, []string{"summary"}) {
				t.Errorf("always %v", task.Always)
			}
		})
	}
}

func TestASummaryIsTheReport(t *testing.T) {
	var b *bench
	b = open(t, agents.Options{}, func(ctx context.Context, t agents.Task) (*agents.Report, error) {
		out := b.eng.Call(ctx, tool.Call{Name: "summary", Args: []byte(`{"taskDescription":"t","contextSummary":"c","taskResult":"the result of ` + t.Prompt + `"}`)})
		if !out.Result.Control.StopTurn {
			return nil, errors.New(out.Result.Text())
		}
		return &agents.Report{Text: "let me sum up"}, nil
	})
	b.want(b.call("agent", `{"prompt":"x"}`), engine.OK, "the result of x\n\nContext: c")
	b.want(b.call("summary", `{"task_result":"x"}`), engine.Failed, "you talk to a person")
}

func TestItemsAreDoneInOrderAndFailOneByOne(t *testing.T) {
	b := open(t, agents.Options{}, func(_ context.Context, t agents.Task) (*agents.Report, error) {
		if strings.Contains(t.Prompt, "bad") {
			return &agents.Report{}, errors.New("it went wrong")
		}
		return &agents.Report{Text: "<" + t.Prompt + ">"}, nil
	})
	out := b.call("AgentSwarm", `{"prompt_template":"look at {{item}}, only {item}","items":["a","bad","{item}"]}`)
	b.want(out, engine.OK, "## 1. a (general): done\n\n<look at a, only a>", "## 2. bad (general): failed\n\nit went wrong", "<look at {item}, only {item}>", "[2 done, 1 failed]")
	text := out.Result.Text()
	if strings.Index(text, "1. a") > strings.Index(text, "2. bad") || strings.Index(text, "2. bad") > strings.Index(text, "3. {item}") {
		t.Error("the items are out of order: " + text)
	}
	if out := b.call("agent", `{"prompt":"{item}","items":["bad","bad"]}`); !out.Result.IsError {
		t.Error("when all fail, that is no error: " + out.Result.Text())
	}
}

func TestNoMoreThanSoManyRunAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, agents.Options{}, napper)
		began := time.Now()
		b.want(b.call("agent", map[string]any{"prompt": "{item}", "items": strings.Split(strings.Repeat("1s,", 9)+"1s", ","), "max_parallel": 3}), engine.OK, "[10 done]")
		if took := time.Since(began); b.fake.most != 3 || took != 4*time.Second {
			t.Errorf("%d ran at once, and it took %s", b.fake.most, took)
		}
		if len(b.lines) != 10 || b.lines[9] != "10 of 10 sub-agents have ended" {
			t.Errorf("progress was %q", b.lines)
		}
	})
}

func TestBranchesOfStagesRunAtTheSameTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, agents.Options{}, func(ctx context.Context, t agents.Task) (*agents.Report, error) {
			t.Prompt, _, _ = strings.Cut(t.Prompt, "\n")
			return napper(ctx, t)
		})
		began := time.Now()
		b.want(b.call("agent", `{"stages":[{"name":"a","prompt":"1s"},{"name":"b","prompt":"3s"},{"name":"c","prompt":"5s","depends_on":["a"]},{"name":"d","prompt":"1s","depends_on":["b"]},{"name":"e","prompt":"1s","depends_on":["c","d"]}]}`), engine.OK, "[5 done]")
		if took := time.Since(began); took != 7*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

func TestStagesGetTheResultsOfThoseBeforeThem(t *testing.T) {
	b := open(t, agents.Options{}, func(_ context.Context, t agents.Task) (*agents.Report, error) {
		return &agents.Report{Text: "[" + t.Prompt + "]"}, nil
	})
	out := b.call("agent_crew", `{"task":"T","mode":"blocking","stages":[
		{"name":"end","role":"general","prompt_template":"join {{left}} and {right} for {task}, not {other}","depends_on":["left","right"]},
		{"name":"left","role":"explore","prompt_template":"L {task}","depends_on":["start"]},
		{"name":"right","prompt":"R {{ start }}","depends_on":["start"],"model":"m"},
		{"name":"start","prompt_template":"S"}]}`)
	b.want(out, engine.OK, "## end (general): done\n\n[join [L T\n\n<result of=\"start\">\n[S]\n</result>] and [R [S]] for T, not {other}]", "[4 done]")
	if tasks := b.fake.seen(); tasks[0].Prompt != "S" || len(tasks) != 4 {
		t.Errorf("the first of %d was %q", len(tasks), tasks[0].Prompt)
	}
}

func TestBracesThatTheTaskIsAboutStay(t *testing.T) {
	b := open(t, agents.Options{}, echo)
	b.want(b.call("agent", `{"prompt":"fill in {{title}}","stages":[{"name":"a","prompt":"Where is {{title}}? And {{ .Name }}, {x}"}]}`), engine.OK,
		"did Where is {{title}}? And {{ .Name }}, {x}")
}

func TestStagesBehindOneThatFailedAreSkipped(t *testing.T) {
	b := open(t, agents.Options{}, func(_ context.Context, t agents.Task) (*agents.Report, error) {
		if t.Prompt == "fail" {
			panic("oh no")
		}
		return &agents.Report{Text: "fine"}, nil
	})
	out := b.call("agent", `{"stages":[{"name":"a","prompt":"fail"},{"name":"b","prompt":"x","depends_on":["a"]},{"name":"c","prompt":"x","depends_on":["b"]},{"name":"d","prompt":"x"}]}`)
	b.want(out, engine.OK, "## a (general): failed\n\nthe sub-agent crashed: oh no", "## b (general): skipped\n\nnot begun, because it needs a", "because it needs b", "## d (general): done", "[1 done, 1 failed, 2 skipped]")
}

func TestWhatCannotWorkIsRefusedBeforeAnythingRuns(t *testing.T) {
	b := open(t, agents.Options{}, echo)
	tests := map[string]struct{ args, says string }{
		"nothing to do":            {`{}`, "say in prompt"},
		"an unknown type":          {`{"prompt":"x","subagent_type":"wizard"}`, "there is general, explore, plan"},
		"items without a place":    {`{"prompt":"x","items":["a"]}`, "{item}"},
		"items and stages":         {`{"prompt":"x","items":["a"],"stages":[{"name":"a","prompt":"x"}]}`, "one of them"},
		"an empty item":            {`{"prompt":"{item}","items":["a"," "]}`, "item 2 is empty"},
		"a circle":                 {`{"stages":[{"name":"z","prompt":"x","depends_on":["a"]},{"name":"a","prompt":"x","depends_on":["b"]},{"name":"b","prompt":"x","depends_on":["a"]}]}`, "a waits for b waits for a"},
		"a stage behind itself":    {`{"stages":[{"name":"a","prompt":"x","depends_on":["a"]}]}`, "a waits for a"},
		"an unknown dependency":    {`{"stages":[{"name":"a","prompt":"x","depends_on":["q"]}]}`, `depends on "q"`},
		"two of one name":          {`{"stages":[{"name":"a","prompt":"x"},{"name":"a","prompt":"y"}]}`, "two stages"},
		"a result nobody waits on": {`{"stages":[{"name":"a","prompt":"x"},{"name":"b","prompt":"{{a}}"}]}`, "depends_on"},
		"a result of no stage":     {`{"stages":[{"name":"a","prompt":"x"},{"name":"b","prompt":"{{ aa }}","depends_on":["a"]}]}`, `the result of "aa", and there is no such stage; there is a, b`},
		"a task that is not there": {`{"stages":[{"name":"a","prompt":"{task}"}]}`, "{task}"},
		"a wrong schema":           {`{"prompt":"x","output_schema":{"type":"thing"}}`, "not a JSON Schema"},
		"a worktree outside git":   {`{"prompt":"x","isolation":"worktree"}`, "worktree"},
		"a look at nothing":        {`{"action":"poll"}`, "needs the id"},
		"an id for a new task":     {`{"prompt":"x","action":"run","id":"ag-1"}`, "id is for background work"},
		"a task for a look":        {`{"prompt":"x","action":"wait","id":"ag-1"}`, "takes no task"},
		"an unknown strategy":      {`{"prompt":"x","context_strategy":"full"}`, "context_strategy"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b := *b
			b.t = t
			out := b.call("agent", test.args)
			if out.Status == engine.OK || !strings.Contains(out.Result.Text(), test.says) {
				t.Errorf("%s: %s", out.Status, out.Result.Text())
			}
		})
	}
	if n := len(b.fake.seen()); n > 0 {
		t.Errorf("%d ran", n)
	}
}

func TestCallsOfOtherSystemsAreUnderstood(t *testing.T) {
	b := open(t, agents.Options{}, echo)
	for name, test := range map[string]struct {
		tool, args string
		want       []string // type and prompt of each, in any order
	}{
		"a sub-agent tool of one argument": {"subagent", `{"task":"x"}`, []string{"general x"}},
		"one with a mode":                  {"Task", `{"agent_name":"","prompt":"x","mode":"plan","context_strategy":"none","workspace_isolation":"shared"}`, []string{"plan x"}},
		"one with a name":                  {"Agent", `{"description":"d","prompt":"x","subagent_type":"general-purpose","name":"bob"}`, []string{"general x"}},
		"several invoked at once": {
			"use_subagent", `{"command":"InvokeSubagents","content":{"subagents":[{"query":"x","agent_name":"explorer","relevant_context":"c"},{"query":"y"}]}}`,
			[]string{"explore x\n\nc", "general y"},
		},
		"camel case in stages": {"AgentCrew", `{"stages":[{"name":"a","promptTemplate":"x","dependsOn":[],"agentName":"plan"}]}`, []string{"plan x"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := *b
			b.t = t
			before := len(b.fake.seen())
			b.want(b.call(test.tool, test.args), engine.OK)
			var got []string
			for _, task := range b.fake.seen()[before:] {
				got = append(got, task.Type.Name+" "+task.Prompt)
			}
			slices.Sort(got)
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestRulesSeeTheTypeByItsOwnName(t *testing.T) {
	b := open(t, agents.Options{}, echo)
	for args, want := range map[string]string{
		`{"prompt":"x"}`: `"subagent_type":"general"`,
		`{"prompt":"x","subagent_type":"Worker"}`:                                           `"subagent_type":"general"`,
		`{"prompt":"x","agent":"explorer"}`:                                                 `"subagent_type":"explore"`,
		`{"stages":[{"name":"a","prompt":"x"},{"name":"b","prompt":"x","type":"Planner"}]}`: `"role":"plan"`,
		`{"type":"explorer","stages":[{"name":"a","prompt":"x"}]}`:                          `"role":"explore"`,
	} {
		if out := b.call("agent", args); !strings.Contains(string(out.Call.Args), want) {
			t.Errorf("%s became %s", args, out.Call.Args)
		}
	}
}

func TestACancelledCallStopsItsSubAgents(t *testing.T) {
	var once sync.Once
	ctx, cancel := context.WithCancelCause(t.Context())
	b := open(t, agents.Options{}, func(ctx context.Context, _ agents.Task) (*agents.Report, error) {
		once.Do(func() { cancel(errors.New("enough")) })
		<-ctx.Done()
		return &agents.Report{}, ctx.Err()
	})
	out := b.eng.Call(ctx, tool.Call{Name: "agent", Args: []byte(`{"prompt":"{item}","items":["a","b","c","d","e","f"]}`)})
	if out.Status != engine.Cancelled {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
	if n := len(b.fake.seen()); n > 4 {
		t.Errorf("%d were started", n)
	}
}
