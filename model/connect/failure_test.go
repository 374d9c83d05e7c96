package connect_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"jig/model"
	"jig/model/connect"
)

func TestFailuresSayWhatToDo(t *testing.T) {
	tests := []struct {
		name    string
		model   string
		status  int
		body    string
		headers []string
		reason  model.Reason
		retry   bool
		after   time.Duration
		text    string
	}{
		{name: "a wrong key at Anthropic", model: "anthropic/claude-sonnet-4-5", status: 401, body: `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`, reason: model.Unauthorized, text: "ANTHROPIC_API_KEY"},
		{name: "a wrong key at OpenAI", model: "openai/gpt-5", status: 401, body: `{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`, reason: model.Unauthorized, text: "OPENAI_API_KEY"},
		{name: "a wrong key at Google, which calls it a bad request", model: "gemini/gemini-2.5-pro", status: 400, body: `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}`, reason: model.Unauthorized, text: "GEMINI_API_KEY"},
		{name: "a key that may not", model: "openai/gpt-5", status: 403, body: `{"error":{"message":"Country not supported","code":"unsupported_country_region_territory"}}`, reason: model.Unauthorized, text: "Country not supported"},
		{name: "a model that is not there", model: "anthropic/claude-9", status: 404, body: `{"type":"error","error":{"type":"not_found_error","message":"model: claude-9"}}`, reason: model.Missing, text: `no model "claude-9"`},
		{name: "a model that Ollama has not pulled", model: "ollama/nothing", status: 404, body: `{"error":"model 'nothing' not found"}`, reason: model.Missing, text: "model 'nothing' not found"},
		{name: "too many requests", model: "anthropic/claude-sonnet-4-5", status: 429, body: `{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}`, headers: []string{"Retry-After", "17"}, reason: model.Limited, retry: true, after: 17 * time.Second, text: "wait 17s"},
		{name: "too many requests, in milliseconds", model: "openai/gpt-5", status: 429, body: `{"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}}`, headers: []string{"Retry-After-Ms", "250", "Retry-After", "1"}, reason: model.Limited, retry: true, after: 250 * time.Millisecond, text: "wait 250ms"},
		{name: "too many requests at Google, which says when in the body", model: "gemini/gemini-2.5-pro", status: 429, body: `{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34s"}]}}`, reason: model.Limited, retry: true, after: 34 * time.Second, text: "wait 34s"},
		{name: "no credit at OpenAI", model: "openai/gpt-5", status: 429, body: `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, reason: model.Limited, text: "no credit"},
		{name: "no credit at Anthropic, which calls it a bad request", model: "anthropic/claude-sonnet-4-5", status: 400, body: `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}`, reason: model.Limited, text: "no credit"},
		{name: "no credit at OpenRouter", model: "openrouter/x/y", status: 402, body: `{"error":{"message":"Add more","code":402}}`, reason: model.Limited, text: "no credit"},
		{name: "an overloaded provider", model: "anthropic/claude-sonnet-4-5", status: 529, body: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, reason: model.Overloaded, retry: true, text: "try again later"},
		{name: "a provider with a fault", model: "openai/gpt-5", status: 500, body: `{"error":{"message":"The server had an error"}}`, reason: model.Overloaded, retry: true, text: "The server had an error"},
		{name: "a proxy that answers with a page", model: "openai-chat/gpt-5", status: 502, body: "<html><body>Bad gateway</body></html>", reason: model.Overloaded, retry: true, text: "502, Bad Gateway"},
		{name: "a proxy that answers with a text", model: "anthropic/claude-sonnet-4-5", status: 503, body: "no healthy upstream", reason: model.Overloaded, retry: true, text: "no healthy upstream"},
		{name: "a conversation that is too long for Anthropic", model: "anthropic/claude-sonnet-4-5", status: 400, body: `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`, reason: model.TooLong, text: "shorten it"},
		{name: "a conversation that is too long for OpenAI", model: "openai/gpt-5", status: 400, body: `{"error":{"message":"Your input exceeds the context window of this model.","type":"invalid_request_error","code":"context_length_exceeded"}}`, reason: model.TooLong, text: "shorten it"},
		{name: "a conversation that is too long for Google", model: "gemini/gemini-2.5-pro", status: 400, body: `{"error":{"code":400,"message":"The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}`, reason: model.TooLong, text: "shorten it"},
		{name: "a body that is too large", model: "anthropic/claude-sonnet-4-5", status: 413, body: `{"type":"error","error":{"type":"request_too_large","message":"too large"}}`, reason: model.TooLong, text: "shorten it"},
		{name: "a request that is not taken", model: "mistral/mistral-large-latest", status: 422, body: `{"detail":[{"loc":["body","tools"],"msg":"Input should be a valid list","type":"list_type"}]}`, reason: model.Rejected, text: "Input should be a valid list"},
		{name: "a failure without a word", model: "xai/grok-4", status: 400, reason: model.Rejected, text: "400, Bad Request"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newServer(t, failure(test.status, test.body, test.headers...))
			m := s.open(t, test.model, connect.Options{Retries: -1, Format: "none"})
			a := ask(t.Context(), m, question())
			var e *model.Error
			if !errors.As(a.err, &e) {
				t.Fatalf("got %v", a.err)
			}
			if e.Reason != test.reason || e.Retry() != test.retry || e.After != test.after || e.Status != test.status {
				t.Errorf("got %+v, retry %v", e, e.Retry())
			}
			if !strings.Contains(e.Error(), test.text) {
				t.Errorf("%q does not say %q", e.Error(), test.text)
			}
			if strings.Contains(e.Error(), "the-key") {
				t.Errorf("%q tells the key", e.Error())
			}
		})
	}
}

func TestNobodyAtTheAddress(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, f.handler())
			m := s.open(t, f.model, connect.Options{Retries: -1})
			s.Close()
			a := ask(t.Context(), m, question())
			var e *model.Error
			if !errors.As(a.err, &e) || e.Reason != model.Unreachable || !e.Retry() {
				t.Fatalf("got %v", a.err)
			}
			if name == "ollama" && !strings.Contains(e.Error(), "ollama serve") {
				t.Errorf("%q does not say how to start it", e.Error())
			}
		})
	}
}

func TestACertificateThatIsNotTrustedIsNotTriedAgain(t *testing.T) {
	s := newServer(t, http.NotFound)
	s.Close()
	// A transport that fails as one does which does not know the issuer.
	asks := 0
	m := open(t, "openai/gpt-5", connect.Options{HTTPClient: &http.Client{Transport: roundTrip(func(*http.Request) (*http.Response, error) {
		asks++
		return nil, unknownAuthority()
	})}})
	a := ask(t.Context(), m, question())
	var e *model.Error
	if !errors.As(a.err, &e) || e.Retry() || asks != 1 {
		t.Fatalf("got %v after %d", a.err, asks)
	}
}

func TestTroubleInTheMiddleOfAnAnswerIsKnownByItsName(t *testing.T) {
	f := fixtures()["anthropic"]
	body := f.frame(f.events[0]) + f.frame(f.events[1]) + f.frame(f.events[3]) + f.frame(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)
	s := newServer(t, stream(f.contentType, body))
	a := ask(t.Context(), s.open(t, f.model, connect.Options{}), question())
	var e *model.Error
	if !errors.As(a.err, &e) || e.Reason != model.Overloaded || a.text != "Hel" || a.reply != nil {
		t.Fatalf("got %+v", a)
	}
	if n := len(s.requests()); n != 1 {
		t.Errorf("asked %d times, though something had been given", n)
	}
}

func TestACallerWhoIsGoneGetsTheirOwnError(t *testing.T) {
	f := fixtures()["anthropic"]
	s := newServer(t, f.handler())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := ask(ctx, s.open(t, f.model, connect.Options{}), question())
	if !errors.Is(a.err, context.Canceled) {
		t.Fatalf("got %v", a.err)
	}
}
