package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

// genkitTool looks the tool up in genkit's registry and runs it on raw arguments.
func genkitTool(ctx context.Context) contender {
	g := genkit.Init(ctx)
	genkit.DefineTool(g, findName, findDescription, func(_ *ai.ToolContext, in findInput) (string, error) { return find(in) })
	raw := json.RawMessage(findArgs)
	return contender{name: "genkit LookupTool + RunRaw", run: each(func() error {
		t := genkit.LookupTool(g, findName)
		if t == nil {
			return fmt.Errorf("genkit does not know %q", findName)
		}
		out, err := t.RunRaw(ctx, raw)
		if err != nil {
			return err
		}
		got, _ := out.(string)
		return answered(got)
	})}
}
