package connect

import (
	"log/slog"
	"net/http"
	"os"
	"time"

	"jig/wire"
)

// Options says how a model is reached. The zero value is right on a usual machine.
type Options struct {
	// Keys finds the key of a provider; nil is [StandardKeys].
	Keys Keys
	// BaseURL is where the provider's API is, if not where it is for everybody.
	BaseURL string
	// HTTPClient makes the connections; nil is [http.DefaultClient].
	HTTPClient *http.Client
	// Retries is how often a request is sent again when that can help and nothing of the
	// answer has been given yet: zero means 4, less means never.
	Retries int
	// Idle is how long an answer may stand still before it counts as broken: zero means
	// two minutes, less means for ever. For its first byte it has five times as long.
	Idle time.Duration
	// Mode overrides how the model is told about tools.
	Mode wire.Mode
	// Format overrides the text format of its calls, one of those of package wire/text.
	// "none" turns off that native answers without calls are searched for calls in text.
	Format string
	// Context is how many tokens of context to ask for, where that is the client's to say,
	// as with Ollama: zero means 32768, or less if the model has less.
	Context int
	// Logger hears of requests that are sent again; nil for nobody.
	Logger *slog.Logger
	// Getenv reads the environment; nil is [os.Getenv].
	Getenv func(string) string
}

// none is the format of models whose text holds no calls.
const none = "none"

// filled gives the options with their defaults.
func (o Options) filled() Options {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Keys == nil {
		o.Keys = StandardKeys(o.Getenv)
	}
	if o.HTTPClient == nil {
		o.HTTPClient = http.DefaultClient
	}
	o.HTTPClient = staying(o.HTTPClient)
	if o.Retries == 0 {
		o.Retries = 4
	}
	if o.Idle == 0 {
		o.Idle = 2 * time.Minute
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}
