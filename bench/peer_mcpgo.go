package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// mcpGo calls the tool through mcp-go's in-process client, with its defaults (arguments are bound, not validated).
func mcpGo(ctx context.Context) (contender, error) {
	host := server.NewMCPServer("bench", "1")
	host.AddTool(mcp.NewTool(findName, mcp.WithDescription(findDescription), mcp.WithInputSchema[findInput]()),
		mcp.NewTypedToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in findInput) (*mcp.CallToolResult, error) {
			out, err := find(in)
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(out), nil
		}))
	c, err := client.NewInProcessClient(host)
	if err != nil {
		return contender{}, err
	}
	if err := c.Start(ctx); err != nil {
		return contender{}, err
	}
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "bench", Version: "1"}
	if _, err := c.Initialize(ctx, hello); err != nil {
		return contender{}, errors.Join(err, c.Close())
	}
	request := mcp.CallToolRequest{}
	request.Params.Name = findName
	request.Params.Arguments = json.RawMessage(findArgs)
	return contender{
		name: "mcp-go in process",
		run: each(func() error {
			res, err := c.CallTool(ctx, request)
			if err != nil {
				return err
			}
			if len(res.Content) != 1 {
				return errors.New("no content in the answer")
			}
			text, ok := res.Content[0].(mcp.TextContent)
			if !ok {
				return errors.New("no text in the answer")
			}
			return answered(text.Text)
		}),
		close: c.Close,
	}, nil
}
