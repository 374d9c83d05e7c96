package ignore

import (
	"bytes"
	"strings"
)

// A Verdict is what rules say about a path.
type Verdict uint8

// The verdicts. Unnamed is for a path that no rule speaks of; Kept for one that a
// rule with "!" brings back, or shows although it is hidden.
const (
	Unnamed Verdict = iota
	Ignored
	Kept
)

// Rules are those of one ignore file. They do not change, and may be asked by
// several goroutines.
type Rules struct {
	names map[string]last // names in any folder: "build/", "**/build"
	exts  map[string]last // what follows the last dot, in any folder: "*.o"
	paths map[string]last // paths from the folder of the file: "/a/b"
	globs []glob          // everything else, the last rule first
}

// rank is where in a file a rule stands, doubled, and odd for one with "!". Of
// several rules that match, the one with the highest rank counts. None has 0.
type rank int32

func (r rank) verdict() Verdict {
	switch {
	case r == 0:
		return Unnamed
	case r&1 == 1:
		return Kept
	}
	return Ignored
}

// last is the highest rank of the rules that are alike but for the slash at the
// end: of all for a folder, of those without one for anything else.
type last struct{ folder, other rank }

func (l last) of(folder bool) rank {
	if folder {
		return l.folder
	}
	return l.other
}

// glob is a rule that needs matching.
type glob struct {
	pattern
	rank    rank
	path    bool // matched with the path and not only with the name
	folders bool // for folders only
}

// Parse reads an ignore file. There is no such thing as an error in one: a line
// that git cannot make sense of matches nothing.
func Parse(data []byte) *Rules {
	r := &Rules{}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	next := rank(2)
	for len(data) > 0 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if nul := bytes.IndexByte(line, 0); nul >= 0 {
			line = line[:nul]
		}
		r.add(trimSpaces(string(line)), next)
		next += 2
	}
	for i, j := 0, len(r.globs)-1; i < j; i, j = i+1, j-1 {
		r.globs[i], r.globs[j] = r.globs[j], r.globs[i]
	}
	return r
}

// Empty reports whether there is no rule at all.
func (r *Rules) Empty() bool {
	return len(r.names)+len(r.exts)+len(r.paths)+len(r.globs) == 0
}

// trimSpaces removes the spaces at the end that no backslash protects.
func trimSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = i + 1
	}
	return line[:min(end, len(line))]
}

// add takes up a line that is no comment.
func (r *Rules) add(line string, rank rank) {
	if rest, ok := strings.CutPrefix(line, "!"); ok {
		line, rank = rest, rank+1
	}
	line, folders := strings.CutSuffix(line, "/")
	if !strings.Contains(line, "/") {
		r.addName(line, rank, folders)
		return
	}
	line = strings.TrimPrefix(line, "/")
	plain := strings.IndexAny(line, `*?[\`)
	if plain < 0 {
		plain = len(line)
	}
	p, ok := compile(line[:plain], line[plain:], true)
	switch {
	case !ok:
	case p.plain():
		enter(&r.paths, p.head, rank, folders)
	case p.head == "" && p.steps[0].op == dirs && strings.Count(line, "/") == 1:
		// "**/x" is x in any folder.
		r.addName(strings.TrimLeft(line, "*")[1:], rank, folders)
	default:
		r.globs = append(r.globs, glob{p, rank, true, folders})
	}
}

// addName takes up a rule for names.
func (r *Rules) addName(line string, rank rank, folders bool) {
	p, ok := compile("", line, false)
	switch {
	case !ok:
	case p.plain():
		enter(&r.names, p.head, rank, folders)
	case p.head == "" && len(p.steps) == 1 && p.steps[0].op == star && strings.LastIndexByte(p.tail, '.') == 0:
		enter(&r.exts, p.tail[1:], rank, folders)
	default:
		r.globs = append(r.globs, glob{p, rank, false, folders})
	}
}

// enter puts a rule into a map. Rules come in their order, so the last one stays.
func enter(m *map[string]last, key string, rank rank, folders bool) {
	if *m == nil {
		*m = map[string]last{}
	}
	l := (*m)[key]
	l.folder = rank
	if !folders {
		l.other = rank
	}
	(*m)[key] = l
}

// Match says what the rules alone say about a path below the folder of their
// file, written with slashes; about its upper folders it must be asked first.
// Name is where in it the last element begins.
func (r *Rules) Match(path []byte, name int, folder bool) Verdict {
	base := path[name:]
	var found rank
	if r.names != nil {
		found = r.names[string(base)].of(folder)
	}
	if r.exts != nil {
		if dot := bytes.LastIndexByte(base, '.'); dot >= 0 {
			found = max(found, r.exts[string(base[dot+1:])].of(folder))
		}
	}
	if r.paths != nil {
		found = max(found, r.paths[string(path)].of(folder))
	}
	for i := range r.globs {
		g := &r.globs[i]
		if g.rank < found {
			break
		}
		if g.folders && !folder {
			continue
		}
		text := base
		if g.path {
			text = path
		}
		if g.match(text) {
			found = g.rank
			break
		}
	}
	return found.verdict()
}
