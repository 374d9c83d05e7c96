// Command typedtool offers a tool of its own beside the built-in ones: one Go function. Its schema comes from its input type,
// and by the time it runs its arguments are valid.
//
//	go run ./examples/typedtool
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"jig"
	"jig/sandbox"
	"jig/tool"
)

// In is what the tool takes.
type In struct {
	Celsius float64 `json:"celsius" doc:"Temperature in degrees Celsius" minimum:"-273.15"`
	Digits  int     `json:"digits" doc:"Digits after the point" default:"1" minimum:"0" maximum:"6"`
}

func fahrenheit() tool.Tool {
	return tool.New(tool.Spec{
		Name:        "fahrenheit",
		Description: "Converts a temperature from Celsius to Fahrenheit.",
		Access:      tool.ReadOnly,
	}, func(_ context.Context, in In) (string, error) {
		return fmt.Sprintf("%.*f °F", in.Digits, in.Celsius*9/5+32), nil
	}).WithPlan(func(_ context.Context, in In) (*tool.Intent, error) {
		return &tool.Intent{Summary: fmt.Sprintf("convert %g °C", in.Celsius)}, nil // it touches nothing
	})
}

func main() {
	sandbox.MaybeInit()
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	rt, err := jig.Open(ctx, ".", jig.Options{Tools: []tool.Tool{fahrenheit()}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rt.Close()) }()
	for _, args := range []map[string]any{{"celsius": 21.5}, {"celsius": "warm"}, {"celsius": -300}} {
		out := rt.Call(ctx, "fahrenheit", args)
		fmt.Printf("%v: %s: %s\n", args, out.Status, out.Result.Text())
	}
	return nil
}
