package connect

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"jig/model"
	"jig/wire"
)

// A line is the connection to one provider: how a request is written for it, how it is
// sent, and how its answer is read.
//
// The provider's own client sends it, since it knows how to sign a request and where it
// goes. What is sent and what comes back stays as it is, byte for byte: package wire writes
// and reads it, so that nothing is lost that the client does not know.
type line struct {
	request func(*wire.Request) (json.RawMessage, error)
	decoder func(wire.Options) wire.Feeder
	// send gives the body of a good answer. Its errors are [*Error], or that of the context.
	send func(ctx context.Context, body []byte) (io.ReadCloser, error)
	// learn, if set, asks the provider what it knows about the model. That it does not
	// answer is no error.
	learn func(ctx context.Context, info *model.Info)
}

// address is what a line needs to know.
type address struct {
	place
	client  *http.Client
	context int // how many tokens to ask for, where that is ours to say
}

// dialer makes the line to a provider. It does not connect yet.
type dialer func(ctx context.Context, a address) (line, error)

// answered judges what a client of OpenAI's or Anthropic's making gives back. The response
// is there even where the client could not make sense of its body.
func (p place) answered(ctx context.Context, resp *http.Response, err error) (io.ReadCloser, error) {
	if err == nil && resp != nil {
		return resp.Body, nil
	}
	if gone := ended(ctx); gone != nil {
		return nil, gone
	}
	if resp == nil || resp.StatusCode < http.StatusBadRequest {
		return nil, p.unsent(err)
	}
	return nil, p.refused(resp.StatusCode, resp.Header, readAll(resp.Body), err)
}

// readAll reads the body of a failure, as far as it is worth reading. What cannot be read
// is missing from the text of the error; the status is known.
func readAll(body io.Reader) []byte {
	var b bytes.Buffer
	_, _ = io.Copy(&b, io.LimitReader(body, 64<<10))
	return b.Bytes()
}
