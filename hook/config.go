package hook

import (
	"context"
	"time"
)

// Dialect is the protocol that a hook speaks.
type Dialect uint8

// The dialects.
const (
	Claude Dialect = iota
	Kiro
)

// Config is the hooks of one source, as [ParseClaude] and [ParseKiro] read them
// or as a program puts them together.
type Config struct {
	// Source names the file or program for messages.
	Source string
	// Trusted says that a person has agreed to run what this source holds.
	Trusted bool
	// Dialect is the protocol of its commands and endpoints.
	Dialect Dialect
	// Groups are the hooks by event, in order of definition.
	Groups map[Event][]Group
	// Warnings tell of parts that are understood but not obeyed.
	Warnings []string
}

// Group is hooks with one matcher.
type Group struct {
	// Matcher selects tools, or what else the event is about: the source of
	// SessionStart, the reason of SessionEnd, the type of a notification, the
	// trigger of PreCompact, the type of a sub-agent. Empty selects all.
	Matcher string
	// Handlers run when it fits, all at once.
	Handlers []Handler
}

// Func is a hook in Go. It must return when ctx ends. A nil Output means that
// it has nothing to say; an error is a failure of the hook, not its answer.
type Func func(ctx context.Context, in *Input) (*Output, error)

// Handler is one hook: a command, an endpoint or a function. Exactly one of
// Command, URL and Func is set.
type Handler struct {
	// Command is a line for bash or, when Args is not nil, a program.
	Command string
	// Args are the arguments of the program, which then runs without a shell.
	Args []string
	// URL is where the input is posted.
	URL string
	// Headers are sent to URL. $NAME and ${NAME} stand for variables of the
	// environment that AllowedEnvVars lists.
	Headers map[string]string
	// AllowedEnvVars are the variables that Headers may use.
	AllowedEnvVars []string
	// Func is called in the process itself.
	Func Func

	// Timeout bounds one run; zero means that of the options.
	Timeout time.Duration
	// OnFailure says what a failure means, whatever the event.
	OnFailure FailureMode
	// Async hooks run beside the session; their answers are not heard.
	Async bool
	// Once hooks run once in a session.
	Once bool
	// StatusMessage is shown while the hook runs.
	StatusMessage string
	// If is a permission rule; the hook runs only for calls that it matches.
	If string
	// MaxOutput bounds each text of the answer in characters; zero means 10,000.
	MaxOutput int
	// CacheTTL is how long an answer holds for the same input; zero means not
	// at all.
	CacheTTL time.Duration
}

// FailureMode says what the failure of a hook means.
type FailureMode uint8

// The failure modes.
const (
	FailDefault  FailureMode = iota // guards block, others warn
	FailBlock                       // block
	FailContinue                    // warn
)

// The limits that hold unless a hook or the options say otherwise.
const (
	defaultTimeout   = time.Minute
	defaultGrace     = 5 * time.Second
	defaultMaxOutput = 10_000  // characters of one text
	maxPrinted       = 1 << 20 // bytes that a hook may print at all
	maxTimeout       = 24 * time.Hour
)
