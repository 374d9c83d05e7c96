package tool

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"jig/internal/spelling"
)

// maxWireName is the longest name that every provider accepts.
const maxWireName = 64

// WireName makes a name valid for every provider: at most 64 letters, digits,
// underscores and hyphens, a letter first. A name that is too long is cut and
// ends in a hash of the whole, so that different names stay different.
func WireName(name string) string {
	if validWireName(name) {
		return name
	}
	var b strings.Builder
	gap := false
	for _, r := range name {
		if r < 128 && wireByte(byte(r)) {
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteByte(byte(r))
		} else {
			gap = true
		}
	}
	out := b.String()
	if out == "" || !letter(out[0]) {
		out = "a" + out
	}
	if len(out) > maxWireName {
		sum := sha256.Sum256([]byte(name))
		out = out[:maxWireName-9] + "_" + hex.EncodeToString(sum[:4])
	}
	return out
}

func validWireName(name string) bool {
	if name == "" || len(name) > maxWireName || !letter(name[0]) {
		return false
	}
	for i := range len(name) {
		if !wireByte(name[i]) {
			return false
		}
	}
	return true
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func wireByte(c byte) bool {
	return letter(c) || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// maxCompare bounds the work of looking for near names: no real name is longer.
const maxCompare = 128

// written is a way to write the name of a tool.
type written struct{ as, name string }

// nearest gives the names of the few tools that are spelled most like name.
func nearest(name string, ways []written) []string {
	want := spelling.Fold(name)
	if want == "" || len(want) > maxCompare {
		return nil
	}
	best := make(map[string]int)
	for _, s := range ways {
		if d, ok := nearness(want, spelling.Fold(s.as)); ok {
			if before, seen := best[s.name]; !seen || d < before {
				best[s.name] = d
			}
		}
	}
	names := slices.SortedFunc(maps.Keys(best), func(a, b string) int {
		return cmp.Or(best[a]-best[b], strings.Compare(a, b))
	})
	return names[:min(3, len(names))]
}

// nearness is the distance of two folded names, if they are near at all.
func nearness(want, have string) (int, bool) {
	if len(have) > maxCompare {
		return 0, false
	}
	limit := max(1, max(len(want), len(have))/3)
	if min(len(want), len(have)) >= 3 && (strings.Contains(have, want) || strings.Contains(want, have)) {
		return min(spelling.Distance(want, have), limit), true
	}
	if abs(len(want)-len(have)) > limit {
		return 0, false
	}
	d := spelling.Distance(want, have)
	return d, d <= limit
}

func abs(n int) int { return max(n, -n) }
