package main

import (
	"fmt"
	"math"
	"time"
)

// A line is one comparison. The goal, when there is one, is held against the ratio.
type line struct {
	name        string
	ours, other string  // both sides with their unit, as they are shown
	ratio       float64 // ours divided by the other: below 1, jig is the smaller
	goal        float64 // the ratio must not be above it; 0 when the line only informs
}

// compare makes the line of two measured values; show gives them their unit.
func compare(name string, ours, other, goal float64, show func(float64) string) line {
	// Rounded as it is shown, so that the verdict never contradicts what a reader sees.
	ratio := math.Round(1000*ours/other) / 1000
	return line{name: name, ours: show(ours), other: show(other), ratio: ratio, goal: goal}
}

// met reports whether the line keeps its goal; a line without one always does.
func (l line) met() bool { return l.goal == 0 || l.ratio <= l.goal }

// cells are the columns of the line, the same on the screen and in the documents.
func (l line) cells() []string {
	goal, ok := "-", "-"
	if l.goal != 0 {
		goal, ok = fmt.Sprintf("<=%.2f", l.goal), "no"
		if l.met() {
			ok = "yes"
		}
	}
	return []string{l.name, l.ours, l.other, fmt.Sprintf("%.3f", l.ratio), goal, ok}
}

// nanoseconds shows a time in the unit that keeps it short.
func nanoseconds(ns float64) string {
	switch d := time.Duration(ns); {
	case d < 10*time.Microsecond:
		return fmt.Sprintf("%.0fns", ns)
	case d < time.Millisecond:
		return fmt.Sprintf("%.1fus", ns/1e3)
	default:
		return fmt.Sprintf("%.2fms", ns/1e6)
	}
}

// size shows a number of bytes.
func size(bytes float64) string { return fmt.Sprintf("%.0fB", bytes) }
