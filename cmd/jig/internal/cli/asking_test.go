package cli

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/engine/guard"
	"jig/policy"
)

func TestAnswersAreUnderstood(t *testing.T) {
	tests := map[string]struct {
		want guard.Answer
		ok   bool
	}{
		"y":                           {guard.Answer{Allow: true}, true},
		"Yes":                         {guard.Answer{Allow: true}, true},
		"n":                           {guard.Answer{}, true},
		"n use make instead":          {guard.Answer{Words: "use make instead"}, true},
		"no, because it is slow":      {guard.Answer{Words: "it is slow"}, true},
		"always":                      {guard.Answer{Allow: true, Keep: guard.Saved, Offer: 1}, true},
		"always 2":                    {guard.Answer{Allow: true, Keep: guard.Saved, Offer: 1}, true},
		"always 2 it is fine":         {guard.Answer{Allow: true, Keep: guard.Saved, Offer: 1, Words: "it is fine"}, true},
		"never 1":                     {guard.Answer{Keep: guard.Saved}, true},
		"session":                     {guard.Answer{Allow: true, Keep: guard.Session}, true},
		"always 3":                    {guard.Answer{}, false},
		"":                            {guard.Answer{}, false},
		"maybe":                       {guard.Answer{}, false},
		"yesterday I would have said": {guard.Answer{}, false},
	}
	for line, test := range tests {
		if got, ok := ReadAnswer(line, []policy.Offer{{Label: "this call"}, {Label: "such calls", Rules: []string{"Edit"}}}); !cmp.Equal(got, test.want) || ok != test.ok {
			t.Errorf("%q: %+v, %v", line, got, ok)
		}
	}
}

func TestRulesAreSeparatedOutsideOfParentheses(t *testing.T) {
	tests := map[string][]string{
		"Read,Edit,Bash(git *)":          {"Read", "Edit", "Bash(git *)"},
		"Read Edit":                      {"Read", "Edit"},
		"Bash(git log --oneline, -5), X": {"Bash(git log --oneline, -5)", "X"},
		"Bash(echo (a b))":               {"Bash(echo (a b))"},
		"":                               nil,
		" , ":                            nil,
		"Bash(unclosed, x":               {"Bash(unclosed, x"},
	}
	for list, want := range tests {
		if got := splitRules(list); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", list, got, want)
		}
	}
}
