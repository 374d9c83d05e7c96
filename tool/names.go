package tool

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
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

// foldName is the form in which spellings of one name are equal: FileRead,
// file_read and file-read.
func foldName(name string) string {
	plain := true
	for i := range len(name) {
		if c := name[i]; c == '_' || c == '-' || c >= 'A' && c <= 'Z' || c >= 128 {
			plain = false
			break
		}
	}
	if plain {
		return name
	}
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, name))
}

// maxCompare bounds the work of looking for near names: no real name is longer.
const maxCompare = 128

// spelling is a way to write the name of a tool.
type spelling struct{ written, name string }

// nearest gives the names of the few tools that are spelled most like name.
func nearest(name string, spellings []spelling) []string {
	want := foldName(name)
	if want == "" || len(want) > maxCompare {
		return nil
	}
	best := make(map[string]int)
	for _, s := range spellings {
		if d, ok := nearness(want, foldName(s.written)); ok {
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
		return min(distance(want, have), limit), true
	}
	if abs(len(want)-len(have)) > limit {
		return 0, false
	}
	d := distance(want, have)
	return d, d <= limit
}

func abs(n int) int { return max(n, -n) }

// distance counts the insertions, removals and changes of bytes, and swaps of
// neighbours, that lead from a to b.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
