package engine

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"jig/internal/conflict"
	"jig/tool"
)

// Strategy says which calls of a turn may run at the same time, and when the
// turn looks for steering. The zero value means the engine's own, which is
// [Auto] unless set otherwise.
type Strategy struct {
	kind strategyKind
	size int32
}

type strategyKind uint8

const (
	auto strategyKind = iota + 1
	sequential
	parallel
	batched
	partition
)

// Auto runs everything at once except calls whose intents conflict, which keep
// their order. Steering is looked for after each call.
func Auto() Strategy { return Strategy{kind: auto} }

// Sequential runs one call after the other and looks for steering after each.
func Sequential() Strategy { return Strategy{kind: sequential} }

// Parallel runs all calls at once, conflicts or not, and looks for steering
// when all have ended.
func Parallel() Strategy { return Strategy{kind: parallel} }

// Batched runs n calls at once, then the next n, and looks for steering between
// the batches. An n below 1 means 1.
func Batched(n int) Strategy {
	return Strategy{kind: batched, size: int32(min(max(n, 1), math.MaxInt32))}
}

// Partition runs neighbouring read-only calls together and every other call
// alone, in order. Steering is looked for after each call.
func Partition() Strategy { return Strategy{kind: partition} }

func (s Strategy) String() string {
	switch s.kind {
	case auto:
		return "auto"
	case sequential:
		return "sequential"
	case parallel:
		return "parallel"
	case batched:
		return "batched:" + strconv.Itoa(int(s.size))
	case partition:
		return "partition"
	}
	return "default"
}

// ParseStrategy reads what String writes.
func ParseStrategy(text string) (Strategy, error) {
	for _, s := range []Strategy{Auto(), Sequential(), Parallel(), Partition()} {
		if s.String() == text {
			return s, nil
		}
	}
	if size, ok := strings.CutPrefix(text, "batched:"); ok {
		if n, err := strconv.Atoi(size); err == nil && n > 0 {
			return Batched(n), nil
		}
	}
	return Strategy{}, fmt.Errorf("unknown strategy %q: use auto, sequential, parallel, partition or batched:N", text)
}

// accesses appends what a call touches in the eyes of the strategy.
func (s Strategy) accesses(spec *tool.Spec, in *tool.Intent, buf []conflict.Access) []conflict.Access {
	switch s.kind {
	case sequential:
		return append(buf, conflict.WriteAll())
	case parallel, batched:
		return append(buf, conflict.Apart())
	case partition:
		if spec.Access == tool.ReadOnly && in.ReadOnly() && len(in.Locks) == 0 {
			return append(buf, conflict.ReadAll())
		}
		return append(buf, conflict.WriteAll())
	}
	from := len(buf)
	for _, p := range in.Reads {
		if p == tool.Everything {
			buf = append(buf, conflict.ReadAll())
		} else {
			buf = append(buf, conflict.Read(place(p)))
		}
	}
	for _, p := range in.Writes {
		if p == tool.Everything {
			buf = append(buf, conflict.WriteAll())
		} else {
			buf = append(buf, conflict.Write(place(p)))
		}
	}
	for _, l := range in.Locks {
		buf = append(buf, conflict.Lock(l))
	}
	if len(buf) == from {
		buf = append(buf, conflict.Apart())
	}
	return buf
}

// longestPlace bounds what one path can cost; no system has longer ones.
const longestPlace = 4096

// place is a path as the conflict graph compares it: it knows slashes and dots,
// but not how to go up.
func place(path string) string {
	if strings.Contains(path, "..") {
		path = filepath.Clean(path)
	}
	path = filepath.ToSlash(path)
	if len(path) > longestPlace {
		// The folder that far down stands for all below it: coarser, and safe.
		path = path[:strings.LastIndexByte(path[:longestPlace], '/')+1]
	}
	return path
}
