package vet

import (
	"fmt"
	"strconv"
	"strings"
)

// Level says how grave a finding is.
type Level int

// The levels, from nothing found to what is not obeyed.
const (
	// Clean means that there is nothing to say.
	Clean Level = iota
	// Note is worth showing and changes nothing.
	Note
	// Ask means that a person has to decide.
	Ask
	// Deny means that it is not obeyed.
	Deny
)

// String names the level as it appears in output.
func (l Level) String() string {
	switch l {
	case Clean:
		return "clean"
	case Note:
		return "note"
	case Ask:
		return "ask"
	case Deny:
		return "deny"
	}
	return "level " + strconv.Itoa(int(l))
}

// MarshalText writes the level by its name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Finding is one thing that was seen.
type Finding struct {
	// Level says how grave it is.
	Level Level `json:"level"`
	// Where is the place: a JSON pointer in structured content, otherwise
	// "line 3" or the name of the part; empty for the whole.
	Where string `json:"where,omitempty"`
	// What says in a plain sentence what it would do.
	What string `json:"what"`
}

// String is the finding in one line.
func (f Finding) String() string {
	if f.Where == "" {
		return f.Level.String() + ": " + f.What
	}
	return f.Level.String() + ": " + f.Where + ": " + f.What
}

// Worst is the gravest level among the findings, [Clean] if there are none.
func Worst(findings []Finding) Level {
	worst := Clean
	for _, f := range findings {
		worst = max(worst, f.Level)
	}
	return worst
}

// report collects findings. It stops collecting at a bound, because whoever
// writes the input chooses how many there are; the gravest level is never lost.
type report struct {
	findings []Finding
	left     Level // the gravest that was left out
	leftOut  int
}

// most is how many findings a person can be expected to read.
const most = 100

func (r *report) addf(level Level, where, format string, args ...any) {
	r.add(Finding{Level: level, Where: where, What: fmt.Sprintf(format, args...)})
}

func (r *report) add(findings ...Finding) {
	for _, f := range findings {
		if len(r.findings) < most {
			r.findings = append(r.findings, f)
			continue
		}
		r.leftOut++
		r.left = max(r.left, f.Level)
	}
}

// at adds findings of a part, whose places are below where.
func (r *report) at(where string, findings []Finding) {
	for _, f := range findings {
		switch {
		case f.Where == "":
			f.Where = where
		case where != "":
			f.Where = where + " " + f.Where
		}
		r.add(f)
	}
}

func (r *report) list() []Finding {
	if r.leftOut > 0 {
		r.findings = append(r.findings, Finding{Level: r.left, What: fmt.Sprintf("%d more findings are not shown", r.leftOut)})
		r.leftOut = 0
	}
	return r.findings
}

// pointer is the JSON pointer of a member below a place.
func pointer(where, key string) string {
	return where + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(brief(key))
}

// brief shortens what a stranger wrote to what fits into a sentence, with
// nothing in it that a terminal would obey or a person would not see.
func brief(s string) string {
	const limit = 80
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n++; n > limit {
			b.WriteString("…")
			break
		}
		if kindOf(r) != seen || r == '\n' || r == '\t' {
			fmt.Fprintf(&b, "<U+%04X>", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
