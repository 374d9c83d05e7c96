package connect

import (
	"context"
	"io"
	"net/http"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"jig/wire/anthropic"
)

// dialAnthropic is the line to Anthropic's Messages API.
func dialAnthropic(_ context.Context, a address) (line, error) {
	client := sdk.NewClient(
		option.WithoutEnvironmentDefaults(), // we have looked for the key ourselves
		option.WithBaseURL(a.baseURL),
		option.WithHTTPClient(a.client),
		option.WithAPIKey(a.key),
		option.WithMaxRetries(0), // so that there is one who retries, who also hears of cut answers
	)
	return line{
		request: anthropic.Request,
		decoder: anthropic.New,
		send: func(ctx context.Context, body []byte) (io.ReadCloser, error) {
			var resp *http.Response
			err := client.Post(ctx, "v1/messages", body, &resp, option.WithHeader("Accept", "text/event-stream"))
			return a.answered(ctx, resp, err)
		},
	}, nil
}
