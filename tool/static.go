package tool

import (
	"context"
)

// Static is a set that is built in one expression, for tests and small
// programs:
//
//	set := tool.NewStatic().
//		Register("bash", func(input string) (string, error) { return "output", nil }).
//		Register("read_file", func(input string) (string, error) { return "contents", nil })
//
// Its tools take any object and get the raw JSON. They have full access,
// because nothing is known of them.
type Static struct {
	Set
}

// NewStatic makes an empty static set.
func NewStatic() *Static { return &Static{} }

// Register adds a tool of that name and returns the set. A name that is taken
// panics.
func (s *Static) Register(name string, run func(input string) (string, error)) *Static {
	t := Func(Spec{Name: name, Description: name}, func(_ context.Context, call *Call) (*Result, error) {
		out, err := run(string(call.Args))
		if err != nil {
			return nil, err
		}
		return TextResult(out), nil
	})
	if err := s.Set.Register(t); err != nil {
		panic("tool.Static: " + err.Error())
	}
	return s
}

// Execute runs the tool of that name on the input, without an engine around
// it.
func (s *Static) Execute(ctx context.Context, name, input string) (string, error) {
	t, err := s.Resolve(name)
	if err != nil {
		return "", err
	}
	res, err := t.Run(ctx, &Call{Name: name, Args: []byte(input)})
	if err != nil {
		return "", err
	}
	return res.Text(), nil
}
