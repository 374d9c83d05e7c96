package hook

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Fire runs the hooks that listen to the event and returns what they say
// together. An error means that they could not all be heard: the context
// ended, the set is closed, or the input is no JSON. The result is there then
// too, and blocks what guards would have to let through.
func (s *Set) Fire(ctx context.Context, in *Input) (*Result, error) {
	if !slices.Contains(Events(), in.Event) {
		return refused(in.Event, "unknown event"), fmt.Errorf("hook: unknown event %q%s", in.Event, hint(string(in.Event), eventNames()))
	}
	if err := context.Cause(ctx); err != nil {
		return refused(in.Event, "cancelled"), fmt.Errorf("hook: %s: %w", in.Event, err)
	}
	defer s.forget(in)
	jobs, outcomes := s.choose(in)
	results := make(chan int, len(jobs))
	waiting := 0
	for i, h := range jobs {
		if outcomes[i].failure != nil {
			continue
		}
		runCtx := ctx
		if h.Async {
			runCtx = context.WithoutCancel(ctx) // it may outlive the event, not the set
		}
		err := s.start(runCtx, h.Async, func(ctx context.Context) {
			output, err := s.run(ctx, h, in)
			if h.Once && err != nil {
				s.release(h, in)
			}
			if !h.Async {
				outcomes[i].output, outcomes[i].failure = output, err
				results <- i
			}
		})
		if err != nil {
			return refused(in.Event, err.Error()), fmt.Errorf("hook: %s: %w", in.Event, err)
		}
		if !h.Async {
			waiting++
		}
	}
	// Every run ends soon after its context or its time limit, so this does
	// too; outcomes are read only after their goroutines have written them.
	for range waiting {
		<-results
	}
	if err := context.Cause(ctx); err != nil {
		return refused(in.Event, "cancelled"), fmt.Errorf("hook: %s: %w", in.Event, err)
	}
	return merge(in.Event, outcomes, s.opt.OnFailure), nil
}

// refused is the result when hooks could not be heard.
func refused(event Event, why string) *Result {
	r := &Result{}
	if event.Guard() || !slices.Contains(Events(), event) {
		r.Blocked, r.Reason = true, "hooks could not be run: "+why
		if event != UserPromptSubmit {
			r.Decision = Deny
		}
	}
	return r
}

// choose gives the hooks that concern the input, each once, and a place for the
// outcome of each. A hook whose rule cannot be judged has failed already.
func (s *Set) choose(in *Input) ([]*hook, []outcome) {
	var jobs []*hook
	var outcomes []outcome
	seen := make(map[string]bool)
	for _, h := range s.hooks[in.Event] {
		if !in.selected(h.match) || seen[h.key] {
			continue
		}
		o := outcome{hook: h}
		if h.If != "" {
			fits, err := s.opt.Rule(h.If, *in)
			if err != nil {
				o.failure = fmt.Errorf("its rule %q cannot be judged: %w", h.If, err)
			} else if !fits {
				continue
			}
		}
		if o.failure == nil && h.Once && !s.claim(h, in) {
			continue
		}
		seen[h.key] = true
		jobs = append(jobs, h)
		outcomes = append(outcomes, o)
	}
	return jobs, outcomes
}

// claim takes the one run of a hook in a session; release gives it back when
// the hook failed.
func (s *Set) claim(h *hook, in *Input) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := onceKey{in.SessionID, h.key}
	if s.once[key] {
		return false
	}
	s.once[key] = true
	return true
}

func (s *Set) release(h *hook, in *Input) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.once, onceKey{in.SessionID, h.key})
}

// forget drops what is remembered of a session that ends.
func (s *Set) forget(in *Input) {
	if in.Event != SessionEnd {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range s.once {
		if key.session == in.SessionID {
			delete(s.once, key)
		}
	}
}

// run gets the answer of one hook, from the cache if it may.
func (s *Set) run(ctx context.Context, h *hook, in *Input) (out Output, err error) {
	began := time.Now()
	s.trace(Trace{Event: in.Event, Hook: h.String(), Status: h.StatusMessage})
	cached := false
	defer func() {
		s.trace(Trace{Event: in.Event, Hook: h.String(), Done: true, Cached: cached, Took: time.Since(began), Err: err})
	}()
	if h.CacheTTL <= 0 {
		return s.execute(ctx, h, in)
	}
	lasting, err := in.stdin(h.dialect, true)
	if err != nil {
		return Output{}, err
	}
	out, cached, err = s.cache.get(ctx, cacheKey(h.key, lasting), h.CacheTTL, func(ctx context.Context) (Output, error) {
		return s.execute(ctx, h, in)
	}, s.within(h.Async))
	return out, err
}

func (s *Set) trace(t Trace) {
	if s.opt.Trace != nil {
		s.opt.Trace(t)
	}
}
