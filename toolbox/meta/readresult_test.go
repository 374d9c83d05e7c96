package meta_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/meta"
)

// keep puts a text into a stash of its own.
func keep(t *testing.T, text string) (stash engine.Stash, handle string) {
	t.Helper()
	stash = engine.NewDirStash(t.TempDir(), 0)
	handle, err := stash.Put(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return stash, handle
}

func TestReadResultReadsAPart(t *testing.T) {
	stash, handle := keep(t, "Grüße an alle") // 13 characters, 15 bytes
	tests := map[string]struct {
		args   string // %s is the handle
		status engine.Status
		text   string // the first block, or a part of the error
		note   string // the second block; %s is the handle
	}{
		"all of it by default":            {`{"handle":"%s"}`, engine.OK, "Grüße an alle", "[characters 0 to 12 of 13: the end]"},
		"characters are not bytes":        {`{"handle":"%s","limit":5}`, engine.OK, "Grüße", `[characters 0 to 4 of 13; for the next part: {"handle":"%s","offset":5,"limit":5}]`},
		"the next part":                   {`{"handle":"%s","offset":5,"limit":3}`, engine.OK, " an", `[characters 5 to 7 of 13; for the next part: {"handle":"%s","offset":8,"limit":3}]`},
		"the last character":              {`{"handle":"%s","offset":12}`, engine.OK, "e", "[characters 12 to 12 of 13: the end]"},
		"an offset at the end":            {`{"handle":"%s","offset":13}`, engine.Failed, "offset 13 is past the end: the result has 13 characters", ""},
		"an offset far past the end":      {`{"handle":"%s","offset":99999}`, engine.Failed, "past the end", ""},
		"an offset below the beginning":   {`{"handle":"%s","offset":-1}`, engine.Invalid, "/offset", ""},
		"no characters at all":            {`{"handle":"%s","limit":0}`, engine.Invalid, "/limit", ""},
		"more than is allowed at once":    {`{"handle":"%s","limit":100001}`, engine.Invalid, "/limit", ""},
		"no handle":                       {`{}`, engine.Invalid, "handle", ""},
		"something that is no handle":     {`{"handle":"../../etc/passwd"}`, engine.Failed, "not the handle of a result", ""},
		"a handle under which is nothing": {`{"handle":"res_000000000000000000000000"}`, engine.Failed, "no result res_000000000000000000000000 any more", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			args := strings.ReplaceAll(test.args, "%s", handle)
			out := run(t, meta.ReadResult(stash), args, engine.Options{Stash: stash})
			if out.Status != test.status {
				t.Fatalf("%s, want %s: %s", out.Status, test.status, out.Result.Text())
			}
			if out.Status != engine.OK {
				if got := out.Result.Text(); !strings.Contains(got, test.text) {
					t.Errorf("%q does not mention %q", got, test.text)
				}
				return
			}
			wantUntouched(t, out)
			note := strings.ReplaceAll(test.note, "%s", handle)
			if b := out.Result.Content; len(b) != 2 || b[0].Text != test.text || b[1].Text != note {
				t.Errorf("got %+v, want %q and %q", b, test.text, note)
			}
		})
	}
}

// Following the arguments that each answer gives must lead through the whole text.
func TestReadingOnGivesTheWholeText(t *testing.T) {
	whole := strings.Repeat("0123456789äöü\n", 1500)
	stash, handle := keep(t, whole)
	var got strings.Builder
	args := fmt.Sprintf(`{"handle":%q}`, handle)
	for range 10 {
		out := run(t, meta.ReadResult(stash), args, engine.Options{Stash: stash})
		if out.Status != engine.OK {
			t.Fatalf("%s: %s", out.Status, out.Result.Text())
		}
		got.WriteString(out.Result.Content[0].Text)
		_, next, more := strings.Cut(out.Result.Content[1].Text, "for the next part: ")
		if !more {
			break
		}
		args = strings.TrimSuffix(next, "]")
	}
	if got.String() != whole {
		t.Errorf("read %d bytes that are not the %d kept", got.Len(), len(whole))
	}
}

func TestTheLargestPartIsNotCutAgain(t *testing.T) {
	whole := strings.Repeat("ä", 250_000)
	stash, handle := keep(t, whole)
	args := fmt.Sprintf(`{"handle":%q,"limit":100000}`, handle)
	out := run(t, meta.ReadResult(stash), args, engine.Options{Stash: stash, MaxOutput: 500})
	if n := utf8.RuneCountInString(out.Result.Content[0].Text); n != 100_000 {
		t.Fatalf("the result shows %d characters, want 100000", n)
	}
	details, err := json.Marshal(out.Result.Details)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`{"handle":%q,"offset":0,"next":100000,"limit":100000,"total":250000}`, handle)
	if string(details) != want {
		t.Errorf("details are %s, want %s", details, want)
	}
}

// memory is a stash with one text, or an error, under every handle.
type memory struct {
	text string
	err  error
}

func (m memory) Put(context.Context, string) (string, error) { return "", m.err }

func (m memory) Get(context.Context, string, int, int) (string, int, error) {
	return m.text, utf8.RuneCountInString(m.text), m.err
}

func TestAnEmptyResultSaysSo(t *testing.T) {
	out := run(t, meta.ReadResult(memory{}), `{"handle":"res_00"}`, engine.Options{})
	if got := out.Result.Text(); !strings.Contains(got, "[the result is empty]") {
		t.Errorf("got %q", got)
	}
}

func TestAStashThatFailsFailsTheCall(t *testing.T) {
	out := run(t, meta.ReadResult(memory{err: errors.New("the disk is gone")}), `{"handle":"res_00"}`, engine.Options{})
	if out.Status != engine.Failed || !strings.Contains(out.Result.Text(), "the disk is gone") {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
}

func TestReadResultNeedsAStash(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	meta.ReadResult(nil)
}

// What the engine tells the model about a result that it cut must lead to this tool.
func TestTheNoticeOfACutResultCanBeFollowed(t *testing.T) {
	stash := engine.NewDirStash(t.TempDir(), 0)
	set := tool.NewSet(meta.StructuredOutput(nil), meta.ReadResult(stash))
	eng := engine.New(set, engine.AllowAll(), engine.Options{Stash: stash, MaxOutput: 300})
	defer func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	}()
	long := fmt.Sprintf(`{"text":%q}`, strings.Repeat("x", 1000))
	cut := eng.Call(t.Context(), tool.Call{Name: "structured_output", Args: []byte(long)}).Result.Text()
	_, args, found := strings.Cut(cut, "read it with read_result ")
	args, _, ok := strings.Cut(args, "}")
	if !found || !ok {
		t.Fatalf("%q does not say how to read on", cut)
	}
	out := eng.Call(t.Context(), tool.Call{Name: engine.ReadResult, Args: []byte(args + "}")})
	if got := out.Result.Content[0].Text; got != long {
		t.Errorf("%s: read %q, want %q", out.Status, got, long)
	}
}
