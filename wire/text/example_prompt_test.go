package text_test

import (
	"encoding/json"
	"fmt"

	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

// A model that is not known to call tools in any way of its own can be told how in its
// prompt, and its answer be read by whatever it made of that.
func Example_prompt() {
	read := tool.Definition{
		Name:        "read",
		Description: "Reads a file.",
		Input:       json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}}}`),
	}
	tools := []tool.Definition{read}

	about, err := text.Describe("", tools) // goes into the instructions
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(about) > 0)

	d, err := text.New("auto", wire.Options{Tools: tools})
	if err != nil {
		fmt.Println(err)
		return
	}
	d.Write([]byte("I look.\n<tool_call>\n{\"name\": \"read\", \"arguments\": {\"path\": \"go.mod\"}}\n</tool_call>"))
	if _, err := d.Close(); err != nil {
		fmt.Println(err)
		return
	}
	reply := d.Reply()
	for _, c := range reply.Calls() {
		fmt.Println(c.Name, string(c.Args))
	}

	// The conversation goes on with what was said, and the results.
	results, err := text.Results("", []wire.Result{{Name: "read", Content: []tool.Block{tool.Text("module jig")}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(results)
	// Output:
	// true
	// read {"path": "go.mod"}
	// <tool_response name="read" success="true">
	// module jig
	// </tool_response>
}
