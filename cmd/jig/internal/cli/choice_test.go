package cli_test

import (
	"slices"
	"testing"

	"jig/cmd/jig/internal/cli"
)

func TestAChoiceTakesOnlyItsWords(t *testing.T) {
	c := cli.NewChoice("text", "text", "json", "stream-json")
	if err := c.Set("xml"); err == nil || err.Error() != "use text, json or stream-json" {
		t.Errorf("the error is %v", err)
	}
	if c.String() != "text" {
		t.Errorf("a wrong word changed the choice to %q", c)
	}
	if err := c.Set("json"); err != nil || c.String() != "json" {
		t.Errorf("%q, %v; want json", c, err)
	}
	if c.Type() != "text|json|stream-json" || !slices.Equal(c.Allowed(), []string{"text", "json", "stream-json"}) {
		t.Errorf("type %q, allowed %q", c.Type(), c.Allowed())
	}
}

func TestAlternativesReadLikeASentence(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := cli.Alternatives(words); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestOnlyWordsThereAreAreMeant(t *testing.T) {
	for want, words := range map[string][]string{"": nil, " Did you mean a?": {"a"}, " Did you mean a or b?": {"a", "b"}} {
		if got := cli.DidYouMean(words); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
