package cli_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"jig/cmd/jig/internal/cli"
	"jig/schema/dialect"
	"jig/tool"
)

// shelf is a set of two tools, and one that cannot be shown.
func shelf() *tool.Set {
	type input struct {
		City string `json:"city" doc:"Name of the <city>"`
		Days int    `json:"days" doc:"How many days" default:"1"`
	}
	forecast := tool.New(tool.Spec{
		Name: "forecast", Title: "Weather", Description: "Weather for a city. Now and then right.", Help: "Ask early.",
		Aliases: []string{"Forecast", "weather"}, Category: tool.Network, Access: tool.ReadOnly, Timeout: 90 * time.Second,
		Deferred: true,
	}, func(context.Context, input) (string, error) { return "", nil })
	run := func(context.Context, *tool.Call) (*tool.Result, error) { return tool.TextResult(""), nil }
	return tool.NewSet(forecast,
		tool.Func(tool.Spec{Name: "do", Description: "Does it\nall", Timeout: -1}, run),
		tool.Func(tool.Spec{Name: "mute"}, run))
}

func TestAListHasAlignedColumns(t *testing.T) {
	var stderr strings.Builder
	got := cli.Table(cli.Export(shelf(), tool.Export{}, &stderr))
	want := "do        full-access  Does it\nforecast  read-only    Weather for a city.\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if !strings.HasPrefix(stderr.String(), "jig: mute is not shown: it has no description") {
		t.Errorf("stderr is %q", stderr.String())
	}
}

func TestTheFirstSentenceEndsWhereASentenceEnds(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		".":                        ".",
		"One sentence":             "One sentence",
		"One. Two.":                "One.",
		"Really? Yes.":             "Really?",
		"Reads main.go and 1.5 MB": "Reads main.go and 1.5 MB",
		"  A line\nand another. ":  "A line",
	} {
		if got := cli.FirstSentence(text); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}

func TestLossesOfADialectAreTold(t *testing.T) {
	var stderr strings.Builder
	listings := cli.Export(shelf(), tool.Export{Dialect: dialect.OpenAIStrict, Purpose: true}, &stderr)
	if !strings.Contains(stderr.String(), "jig: forecast: /properties/days/default: ") ||
		!strings.Contains(stderr.String(), "It went into: description.") {
		t.Errorf("stderr is %q", stderr.String())
	}
	raw, err := json.Marshal(listings)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"strict":true`, tool.PurposeKey, `"losses":[{"path":"/properties/days/default","keyword":"default",`, `"timeout_ms":90000`, `"deferred":true`} {
		if !strings.Contains(string(raw), part) {
			t.Errorf("%s does not have %s", raw, part)
		}
	}
}

func TestAPageShowsAllThereIsToKnow(t *testing.T) {
	var stderr strings.Builder
	listing, err := cli.Find(shelf(), "Weather", &stderr)
	if err != nil {
		t.Fatal(err)
	}
	page, err := listing.Page()
	if err != nil {
		t.Fatal(err)
	}
	want := `forecast - Weather

Weather for a city. Now and then right.

Ask early.

Aliases:   Forecast, weather
Category:  network
Access:    read-only
Timeout:   1m30s

Arguments:
{
  "type": "object",
  "properties": {
    "city": {
      "type": "string",
      "description": "Name of the <city>"
    },
    "days": {
      "type": "integer",
      "description": "How many days",
      "default": 1
    }
  },
  "required": [
    "city"
  ],
  "additionalProperties": false
}
`
	if page != want || stderr.Len() > 0 {
		t.Errorf("stderr %q, page\n%s", stderr.String(), page)
	}
}

func TestAToolThatIsNotThereIsAnErrorThatHelps(t *testing.T) {
	tests := map[string]struct{ name, want string }{
		"a near name":             {"forcast", `there is no tool "forcast". Did you mean forecast? Run "jig tools" for the whole list`},
		"a name far from any":     {"zebra", `there is no tool "zebra". Run "jig tools" for the whole list`},
		"a name that is no word":  {"a\x1b[2J", `there is no tool "a\x1b[2J". Run "jig tools" for the whole list`},
		"a tool without a schema": {"mute", "mute cannot be shown"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stderr strings.Builder
			if _, err := cli.Find(shelf(), test.name, &stderr); err == nil || err.Error() != test.want {
				t.Errorf("the error is %v, want %q", err, test.want)
			}
		})
	}
}
