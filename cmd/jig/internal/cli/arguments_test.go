package cli_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"jig/cmd/jig/internal/cli"
)

func TestArgumentsComeFromTheOperandOrStandardInput(t *testing.T) {
	tests := map[string]struct {
		operands []string
		stdin    string
		want     string
	}{
		"the operand goes first":             {[]string{`{"a":1}`}, `{"b":2}`, `{"a":1}`},
		"an operand is taken as it is":       {[]string{`{"a": bad`}, "", `{"a": bad`},
		"an empty operand is the empty call": {[]string{" "}, `{"b":2}`, `{}`},
		"a dash reads what is piped":         {[]string{"-"}, `{"b":2}`, `{"b":2}`},
		"no operand reads what is piped":     {nil, "{\"b\":2}\n", "{\"b\":2}\n"},
		"nothing is the empty call":          {nil, "", `{}`},
		"white space is the empty call":      {nil, "\n\n", `{}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := cli.Arguments(test.operands, strings.NewReader(test.stdin))
			if err != nil || string(got) != test.want {
				t.Errorf("got %q, %v; want %q", got, err, test.want)
			}
		})
	}
}

func TestADeviceIsNotWaitedForUnlessAsked(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if err := null.Close(); err != nil { // reading it would fail now
		t.Fatal(err)
	}
	if _, err := cli.Arguments([]string{"-"}, null); err == nil {
		t.Error("a dash did not read")
	}
	open, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := open.Close(); err != nil {
			t.Error(err)
		}
	}()
	if got, err := cli.Arguments(nil, open); err != nil || string(got) != "{}" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestAFailingInputIsAnError(t *testing.T) {
	broken := errors.New("broken")
	if _, err := cli.Arguments(nil, iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestEndlessInputIsCutWhereTheEngineRefusesIt(t *testing.T) {
	for name, input := range map[string]endless{"of anything": 'x', "of white space": ' '} {
		t.Run(name, func(t *testing.T) {
			got, err := cli.Arguments(nil, input)
			if err != nil || len(got) != cli.MaxArguments+1 {
				t.Errorf("%d bytes, %v; want %d", len(got), err, cli.MaxArguments+1)
			}
		})
	}
}

// endless is a byte that comes again and again.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}
