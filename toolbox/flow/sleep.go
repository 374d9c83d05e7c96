package flow

import (
	"context"
	"fmt"
	"time"

	"jig/tool"
)

// longest is the longest sleep; the schema of the input says the same.
const longest = time.Hour

// sleepInput is what sleep takes. There is one way to say how long, in the unit in which models think of waiting; fractions
// make milliseconds unnecessary.
type sleepInput struct {
	Seconds float64 `json:"seconds" doc:"How long to wait, in seconds; fractions are allowed" minimum:"0" maximum:"3600"`
}

// Sleep is the tool that lets time pass. It tells people about once a second how long it will take still, and stops at once
// when it is cancelled.
func Sleep() tool.Tool {
	spec := tool.Spec{
		Name:  "sleep",
		Title: "Sleep",
		Description: "Waits for the given number of seconds, at most one hour, and then returns. " +
			"Use it to give something that runs in the background time to get on, or before you try again what failed for a " +
			"passing reason. Do not use it where nothing changes meanwhile.",
		Help: "Calls made together run together: a sleep does not delay the calls beside it. Prefer several short sleeps with a " +
			"look in between to one long sleep.",
		Aliases:  []string{"Sleep"},
		Keywords: []string{"wait", "pause", "delay", "time", "seconds", "later", "poll"},
		Category: tool.Schedule,
		Access:   tool.ReadOnly,
		// More than the longest sleep, so that it is never the timeout that ends one.
		Timeout:    longest + time.Minute,
		Repeatable: true,
	}
	return tool.New(spec, sleep).WithPlan(func(_ context.Context, in sleepInput) (*tool.Intent, error) {
		return &tool.Intent{Summary: "sleep for " + in.duration().String()}, nil
	})
}

func (in sleepInput) duration() time.Duration {
	return time.Duration(in.Seconds * float64(time.Second))
}

func sleep(ctx context.Context, in sleepInput) (*tool.Result, error) {
	call := tool.FromContext(ctx)
	whole := in.duration()
	began := time.Now()
	end := time.NewTimer(whole)
	defer end.Stop()
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for {
		select {
		case <-ctx.Done():
			slept := time.Since(began).Round(time.Millisecond)
			return tool.TextResult(fmt.Sprintf("Slept for %s of %s.", slept, whole)), ctx.Err()
		case <-end.C:
			return tool.TextResult(fmt.Sprintf("Slept for %s.", whole)), nil
		case <-second.C:
			// Rounded up, so that it never says that no time is left; the moment in which none is needs no announcement.
			if left := whole - time.Since(began); left > 0 {
				call.Progress((left + time.Second - 1).Truncate(time.Second).String() + " left")
			}
		}
	}
}
