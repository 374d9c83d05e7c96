package agent_test

import (
	"context"
	"fmt"

	"jig/agent"
	"jig/engine"
	"jig/model/practice"
	"jig/tool"
	"jig/wire"
)

func Example() {
	type in struct {
		City string `json:"city"`
	}
	forecast := tool.New(tool.Spec{Name: "forecast", Description: "Weather forecast for a city", Access: tool.ReadOnly},
		func(_ context.Context, in in) (string, error) { return "rain in " + in.City, nil })
	m := practice.Script(
		practice.Turn{Calls: []practice.Call{{Name: "forecast", Args: in{City: "Bergen"}}}},
		practice.Turn{Text: "Take an umbrella."},
	)

	eng := agent.NewEngine(tool.NewSet(forecast), engine.AllowAll(), engine.Options{})
	defer func() { _ = eng.Close() }()
	s, err := agent.New(agent.Options{Model: m, Engine: eng, System: "You know the weather."})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = s.Close() }()

	for e := range s.Run(context.Background(), wire.Say("What will it be like in Bergen?")) {
		switch {
		case e.Kind == agent.Tool && e.Tool.Kind == engine.Ended:
			fmt.Println(e.Tool.Tool, "gave:", e.Tool.Result.Text())
		case e.Kind == agent.RunEnded:
			fmt.Println(e.End.Reason+":", e.End.Text)
		}
	}
	// Output:
	// forecast gave: rain in Bergen
	// done: Take an umbrella.
}
