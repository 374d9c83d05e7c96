package agent_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"jig/agent"
	"jig/tool"
	"jig/wire"
)

// anyPart makes parts of every kind, sound and unsound.
func anyPart() *rapid.Generator[wire.Part] {
	ids := rapid.SampledFrom([]string{"a", "b", "c", ""})
	return rapid.Custom(func(t *rapid.T) wire.Part {
		kinds := []wire.PartKind{wire.TextPart, wire.ThinkingPart, wire.CallPart, wire.CallPart, wire.ResultPart, wire.ResultPart, wire.BlockPart, wire.OpaquePart, "strange"}
		p := wire.Part{Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
		p.Text = rapid.SampledFrom([]string{"", " ", "hello"}).Draw(t, "text")
		full := rapid.IntRange(0, 9).Draw(t, "full") > 0
		switch p.Kind {
		case wire.CallPart:
			if full {
				args := rapid.SampledFrom([]string{`{}`, `{"x":1}`, ``, `{"x":`}).Draw(t, "args")
				p.Call = &wire.Call{ID: ids.Draw(t, "id"), Name: rapid.SampledFrom([]string{"work", "gone", ""}).Draw(t, "name"), Args: json.RawMessage(args)}
			}
		case wire.ResultPart:
			if full {
				p.Result = &wire.Result{CallID: ids.Draw(t, "id"), Name: "work"}
				if rapid.Bool().Draw(t, "content") {
					p.Result.Content = []tool.Block{tool.Text("ok")}
				}
			}
		case wire.BlockPart:
			if full {
				b := tool.Image("image/png", []byte{1})
				p.Block = &b
			}
		case wire.OpaquePart:
			if full {
				p.Raw = json.RawMessage(`{"k":1}`)
			}
		}
		return p
	})
}

func anyMessages() *rapid.Generator[[]wire.Message] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) wire.Message {
		return wire.Message{
			Role:  rapid.SampledFrom([]wire.Role{wire.User, wire.Assistant, wire.Assistant, "system"}).Draw(t, "role"),
			Parts: rapid.SliceOfN(anyPart(), 0, 5).Draw(t, "parts"),
		}
	}), 0, 8)
}

func TestEveryListOfMessagesCanBeRepaired(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := anyMessages().Draw(t, "messages")
		before, err := json.Marshal(strip(in))
		if err != nil {
			t.Fatal(err)
		}
		out := agent.Repair(in)
		if err := agent.Check(out); err != nil {
			t.Fatalf("not valid: %v\n%s", err, show(out))
		}
		if diff := cmp.Diff(out, agent.Repair(out)); diff != "" {
			t.Fatalf("a second repair changes it:\n%s", diff)
		}
		after, err := json.Marshal(strip(in))
		if err != nil {
			t.Fatal(err)
		}
		if string(before) != string(after) {
			t.Fatal("the messages that were given were changed")
		}
		keepsWhatIsSound(t, in, out)
	})
}

// strip makes messages that can be written as JSON of any.
func strip(in []wire.Message) []string {
	var out []string
	for _, m := range in {
		for _, p := range m.Parts {
			text := string(m.Role) + string(p.Kind) + p.Text
			if p.Call != nil {
				text += p.Call.ID + p.Call.Name + string(p.Call.Args)
			}
			if p.Result != nil {
				text += p.Result.CallID
			}
			out = append(out, text)
		}
	}
	return out
}

// keepsWhatIsSound checks that repair loses nothing that a provider would take.
func keepsWhatIsSound(t *rapid.T, in, out []wire.Message) {
	count := func(all []wire.Message, keep func(wire.Role, wire.Part) bool) (n int) {
		for _, m := range all {
			for _, p := range m.Parts {
				if keep(m.Role, p) {
					n++
				}
			}
		}
		return n
	}
	text := func(r wire.Role, p wire.Part) bool {
		return r != "system" && p.Kind == wire.TextPart && p.Text == "hello"
	}
	call := func(r wire.Role, p wire.Part) bool {
		return r == wire.Assistant && p.Kind == wire.CallPart && p.Call != nil
	}
	if a, b := count(in, text), count(out, text); a != b {
		t.Fatalf("%d texts became %d", a, b)
	}
	if a, b := count(in, call), count(out, call); a != b {
		t.Fatalf("%d calls became %d", a, b)
	}
	if calls, results := count(out, call), count(out, func(_ wire.Role, p wire.Part) bool { return p.Kind == wire.ResultPart }); calls != results {
		t.Fatalf("%d calls and %d results", calls, results)
	}
}

func TestRepairOfWhatGoesWrongInLife(t *testing.T) {
	call := func(id string) wire.Part {
		return wire.Part{Kind: wire.CallPart, Call: &wire.Call{ID: id, Name: "work", Args: json.RawMessage("{}")}}
	}
	result := func(id string) wire.Part {
		return wire.Part{Kind: wire.ResultPart, Result: &wire.Result{CallID: id, Name: "work", Content: []tool.Block{tool.Text("ok " + id)}}}
	}
	text := func(s string) wire.Part { return wire.Part{Kind: wire.TextPart, Text: s} }
	u := func(p ...wire.Part) wire.Message { return wire.Message{Role: wire.User, Parts: p} }
	a := func(p ...wire.Part) wire.Message { return wire.Message{Role: wire.Assistant, Parts: p} }
	for name, c := range map[string]struct {
		in   []wire.Message
		want string
	}{
		"a transcript that is fine stays": {[]wire.Message{u(text("go")), a(call("a")), u(result("a")), a(text("done"))}, "user: text(go)\nassistant: call(a)\nuser: result(a: ok a)\nassistant: text(done)\n"},
		"a call without a result":         {[]wire.Message{u(text("go")), a(call("a"), call("b")), u(result("b"), text("and"))}, "user: text(go)\nassistant: call(a) call(b)\nuser: result(a: Interrupted: the result of this call was lost.) result(b: ok b) text(and)\n"},
		"a result without a call":         {[]wire.Message{u(text("go")), u(result("x")), a(text("hm"))}, "user: text(go)\nassistant: text(hm)\n"},
		"results in another order":        {[]wire.Message{u(text("go")), a(call("a"), call("b")), u(text("hi"), result("b"), result("a"))}, "user: text(go)\nassistant: call(a) call(b)\nuser: result(a: ok a) result(b: ok b) text(hi)\n"},
		"two messages of the user":        {[]wire.Message{u(text("go")), u(text("now"))}, "user: text(go) text(now)\n"},
		"two answers":                     {[]wire.Message{u(text("go")), a(text("1")), a(text("2"))}, "user: text(go)\nassistant: text(1) text(2)\n"},
		"an answer after open calls":      {[]wire.Message{u(text("go")), a(call("a")), a(text("2"))}, "user: text(go)\nassistant: call(a)\nuser: result(a: Interrupted: the result of this call was lost.)\nassistant: text(2)\n"},
		"the end in open calls":           {[]wire.Message{u(text("go")), a(call("a"))}, "user: text(go)\nassistant: call(a)\nuser: result(a: Interrupted: the result of this call was lost.)\n"},
		"the beginning is missing":        {[]wire.Message{a(text("1"))}, "user: text((The beginning of this conversation is missing.))\nassistant: text(1)\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := show(agent.Repair(c.in)); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestWhatAProviderWantsBackIsKept(t *testing.T) {
	var b bench
	p := &player{answers: answers([]step{{think: "hm"}, calls("a", "work", work{Say: "x"})}, []step{say("ok")})}
	s := newSession(t, agent.Options{Model: p}, b.tool())
	collect(t, s, wire.Say("go"))
	part := p.asked[1].Messages[1].Parts[0]
	if part.Kind != wire.ThinkingPart || string(part.Raw) != `{"sig":1}` || part.From != "test" {
		t.Errorf("got %+v", part)
	}
}

func TestToolsThatAreGoneKeepTheTranscriptValid(t *testing.T) {
	var b bench
	set := tool.NewSet(b.tool())
	p := &player{answers: answers(
		[]step{calls("a", "work", work{Say: "x"}), does(nil)}, []step{calls("b", "work", work{Say: "y"})}, []step{say("ok")},
	)}
	p.answers[1] = append([]step{does(func(_ ctx) { set.Remove("work") })}, p.answers[1]...)
	p.answers[0] = p.answers[0][:1]
	eng := newEngineOver(t, set)
	s := newSession(t, agent.Options{Model: p, Engine: eng})
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	if got := show(s.Messages()); !strings.Contains(got, "did x") || strings.Contains(got, "did y") {
		t.Error(got)
	}
	if tools := p.asked[2].Tools; len(tools) != 1 || !strings.Contains(tools[0].Description, "not available") {
		t.Errorf("offered %v", tools)
	}
}
