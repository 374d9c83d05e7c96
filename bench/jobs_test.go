package main

import (
	"testing"
	"time"
)

func TestConflict(t *testing.T) {
	for name, c := range map[string]struct {
		a, b job
		want bool
	}{
		"two reads of a file do not":          {job{reads: []string{"d/f"}}, job{reads: []string{"d/f"}}, false},
		"a write and a read of a file do":     {job{writes: []string{"d/f"}}, job{reads: []string{"d/f"}}, true},
		"a read and a write of a file do":     {job{reads: []string{"d/f"}}, job{writes: []string{"d/f"}}, true},
		"two writes of a file do":             {job{writes: []string{"d/f"}}, job{writes: []string{"d/f"}}, true},
		"a write below a tree that is read":   {job{writes: []string{"d/f"}}, job{reads: []string{"d"}}, true},
		"a tree with a longer name does not":  {job{writes: []string{"d10/f"}}, job{reads: []string{"d1"}}, false},
		"writes of different files do not":    {job{writes: []string{"d/f"}}, job{writes: []string{"d/g"}}, false},
		"one of many shared paths is enough":  {job{reads: []string{"a", "b"}}, job{reads: []string{"a"}, writes: []string{"b"}}, true},
		"jobs that touch nothing, do nothing": {job{}, job{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := conflict(c.a, c.b); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestCriticalPathIsTheLongestChain(t *testing.T) {
	jobs := []job{
		{wait: 5, writes: []string{"a"}},
		{wait: 9, writes: []string{"b"}},
		{wait: 7, reads: []string{"a"}},
		{wait: 1, reads: []string{"b"}, writes: []string{"a"}}, // after all of them
		{wait: 6, reads: []string{"c"}},
	}
	if got := criticalPath(jobs, func(i int) time.Duration { return jobs[i].wait }); got != 13 {
		t.Errorf("got %d, want 5+7+1", got)
	}
}

func TestInOrderSeesWhatRanTooEarly(t *testing.T) {
	jobs := []job{{writes: []string{"a"}}, {reads: []string{"a"}}, {reads: []string{"b"}}}
	at := func(start, end int) span { return span{time.Unix(int64(start), 0), time.Unix(int64(end), 0)} }
	if err := inOrder(jobs, []span{at(1, 2), at(2, 3), at(1, 4)}); err != nil {
		t.Errorf("a good schedule was refused: %v", err)
	}
	if inOrder(jobs, []span{at(1, 3), at(2, 4), at(1, 4)}) == nil {
		t.Error("two conflicting jobs ran at once, and it was not seen")
	}
	if inOrder(jobs, []span{at(1, 2), at(2, 3), {}}) == nil {
		t.Error("a job did not run, and it was not seen")
	}
}
