package schema

import (
	"container/list"
	"crypto/sha256"
	"fmt"
	"sync"
)

// Cache parses documents that come again and again from outside, such as the
// tools of a server that are listed anew, and compiles each content once. The
// zero value is ready; a Cache is safe for concurrent use and must not be copied.
type Cache struct {
	// Limit is how many schemas are kept, 0 for 1024. The ones that were not
	// asked for the longest go first. Set it before first use.
	Limit int

	mu      sync.Mutex
	entries map[[sha256.Size]byte]*list.Element
	recent  list.List // of *cached, the latest in front
}

const defaultCacheLimit = 1024

type cached struct {
	key   [sha256.Size]byte
	parse func() (*Schema, error) // once
}

// Parse is [Parse], answered from the cache where the same document came before
// with the same options. What failed is remembered too.
func (c *Cache) Parse(doc []byte, opts ...Option) (*Schema, error) {
	key, err := cacheKey(doc, opts)
	if err != nil {
		return nil, err
	}
	return c.entry(key, doc, opts).parse()
}

// entry finds or makes the entry of a key. Compiling happens outside the lock,
// and only once for callers that come at the same time.
func (c *Cache) entry(key [sha256.Size]byte, doc []byte, opts []Option) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.entries[key]; ok {
		c.recent.MoveToFront(at)
		return at.Value.(*cached)
	}
	if c.entries == nil {
		c.entries = make(map[[sha256.Size]byte]*list.Element)
	}
	e := &cached{key: key, parse: sync.OnceValues(func() (*Schema, error) { return Parse(doc, opts...) })}
	c.entries[key] = c.recent.PushFront(e)
	limit := c.Limit
	if limit <= 0 {
		limit = defaultCacheLimit
	}
	for c.recent.Len() > limit {
		last := c.recent.Back()
		c.recent.Remove(last)
		delete(c.entries, last.Value.(*cached).key)
	}
	return e
}

// cacheKey is the hash of a document and of all that the options add to it.
func cacheKey(doc []byte, opts []Option) (key [sha256.Size]byte, err error) {
	var set settings
	for _, opt := range opts {
		if err := opt(&set); err != nil {
			return key, err
		}
	}
	h := sha256.New()
	part := func(b []byte) {
		fmt.Fprintf(h, "%d:", len(b))
		h.Write(b)
	}
	part(doc)
	fmt.Fprintf(h, "draft %d:", set.draft)
	for _, r := range set.resources {
		part([]byte(r.uri))
		part(r.doc.append(nil))
	}
	h.Sum(key[:0])
	return key, nil
}
