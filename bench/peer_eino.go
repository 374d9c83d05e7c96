package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

func einoFind() (tool.InvokableTool, error) {
	return utils.InferTool(findName, findDescription, func(_ context.Context, in findInput) (string, error) { return find(in) })
}

// einoTool calls eino's inferred tool directly, found in a map: no node around it, no callbacks, no message.
func einoTool(ctx context.Context) (contender, error) {
	t, err := einoFind()
	if err != nil {
		return contender{}, err
	}
	tools := map[string]tool.InvokableTool{findName: t}
	return contender{name: "eino InferTool", run: each(func() error {
		got, err := tools[findName].InvokableRun(ctx, findArgs)
		if err != nil {
			return err
		}
		return answered(got)
	})}, nil
}

// einoNode sends an assistant message with that many calls through eino's ToolsNode, the way an eino agent does.
func einoNode(ctx context.Context, calls int) (contender, error) {
	t, err := einoFind()
	if err != nil {
		return contender{}, err
	}
	node, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{t}})
	if err != nil {
		return contender{}, err
	}
	message := &schema.Message{Role: schema.Assistant}
	for i := range calls {
		message.ToolCalls = append(message.ToolCalls, schema.ToolCall{
			ID:       strconv.Itoa(i),
			Function: schema.FunctionCall{Name: findName, Arguments: findArgs},
		})
	}
	return contender{name: "eino ToolsNode", run: each(func() error {
		out, err := node.Invoke(ctx, message)
		if err != nil {
			return err
		}
		if len(out) != calls {
			return fmt.Errorf("%d answers to %d calls", len(out), calls)
		}
		for _, m := range out {
			if err := answered(m.Content); err != nil {
				return err
			}
		}
		return nil
	})}, nil
}
