package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// goSDK calls the tool through the official MCP SDK: client and server in this process, over its in-memory transport.
func goSDK(ctx context.Context) (contender, error) {
	server := mcp.NewServer(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: findName, Description: findDescription},
		func(_ context.Context, _ *mcp.CallToolRequest, in findInput) (*mcp.CallToolResult, any, error) {
			out, err := find(in)
			if err != nil {
				return nil, nil, err
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}}, nil, nil
		})
	near, far := mcp.NewInMemoryTransports()
	host, err := server.Connect(ctx, far, nil)
	if err != nil {
		return contender{}, err
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil).Connect(ctx, near, nil)
	if err != nil {
		return contender{}, errors.Join(err, host.Close())
	}
	params := &mcp.CallToolParams{Name: findName, Arguments: json.RawMessage(findArgs)}
	return contender{
		name: "go-sdk in memory",
		run: each(func() error {
			res, err := session.CallTool(ctx, params)
			if err != nil {
				return err
			}
			if len(res.Content) != 1 {
				return errors.New("no content in the answer")
			}
			text, ok := res.Content[0].(*mcp.TextContent)
			if !ok {
				return errors.New("no text in the answer")
			}
			return answered(text.Text)
		}),
		close: func() error { return errors.Join(session.Close(), host.Wait()) },
	}, nil
}
