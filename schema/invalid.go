package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Problem is one fault in a JSON value, worded for the one who wrote the value.
type Problem struct {
	// Path is the JSON pointer (RFC 6901) of the value at fault; "" is the whole.
	// It is exact, with whatever characters the keys have.
	Path string `json:"path"`
	// Keyword is the schema keyword that was not satisfied, such as "required",
	// or, for what stands before any schema, one of "syntax" (not JSON),
	// "duplicate" (a key sent twice), "nul" (a NUL character), "depth" (nested
	// too deep), "size" (too many values, or too much work to check), "number" (no machine number can hold
	// it) and "decode" (the Go type cannot take it).
	Keyword string `json:"keyword"`
	// Message is a sentence without its subject, which is the value at Path:
	// what was expected, what was found, what to do. It has no control
	// characters.
	Message string `json:"message"`
}

// String is the problem as one line; control characters are written as escapes,
// so that it stays one.
func (p Problem) String() string {
	where := "top level"
	if p.Path != "" {
		where = visible(cutMiddle(p.Path, maxPathShown))
	}
	return where + ": " + visible(p.Message)
}

// Invalid says that a JSON value is malformed or does not satisfy a schema. It
// is the error for everything that the writer of the value can put right.
type Invalid struct {
	// Problems are the faults found, at least one, sorted by path: all of them,
	// unless there are more than a thousand.
	Problems []Problem
}

const (
	maxProblems      = 1000
	maxProblemsShown = 25
	maxPathShown     = 200
)

// Error lists the problems, one on each line, in words for a model.
func (e *Invalid) Error() string {
	var b strings.Builder
	for i, p := range e.Problems {
		if i == maxProblemsShown {
			fmt.Fprintf(&b, "\n… and %d more", len(e.Problems)-i)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.String())
	}
	return b.String()
}

// invalid makes the error for problems: sorted, each one once.
func invalid(problems []Problem) *Invalid {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		if a.Path != b.Path {
			return comparePaths(pointerTokens(a.Path), pointerTokens(b.Path))
		}
		return cmp.Or(cmp.Compare(a.Keyword, b.Keyword), cmp.Compare(a.Message, b.Message))
	})
	problems = slices.Compact(problems)
	for i := range problems {
		problems[i].Message = visible(problems[i].Message)
	}
	return &Invalid{Problems: problems}
}

// comparePaths orders places so that a value comes before what is inside it and
// item 2 before item 10.
func comparePaths(a, b []string) int {
	return slices.CompareFunc(a, b, func(a, b string) int {
		i, errA := strconv.Atoi(a)
		j, errB := strconv.Atoi(b)
		if errA == nil && errB == nil {
			return cmp.Or(cmp.Compare(i, j), cmp.Compare(a, b))
		}
		return cmp.Compare(a, b)
	})
}
