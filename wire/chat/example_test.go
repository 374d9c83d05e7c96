package chat_test

import (
	"fmt"

	"jig/tool"
	"jig/wire"
	"jig/wire/chat"
)

// A stream comes in pieces, and a call is there before the stream has ended.
func Example() {
	d := chat.New(wire.Options{})
	for _, piece := range []string{
		`data: {"choices":[{"delta":{"content":"I look."}}]}` + "\n\n" + `data: {"choices":[{"delta":{"tool_calls":[{"index":0,`,
		`"id":"call_1","function":{"name":"read","arguments":"{\"path\":\"a.txt\"}"}}]}}]}` + "\n\n",
		`data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n",
	} {
		for _, e := range d.Write([]byte(piece)) {
			switch e.Kind {
			case wire.Text:
				fmt.Println("text:", e.Text)
			case wire.CallReady:
				fmt.Println("call:", e.Call.Name, string(e.Call.Args))
			}
		}
	}
	if _, err := d.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Println("stop:", d.Reply().Stop)

	back, err := chat.Results([]wire.Result{{CallID: "call_1", Name: "read", Content: []tool.Block{tool.Text("hello")}}})
	fmt.Println(string(back), err)
	// Output:
	// text: I look.
	// call: read {"path":"a.txt"}
	// stop: tool_use
	// [{"role":"tool","content":"hello","tool_call_id":"call_1"}] <nil>
}
