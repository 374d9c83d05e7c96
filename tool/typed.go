package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"jig/schema"
)

// Typed is a tool made of a Go function by [New].
type Typed[In, Out any] struct {
	spec  Spec
	dec   *schema.Decoder[In]
	run   func(ctx context.Context, in In) (Out, error)
	plan  func(ctx context.Context, in In) (*Intent, error)
	check func(ctx context.Context, in In) error
	give  func(Out) *Result

	spellings *spellings
	adapt     func(name string, args map[string]json.RawMessage) (redirect string, err error)
}

// New makes a tool of a function. The schema of its arguments comes from In
// (see package schema for the struct tags), unless the spec brings one. What
// the function returns becomes the result: a string as text, a *[Result] as it
// is, a Block or []Block as content, struct{} as "done", anything else as JSON,
// whose schema then comes from Out.
//
// A mistake in the spec or the types is the programmer's, and panics.
func New[In, Out any](spec Spec, run func(ctx context.Context, in In) (Out, error)) *Typed[In, Out] {
	t := &Typed[In, Out]{spec: spec, run: run}
	if spec.Name == "" {
		panic("tool.New: the spec has no name")
	}
	if !object(reflect.TypeFor[In]()) {
		panic(fmt.Sprintf("tool.New: the input of %s is a %s: arguments are an object, so take a struct or a map", spec.Name, reflect.TypeFor[In]()))
	}
	dec, err := schema.NewDecoder[In](spec.Input)
	if err != nil {
		panic(fmt.Sprintf("tool.New: input of %s: %v", spec.Name, err))
	}
	t.dec = dec
	t.spec.Input = dec.Schema()
	give, structured := giver[Out]()
	t.give = give
	if structured && spec.Output == nil {
		if t.spec.Output, err = schema.For[Out](); err != nil {
			panic(fmt.Sprintf("tool.New: output of %s: %v", spec.Name, err))
		}
	}
	return t
}

// object reports whether a type can hold a JSON object, as far as its kind
// tells.
func object(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Map, reflect.Interface:
		return true
	}
	if t == reflect.TypeFor[json.RawMessage]() {
		return true
	}
	_, described := reflect.New(t).Interface().(interface{ JSONSchema() json.RawMessage })
	return described
}

// WithPlan states what a call will do, from its arguments.
func (t *Typed[In, Out]) WithPlan(plan func(ctx context.Context, in In) (*Intent, error)) *Typed[In, Out] {
	t.plan = plan
	return t
}

// WithCheck refuses arguments for reasons that the schema cannot express.
func (t *Typed[In, Out]) WithCheck(check func(ctx context.Context, in In) error) *Typed[In, Out] {
	t.check = check
	return t
}

// Spec describes the tool.
func (t *Typed[In, Out]) Spec() *Spec { return &t.spec }

// Bind validates and decodes the arguments in one pass.
func (t *Typed[In, Out]) Bind(call *Call, opt schema.Options) error {
	in := new(In)
	final, err := t.dec.Decode(call.Args, opt, in)
	if err != nil {
		return err
	}
	call.Args = final
	call.SetInput(in)
	return nil
}

// Plan states the intent, or nothing if the tool has no plan.
func (t *Typed[In, Out]) Plan(ctx context.Context, call *Call) (*Intent, error) {
	if t.plan == nil {
		return nil, nil //nolint:nilnil // no intent of its own is an answer: see Planner
	}
	in, err := t.input(call)
	if err != nil {
		return nil, err
	}
	return t.plan(NewContext(ctx, call), *in)
}

// Check asks the tool's own check, if it has one.
func (t *Typed[In, Out]) Check(ctx context.Context, call *Call) error {
	if t.check == nil {
		return nil
	}
	in, err := t.input(call)
	if err != nil {
		return err
	}
	return t.check(NewContext(ctx, call), *in)
}

// Run calls the function.
func (t *Typed[In, Out]) Run(ctx context.Context, call *Call) (*Result, error) {
	in, err := t.input(call)
	if err != nil {
		return nil, err
	}
	out, err := t.run(NewContext(ctx, call), *in)
	if err != nil {
		// What was made so far is kept beside the error, but only a result
		// says by itself that there is something.
		if partial, ok := any(out).(*Result); ok {
			return partial, err
		}
		return nil, err
	}
	return t.give(out), nil
}

func (t *Typed[In, Out]) input(call *Call) (*In, error) {
	if in, ok := Input[In](call); ok {
		return in, nil
	}
	if err := t.Bind(call, schema.Options{}); err != nil {
		return nil, err
	}
	in, _ := Input[In](call)
	return in, nil
}

// giver chooses once how values of type Out become results, and says whether
// they are structured.
func giver[Out any]() (give func(Out) *Result, structured bool) {
	var out *Out
	switch any(out).(type) {
	case *string:
		return func(o Out) *Result { return TextResult(any(o).(string)) }, false
	case **Result:
		return func(o Out) *Result {
			if r := any(o).(*Result); r != nil {
				return r
			}
			return &Result{}
		}, false
	case *Result:
		return func(o Out) *Result { r := any(o).(Result); return &r }, false
	case *Block:
		return func(o Out) *Result { return &Result{Content: []Block{any(o).(Block)}} }, false
	case *[]Block:
		return func(o Out) *Result { return &Result{Content: any(o).([]Block)} }, false
	case *struct{}:
		return func(Out) *Result { return TextResult("done") }, false
	}
	t := reflect.TypeFor[Out]()
	structured = t.Kind() == reflect.Struct || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct
	if _, ok := any(out).(*json.RawMessage); ok || t.Kind() == reflect.Interface {
		structured = false
	}
	return func(o Out) *Result { return &Result{Content: []Block{JSON(o)}} }, structured
}
