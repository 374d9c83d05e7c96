package text

import (
	"maps"
	"slices"
	"strings"
)

// autoFormats is the format that finds out by itself which one it is.
func autoFormats() []format { return []format{auto()} }

// auto knows the marks of all formats. At a mark, the formats that have it try to read the
// block, one after the other, until one can; the one that could is the first to be asked
// the next time.
//
// Where calls have no mark of their own, the text around them has to say that they are
// meant: a list of calls in Python's syntax counts at the beginning of an answer, or if
// it names tools that were offered, and JSON only if it is the whole answer.
func auto() format {
	f := format{name: "auto"}
	a := &autoChoice{readers: map[string][]autoReader{}}
	add := func(mark string, r autoReader) {
		if a.readers[mark] == nil {
			f.marks = append(f.marks, mark)
		}
		a.readers[mark] = append(a.readers[mark], r)
	}
	for rank, k := range autoOrder() {
		for _, mark := range k.marks {
			if !autoBare(mark) {
				add(mark, autoReader{rank + 1, mark, autoRead(&k)})
			}
		}
		f.think = append(f.think, k.think...)
		f.drop = append(f.drop, slices.DeleteFunc(k.drop, func(token string) bool { return !autoToken(token) })...)
	}
	add("[", autoReader{autoPython, "[", (&pyShape{strict: true}).reader})
	for _, mark := range []string{"[", "{", "```json", "```\n{", "```\n["} {
		add(mark, autoReader{autoWholeJSON, mark, autoJSON})
	}
	a.inherit(f.marks)
	f.read = a.read
	return f
}

// The readers for calls without marks are no formats of their own.
const (
	autoPython = -1 - iota
	autoWholeJSON
)

// autoRank says which formats are asked first where several have the same mark: those that
// most models speak, and of these the ones that are sure of themselves.
func autoRank(name string) int {
	common := [...]string{
		"hermes", "xml_nested", "qwen3_coder", "glm47", "anthropic_xml", "minimax_m2", "mistral",
		"deepseek_v31", "deepseek_v3", "deepseek_v4_dsml", "deepseek_v32_dsml", "kimi_k2", "llama3_json", "harmony",
	}
	if i := slices.Index(common[:], name); i >= 0 {
		return i
	}
	return len(common)
}

// autoRead makes the readers of a format.
func autoRead(f *format) func(mark string) reader {
	if !f.weak {
		return f.read
	}
	return func(mark string) reader { return autoKnown{f.read(mark), len(mark)} }
}

// autoKnown is a reader for where tools are known.
type autoKnown struct {
	reader
	mark int
}

func (k autoKnown) read(in []byte, final bool, out *calls) (int, verdict) {
	if out.tools == nil {
		return k.mark, refused
	}
	return k.reader.read(in, final, out)
}

// autoBare reports whether a mark is one that every text may have.
func autoBare(mark string) bool {
	if mark[0] == '`' || mark[0] == ' ' {
		return true
	}
	for _, c := range mark {
		if c == '<' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c > 0x7f {
			return false
		}
	}
	return true
}

// autoToken reports whether a token of one format is surely none of text: "<answer>" may
// well be.
func autoToken(token string) bool {
	for _, sign := range [...]string{"|", "｜", "tool_call", "function_call"} {
		if strings.Contains(token, sign) {
			return true
		}
	}
	return false
}

// autoChoice is which readers there are for a mark.
type autoChoice struct {
	readers map[string][]autoReader
}

type autoReader struct {
	format int // its place in the list of formats, from 1 on
	mark   string
	make   func(mark string) reader
}

// inherit gives marks the readers of those that they begin with.
func (a *autoChoice) inherit(marks []string) {
	own := maps.Clone(a.readers)
	for _, mark := range marks {
		for n := len(mark) - 1; n > 0; n-- {
			a.readers[mark] = slices.Concat(a.readers[mark], own[mark[:n]])
		}
	}
}

// read makes the reader of a block.
func (a *autoChoice) read(mark string) reader {
	if mark == "[" || mark == "{" {
		return &autoBracket{tries: a.readers[mark], mark: mark[0]}
	}
	return &autoBlock{tries: a.readers[mark]}
}
