package spelling_test

import (
	"testing"

	"jig/internal/spelling"
)

func TestSpellingsOfOneNameFoldToTheSame(t *testing.T) {
	for _, name := range []string{"fileread", "FileRead", "file_read", "FILE-READ", "f_i-l_eRead"} {
		if got := spelling.Fold(name); got != "fileread" {
			t.Errorf("%s folds to %s", name, got)
		}
	}
	if spelling.Fold("Größe_1") != "größe1" {
		t.Error(spelling.Fold("Größe_1"))
	}
}

func TestDistanceCountsSlips(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"read", "read", 0},
		{"read", "raed", 1},
		{"read", "reads", 1},
		{"read", "red", 1},
		{"read", "lead", 1},
		{"größe", "grösse", 2},
		{"kitten", "sitting", 3},
	} {
		if got := spelling.Distance(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := spelling.Distance(c.b, c.a); got != c.want {
			t.Errorf("%q and %q: %d, want %d", c.b, c.a, got, c.want)
		}
	}
}
