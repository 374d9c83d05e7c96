package agent

import (
	"math/rand/v2"
	"time"
)

const (
	firstPause   = 500 * time.Millisecond
	longestPause = 30 * time.Second
)

// backoff is how long to wait before an answer is asked for again: twice as long each
// time, by chance up to a half more so that not everybody comes back at once, and never
// less than what the provider says.
func backoff(attempt int, after time.Duration) time.Duration {
	pause := min(firstPause<<min(attempt-1, 10), longestPause)
	pause += rand.N(pause/2 + 1) //nolint:gosec // chance, not a secret
	return max(pause, after)
}
