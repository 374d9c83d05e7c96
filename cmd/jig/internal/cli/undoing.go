package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"jig"
	"jig/config"
	"jig/workspace/undo"
)

// Undoing is what "jig undo" or "jig redo" was asked to do.
type Undoing struct {
	Out                       *Output
	Verb                      string // undo or redo
	Format                    string
	Turn, To                  string
	List, DryRun, Diff, Force bool
}

// Run lists, takes back or brings back.
func (u *Undoing) Run(ctx context.Context, operands []string) (err error) {
	req, err := u.request(operands)
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	log, done, err := jig.OpenUndo(dir, undo.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	if u.List {
		return u.list(ctx, log)
	}
	act := log.Undo
	if u.Verb == "redo" {
		act = log.Redo
	}
	report, err := act(ctx, req)
	if conflict, ok := errors.AsType[*undo.ConflictError](err); ok {
		if u.Format == JSONFormat {
			u.Out.JSON(conflict)
		}
		return &Exit{Status: Failure, Cause: errors.New(visibleText(conflict.Error()) + wayOut(conflict))}
	}
	if nothing, ok := errors.AsType[*undo.NothingError](err); ok {
		return &Exit{Status: Failure, Cause: errors.New(config.Visible(nothing.Error()) + instead(nothing))}
	}
	if err != nil {
		return err
	}
	return u.report(ctx, log, report)
}

// request reads the command line.
func (u *Undoing) request(operands []string) (undo.Request, error) {
	req := undo.Request{Force: u.Force, DryRun: u.DryRun || u.Diff}
	asked := len(operands)
	for _, flag := range []string{u.Turn, u.To} {
		if flag != "" {
			asked++
		}
	}
	switch {
	case asked > 1:
		return req, Usagef("a record, --turn and --to are different ways to choose; use one")
	case u.List && (asked > 0 || u.Force || req.DryRun):
		return req, Usagef("--list shows everything and changes nothing; use it alone")
	}
	req.Turn = u.Turn
	if len(operands) > 0 {
		if n, err := strconv.Atoi(operands[0]); err == nil {
			if n < 1 {
				return req, Usagef("records are counted from 1; \"jig undo --list\" shows them")
			}
			req.Number = n
		} else {
			req.Call = operands[0]
		}
	}
	if u.To != "" {
		req.To = &undo.Point{}
		if n, err := strconv.Atoi(u.To); err == nil {
			req.To.Number = n
		} else {
			req.To.Call = u.To
		}
	}
	return req, nil
}

func (u *Undoing) list(ctx context.Context, log *undo.Log) error {
	records, err := log.List(ctx)
	if err != nil {
		return err
	}
	if u.Format == JSONFormat {
		if records == nil {
			records = []undo.Record{}
		}
		u.Out.JSON(records)
		return nil
	}
	if len(records) == 0 {
		u.Out.Text("nothing was changed in this folder by calls that are still remembered" + elsewhere)
		return nil
	}
	var b strings.Builder
	for _, r := range records {
		about(&b, log, r)
	}
	u.Out.Text(b.String())
	return nil
}

// shownPaths is how many paths of a record a list shows.
const shownPaths = 8

// about describes a record. Names and summaries are a stranger's words.
func about(b *strings.Builder, log *undo.Log, r undo.Record) {
	state := string(r.State)
	if r.Interrupted {
		state += ", interrupted"
	}
	if n := len(r.Lost); n > 0 {
		state += fmt.Sprintf(", %d of %d not undoable", n, len(r.Changes))
	}
	what := r.Summary
	if what == "" {
		what = r.Tool
	}
	fmt.Fprintf(b, "%4d  %s  %s  (%s)  call %s", r.Number, r.Time.Local().Format(time.DateTime), config.Visible(what), state, config.Visible(r.Call))
	if r.Turn != "" {
		fmt.Fprintf(b, "  turn %s", config.Visible(r.Turn))
	}
	b.WriteString("\n")
	changes(b, log, r.Changes, r.Lost)
	for _, n := range r.Notes {
		fmt.Fprintf(b, "        %s\n", config.Visible(n))
	}
}

func changes(b *strings.Builder, log *undo.Log, all []undo.Change, lost map[string]string) {
	for i, c := range all {
		if i == shownPaths && len(all) > shownPaths+1 {
			fmt.Fprintf(b, "        and %d more\n", len(all)-i)
			return
		}
		fmt.Fprintf(b, "        %s %s", c.Verb(), config.Visible(log.Show(c.Path)))
		if why := lost[c.Path]; why != "" {
			fmt.Fprintf(b, " (not undoable: %s)", why)
		}
		b.WriteString("\n")
	}
}

func (u *Undoing) report(ctx context.Context, log *undo.Log, report *undo.Report) error {
	if u.Format == JSONFormat {
		u.Out.JSON(report)
		return nil
	}
	var b strings.Builder
	word := map[string]string{"undo": "undone", "redo": "redone"}[u.Verb]
	if u.DryRun || u.Diff {
		word = "would be " + word
	}
	for _, r := range report.Records {
		what := r.Summary
		if what == "" {
			what = r.Tool
		}
		fmt.Fprintf(&b, "%s: %d %s\n", word, r.Number, config.Visible(what))
	}
	if u.Diff {
		diff, err := log.Diff(ctx, report.Changes)
		if err != nil {
			return err
		}
		b.WriteString(visibleText(diff))
	} else {
		changes(&b, log, report.Changes, nil)
	}
	for _, n := range report.Notes {
		fmt.Fprintf(&b, "%s\n", config.Visible(n))
	}
	u.Out.Text(b.String())
	return nil
}
