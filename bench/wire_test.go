package main

import (
	"strings"
	"testing"
	"time"
)

func TestEveryAnswerIsReadWhole(t *testing.T) {
	for _, a := range answerShapes() {
		t.Run(a.name, func(t *testing.T) {
			stream, bodies := a.of(10 << 10)
			if err := a.decode(stream, bodies, wireTools()); err != nil {
				t.Error(err)
			}
			if err := a.decode(stream, bodies+1, wireTools()); err == nil && !strings.Contains(a.body, "delta") {
				t.Error("a call that is missing is no error")
			}
		})
	}
}

func TestTheLoopIsMeasuredByWhatRan(t *testing.T) {
	lines, err := starts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if l.ratio <= 0 || l.ratio > float64(10*time.Second/startGoal) {
			t.Errorf("%v makes no sense", l.cells())
		}
	}
}
