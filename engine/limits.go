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

	mu      sync.Mutex
	buckets map[string]*rate.Limiter // nil for tools without a rate
}

func newLimiter(l Limits) *limiter {
	return &limiter{limits: l, overall: bucket(l.Overall), buckets: make(map[string]*rate.Limiter)}
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
	if l.overall == nil && len(l.limits.Category) == 0 && len(l.limits.Tool) == 0 &&
		l.limits.EachTool.IsZero() && spec.Rate.IsZero() {
		return nil
	}
	var taken [3]*rate.Reservation
	var worst time.Duration
	blocked := ""
	for i, b := range [...]struct {
		what    string
		limiter *rate.Limiter
	}{
		{"the tool " + spec.Name, l.ofTool(spec)},
		{"the category " + string(spec.Category), l.ofCategory(spec.Category)},
		{"this session", l.overall},
	} {
		if b.limiter == nil {
			continue
		}
		r := b.limiter.ReserveN(now, 1)
		taken[i] = r
		if wait := r.DelayFrom(now); wait > 0 && wait >= worst {
			worst, blocked = wait, b.what
		}
	}
	if blocked == "" {
		return nil
	}
	for _, r := range taken {
		if r != nil {
			r.CancelAt(now)
		}
	}
	if worst == rate.InfDuration {
		return &tool.Error{
			Code:    tool.CodeRateLimited,
			Message: fmt.Sprintf("%s may not be called any more; do something else", blocked),
		}
	}
	return tool.RateLimited(fmt.Sprintf("%s has been called too often", blocked), worst)
}

func (l *limiter) ofTool(spec *tool.Spec) *rate.Limiter {
	r, ok := l.limits.Tool[spec.Name]
	if !ok {
		r = spec.Rate
	}
	if r.IsZero() {
		r = l.limits.EachTool
	}
	return l.bucketFor("tool/"+spec.Name, r)
}

func (l *limiter) ofCategory(c tool.Category) *rate.Limiter {
	r, ok := l.limits.Category[c]
	if !ok {
		return nil
	}
	return l.bucketFor("category/"+string(c), r)
}

func (l *limiter) bucketFor(key string, r tool.Rate) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.buckets[key]
	if !ok {
		b = bucket(r)
		l.buckets[key] = b
	}
	return b
}
