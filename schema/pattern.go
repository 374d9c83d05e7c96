package schema

import (
	"fmt"
	"regexp"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"jig/internal/onepass"
)

// maxPatternSize bounds one pattern, and maxPatternSizes those of a document
// together, in the instructions that they compile to: .{1,1000} has about two
// thousand. Matching takes time by the product of this and the text.
const (
	maxPatternSize  = 5_000
	maxPatternSizes = 200_000
)

// pattern is a regular expression that knows how large it is.
type pattern struct {
	*regexp.Regexp
	size int
}

// patternEngine compiles the patterns of one document.
func patternEngine() jsonschema.RegexpEngine {
	known := map[string]*pattern{}
	total := 0
	return func(text string) (jsonschema.Regexp, error) {
		if p := known[text]; p != nil {
			return p, nil
		}
		p, err := newPattern(text)
		if err != nil {
			return nil, err
		}
		if total += p.size; total > maxPatternSizes {
			return nil, &largePattern{fmt.Sprintf("too large together with the other patterns: they compile to more than %d instructions", maxPatternSizes)}
		}
		known[text] = p
		return p, nil
	}
}

// largePattern says of a pattern that it is too large.
type largePattern struct{ what string }

func (e *largePattern) Error() string { return "it is " + e.what }

func newPattern(text string) (*pattern, error) {
	size, err := onepass.PatternSize(text)
	if err != nil {
		return nil, err
	}
	if size > maxPatternSize {
		return nil, &largePattern{fmt.Sprintf("too large: it compiles to %d instructions, and at most %d are allowed; use smaller repetitions", size, maxPatternSize)}
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	return &pattern{re, size}, nil
}

// sizeOf is the size of a compiled pattern.
func sizeOf(re jsonschema.Regexp) int {
	if p, ok := re.(*pattern); ok {
		return p.size
	}
	return maxPatternSize
}
