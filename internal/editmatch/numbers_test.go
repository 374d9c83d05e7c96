package editmatch_test

import (
	"errors"
	"testing"

	"jig/internal/editmatch"
)

func TestLineNumbersAreDroppedOnlyWhereTheyAreLineNumbers(t *testing.T) {
	const table = "a\n5\tfoo\nb\n"
	tests := map[string]struct{ old, fresh, want string }{
		"both are numbered":                     {"     2\t5\tfoo\n", "     2\t6\tfoo\n", "a\n6\tfoo\nb\n"},
		"the new text is not, and has a number": {"     2\t5\tfoo\n", "6\tfoo\n", "a\n6\tfoo\nb\n"},
		"a line without a number is added":      {"     2\t5\tfoo\n", "     2\t5\tfoo\nbar\n", "a\n5\tfoo\nbar\nb\n"},
		"lines with numbers are added":          {"     2\t5\tfoo\n", "     2\t5\tfoo\n     3\t7\tbar\n", "a\n5\tfoo\n7\tbar\nb\n"},
		"it cannot be told":                     {"2\t5\tfoo\n", "6\tfoo\n", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out, err := editmatch.Apply(table, editmatch.Edit{Old: test.old, New: test.fresh})
			if none, ok := errors.AsType[*editmatch.Missing](err); test.want == "" && (!ok || none == nil) {
				t.Fatalf("got %q, %v", out.Text, err)
			}
			if test.want != "" && (err != nil || out.Text != test.want) {
				t.Errorf("got %q, %v, want %q", out.Text, err, test.want)
			}
		})
	}
}
