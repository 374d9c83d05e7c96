package cli_test

import (
	"strings"
	"testing"

	"jig/cmd/jig/internal/cli"
	"jig/engine"
	"jig/tool"
)

func TestPeopleAreToldWhatModelsKnow(t *testing.T) {
	unknown := outcome(engine.Invalid, tool.ErrorResult(tool.NotFound("nope", nil)))
	unknown.Tool = ""
	bare := outcome(engine.Invalid, tool.ErrorResult(tool.Errorf(tool.CodeInvalidArgs, "no")))
	bare.Call.Args = []byte("go.mod")
	wrong := outcome(engine.Invalid, tool.ErrorResult(tool.Errorf(tool.CodeInvalidArgs, "no")))
	wrong.Call.Args = []byte(` {"x": `)
	behind := outcome(engine.OK, &tool.Result{Control: tool.Control{Background: "sh-1"}})
	const ends = "jig: the background command sh-1 ends with this call: background commands live within one session of a program\n"
	for name, test := range map[string]struct {
		out          engine.Outcome
		format, want string
	}{
		"a result needs no advice":           {outcome(engine.OK, tool.TextResult("x")), cli.TextFormat, ""},
		"a tool that is not there":           {unknown, cli.TextFormat, "jig: \"jig tools\" lists them\n"},
		"not for programs":                   {unknown, cli.JSONFormat, ""},
		"arguments that are no object":       {bare, cli.TextFormat, `jig: the arguments are a JSON object, such as '{"path": "go.mod"}'; "jig tools show greet" says which there are` + "\n"},
		"arguments that are one, and broken": {wrong, cli.TextFormat, ""},
		"a command in the background":        {behind, cli.TextFormat, ends},
		"the same, for programs":             {behind, cli.JSONFormat, ends},
	} {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			p := &cli.Printer{Format: test.format, Out: cli.NewOutput(&stdout), Stderr: &stderr}
			p.Advise(test.out)
			if stderr.String() != test.want || stdout.Len() > 0 {
				t.Errorf("%q, want %q", stderr.String(), test.want)
			}
		})
	}
}
