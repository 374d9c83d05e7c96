package onepass

import (
	"reflect"
	"regexp"

	"github.com/go-json-experiment/json"
)

// maxDepth is how many arrays and objects may be open at once.
const maxDepth = 512

// A Plan checks and decodes the arguments of one tool. It does not change
// after [Compile] and may be used by many goroutines at once.
type Plan struct {
	root *node
	typ  reflect.Type
}

// Run checks raw and decodes it into dst, which must be settable, of the
// plan's type and zero; a plan compiled without a type takes the zero Value.
//
// ok=true means that raw is one strictly well-formed JSON value that
// satisfies the schema, that dst holds it with defaults filled in, and that
// out is raw, or a copy of it with the missing defaults spliced in.
// ok=false means no verdict: dst may be partly written and must be set to
// zero before it is used again.
func (p *Plan) Run(raw []byte, dst reflect.Value) (out []byte, ok bool) {
	if p.typ == nil {
		dst = reflect.Value{}
	} else if !dst.CanSet() || dst.Type() != p.typ {
		return nil, false
	}
	r := run{raw: raw}
	if !r.value(p.root, dst) {
		return nil, false
	}
	r.peek()
	if r.i != len(raw) || !r.affordable() {
		return nil, false
	}
	return r.spliced(), true
}

// run is the state of one walk over one document. It lives on the stack of
// Run: its methods call each other directly and never through a function
// value, so that it does not escape.
type run struct {
	raw   []byte
	i     int // next byte of raw
	depth int // arrays and objects open

	values int // read so far, defaults included
	effort int // that the judge would spend on them
	texts  int // bytes of text that patterns were matched with

	text  string // string copy of raw, made when a string needs it
	short int    // strings copied without it
	buf   []byte // room for strings that have escapes

	got    any    // value of the last node that decodes into an interface
	gotStr string // value of the last string that has no place of its own

	keys    [][]byte // keys without a property, of all open objects
	inserts []insert // defaults to splice in, by position

	murky  int  // open containers that stand inside an alternative
	strict bool // a default is being read: give up if it lacks defaults
}

// kind is a set of the kinds of JSON token that a value can start with.
type kind uint8

const (
	isNull kind = 1 << iota
	isFalse
	isTrue
	isInteger // a number written without fraction and exponent
	isDecimal // a number written with a fraction
	isString
	isArray
	isObject

	isAnything = ^kind(0)
)

// target says where a value goes.
type target uint8

const (
	intoNothing target = iota // checked only
	intoString
	intoBool
	intoInt
	intoUint
	intoFloat
	intoAny     // an empty interface
	intoStruct  //
	intoMapAny  // map[string]any, built without reflection
	intoMap     // any other map with string keys
	intoStrings // []string, built without reflection
	intoSlice   // any other slice
	intoArray   //
	intoPointer // elem decodes what it points to
	intoRaw     // json.RawMessage; elem checks the span
	intoSpan    // elem checks the span, go-json-experiment/json decodes it
)

// node is the compiled meeting of one subschema and one Go type.
type node struct {
	allow kind // kinds that both the schema and the type take
	into  target
	murky bool // stands inside an alternative, see run.murky
	cost  int  // evaluations of schemas by the judge, see run.effort

	str *stringRules // nil: any string
	num *numberRules // nil: any number
	obj *objectRules // set if allow has isObject
	arr *arrayRules  // set if allow has isArray

	typ   reflect.Type
	elem  *node        // for pointers, raw messages and spans
	rules json.Options // for spans
}

// stringRules are what the schema asks of a string.
type stringRules struct {
	enum     []string       // nil: not limited to a list
	listed   map[string]int // index of enum, only when there are many
	min, max int            // in characters; max < 0: none
	pattern  *regexp.Regexp
	size     int // of the pattern, in instructions
}

// arrayRules are what the schema asks of an array.
type arrayRules struct {
	items    *node
	min, max int // max < 0: none
}

// objectRules are what the schema asks of an object, joined with the fields
// of the struct it goes into.
type objectRules struct {
	props      []property     // in the order in which keys are likely to come
	byName     map[string]int // index of props, only when there are many
	required   uint64         // bit i: props[i] must be present
	fallback   uint64         // bit i: props[i] has a default
	additional *node          // for keys that are no property; nil: none allowed
	min, max   int            // max < 0: none
}

// property is a key that the schema or the struct names.
type property struct {
	name   string
	quoted string // name and closing quote as they stand in plain JSON, or empty
	node   *node  // nil: not allowed
	field  int    // field of the struct, -1 for none
	path   []int  // further way to a promoted field
	def    *standIn
}
