package hook

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"jig/internal/clip"
	"jig/internal/spelling"
)

// decoder reads configuration strictly: every mistake is collected with the
// path of keys to it.
type decoder struct {
	source string
	errs   []error
}

func (d *decoder) fail(path, format string, args ...any) {
	d.errs = append(d.errs, fmt.Errorf("%s: %s: %w", d.source, path, fmt.Errorf(format, args...)))
}

func (d *decoder) err() error { return errors.Join(d.errs...) }

// fields are the members of an object that was read, and where it is.
type fields struct {
	*decoder
	path   string
	values map[string]jsontext.Value
}

// object reads an object of which only the known keys are allowed.
func (d *decoder) object(path string, raw []byte, known ...string) fields {
	f := d.anyObject(path, raw)
	for _, key := range slices.Sorted(maps.Keys(f.values)) {
		if !slices.Contains(known, key) {
			d.fail(path+"."+key, "unknown key%s", hint(key, known))
		}
	}
	return f
}

func (d *decoder) anyObject(path string, raw []byte) fields {
	f := fields{decoder: d, path: path}
	if err := jsonv2.Unmarshal(raw, &f.values); err != nil || f.values == nil {
		d.fail(path, "want an object%s", because(err))
	}
	return f
}

func (d *decoder) list(path string, raw []byte) []jsontext.Value {
	var items []jsontext.Value
	if err := jsonv2.Unmarshal(raw, &items); err != nil || items == nil {
		d.fail(path, "want a list%s", because(err))
	}
	return items
}

func because(err error) string {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return ": " + err.Error()
	}
	return ""
}

func read[T any](f fields, key, want string) (value T, has bool) {
	raw, has := f.values[key]
	if !has {
		return value, false
	}
	if err := jsonv2.Unmarshal(raw, &value); err != nil || string(raw) == "null" {
		f.fail(f.path+"."+key, "want %s, not %s", want, clip.Runes(string(raw), 40))
		return value, false
	}
	return value, true
}

func (f fields) text(key string) string {
	s, _ := read[string](f, key, "a string")
	return s
}

func (f fields) yes(key string) bool {
	b, _ := read[bool](f, key, "true or false")
	return b
}

// span reads a number of units of time.
func (f fields) span(key string, unit time.Duration, least float64) time.Duration {
	n, has := read[float64](f, key, "a number")
	if !has {
		return 0
	}
	span := n * float64(unit)
	if math.IsNaN(n) || n < least || n < 0 || n == 0 && least > 0 || span > float64(maxTimeout) {
		f.fail(f.path+"."+key, "%v is out of range; the most is %v", n, maxTimeout)
		return 0
	}
	return time.Duration(span)
}

func (f fields) failureMode(key string) FailureMode {
	switch s, has := read[string](f, key, `"block" or "continue"`); {
	case !has:
		return FailDefault
	case s == "block":
		return FailBlock
	case s == "continue":
		return FailContinue
	default:
		f.fail(f.path+"."+key, "want \"block\" or \"continue\", not %q", s)
		return FailDefault
	}
}

// hint names the known key that was probably meant.
func hint(key string, known []string) string {
	if near := nearest(key, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return "; known are " + strings.Join(known, ", ")
}

// nearest gives the known key that is written almost like key.
func nearest(key string, known []string) string {
	want := spelling.Fold(key)
	if len(want) > 64 {
		return ""
	}
	best, at := "", math.MaxInt
	for _, k := range known {
		if d := spelling.Distance(want, spelling.Fold(k)); d < at && d <= max(1, len(k)/4) {
			best, at = k, d
		}
	}
	return best
}
