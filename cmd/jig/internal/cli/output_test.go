package cli_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"jig/cmd/jig/internal/cli"
)

func TestOutputPrintsWholeLines(t *testing.T) {
	tests := map[string]struct {
		print func(*cli.Output)
		want  string
	}{
		"a text gets a line break":              {func(o *cli.Output) { o.Text("a\nb") }, "a\nb\n"},
		"a text with a line break gets no more": {func(o *cli.Output) { o.Text("a\n") }, "a\n"},
		"no text is nothing":                    {func(o *cli.Output) { o.Text("") }, ""},
		"JSON is one line":                      {func(o *cli.Output) { o.JSON(map[string]any{"a": []int{1, 2}}) }, "{\"a\":[1,2]}\n"},
		"JSON keeps its characters":             {func(o *cli.Output) { o.JSON("<a&b>") }, "\"<a&b>\"\n"},
		"JSON can be indented":                  {func(o *cli.Output) { o.IndentedJSON([]int{1}) }, "[\n  1\n]\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			out := cli.NewOutput(&b)
			test.print(out)
			if b.String() != test.want || out.Err() != nil {
				t.Errorf("printed %q, want %q; error %v", b.String(), test.want, out.Err())
			}
		})
	}
}

// failing takes a number of writes, then no more.
type failing struct {
	takes int
	calls int
	err   error
}

func (f *failing) Write(p []byte) (int, error) {
	f.calls++
	if f.calls > f.takes {
		return 0, f.err
	}
	return len(p), nil
}

func TestOutputKeepsItsFirstErrorAndStops(t *testing.T) {
	full := &failing{takes: 1, err: errors.New("full")}
	out := cli.NewOutput(full)
	out.Text("a")
	if out.Err() != nil {
		t.Fatal(out.Err())
	}
	for range 3 {
		out.Text("b")
	}
	if n, err := out.Write([]byte("c")); n != 1 || err != nil {
		t.Errorf("a write gave %d, %v; it must not bother the writer", n, err)
	}
	if !errors.Is(out.Err(), full.err) || full.calls != 2 {
		t.Errorf("error %v after %d writes, want %v after 2", out.Err(), full.calls, full.err)
	}
}

func TestWhatIsNoJSONIsAnError(t *testing.T) {
	var b strings.Builder
	out := cli.NewOutput(&b)
	out.JSON(make(chan int))
	if out.Err() == nil || b.Len() > 0 {
		t.Errorf("printed %q with error %v", b.String(), out.Err())
	}
	first := out.Err()
	out.JSON(func() {})
	if !errors.Is(out.Err(), first) {
		t.Errorf("the first error %v gave way to %v", first, out.Err())
	}
}

func TestOnlyDevicesAreTerminals(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/file")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if cli.IsTerminal(file) || cli.IsTerminal(&strings.Builder{}) || cli.IsTerminal(nil) {
		t.Error("what is no device counts as a terminal")
	}
	if !cli.IsTerminal(null) {
		t.Error("the null device should count as a terminal")
	}
	if err := null.Close(); err != nil {
		t.Error(err)
	}
	if cli.IsTerminal(null) {
		t.Error("a closed file counts as a terminal")
	}
}
