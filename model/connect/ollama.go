package connect

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"jig/model"
	"jig/wire"
	"jig/wire/ollama"
)

// ollamaContext is the context that a model gets from Ollama if nobody says otherwise. Ollama's
// own default is often so small that it would cut off the instructions, silently.
const ollamaContext = 32_768

// dialOllama is the line to Ollama's own API. Its module is the whole server, so the few
// endpoints are asked by hand.
func dialOllama(_ context.Context, a address) (line, error) {
	window := a.context
	if window <= 0 {
		window = ollamaContext
	}
	return line{
		request: func(req *wire.Request) (json.RawMessage, error) {
			body, err := ollama.Request(req)
			if err != nil {
				return nil, err
			}
			return withContext(body, window)
		},
		decoder: ollama.New,
		send:    a.sendOllama,
		learn: func(ctx context.Context, info *model.Info) {
			a.showOllama(ctx, info)
			if info.Context > 0 {
				window = min(window, info.Context)
			}
			info.Context = window
		},
	}, nil
}

// withContext puts the size of the context into the options of a request.
func withContext(body json.RawMessage, window int) (json.RawMessage, error) {
	var request map[string]json.RawMessage
	if err := json.Unmarshal(body, &request); err != nil {
		return nil, err
	}
	options := map[string]any{}
	if raw, ok := request["options"]; ok {
		if err := json.Unmarshal(raw, &options); err != nil {
			return nil, err
		}
	}
	options["num_ctx"] = window
	raw, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	request["options"] = raw
	return json.Marshal(request)
}

func (a address) sendOllama(ctx context.Context, body []byte) (io.ReadCloser, error) {
	resp, err := a.askOllama(ctx, "api/chat", body)
	if err == nil && resp.StatusCode >= http.StatusBadRequest {
		defer func() { _ = resp.Body.Close() }() // only read
		return nil, a.refused(resp.StatusCode, resp.Header, readAll(resp.Body), nil)
	}
	return a.answered(ctx, resp, err)
}

// askOllama posts a body, or gets if there is none.
func (a address) askOllama(ctx context.Context, path string, body []byte) (*http.Response, error) {
	method := http.MethodPost
	if body == nil {
		method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(ctx, method, a.baseURL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if a.key != "" {
		req.Header.Set("Authorization", "Bearer "+a.key)
	}
	return a.client.Do(req)
}
