package shellfuzz_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTheHuntNoticesEveryKindOfChange(t *testing.T) {
	bubble := bubbles(t, t.Context(), 1)[0]
	for name, test := range map[string]struct{ line, want string }{
		"a file is created":                  {"touch PWNED", `"home/dev/project/PWNED" was created`},
		"a file is written to":               {"echo x >> a.txt", `"home/dev/project/a.txt" was written to`},
		"a file is written to unseen":        {"touch -r a.txt ref; printf A | dd of=a.txt conv=notrunc status=none; touch -r ref a.txt; rm ref", `"home/dev/project/a.txt" was touched`},
		"a file is deleted":                  {"rm b.txt", `"home/dev/project/b.txt" was deleted`},
		"a mode is changed":                  {"chmod 600 a.txt", `"home/dev/project/a.txt" has mode -rw-------, was -rw-r--r--`},
		"a link is turned":                   {"ln -sfn other link", `"home/dev/project/link" was replaced`},
		"a file outside of the project":      {"touch ~/PWNED", `"home/dev/PWNED" was created`},
		"a file in the temporary folder":     {"touch /tmp/PWNED", `"tmp/PWNED" was created`},
		"a file in shared memory":            {"touch /dev/shm/PWNED", `"shm/PWNED" was created`},
		"a trap in the configuration of git": {"git -c core.fsmonitor=./evil status", `"home/dev/project/PWNED.trap" was created`},
	} {
		t.Run(name, func(t *testing.T) {
			lines := append(slices.Repeat([]string{"ls", "cat a.txt"}, 2), test.line, "pwd", "git status")
			report, err := bubble.Hunt(t.Context(), lines)
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Findings) != 1 || report.Findings[0].Line != test.line || !slices.Contains(report.Findings[0].Changes, test.want) {
				t.Errorf("found %q, want the line %q with %s", report.Findings, test.line, test.want)
			}
			if report.Run != len(lines) {
				t.Errorf("%d lines were run, want %d", report.Run, len(lines))
			}
		})
	}
}

func TestTheWorldIsRestoredAfterAFinding(t *testing.T) {
	bubble := bubbles(t, t.Context(), 1)[0]
	for range 2 {
		report, err := bubble.Hunt(t.Context(), []string{"rm -rf ~/* .git", "ls"})
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Findings) != 1 {
			t.Errorf("found %q, want one line", report.Findings)
		}
	}
	report, err := bubble.Hunt(t.Context(), []string{"test -f a.txt", "test -d .git"})
	if err != nil {
		t.Fatal(err)
	}
	if report.Succeeded != 2 || len(report.Findings) != 0 {
		t.Errorf("the world was not restored: %+v", report)
	}
}

func TestLinesCannotReachOutOfTheBubble(t *testing.T) {
	bubble := bubbles(t, t.Context(), 1)[0]
	lines := []string{"touch /usr/PWNED", "touch /etc/PWNED", "touch /PWNED", "touch /dev/PWNED", "echo > /dev/tcp/127.0.0.1/9", "echo 1 > /proc/sys/kernel/sysrq", "mount -t tmpfs x /usr"}
	codes, err := bubble.Run(t.Context(), lines)
	if err != nil {
		t.Fatal(err)
	}
	for i, code := range codes {
		if code == 0 {
			t.Errorf("%q succeeded", lines[i])
		}
	}
}

func TestALineThatDoesNotEndIsEnded(t *testing.T) {
	bubble := bubbles(t, t.Context(), 1)[0]
	report, err := bubble.Hunt(t.Context(), []string{"while :; do :; done", "sleep 100 | sleep 100", "echo " + strings.Repeat("x", 5000)})
	if err != nil {
		t.Fatal(err)
	}
	if report.Killed != 2 || report.Succeeded != 1 {
		t.Errorf("%+v, want 2 killed and 1 succeeded", report)
	}
}

// TestWhatWasFoundOnceIsNotFoundAgain runs the lines that were caught before, if
// they are called read-only still.
func TestWhatWasFoundOnceIsNotFoundAgain(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "regressions.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("there are no regressions written down")
	}
	if err != nil {
		t.Fatal(err)
	}
	bubble := bubbles(t, t.Context(), 1)[0]
	for object := range bytes.Lines(text) {
		var e struct{ Line, Why string }
		if err := json.Unmarshal(object, &e); err != nil {
			t.Fatalf("%s: %v", object, err)
		}
		if !readOnly(e.Line) {
			continue
		}
		report, err := bubble.Hunt(t.Context(), []string{e.Line})
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range report.Findings {
			t.Errorf("read-only, but it changes things: %s\n%q\n%s", found.Line, found.Changes, e.Why)
		}
	}
}
