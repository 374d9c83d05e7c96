package text

// words are names that have come before: those of tools and of their parameters come again and
// again, and need not be made anew.
type words struct {
	recent [8]string
	next   int
}

const longWord = 64

// of is the word as a string. Only short ones are kept.
func (w *words) of(word []byte) string {
	if len(word) > longWord {
		return string(word)
	}
	for _, s := range &w.recent {
		if s == string(word) {
			return s
		}
	}
	s := string(word)
	w.recent[w.next%len(w.recent)] = s
	w.next++
	return s
}
