// Package spelling compares names the way people and models misspell them.
package spelling

import "strings"

// Fold is the form in which spellings of one name are equal: FileRead,
// file_read and file-read.
func Fold(name string) string {
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

// Distance counts the insertions, removals and changes of characters, and swaps
// of neighbours, that lead from one name to the other. It takes the product of
// their lengths: bound them first.
func Distance(from, to string) int {
	a, b := []rune(from), []rune(to)
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
