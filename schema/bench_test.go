package schema_test

import (
	"encoding/json"
	"testing"

	"jig/schema"
)

type benchArgs struct {
	Path  string   `json:"path"`
	Limit int      `json:"limit"`
	Tags  []string `json:"tags"`
	Opts  struct {
		Dry  bool   `json:"dry"`
		Mode string `json:"mode"`
	} `json:"opts"`
}

const benchText = `{"path":"/home/user/project/internal/server/handler.go","limit":250,"tags":["alpha","beta","gamma"],"opts":{"dry":true,"mode":"fast"}}`

func BenchmarkDecode(b *testing.B) {
	d := decoder[benchArgs](b, nil)
	args := []byte(benchText)
	run := func(b *testing.B, d *schema.Decoder[benchArgs]) {
		b.SetBytes(int64(len(args)))
		b.ReportAllocs()
		for b.Loop() {
			var in benchArgs
			if _, err := d.Decode(args, schema.Options{}, &in); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("plan", func(b *testing.B) { run(b, d.WithoutJudge()) })
	b.Run("slow", func(b *testing.B) { run(b, d.WithoutPlan()) })
	b.Run("json.Unmarshal", func(b *testing.B) {
		b.SetBytes(int64(len(args)))
		b.ReportAllocs()
		for b.Loop() {
			var in benchArgs
			if err := json.Unmarshal(args, &in); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	s, err := schema.For[benchArgs]()
	if err != nil {
		b.Fatal(err)
	}
	args := []byte(benchText)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Check(args, schema.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkExplain(b *testing.B) {
	s := schema.MustParse(shellSchema)
	args := []byte(`{"comand":"ls","timeout":"abc","cwd":"x","tags":["a",1,"a"]}`)
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Validate(args); err == nil {
			b.Fatal("valid")
		}
	}
}

func BenchmarkFor(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := schema.For[tagged](); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := schema.Parse([]byte(shellSchema)); err != nil {
			b.Fatal(err)
		}
	}
}
