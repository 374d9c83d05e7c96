package hook

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"jig/internal/clip"
	"jig/internal/toolref"
)

// ErrUntrusted is returned by [New] for hooks that nobody has agreed to run.
var ErrUntrusted = errors.New("its hooks are not trusted")

// ErrClosed is returned by [Set.Fire] after [Set.Close].
var ErrClosed = errors.New("the hooks are closed")

// Options adjust a set. The zero value is useful.
type Options struct {
	// ProjectDir is the root of the project, which hooks find in
	// CLAUDE_PROJECT_DIR and JIG_PROJECT_DIR. Commands run there when the
	// input has no working folder.
	ProjectDir string
	// Env is the environment of commands; nil means that of the process.
	Env []string
	// Timeout bounds hooks that have no limit of their own; zero means a minute.
	Timeout time.Duration
	// OnFailure holds for hooks that do not say themselves; the zero value
	// lets guards block.
	OnFailure FailureMode
	// Rule judges the permission rule in a hook's "if" for the input. Without
	// it hooks that have one are refused.
	Rule func(rule string, in Input) (bool, error)
	// Trace is told when a hook starts and how it ended. It is called by
	// several goroutines and must be quick.
	Trace func(Trace)
	// Client sends HTTP hooks; nil means one of the set's own.
	Client *http.Client
	// Parallel bounds how many commands and requests run at once; zero means
	// 16. Async hooks are counted apart.
	Parallel int
	// CacheSize bounds the answers that are kept; zero means 256.
	CacheSize int
	// Grace is how long Close lets async hooks go on before it ends them; zero
	// means 5 seconds, less than zero not at all.
	Grace time.Duration
	// Now is the clock of the cache; nil means time.Now.
	Now func() time.Time
}

// Trace is a step of a hook that runs, for logs and status lines.
type Trace struct {
	Event  Event
	Hook   string // what runs, and from where
	Status string // its statusMessage
	Done   bool   // false when it starts
	Cached bool   // the answer was known
	Took   time.Duration
	Err    error // how it failed
}

// hook is a handler that is ready to run.
type hook struct {
	Handler
	source  string
	dialect Dialect
	match   toolref.Matcher
	key     string // equal for hooks that do the same
}

// String says which hook it is.
func (h *hook) String() string {
	what := "a function"
	if h.URL != "" {
		what = h.URL
	} else if h.Command != "" {
		what = h.Command
	}
	return fmt.Sprintf("the hook %q of %s", clip.Runes(what, 80), h.source)
}

func (h *hook) failureBlocks(event Event, global FailureMode) bool {
	mode := h.OnFailure
	if mode == FailDefault {
		mode = global
	}
	return mode == FailBlock || mode == FailDefault && event.Guard()
}

// Set is the hooks of a session. It may be used by several goroutines.
//
// Every run of a hook is a goroutine that the set owns: Fire waits for those
// whose answer it needs, Close for all.
type Set struct {
	opt   Options
	hooks map[Event][]*hook
	cache *cache
	// slots and beside hold one value per command or request that runs; those
	// of async hooks are apart, so that no guard ever waits for them.
	slots, beside chan struct{}

	warnings []string

	mu      sync.Mutex
	closed  bool        // no event is fired any more
	over    bool        // nothing is started any more
	runs    map[int]run // of the goroutines that run
	started int
	running sync.WaitGroup
	once    map[onceKey]bool // hooks that ran or run
}

type onceKey struct{ session, hook string }

// New makes a set of hooks, in the order of configs. It fails when a source is
// not trusted or a hook could not run.
func New(configs []Config, opt Options) (*Set, error) {
	if opt.Timeout <= 0 {
		opt.Timeout = defaultTimeout
	}
	if opt.Parallel <= 0 {
		opt.Parallel = 16
	}
	if opt.Grace == 0 {
		opt.Grace = defaultGrace
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Env == nil {
		opt.Env = os.Environ()
	}
	if opt.Client == nil {
		opt.Client = newClient()
	}
	s := &Set{
		opt: opt, hooks: make(map[Event][]*hook), cache: newCache(opt.CacheSize, opt.Now),
		slots: make(chan struct{}, opt.Parallel), beside: make(chan struct{}, opt.Parallel), runs: make(map[int]run), once: make(map[onceKey]bool),
	}
	var errs []error
	for i := range configs {
		if err := s.add(&configs[i]); err != nil {
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Set) add(cfg *Config) error {
	if !cfg.Trusted && len(cfg.Groups) > 0 {
		return fmt.Errorf("%s: %w; look at them, then run `jig trust` to agree", cfg.Source, ErrUntrusted)
	}
	s.warnings = append(s.warnings, cfg.Warnings...)
	d := &decoder{source: cfg.Source}
	for event := range cfg.Groups {
		if !slices.Contains(Events(), event) {
			d.fail("hooks."+string(event), "unknown event%s", hint(string(event), eventNames()))
		}
	}
	for _, event := range Events() {
		for i, g := range cfg.Groups[event] {
			path := fmt.Sprintf("hooks.%s[%d]", event, i)
			match, err := parseMatcher(g.Matcher)
			if err != nil {
				d.fail(path+".matcher", "%w", err)
				continue
			}
			for j, handler := range g.Handlers {
				path := fmt.Sprintf("%s.hooks[%d]", path, j)
				d.checkHandler(path, event, handler)
				if handler.If != "" && s.opt.Rule == nil {
					d.fail(path+".if", "nothing can judge rules here; give Options.Rule")
				}
				h := &hook{Handler: handler, source: cfg.Source, dialect: cfg.Dialect, match: match}
				h.key = h.identity(fmt.Sprintf("%s %s", cfg.Source, path))
				s.hooks[event] = append(s.hooks[event], h)
			}
		}
	}
	return d.err()
}

// Has reports whether any hook listens to the event, so that nobody needs to
// put an input together in vain.
func (s *Set) Has(event Event) bool { return len(s.hooks[event]) > 0 }

// Warnings tell of parts of the configurations that are understood but not
// obeyed. Show them to the person.
func (s *Set) Warnings() []string { return slices.Clone(s.warnings) }
