package practice_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/engine"
	"jig/model/practice"
	"jig/tool"
	"jig/toolbox"
	"jig/wire"
	"jig/workspace"
)

// bench is a folder with the built-in tools, and an engine to run them.
type bench struct {
	defs []tool.Definition
	eng  *engine.Engine
	dir  string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	dir := t.TempDir()
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	box, err := toolbox.Open(toolbox.Options{Session: workspace.NewSession(space, workspace.SessionOptions{})})
	if err != nil {
		t.Fatal(err)
	}
	set := tool.NewSet(box.Tools()...)
	eng := engine.New(set, engine.AllowAll(), engine.Options{})
	t.Cleanup(func() {
		if err := errors.Join(eng.Close(), box.Close(), space.Close()); err != nil {
			t.Error(err)
		}
	})
	defs, _ := set.Export(tool.Export{})
	return &bench{defs: defs, eng: eng, dir: dir}
}

// converse does everything that the model asks for, and gives what was said and called.
func (b *bench) converse(t *testing.T, req *wire.Request, opt practice.Options) (lines []string, after *wire.Request) {
	t.Helper()
	for range 30 {
		_, reply := ask(t, practice.New(opt), req)
		next := *req
		next.Messages = append(append([]wire.Message{}, req.Messages...), reply.Message)
		req = &next
		for _, p := range reply.Parts {
			switch p.Kind {
			case wire.TextPart:
				lines = append(lines, "says "+strings.TrimSpace(p.Text))
			case wire.ThinkingPart:
				lines = append(lines, "thinks "+p.Text)
			case wire.CallPart:
				lines = append(lines, "calls "+p.Call.Name+" "+string(p.Call.Args))
			}
		}
		if reply.Stop != wire.ToolUse {
			return lines, req
		}
		results := wire.Message{Role: wire.User}
		for _, c := range reply.Calls() {
			out := b.eng.Call(t.Context(), c.Tool())
			results.Parts = append(results.Parts, wire.Part{Kind: wire.ResultPart, Result: &wire.Result{
				CallID: c.ID, Name: c.Name, Content: out.Result.Content, IsError: out.Result.IsError,
			}})
		}
		req.Messages = append(req.Messages, results)
	}
	t.Fatal("it does not end")
	return nil, nil
}

func TestCommandsBecomeCalls(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ command, calls string }{
		{`read go.mod`, `read {"path":"go.mod"}`},
		{`please read the file go.mod?`, `read {"path":"go.mod"}`},
		{`read a.go 10-20`, `read {"path":"a.go","offset":10,"limit":11}`},
		{`read a.go lines 10-20 and b.go`, `read {"path":"a.go","offset":10,"limit":11} | read {"path":"b.go"}`},
		{`read "my file.txt"`, `read {"path":"my file.txt"}`},
		{`list`, `list {"path":"."}`},
		{`ls internal`, `list {"path":"internal"}`},
		{`list the files in cmd`, `list {"path":"cmd"}`},
		{`grep TODO`, `grep {"pattern":"TODO"}`},
		{`grep TODO in dir`, `grep {"pattern":"TODO","path":"dir"}`},
		{`grep func main in cmd`, `grep {"pattern":"func main","path":"cmd"}`},
		{`grep -i "a b" cmd`, `grep {"pattern":"a b","path":"cmd","case_insensitive":true}`},
		{`glob **/*.go`, `glob {"pattern":"**/*.go"}`},
		{`find files *.md in docs`, `glob {"pattern":"*.md","path":"docs"}`},
		{`run ls -l`, `shell {"command":"ls -l"}`},
		{`$ echo hi`, `shell {"command":"echo hi"}`},
		{`run cd x && mkdir y && grep z w`, `shell {"command":"cd x && mkdir y && grep z w"}`},
		{`run make && run make test`, `shell {"command":"make"} | shell {"command":"make test"}`},
		{`run "sleep 5" then read go.mod`, `shell {"command":"sleep 5"}`},
		{`run "sleep 5" && read go.mod`, `shell {"command":"sleep 5"} | read {"path":"go.mod"}`},
		{`run sleep 5 && grep a b`, `shell {"command":"sleep 5 && grep a b"}`},
		{`start "sleep 5" and list`, `shell {"command":"sleep 5","run_in_background":true} | list {"path":"."}`},
		{`run "echo a ; run b"`, `shell {"command":"echo a ; run b"}`},
		{`start sleep 100`, `shell {"command":"sleep 100","run_in_background":true}`},
		{`write a.txt: hello world`, `write {"path":"a.txt","content":"hello world\n"}`},
		{`write a.txt: "one\ntwo"`, `write {"path":"a.txt","content":"one\ntwo"}`},
		{"write a.txt <<\none\ntwo", `write {"path":"a.txt","content":"one\ntwo\n"}`},
		{`write a.txt: this and that`, `write {"path":"a.txt","content":"this and that\n"}`},
		{`append a.txt: more`, `insert {"path":"a.txt","content":"more\n"}`},
		{`edit a.go: foo -> bar`, `edit {"path":"a.go","old_string":"foo","new_string":"bar"}`},
		{`edit a.go: "x -> y" -> "z; and read w"`, `edit {"path":"a.go","old_string":"x -> y","new_string":"z; and read w"}`},
		{`edit a.go: "a" -> "b" everywhere`, `edit {"path":"a.go","old_string":"a","new_string":"b","replace_all":true}`},
		{`delete a b`, `delete {"path":"a"} | delete {"path":"b"}`},
		{`delete -r out`, `delete {"path":"out","recursive":true}`},
		{`move a.txt to b.txt`, `move {"source":"a.txt","destination":"b.txt"}`},
		{`mkdir -p out/x`, `mkdir {"path":"out/x"}`},
		{"patch\n*** Begin Patch\n*** Delete File: a\n*** End Patch", `apply_patch {"patch":"*** Begin Patch\n*** Delete File: a\n*** End Patch\n"}`},
		{`git status`, `git_status {}`},
		{`git log 5`, `git_log {"count":5}`},
		{`git blame a.go`, `git_blame {"path":"a.go"}`},
		{`git commit -m "a and b"`, `shell {"command":"git commit -m \"a and b\""}`},
		{`sleep 0.5`, `sleep {"seconds":0.5}`},
		{`call read {"path": "x", "limit": 3}`, `read {"path": "x", "limit": 3}`},
		{`call Read {"path":"x"}`, `read {"path":"x"}`},
		{`call Bash {"command":"ls"}`, `shell {"command":"ls"}`},
		{`read a ; read b && list`, `read {"path":"a"} | read {"path":"b"} | list {"path":"."}`},
		{`list and read a`, `list {"path":"."} | read {"path":"a"}`},
		{`list then read a`, `list {"path":"."}`},
		{`read a and grep TODO in b`, `read {"path":"a"} | grep {"pattern":"TODO","path":"b"}`},
		{"read a\n+ read b", `read {"path":"a"} | read {"path":"b"}`},
		{`say I don't read then read a`, `read {"path":"a"}`},
	} {
		t.Run(c.command, func(t *testing.T) {
			_, reply := ask(t, practice.New(practice.Options{}), &wire.Request{Tools: b.defs, Messages: []wire.Message{wire.Say(c.command)}})
			var got []string
			for _, call := range reply.Calls() {
				got = append(got, call.Name+" "+string(call.Args))
				def, ok := definition(b.defs, call.Name)
				if !ok {
					t.Fatalf("%s is not offered", call.Name)
				}
				if err := def.Tool.Spec().Input.Validate(call.Args); err != nil {
					t.Errorf("the tool would not take %s: %v", call.Args, err)
				}
			}
			if diff := cmp.Diff(c.calls, strings.Join(got, " | ")); diff != "" {
				t.Errorf("%s\nsaid %s", diff, reply.Text())
			}
		})
	}
}

func definition(defs []tool.Definition, name string) (tool.Definition, bool) {
	for _, d := range defs {
		if d.Name == name {
			return d, true
		}
	}
	return tool.Definition{}, false
}

func TestAConversationWithRealTools(t *testing.T) {
	b := newBench(t)
	scripts := map[string]string{"demo.txt": `# A demonstration.
pace 0
think A file first.
say I'll make a file.
write notes.txt <<END
one
two
END
expect Created
edit notes.txt: "two" -> "three"
read notes.txt
+ grep three
expect three
read nowhere.txt
expect error
pause
say All is well.
`}
	read := func(name string) ([]byte, error) {
		if text, ok := scripts[name]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}
	req := &wire.Request{Tools: b.defs, Messages: []wire.Message{wire.Say("script demo.txt")}}
	lines, req := b.converse(t, req, practice.Options{FS: read})
	want := []string{
		"thinks A file first.",
		"says I'll make a file.",
		`calls write {"path":"notes.txt","content":"one\ntwo\n"}`,
		"says Next I'll edit notes.txt.",
		`calls edit {"path":"notes.txt","old_string":"two","new_string":"three"}`,
		"says Next I'll read notes.txt and search for three.",
		`calls read {"path":"notes.txt"}`,
		`calls grep {"pattern":"three"}`,
		"says Next I'll read nowhere.txt.",
		`calls read {"path":"nowhere.txt"}`,
		"says Done so far.",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
	req.Messages = append(req.Messages, wire.Say("continue"))
	lines, _ = b.converse(t, req, practice.Options{FS: read})
	if got := strings.Join(lines, "\n"); !strings.Contains(got, "1 of 5 calls failed") || !strings.HasSuffix(got, "All is well.") {
		t.Errorf("in the end it %s", got)
	}
}

func TestResultsAreToldInWords(t *testing.T) {
	b := newBench(t)
	say := func(text string) string {
		lines, _ := b.converse(t, &wire.Request{Tools: b.defs, Messages: []wire.Message{wire.Say(text)}}, practice.Options{})
		return strings.Join(lines, "\n")
	}
	for _, c := range []struct{ command, contains string }{
		{"write a.txt: hello then read a.txt", "says Next I'll read a.txt."},
		{"run printf 'a\nb\nc'", "says shell printf"},
		{"read nothing.txt", "says read nothing.txt failed: "},
		{"grep hello", "says grep hello: 1 matching line in 1 file.\n\na.txt:1:hello"},
		{"grep nowhere and grep hello", "- grep hello: 1 matching line in 1 file."},
		{"list and grep hello", "- list .: 1 line."},
		{"mkdir x and mkdir y", "All 2 calls are done:\n- mkdir x: "},
		{"hello there", `do not understand "hello there"`},
		{"raed go.mod", "- read main.go 10-20"},
		{"help", "edit main.go"},
		{"tools", "apply_patch, delete, edit"},
		{"undo", "jig undo"},
		{"edit a.txt", "Write it like this: edit main.go"},
		{"agent explore: look", "no tool agent is offered here"},
		{"agent: look\nlist", `calls list {"path":"."}`}, // the plan goes on
		{"wait 1ms", "says Done so far."},
		{"call nothing {}", "no tool nothing is offered here"},
		{"call read {", "no JSON object"},
		{"script x", "no files were given"},
		{"expect x", "I expected results, but there are none"},
		{"write a.txt: hello then expect bye then read a.txt", `I expected "bye" in the results`},
		{"read a.txt\nwhat is this", "I did not understand: what is this"},
		{"Please summarize the conversation", "Nothing was asked so far."},
		{"<context>\nread secret\n</context>\nlist", `calls list {"path":"."}`},
	} {
		if got := say(c.command); !strings.Contains(got, c.contains) {
			t.Errorf("%s: it %s", c.command, got)
		}
	}
}

func TestToolsOfOtherSystemsAreCalledByTheirNames(t *testing.T) {
	defs := []tool.Definition{
		{Name: "Read", Input: []byte(`{"properties":{"file_path":{},"offset":{},"limit":{}}}`)},
		{Name: "Task", Input: []byte(`{"properties":{"description":{},"prompt":{},"subagent_type":{}}}`)},
	}
	req := &wire.Request{Tools: defs, Messages: []wire.Message{wire.Say("read a.go 3-4 ; agent explore: find it ; run ls")}}
	_, reply := ask(t, practice.New(practice.Options{}), req)
	var got []string
	for _, c := range reply.Calls() {
		got = append(got, c.Name+" "+string(c.Args))
	}
	want := []string{`Read {"file_path":"a.go","offset":3,"limit":2}`, `Task {"description":"find it","prompt":"find it","subagent_type":"explore"}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(reply.Text(), "I cannot run ls: no tool shell is offered here. Offered are: Read, Task.") {
		t.Errorf("it says %q", reply.Text())
	}
	req.Choice = "none"
	if _, reply := ask(t, practice.New(practice.Options{}), req); len(reply.Calls()) > 0 || !strings.Contains(reply.Text(), "asked not to call") {
		t.Errorf("with choice none: %+v", reply.Message)
	}
}

func TestAPlanGoesOnAfterTheBeginningWasSummarised(t *testing.T) {
	b := newBench(t)
	m := practice.New(practice.Options{})
	req := &wire.Request{Tools: b.defs, Messages: []wire.Message{wire.Say("read a then read b then read c then read d")}}
	for range 3 {
		_, reply := ask(t, m, req)
		req = answered(req, reply, "fine")
	}
	req.Messages = append([]wire.Message{req.Messages[0], wire.Say("This is what happened so far: a lot.")}, req.Messages[len(req.Messages)-2:]...)
	_, reply := ask(t, m, req)
	if c := reply.Calls(); len(c) != 1 || string(c[0].Args) != `{"path":"d"}` || c[0].ID != "call_4" {
		t.Errorf("answer %+v", reply.Message)
	}
}

func TestSteeringBecomesTheNewPlan(t *testing.T) {
	b := newBench(t)
	m := practice.New(practice.Options{})
	req := &wire.Request{Tools: b.defs, Messages: []wire.Message{wire.Say("read a then read b")}}
	_, reply := ask(t, m, req)
	req = answered(req, reply, "fine")
	last := &req.Messages[len(req.Messages)-1]
	last.Parts = append(last.Parts, wire.Part{Kind: wire.TextPart, Text: "list"})
	_, reply = ask(t, m, req)
	if c := reply.Calls(); len(c) != 1 || c[0].Name != "list" {
		t.Errorf("answer %+v", reply.Message)
	}
}

func FuzzAnyTextGetsAnAnswer(f *testing.F) {
	for _, s := range []string{"read a", "write a <<E\nx\nE", `edit a: "b" -> "c"`, "a and b then ; && read", `say "`, "<a>b</a>list", "patch\n*** Begin", "+ read x"} {
		f.Add(s)
	}
	defs := []tool.Definition{{Name: "read"}, {Name: "shell"}, {Name: "edit"}, {Name: "write"}}
	f.Fuzz(func(t *testing.T, text string) {
		m := practice.New(practice.Options{FS: func(string) ([]byte, error) { return []byte("script x\nread y"), nil }})
		if strings.Contains(strings.ToLower(text), "wait") {
			t.Skip("takes its time")
		}
		_, reply := ask(t, m, &wire.Request{Tools: defs, Messages: []wire.Message{wire.Say(text)}})
		for _, c := range reply.Calls() {
			if len(c.Args) == 0 || c.Args[0] != '{' {
				t.Errorf("arguments %s", c.Args)
			}
		}
	})
}
