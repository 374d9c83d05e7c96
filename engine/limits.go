package engine

import (
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"jig/tool"
)

// Limits bound how often tools may be called. A call over a limit is not kept
// waiting: its result says when to try again. Only calls that are admitted
// count.
type Limits struct {
	// Overall bounds all calls together.
	Overall tool.Rate
	// Category bounds the calls of each category named.
	Category map[tool.Category]tool.Rate
	// Tool bounds the tools named, by canonical name; it goes before the rate
	// in the tool's own spec.
	Tool map[string]tool.Rate
	// EachTool bounds every tool that has no rate of its own.
	EachTool tool.Rate
}

type limiter struct {
	limits  Limits
	overall *rate.Limiter
	none    bool // nothing is limited, but by a tool's own spec
	only    bool // there is only the overall limit, and perhaps a tool's own

	// mu makes looking and taking one step over several buckets.
	mu         sync.Mutex
	tools      map[toolRate]*rate.Limiter
	categories map[tool.Category]*rate.Limiter
}

// toolRate is a tool with the rate it has now: a tool that takes the place of
// another of its name brings its own rate, and the bucket that goes with it.
type toolRate struct {
	name string
	rate tool.Rate
}

func newLimiter(l Limits) *limiter {
	plain := l.EachTool.IsZero() && len(l.Category)+len(l.Tool) == 0
	return &limiter{
		limits: l, overall: bucket(l.Overall),
		tools: make(map[toolRate]*rate.Limiter), categories: make(map[tool.Category]*rate.Limiter),
		none: plain && l.Overall.IsZero(), only: plain && !l.Overall.IsZero(),
	}
}

func bucket(r tool.Rate) *rate.Limiter {
	if r.IsZero() {
		return nil
	}
	if r.Per <= 0 {
		return rate.NewLimiter(0, max(r.Calls, 0))
	}
	return rate.NewLimiter(rate.Limit(float64(r.Calls)/r.Per.Seconds()), max(r.Calls, 0))
}

// admit takes a token from every bucket that counts the call, or from none.
func (l *limiter) admit(spec *tool.Spec, now time.Time) *tool.Error {
	if l.none && spec.Rate.IsZero() {
		return nil
	}
	l.mu.Lock()
	if l.only && spec.Rate.IsZero() && l.overall.AllowN(now, 1) {
		l.mu.Unlock()
		return nil
	}
	defer l.mu.Unlock()
	buckets := [...]*rate.Limiter{l.ofTool(spec), l.ofCategory(spec.Category), l.overall}
	short, worst := -1, time.Duration(0)
	for i, b := range buckets {
		if b == nil {
			continue
		}
		if wait := lacking(b, now); wait > worst {
			short, worst = i, wait
		}
	}
	if short < 0 {
		for _, b := range buckets {
			if b != nil {
				b.AllowN(now, 1) // it has one: nobody else takes any meanwhile
			}
		}
		return nil
	}
	what := [...]string{"the tool " + spec.Name, "the category " + string(spec.Category), "this session"}[short]
	if worst == rate.InfDuration {
		return &tool.Error{
			Code:    tool.CodeRateLimited,
			Message: fmt.Sprintf("%s may not be called any more; do something else", what),
		}
	}
	return tool.RateLimited(fmt.Sprintf("%s has been called too often", what), worst)
}

// lacking is how long it takes until the bucket has a token.
func lacking(b *rate.Limiter, now time.Time) time.Duration {
	tokens := b.TokensAt(now)
	switch {
	case tokens >= 1:
		return 0
	case b.Limit() <= 0 || b.Burst() < 1:
		return rate.InfDuration
	}
	// At least a nanosecond, lest rounding let a call by without a token.
	return max(time.Duration((1-tokens)/float64(b.Limit())*float64(time.Second)), 1)
}

func (l *limiter) ofTool(spec *tool.Spec) *rate.Limiter {
	r, named := l.limits.Tool[spec.Name]
	if !named {
		r = spec.Rate
	}
	if r.IsZero() {
		r = l.limits.EachTool
	}
	if r.IsZero() {
		return nil
	}
	key := toolRate{spec.Name, r}
	b, ok := l.tools[key]
	if !ok {
		b = bucket(r)
		l.tools[key] = b
	}
	return b
}

func (l *limiter) ofCategory(c tool.Category) *rate.Limiter {
	b, ok := l.categories[c]
	if !ok {
		b = bucket(l.limits.Category[c]) // nil for one that has no limit
		l.categories[c] = b
	}
	return b
}
