package practice_test

import (
	"context"
	"fmt"
	"log"

	"jig/model/practice"
	"jig/tool"
	"jig/wire"
)

// What a person types becomes an answer with calls.
func Example() {
	m := practice.New(practice.Options{})
	req := &wire.Request{
		Tools:    []tool.Definition{{Name: "read"}, {Name: "grep"}},
		Messages: []wire.Message{wire.Say("read go.mod and grep TODO in cmd")},
	}
	for e, err := range m.Stream(context.Background(), req) {
		if err != nil {
			log.Fatal(err)
		}
		switch e.Kind {
		case wire.Text:
			fmt.Println(e.Text)
		case wire.CallReady:
			fmt.Println(e.Call.ID, e.Call.Name, string(e.Call.Args))
		case wire.Done:
			fmt.Println(e.Reply.Stop)
		}
	}
	// Output:
	// I'll read go.mod and search for TODO in cmd.
	// call_1 read {"path":"go.mod"}
	// call_2 grep {"pattern":"TODO","path":"cmd"}
	// tool_use
}

// A test says itself what the model answers.
func ExampleScript() {
	m := practice.Script(
		practice.Turn{Text: "I look.", Calls: []practice.Call{{Name: "list"}}},
		practice.Turn{Text: "Nothing there."},
	)
	req := &wire.Request{Messages: []wire.Message{wire.Say("What is there?")}}
	for range 2 {
		for e, err := range m.Stream(context.Background(), req) {
			if err != nil {
				log.Fatal(err)
			}
			if e.Kind == wire.Done {
				fmt.Println(e.Reply.Text(), len(e.Reply.Calls()))
				req.Messages = append(req.Messages, e.Reply.Message, wire.Message{Role: wire.User, Parts: []wire.Part{
					{Kind: wire.ResultPart, Result: &wire.Result{CallID: "call_1", Name: "list"}},
				}})
			}
		}
	}
	// Output:
	// I look. 1
	// Nothing there. 0
}
