package tool_test

import (
	"context"
	"fmt"

	"jig/tool"
)

// A typed tool is one function. Its schema comes from its input type, and the
// arguments are valid when the function runs.
func ExampleNew() {
	type In struct {
		City string `json:"city" doc:"Name of the city"`
		Days int    `json:"days" doc:"How many days ahead" minimum:"1" maximum:"7" default:"1"`
	}
	forecast := tool.New(tool.Spec{
		Name:        "forecast",
		Description: "Weather forecast for a city",
		Access:      tool.ReadOnly,
	}, func(_ context.Context, in In) (string, error) {
		return fmt.Sprintf("%s: sunny for %d day(s)", in.City, in.Days), nil
	})

	fmt.Println(string(forecast.Spec().Input.JSON()))
	res, err := forecast.Run(context.TODO(), &tool.Call{Args: []byte(`{"city":"Oslo"}`)})
	fmt.Println(res.Text(), err)
	_, err = forecast.Run(context.TODO(), &tool.Call{Args: []byte(`{"town":"Oslo","days":9}`)})
	fmt.Println(tool.AsError(err).Code)
	// Output:
	// {"type":"object","properties":{"city":{"type":"string","description":"Name of the city"},"days":{"type":"integer","description":"How many days ahead","minimum":1,"maximum":7,"default":1}},"required":["city"],"additionalProperties":false}
	// Oslo: sunny for 1 day(s) <nil>
	// invalid_args
}

// A tool that says what it is about to do can run beside others, and people see
// what they are asked about.
func ExampleTyped_WithPlan() {
	type In struct {
		Path string `json:"path"`
	}
	remove := tool.New(tool.Spec{Name: "remove", Description: "Removes a file", Access: tool.WorkspaceWrite, Dangerous: true},
		func(_ context.Context, in In) (string, error) { return "removed " + in.Path, nil },
	).WithPlan(func(_ context.Context, in In) (*tool.Intent, error) {
		return &tool.Intent{Summary: "remove " + in.Path, Writes: []string{in.Path}}, nil
	})
	intent, err := remove.Plan(context.TODO(), &tool.Call{Args: []byte(`{"path":"/tmp/x"}`)})
	fmt.Println(intent.Summary, intent.Writes, err)
	// Output: remove /tmp/x [/tmp/x] <nil>
}

// Tools are found in any spelling a model comes up with.
func ExampleSet_Resolve() {
	set := tool.NewSet(tool.New(tool.Spec{Name: "read_file", Description: "Reads a file", Aliases: []string{"cat"}},
		func(context.Context, struct{}) (string, error) { return "", nil }))
	for _, name := range []string{"ReadFile", "cat", "raed_file"} {
		t, err := set.Resolve(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(name, "is", t.Spec().Name)
	}
	// Output:
	// ReadFile is read_file
	// cat is read_file
	// Tool not found: "raed_file". Did you mean read_file?
}

// A static set is enough for a test.
func ExampleStatic() {
	set := tool.NewStatic().
		Register("bash", func(input string) (string, error) { return "output", nil }).
		Register("read_file", func(input string) (string, error) { return "file contents", nil })
	out, err := set.Execute(context.TODO(), "read_file", `{"path":"x"}`)
	fmt.Println(out, err)
	// Output: file contents <nil>
}
