package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/transcript"
)

// read makes a conversation from a short form: "u:text a:call:1,call:2 u:result:1".
func read(short string) []wire.Message {
	var all []wire.Message
	for _, word := range strings.Fields(short) {
		role, rest, _ := strings.Cut(word, ":")
		m := wire.Message{Role: wire.User}
		if role == "a" {
			m.Role = wire.Assistant
		}
		for _, p := range strings.Split(rest, ",") {
			kind, id, _ := strings.Cut(p, ":")
			switch kind {
			case "call":
				m.Parts = append(m.Parts, wire.Part{Kind: wire.CallPart, Call: &wire.Call{ID: id, Name: "n" + id}})
			case "result":
				id, text, _ := strings.Cut(id, "=")
				m.Parts = append(m.Parts, wire.Part{Kind: wire.ResultPart, Result: &wire.Result{CallID: id, Content: []tool.Block{tool.Text(text)}}})
			case "think":
				m.Parts = append(m.Parts, wire.Part{Kind: wire.ThinkingPart, Text: id})
			default:
				m.Parts = append(m.Parts, wire.Part{Kind: wire.TextPart, Text: p})
			}
		}
		all = append(all, m)
	}
	return all
}

// write is the way back.
func write(all []wire.Message) string {
	var words []string
	for _, m := range all {
		var parts []string
		for _, p := range m.Parts {
			switch p.Kind {
			case wire.CallPart:
				parts = append(parts, "call:"+p.Call.ID)
			case wire.ResultPart:
				parts = append(parts, fmt.Sprintf("result:%s=%s", p.Result.CallID, p.Result.Content[0].Text))
			case wire.ThinkingPart:
				parts = append(parts, "think:"+p.Text)
			default:
				parts = append(parts, p.Text)
			}
		}
		words = append(words, string(m.Role[0])+":"+strings.Join(parts, ","))
	}
	return strings.Join(words, " ")
}

func TestEveryCallHasExactlyOneResult(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"a good conversation stays as it is":             {"u:hi a:ok,call:1,call:2 u:result:1=x,result:2=y a:bye", "u:hi a:ok,call:1,call:2 u:result:1=x,result:2=y a:bye"},
		"results come in the order of the calls":         {"u:hi a:call:1,call:2 u:result:2=y u:result:1=x", "u:hi a:call:1,call:2 u:result:1=x,result:2=y"},
		"a missing result is an interruption":            {"u:hi a:call:1,call:2 u:result:2=y", "u:hi a:call:1,call:2 u:result:1=interrupted,result:2=y"},
		"so it is at the end":                            {"u:hi a:call:1", "u:hi a:call:1 u:result:1=interrupted"},
		"what the user says comes after the results":     {"u:hi a:call:1 u:wait,result:1=x", "u:hi a:call:1 u:result:1=x u:wait"},
		"a result of nothing is gone":                    {"u:hi,result:7=x a:ok", "u:hi a:ok"},
		"a second result is gone":                        {"u:hi a:call:1 u:result:1=x,result:1=y", "u:hi a:call:1 u:result:1=x"},
		"a result before its call is none":               {"u:result:1=x a:call:1", "a:call:1 u:result:1=interrupted"},
		"a late result is moved to its call":             {"u:hi a:call:1 u:wait a:ok u:result:1=x", "u:hi a:call:1 u:result:1=x u:wait a:ok"},
		"identifiers that repeat are told apart":         {"u:hi a:call:0 u:result:0=x a:call:0 u:result:0=y", "u:hi a:call:0 u:result:0=x a:call:0_2 u:result:0_2=y"},
		"a later call does not lose its result":          {"u:hi a:call:0 u:wait a:call:0 u:result:0=y", "u:hi a:call:0 u:result:0=interrupted u:wait a:call:0_2 u:result:0_2=y"},
		"equal identifiers in one message":               {"u:hi a:call:0,call:0 u:result:0=x,result:0=y", "u:hi a:call:0,call:0_2 u:result:0=x,result:0_2=y"},
		"calls without identifiers are matched in order": {"u:hi a:call:,call: u:result:=x,result:=y", "u:hi a:call:call_2,call:call_3 u:result:call_2=x,result:call_3=y"},
		"empty messages are gone":                        {"u:hi a: u: a:ok", "u:hi a:ok"},
	} {
		if got := write(transcript.Clean(read(c.in), transcript.AtMost(40))); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

func TestWhatAModelMadeUpIsMadeValid(t *testing.T) {
	for in, want := range map[string]string{"a.b c": "a_b_c", "": "unknown", "read_file": "read_file", strings.Repeat("x", 70): strings.Repeat("x", 64)} {
		if got := transcript.Name(in); got != want {
			t.Errorf("name %q: got %q", in, got)
		}
	}
	for in, want := range map[string]string{"": "{}", ` {"a":1} `: `{"a":1}`, `{"a":`: `{"invalid_arguments":"{\"a\":"}`, `[1]`: `{"invalid_arguments":"[1]"}`} {
		if got := string(transcript.Object([]byte(in))); got != want {
			t.Errorf("arguments %q: got %s", in, got)
		}
	}
}
