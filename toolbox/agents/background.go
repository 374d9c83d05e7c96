package agents

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"jig/tool"
)

const (
	// maxJobs is how many tasks may run in the background at a time, and how many that have ended are remembered.
	maxJobs = 16
	// usualWait is how long wait waits if it is not told.
	usualWait = 10 * time.Minute
)

var errKilled = errors.New("it was stopped")

// job is work in the background.
type job struct {
	id, title string
	steps     int
	began     time.Time
	stop      context.CancelCauseFunc
	gone      chan struct{}

	// Set before gone is closed.
	result *tool.Result
	err    error

	fetched bool // guarded by the mutex of Agents
}

func (j *job) ended() bool {
	select {
	case <-j.gone:
		return true
	default:
		return false
	}
}

// begin starts a plan in the background.
func (a *Agents) begin(ctx context.Context, p *plan) (*tool.Result, error) {
	call := tool.FromContext(ctx)
	// It outlives the call, and ends by itself, with a kill or with Close.
	life, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	j := &job{id: "ag-" + strings.ToLower(rand.Text()[:6]), title: p.title, steps: len(p.steps), began: call.Now(), stop: stop, gone: make(chan struct{})}
	if err := a.admit(j); err != nil {
		stop(err)
		return nil, err
	}
	go func() { // owned by Agents: Close stops it and waits
		defer a.open.Done()
		defer stop(nil)
		j.result, j.err = a.execute(life, p, nil)
		if errors.Is(j.err, context.Canceled) && life.Err() != nil {
			j.err = tool.Errorf(tool.CodeCancelled, "%w", context.Cause(life))
		}
		close(j.gone)
	}()
	r := tool.TextResult(fmt.Sprintf("Started in the background as %s. Go on with other work; action wait with this id gives the result, poll tells how far it is, kill stops it.", j.id))
	r.Control.Background = j.id
	return r, nil
}

// admit gives work its place. Results that somebody has seen make room, the oldest first; others are kept.
func (a *Agents) admit(j *job) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return tool.Errorf(tool.CodeFailed, "no sub-agent can be started any more: %w", errClosed)
	}
	running, unseen := 0, 0
	for _, other := range a.jobs {
		switch {
		case !other.ended():
			running++
		case !other.fetched:
			unseen++
		}
	}
	switch {
	case running >= maxJobs:
		return tool.Errorf(tool.CodeFailed, `there are %d tasks in the background already, which is the most: wait for some, or stop them with action "kill" ("list" shows them)`, running)
	case unseen >= 4*maxJobs:
		return tool.Errorf(tool.CodeFailed, `there are %d results that nobody has looked at: fetch them with action "poll" first ("list" shows them)`, unseen)
	}
	for seen := len(a.jobs) - running - unseen; seen >= maxJobs; seen-- {
		i := slices.IndexFunc(a.jobs, func(o *job) bool { return o.fetched })
		a.jobs = slices.Delete(a.jobs, i, i+1)
	}
	a.jobs = append(a.jobs, j)
	a.open.Add(1)
	return nil
}

// job finds work in the background.
func (a *Agents) job(id string) (*job, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	ids := make([]string, len(a.jobs))
	for i, j := range a.jobs {
		if j.id == strings.TrimSpace(id) {
			return j, nil
		}
		ids[i] = j.id
	}
	if len(ids) == 0 {
		return nil, tool.Errorf(tool.CodeFailed, "nothing runs in the background under the id %q, nor under any other", id)
	}
	return nil, tool.Errorf(tool.CodeFailed, "nothing runs in the background under the id %q; there is %s", id, strings.Join(ids, ", "))
}

// fetch gives the result of work that has ended.
func (a *Agents) fetch(j *job) (*tool.Result, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	j.fetched = true
	if j.result == nil {
		return nil, j.err
	}
	r := *j.result // it may be fetched again
	return &r, j.err
}

func (j *job) status(now time.Time) string {
	state := fmt.Sprintf("running for %s", now.Sub(j.began).Round(time.Second))
	switch {
	case !j.ended():
	case j.err != nil || j.result != nil && j.result.IsError:
		state = "failed"
	default:
		state = "done"
	}
	return fmt.Sprintf("%s: %s (%s)", j.id, state, j.title)
}

// poll tells how far work is, or its result.
func (a *Agents) poll(id string) (*tool.Result, error) {
	j, err := a.job(id)
	if err != nil {
		return nil, err
	}
	if j.ended() {
		return a.fetch(j)
	}
	return a.pending(j), nil
}

func (a *Agents) pending(j *job) *tool.Result {
	r := tool.TextResult(j.status(time.Now()) + ". There is no result yet.")
	r.Control.Background = j.id
	return r
}

// wait gives the result of work when it has ended.
func (a *Agents) wait(ctx context.Context, in *input) (*tool.Result, error) {
	j, err := a.job(in.ID)
	if err != nil {
		return nil, err
	}
	most := usualWait
	if in.TimeoutMS > 0 {
		most = time.Duration(in.TimeoutMS) * time.Millisecond
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-j.gone:
		return a.fetch(j)
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return a.pending(j), nil
	}
}

// kill stops work and gives what is there of its result.
func (a *Agents) kill(ctx context.Context, id string) (*tool.Result, error) {
	j, err := a.job(id)
	if err != nil {
		return nil, err
	}
	j.stop(errKilled)
	select {
	case <-j.gone:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	r, err := a.fetch(j)
	if err == nil {
		return r, nil
	}
	said := fmt.Sprintf("%s was stopped: %s", j.id, tool.AsError(err).Error())
	if r != nil && len(r.Content) > 0 {
		said += "\n\n" + r.Text()
	}
	return tool.TextResult(said), nil
}

// list shows the work in the background, and which sub-agents there are.
func (a *Agents) list() *tool.Result {
	a.mu.Lock()
	jobs := slices.Clone(a.jobs)
	a.mu.Unlock()
	types, problems := a.Types()
	var b strings.Builder
	now := time.Now()
	for _, j := range jobs {
		b.WriteString(j.status(now) + "\n")
	}
	if len(jobs) == 0 {
		b.WriteString("Nothing runs in the background.\n")
	}
	b.WriteString("\nTypes of sub-agents:" + describe(types))
	for _, p := range problems {
		b.WriteString("\n" + p.String())
	}
	return tool.TextResult(b.String())
}
