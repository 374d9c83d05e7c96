package callid_test

import (
	"regexp"
	"testing"

	"jig/wire/internal/callid"
)

func TestIdentifiersDifferAndCanBeSentToEveryProvider(t *testing.T) {
	t.Parallel()
	plain := regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	seen := map[string]bool{}
	for range 10_000 {
		id := callid.New()
		if seen[id] || !plain.MatchString(id) || len(id) != callid.Length {
			t.Fatalf("%q", id)
		}
		seen[id] = true
	}
}
