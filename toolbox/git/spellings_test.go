package git_test

import (
	"testing"

	"jig/engine"
)

// Each row is a call as one of the systems whose models are served here writes it.
func TestEverySpellingOfTheSystemsWorks(t *testing.T) {
	r := newRepo(t)
	for _, row := range [][2]string{
		{"GitStatus", `{"short":true}`},
		{"GitDiff", `{"path":"a.txt","staged":true}`},
		{"GitDiff", `{"commit":"HEAD~1","commit2":"HEAD"}`},
		{"GitLog", `{"path":"a.txt","count":20,"oneline":true,"author":"Anna","since":"2020-01-01","until":"2030-01-01"}`},
		{"GitShow", `{"commit":"HEAD","path":"a.txt","stat":true}`},
		{"GitShow", `{"commit":"HEAD","format":"patch"}`},
		{"GitShow", `{"commit":"HEAD","format":"stat"}`},
		{"GitShow", `{"commit":"HEAD","format":"metadata"}`},
		{"GitBlame", `{"path":"a.txt","start_line":1,"end_line":2}`},
	} {
		if out := r.call(row[0], row[1]); out.Status != engine.OK {
			t.Errorf("%s %s: %s: %s", row[0], row[1], out.Status, out.Result.Text())
		}
	}
}
