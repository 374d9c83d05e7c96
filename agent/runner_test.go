package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"jig/agent"
	"jig/config"
	"jig/engine"
	"jig/model"
	"jig/tool"
	"jig/toolbox/agents"
	"jig/wire"
)

func TestChildrenRunTheTasksOfTheAgentTool(t *testing.T) {
	var b, home bench
	child := &player{answers: answers([]step{calls("k", "work", work{Say: "elsewhere"}), uses(5, 5)}, []step{say("words")}, []step{say("better")})}
	ended := false
	kids := agent.Children{
		Model: func(_ context.Context, name string) (model.Model, error) {
			if name != "small" {
				return nil, errors.New("no such model")
			}
			return child, nil
		},
		Engine: func(context.Context, string, string) (*agent.Engine, func() error, error) {
			eng := agent.NewEngine(tool.NewSet(b.tool()), engine.AllowAll(), engine.Options{})
			return eng, func() error { ended = true; return eng.Close() }, nil
		},
	}
	var rep *agents.Report
	starter := tool.New(tool.Spec{Name: "agent", Description: "Starts a sub-agent", Timeout: -1}, func(ctx context.Context, in task) (_ string, err error) {
		rep, err = kids.Run(ctx, agents.Task{
			Type: &agents.Type{Name: "general", Prompt: "You help."}, Prompt: in.Prompt, Rules: "Be short.", Model: "small", Dir: "/elsewhere",
			Followup: func(_ context.Context, sofar *agents.Report) (string, bool) { return "again", sofar.Text == "words" },
		})
		return rep.Text, err
	})
	p := &player{answers: answers([]step{calls("a", "agent", task{Prompt: "go there"})}, []step{say("ok")})}
	s := newSession(t, agent.Options{Model: p, System: "You lead."}, home.tool(), starter)
	collect(t, s, wire.Say("go"))
	if len(b.ran) != 1 || len(home.ran) != 0 || !ended {
		t.Errorf("ran %v and %v, ended %v", b.ran, home.ran, ended)
	}
	if rep == nil || rep.Text != "better" || rep.Turns != 3 || rep.Tokens != 10 || rep.Loop == "" || rep.Reason != "done" {
		t.Errorf("%+v", rep)
	}
	if got := child.asked[0].System; got != "You help.\n\nBe short." {
		t.Errorf("told %q", got)
	}
}

func TestChildrenRefuseWhatTheyCannotKeep(t *testing.T) {
	for name, c := range map[string]struct {
		task agents.Task
		want string
	}{
		"another model":  {agents.Task{Prompt: "x", Model: "big"}, "model big"},
		"another folder": {agents.Task{Prompt: "x", Dir: "/y"}, "another folder"},
		"another mode":   {agents.Task{Prompt: "x", Type: &agents.Type{Mode: config.Mode("plan")}}, "mode plan"},
	} {
		t.Run(name, func(t *testing.T) {
			var got error
			starter := tool.New(tool.Spec{Name: "agent", Description: "Starts a sub-agent"}, func(ctx context.Context, _ struct{}) (string, error) {
				_, got = agent.Children{}.Run(ctx, c.task)
				return "", got
			})
			p := &player{answers: answers([]step{calls("a", "agent", struct{}{})}, []step{say("ok")})}
			collect(t, newSession(t, agent.Options{Model: p}, starter), wire.Say("go"))
			if got == nil || !strings.Contains(got.Error(), c.want) {
				t.Errorf("got %v, want %q", got, c.want)
			}
		})
	}
	if _, err := (agent.Children{}).Run(t.Context(), agents.Task{Prompt: "x"}); err == nil {
		t.Error("a child without a session")
	}
}

func TestTheAgentToolWorksInASession(t *testing.T) {
	for name, c := range map[string]struct {
		answers [][]step
		want    string
	}{
		"a report by summary": {answers(
			[]step{calls("a", "Task", map[string]string{"description": "look", "prompt": "find it", "subagent_type": "general-purpose"})},
			[]step{calls("s", "summary", map[string]string{"summary": "it is in main.go"})},
			[]step{say("thanks")}, []step{say("thanks again")},
		), "it is in main.go"},
		"a report in words": {answers(
			[]step{calls("a", "agent", map[string]string{"prompt": "find it"})}, []step{say("it is in main.go")}, []step{say("thanks")},
		), "it is in main.go"},
	} {
		t.Run(name, func(t *testing.T) {
			var b bench
			set := tool.NewSet(b.tool())
			box := agents.New(t.Context(), agents.Options{Runner: agent.Children{}, Tools: set})
			defer func() {
				if err := box.Close(); err != nil {
					t.Error(err)
				}
			}()
			if err := set.Register(box.Tools()...); err != nil {
				t.Fatal(err)
			}
			p := &player{answers: c.answers}
			s := newSession(t, agent.Options{Model: p, Engine: newEngineOver(t, set), Without: []string{"summary"}})
			_, end := collect(t, s, wire.Say("go"))
			wantReason(t, end, agent.Done)
			if got := show(s.Messages()); !strings.Contains(got, c.want) {
				t.Error(got)
			}
			var offered []string
			for _, d := range p.asked[1].Tools {
				offered = append(offered, d.Name)
			}
			if got := strings.Join(offered, " "); got != "summary work" {
				t.Errorf("the child was offered %s", got)
			}
		})
	}
}
