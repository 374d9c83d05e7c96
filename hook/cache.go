package hook

import (
	"container/list"
	"context"
	"crypto/sha256"
	"sync"
	"time"
)

const defaultCacheSize = 256

// cache keeps the answers of hooks for a while, and lets only one of several
// equal runs happen at a time. Failures are not kept.
type cache struct {
	now  func() time.Time
	size int

	mu      sync.Mutex
	answers map[[32]byte]*list.Element // of *kept
	recent  *list.List                 // the last used first
	flights map[[32]byte]*flight
}

type kept struct {
	key    [32]byte
	output Output
	until  time.Time
}

// flight is a run that several wait for. It goes on as long as one of them
// does.
type flight struct {
	waiting int
	cancel  context.CancelFunc
	done    chan struct{}
	output  Output // set before done is closed
	err     error
}

func newCache(size int, now func() time.Time) *cache {
	if size <= 0 {
		size = defaultCacheSize
	}
	return &cache{
		now: now, size: size, answers: make(map[[32]byte]*list.Element), recent: list.New(),
		flights: make(map[[32]byte]*flight),
	}
}

func cacheKey(hook string, stdin []byte) [32]byte {
	h := sha256.New()
	h.Write([]byte(hook))
	h.Write([]byte{0})
	h.Write(stdin)
	return [32]byte(h.Sum(nil))
}

// get gives the answer for key: a kept one, that of an equal run which is under
// way, or that of run. The run gets a goroutine of its own from start, so that
// it does not end with the first who wanted it.
func (c *cache) get(ctx context.Context, key [32]byte, ttl time.Duration, run func(context.Context) (Output, error),
	start fork,
) (out Output, cached bool, err error) {
	c.mu.Lock()
	if out, ok := c.lookup(key); ok {
		c.mu.Unlock()
		return out, true, nil
	}
	f, joined := c.flights[key]
	if !joined {
		runCtx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		f = &flight{cancel: cancel, done: make(chan struct{})}
		err := start(runCtx, func(ctx context.Context) {
			defer cancel()
			output, err := run(ctx)
			c.land(key, f, ttl, output, err)
		})
		if err != nil {
			c.mu.Unlock()
			cancel()
			return Output{}, false, err
		}
		c.flights[key] = f
	}
	f.waiting++
	c.mu.Unlock()

	select {
	case <-f.done:
		return f.output, joined, f.err
	case <-ctx.Done():
		c.leave(key, f)
		return Output{}, false, context.Cause(ctx)
	}
}

// leave is for one who no longer waits. A run that nobody waits for ends, and
// nobody may join it any more.
func (c *cache) leave(key [32]byte, f *flight) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f.waiting--
	if f.waiting == 0 {
		f.cancel()
		if c.flights[key] == f {
			delete(c.flights, key)
		}
	}
}

func (c *cache) land(key [32]byte, f *flight, ttl time.Duration, output Output, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.flights[key] == f {
		delete(c.flights, key)
	}
	f.output, f.err = output, err
	close(f.done)
	if err != nil {
		return
	}
	if old, has := c.answers[key]; has {
		c.drop(old)
	}
	c.answers[key] = c.recent.PushFront(&kept{key: key, output: output, until: c.now().Add(ttl)})
	for c.recent.Len() > c.size {
		c.drop(c.recent.Back())
	}
}

func (c *cache) lookup(key [32]byte) (Output, bool) {
	e, has := c.answers[key]
	if !has {
		return Output{}, false
	}
	k, ok := e.Value.(*kept)
	if !ok || !c.now().Before(k.until) {
		c.drop(e)
		return Output{}, false
	}
	c.recent.MoveToFront(e)
	return k.output, true
}

func (c *cache) drop(e *list.Element) {
	if k, ok := c.recent.Remove(e).(*kept); ok {
		delete(c.answers, k.key)
	}
}
