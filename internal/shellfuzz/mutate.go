package shellfuzz

import "strings"

// mutated is a line of the corpus after some changes.
func (w *writer) mutated() string {
	line := w.gen.Corpus[w.roll(len(w.gen.Corpus))]
	for range 3 {
		tokens := strings.Fields(line)
		if len(tokens) == 0 {
			return w.list()
		}
		at := w.roll(len(tokens))
		switch w.roll(10) {
		default:
			return line
		case 2: // another word in its place
			tokens[at] = w.word()
		case 3: // a word more
			tokens[at] += " " + w.word()
		case 4: // a word of another line
			other := strings.Fields(w.gen.Corpus[w.roll(len(w.gen.Corpus))])
			if len(other) > 0 {
				tokens[at] = other[w.roll(len(other))]
			}
		case 5: // the rest of another line
			other := strings.Fields(w.gen.Corpus[w.roll(len(w.gen.Corpus))])
			tokens = append(tokens[:at], other[w.roll(len(other)+1)%(len(other)+1):]...)
		case 6: // two words change places
			to := w.roll(len(tokens))
			tokens[at], tokens[to] = tokens[to], tokens[at]
		case 7: // another program
			tokens[0] = w.tools[w.roll(len(w.tools))].name
		case 8: // inside of something else
			return w.pick("(", "{ ", "$(", "bash -c '", "if ", "! ", "for f in *; do ") + line + w.pick(")", "; }", ")", "'", "; then ls; fi", "", "; done")
		case 9:
			return line + w.pick(" | ", "; ", " && ", " < ", " ") + w.simple()
		}
		line = strings.Join(tokens, " ")
	}
	return line
}
