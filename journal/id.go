package journal

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

const (
	extension = ".jsonl"
	stamp     = "20060102-150405.000"
	longestID = 100
)

// newID makes an identifier that sorts by time: those of one store never go back, even
// when the clock does.
func (s *Store) newID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.opt.Now().UTC().Truncate(time.Millisecond)
	if !now.After(s.last) {
		now = s.last.Add(time.Millisecond)
	}
	s.last = now
	var random [4]byte
	_, _ = rand.Read(random[:]) // never fails: see its documentation
	return strings.Replace(now.Format(stamp), ".", "-", 1) + "-" + hex.EncodeToString(random[:])
}

// checkID makes sure that an identifier is a name of a file and of nothing else.
func checkID(id string) error {
	if id == "" || len(id) > longestID || id[0] == '.' || id[0] == '-' {
		return fmt.Errorf("%q is not the id of a session: see the list of sessions", id)
	}
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '.':
		default:
			return fmt.Errorf("%q is not the id of a session: only letters, digits and . _ - may be in one", id)
		}
	}
	return nil
}
