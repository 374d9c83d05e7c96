package connect

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"jig/wire"
	"jig/wire/chat"
	"jig/wire/responses"
)

// dialResponses is the line to OpenAI's Responses API.
func dialResponses(_ context.Context, a address) (line, error) {
	return dialOpenAI(a, "responses", responses.Request, responses.New), nil
}

// dialChat is the line to Chat Completions, of OpenAI and of all who speak alike.
func dialChat(_ context.Context, a address) (line, error) {
	return dialOpenAI(a, "chat/completions", chat.Request, chat.New), nil
}

func dialOpenAI(a address, path string, request func(*wire.Request) (json.RawMessage, error), decoder func(wire.Options) wire.Feeder) line {
	// Not by NewClient: it would take organization, project and headers of OpenAI's
	// customers from the environment, and send them to whoever is at the address.
	opts := []option.RequestOption{
		option.WithBaseURL(a.baseURL),
		option.WithHTTPClient(a.client),
		option.WithMaxRetries(0), // so that there is one who retries, who also hears of cut answers
	}
	if a.key != "" {
		opts = append(opts, option.WithAPIKey(a.key))
	}
	client := sdk.Client{Options: opts}
	return line{
		request: request,
		decoder: decoder,
		send: func(ctx context.Context, body []byte) (io.ReadCloser, error) {
			var resp *http.Response
			err := client.Post(ctx, path, body, &resp, option.WithHeader("Accept", "text/event-stream"))
			return a.answered(ctx, resp, err)
		},
	}
}
