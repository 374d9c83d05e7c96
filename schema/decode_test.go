package schema_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"jig/schema"
)

type readArgs struct {
	Path  string   `json:"path" minLength:"1"`
	Limit int      `json:"limit" default:"100" minimum:"1"`
	Tags  []string `json:"tags,omitempty"`
	Opts  struct {
		Dry  bool   `json:"dry,omitempty"`
		Mode string `json:"mode" enum:"fast,slow" default:"fast"`
	} `json:"opts,omitzero"`
}

func decoder[T any](t testing.TB, s *schema.Schema) *schema.Decoder[T] {
	t.Helper()
	d, err := schema.NewDecoder[T](s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDecodeFillsInAndReturnsTheFinalArguments(t *testing.T) {
	d := decoder[readArgs](t, nil)
	for _, d := range []*schema.Decoder[readArgs]{d, d.WithoutPlan()} {
		got := readArgs{Path: "old", Limit: 5, Tags: []string{"old"}}
		final, err := d.Decode([]byte(`{"path":"a","opts":{"dry":true}}`), schema.Options{}, &got)
		if err != nil {
			t.Fatal(err)
		}
		want := readArgs{Path: "a", Limit: 100}
		want.Opts.Dry, want.Opts.Mode = true, "fast"
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if string(final) != `{"path":"a","opts":{"dry":true,"mode":"fast"},"limit":100}` {
			t.Errorf("final arguments are %s", final)
		}
	}
}

func TestDecodeReturnsUntouchedArgumentsAsTheyAre(t *testing.T) {
	d := decoder[readArgs](t, nil)
	args := []byte(` {"path":"a", "limit":3} `)
	for _, d := range []*schema.Decoder[readArgs]{d, d.WithoutPlan()} {
		var got readArgs
		final, err := d.Decode(args, schema.Options{Coerce: true}, &got)
		if err != nil {
			t.Fatal(err)
		}
		if &final[0] != &args[0] {
			t.Errorf("got a copy: %s", final)
		}
	}
}

func TestAfterAnErrorNothingIsLeftInTheDestination(t *testing.T) {
	d := decoder[readArgs](t, nil)
	got := readArgs{Path: "old", Limit: 5}
	_, err := d.Decode([]byte(`{"path":"a","limit":"x"}`), schema.Options{}, &got)
	same(t, problems(t, err), []string{`/limit [type] must be an integer, but got the string "x"`})
	if !reflect.DeepEqual(got, readArgs{}) {
		t.Errorf("got %+v", got)
	}
}

func TestPlainCallsNeverTakeTheSlowRoad(t *testing.T) {
	d := decoder[readArgs](t, nil)
	if !d.HasPlan() {
		t.Fatal("there is no plan")
	}
	var got readArgs
	for _, args := range []string{`{"path":"a"}`, `{"path":"a","limit":3,"tags":["x"],"opts":{"dry":false,"mode":"slow"}}`} {
		if _, err := d.WithoutJudge().Decode([]byte(args), schema.Options{Coerce: true}, &got); err != nil {
			t.Error(err)
		}
	}
}

func TestDecodeAgreesWithTheFormsOfTypes(t *testing.T) {
	type args struct {
		Wait  time.Duration     `json:"wait,omitempty"`
		When  time.Time         `json:"when,omitzero"`
		Data  []byte            `json:"data,omitempty"`
		Hash  [2]byte           `json:"hash,omitempty"`
		Num   json.Number       `json:"num,omitempty"`
		Int   int               `json:"int,omitempty"`
		U8    uint8             `json:"u8,omitempty"`
		Keys  map[int8]string   `json:"keys,omitempty"`
		ID    int64             `json:"id,string,omitempty"`
		Raw   json.RawMessage   `json:"raw,omitempty"`
		Any   any               `json:"any,omitempty"`
		Ptr   **int             `json:"ptr,omitempty"`
		Null  *string           `json:"null,omitempty" nullable:"true"`
		Waits []time.Duration   `json:"waits,omitempty"`
		F32   float32           `json:"f32,omitempty"`
		Extra map[string]uint16 `json:"extra,omitempty"`
	}
	five := 5
	ptr := &five
	tests := map[string]struct {
		in   string
		want args
	}{
		"a duration":                    {`{"wait":"1h2m3.5s"}`, args{Wait: time.Hour + 2*time.Minute + 3500*time.Millisecond}},
		"a duration of nothing":         {`{"wait":"0"}`, args{}},
		"a negative duration":           {`{"wait":"-1.5ms"}`, args{Wait: -1500 * time.Microsecond}},
		"durations in a list":           {`{"waits":["1s","2m"]}`, args{Waits: []time.Duration{time.Second, 2 * time.Minute}}},
		"a time":                        {`{"when":"2024-05-31T14:30:00.25Z"}`, args{When: time.Date(2024, 5, 31, 14, 30, 0, 250_000_000, time.UTC)}},
		"bytes":                         {`{"data":"aGk="}`, args{Data: []byte("hi")}},
		"exact bytes":                   {`{"hash":"aGk="}`, args{Hash: [2]byte{'h', 'i'}}},
		"a number keeps its text":       {`{"num":1.50}`, args{Num: "1.50"}},
		"an integer with a fraction":    {`{"int":5.0}`, args{Int: 5}},
		"an integer with an exponent":   {`{"int":25e2,"u8":2550e-1}`, args{Int: 2500, U8: 255}},
		"the least of integers":         {`{"int":-9223372036854775808}`, args{Int: -9223372036854775808}},
		"integer keys":                  {`{"keys":{"-5":"a","0":"b"}}`, args{Keys: map[int8]string{-5: "a", 0: "b"}}},
		"a number in a string":          {`{"id":"-12"}`, args{ID: -12}},
		"raw text stays as it is":       {`{"raw":{"a" : 1.0}}`, args{Raw: json.RawMessage(`{"a" : 1.0}`)}},
		"anything":                      {`{"any":[1,null]}`, args{Any: []any{1.0, nil}}},
		"a pointer to a pointer":        {`{"ptr":5}`, args{Ptr: &ptr}},
		"null where it is allowed":      {`{"null":null}`, args{}},
		"a small float":                 {`{"f32":3.4e38}`, args{F32: 3.4e38}},
		"values of a map with fraction": {`{"extra":{"a":1.0}}`, args{Extra: map[string]uint16{"a": 1}}},
	}
	d := decoder[args](t, nil)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for _, d := range []*schema.Decoder[args]{d, d.WithoutPlan()} {
				var got args
				if _, err := d.Decode([]byte(test.in), schema.Options{}, &got); err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got, test.want) {
					t.Errorf("got %+v, want %+v", got, test.want)
				}
			}
		})
	}

	wrong := map[string]struct {
		in   string
		want []string
	}{
		"a number for a duration":     {`{"wait":5}`, []string{`/wait [type] must be a string, but got the number 5`}},
		"no duration":                 {`{"wait":"5 minutes"}`, []string{`/wait [pattern] must be a duration like 1.5s or 2h45m (units h, m, s, ms, us, ns), but got the string "5 minutes"`}},
		"too long a duration":         {`{"wait":"9999999h"}`, []string{`/wait [pattern] must be a duration like 1.5s or 2h45m (units h, m, s, ms, us, ns), but got the string "9999999h"`}},
		"no time":                     {`{"when":"2024-02-30T00:00:00Z"}`, []string{`/when [format] must be a valid date-time like 2024-05-31T14:30:00Z, but got the string "2024-02-30T00:00:00Z"`}},
		"no base64":                   {`{"data":"a"}`, []string{`/data [contentEncoding] must be encoded in base64, but got the string "a", which is not`}},
		"base64 with a line break":    {`{"data":"aG\nk="}`, []string{`/data [contentEncoding] must be encoded in base64, but got the string "aG\nk=", which is not`}},
		"one byte too many":           {`{"hash":"aGlq"}`, []string{`/hash [pattern] must match the pattern [^=]=$, but got the string "aGlq"`}},
		"more than 64 bits":           {`{"int":9223372036854775808}`, []string{`/int [maximum] must be at most 9223372036854775807, but got 9223372036854775808`}},
		"more than a float of 32 bit": {`{"f32":3.5e38}`, []string{`/f32 [maximum] must be at most 3.4028234663852886e+38, but got 3.5e+38`}},
		"null where it is not":        {`{"ptr":null}`, []string{`/ptr [type] must be an integer, but got null`}},
		"a key that is no integer":    {`{"keys":{"x":""}}`, []string{`/keys [additionalProperties] has the key "x", but keys there must match ^(0|-?[1-9][0-9]{0,1})$`}},
	}
	for name, test := range wrong {
		t.Run(name, func(t *testing.T) {
			var got args
			_, err := d.Decode([]byte(test.in), schema.Options{}, &got)
			same(t, problems(t, err), test.want)
			_, err = d.Schema().Check([]byte(test.in), schema.Options{})
			same(t, problems(t, err), test.want)
		})
	}
}

type picky struct{ v string }

func (p *picky) UnmarshalText(b []byte) error {
	if p.v = string(b); p.v == "bad" {
		return errors.New("it is bad")
	}
	return nil
}

func TestWhatTheTypeCannotTakeIsAProblemToo(t *testing.T) {
	type args struct {
		A int8           `json:"a"`
		B *bool          `json:"b"`
		C []uint         `json:"c"`
		D picky          `json:"d"`
		E [2]int         `json:"e"`
		F map[int]string `json:"f"`
		G time.Time      `json:"g"`
		H time.Duration  `json:"h"`
		I float32        `json:"i"`
		J struct{}       `json:"j"`
		K []byte         `json:"k"`
	}
	tests := map[string]struct{ in, want string }{
		"an overflow":          {`{"a":300}`, `/a [decode] must fit an integer of 8 bits, but got the number 300`},
		"a fraction":           {`{"a":1.5}`, `/a [decode] must be an integer of 8 bits, but got the number 1.5`},
		"a string for a bool":  {`{"b":"x"}`, `/b [decode] must be a boolean, but got the string "x"`},
		"a negative":           {`{"c":[1,-1]}`, `/c/1 [decode] must fit an integer of 64 bits that is not negative, but got the number -1`},
		"its own mind":         {`{"d":"bad"}`, `/d [decode] cannot be used: it is bad, but got the string "bad"`},
		"too many items":       {`{"e":[1,2,3]}`, `/e [decode] must be an array of exactly 2 items, but got an array of 3 items`},
		"a key of text":        {`{"f":{"x":"y"}}`, `/f/x [decode] must be an integer of 64 bits, but got the string "y"`},
		"a key written twice":  {`{"f":{"-0":"y","0":"z"}}`, `/f/0 [duplicate] stands for the same key as an earlier one; send it once`},
		"no time":              {`{"g":"x"}`, `/g [decode] must be a valid date-time like 2024-05-31T14:30:00Z, but got the string "x"`},
		"no duration":          {`{"h":"x"}`, `/h [decode] must be a duration like 1.5s or 2h45m, but got the string "x"`},
		"a duration that ends": {`{"h":{}}`, `/h [decode] must be a duration like 1.5s or 2h45m, but got an empty object`},
		"a large float":        {`{"i":1e39}`, `/i [decode] must fit a number of 32 bits, but got the number 1e39`},
		"a list for an object": {`{"j":[]}`, `/j [decode] must be an object, but got an empty array`},
		"a list for bytes":     {`{"k":[1]}`, `/k [decode] must be a string in base64, but got an array of 1 item`},
	}
	d := decoder[args](t, schema.MustParse(`{"type":"object"}`))
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := args{A: 1}
			_, err := d.Decode([]byte(test.in), schema.Options{}, &got)
			same(t, problems(t, err), []string{test.want})
			if !reflect.DeepEqual(got, args{}) {
				t.Errorf("left behind %+v", got)
			}
		})
	}
}

func TestAPropertyThatTheTypeDoesNotKnowIsLeftOut(t *testing.T) {
	s, err := schema.For[readArgs]()
	if err != nil {
		t.Fatal(err)
	}
	with, ok := s.WithProperty("__tool_use_purpose", []byte(`{"type":"string"}`))
	if !ok {
		t.Fatal("not put in")
	}
	d := decoder[readArgs](t, with)
	var got readArgs
	final, err := d.WithoutJudge().Decode([]byte(`{"path":"a","__tool_use_purpose":"look","limit":1}`), schema.Options{}, &got)
	if err != nil || got.Path != "a" || string(final) != `{"path":"a","__tool_use_purpose":"look","limit":1}` {
		t.Errorf("got %+v, %s, %v", got, final, err)
	}
}

func TestADecoderOfAnImpossibleTypeIsAnError(t *testing.T) {
	if _, err := schema.NewDecoder[chan int](nil); err == nil {
		t.Error("no error")
	}
}

func TestIntegersAreNeverRoundedIntoInterfaces(t *testing.T) {
	type loose struct {
		A any            `json:"a,omitempty"`
		M map[string]any `json:"m,omitempty"`
		N json.Number    `json:"n,omitempty"`
		I int64          `json:"i,omitempty"`
	}
	d, err := schema.NewDecoder[loose](nil)
	if err != nil {
		t.Fatal(err)
	}
	const fault = ` [decode] must be an integer that is kept exactly, between -9007199254740992 and 9007199254740992, but got the number `
	for in, want := range map[string][]string{
		`{"a":9007199254740993}`:                       {"/a" + fault + "9007199254740993"},
		`{"m":{"x":[1,-9007199254740993]}}`:            {"/m/x/1" + fault + "-9007199254740993"},
		`{"a":123456789012345678901234567890}`:         {"/a" + fault + "123456789012345678901234567890"},
		`{"a":9007199254740992,"m":{"x":-0,"y":1e23}}`: nil,
		`{"i":9007199254740993,"n":9007199254740993}`:  nil,
		`{"a":[0.1,1.5e3,{"b":18014398509481984}]}`:    nil,
		`{"a":0.12345678901234567890123456789,"m":{}}`: nil,
	} {
		var fast, slow loose
		_, fastErr := d.Decode([]byte(in), schema.Options{}, &fast)
		_, slowErr := d.WithoutPlan().Decode([]byte(in), schema.Options{}, &slow)
		same(t, problems(t, fastErr), want)
		same(t, problems(t, slowErr), want)
		if !reflect.DeepEqual(fast, slow) {
			t.Errorf("%s: %+v and %+v", in, fast, slow)
		}
	}
}
