package agents

import (
	"slices"
	"strings"

	"jig/tool"
)

// ordered puts steps behind those that they wait for, and otherwise leaves them as they are.
func ordered(steps []*step) ([]*step, error) {
	done := make(map[*step]bool, len(steps))
	out := make([]*step, 0, len(steps))
	for len(out) < len(steps) {
		before := len(out)
		for _, s := range steps {
			if !done[s] && !slices.ContainsFunc(s.after, func(o *step) bool { return !done[o] }) {
				done[s] = true
				out = append(out, s)
			}
		}
		if len(out) == before {
			left := slices.DeleteFunc(slices.Clone(steps), func(s *step) bool { return done[s] })
			return nil, tool.Errorf(tool.CodeInvalidArgs, "the stages wait for each other in a circle: %s", circle(left[0]))
		}
	}
	return out, nil
}

// circle tells the way from a step that cannot begin to itself, or to the circle that it waits for.
func circle(from *step) string {
	var way []*step
	for s := from; ; {
		if i := slices.Index(way, s); i >= 0 {
			return strings.Join(append(names(way[i:]), s.name), " waits for ")
		}
		way = append(way, s)
		next := slices.IndexFunc(s.after, func(o *step) bool { return waits(o, s, nil) })
		if next < 0 {
			next = slices.IndexFunc(s.after, func(o *step) bool { return len(o.after) > 0 })
		}
		if next < 0 {
			return strings.Join(names(way), " waits for ")
		}
		s = s.after[next]
	}
}

// waits reports whether a step waits for another, directly or not.
func waits(s, other *step, seen map[*step]bool) bool {
	if seen == nil {
		seen = map[*step]bool{}
	}
	if s == other {
		return true
	}
	if seen[s] {
		return false
	}
	seen[s] = true
	return slices.ContainsFunc(s.after, func(o *step) bool { return waits(o, other, seen) })
}
