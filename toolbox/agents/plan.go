package agents

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"jig/schema"
	"jig/tool"
)

// plan is what a call wants done: steps, in an order in which each comes after those that it waits for.
type plan struct {
	steps    []*step
	shape    shape
	title    string // a few words for people
	parallel int
}

// shape is how the steps came about, which decides how the result is told.
type shape uint8

const (
	single shape = iota
	fanned       // one for each item
	staged
)

// step is one sub-agent.
type step struct {
	name  string
	label string // a few words for people
	kind  *Type
	model string

	prompt string // with the marks of the results that go into it
	after  []*step
	fill   map[string]string // what stands for other marks

	limits   Limits
	worktree bool
	schema   *schema.Schema

	tools, without []string
}

// plan makes the plan of a call, or says what is wrong with it.
func (a *Agents) plan(in *input) (*plan, error) {
	a.CheckTools()
	types, _ := a.Types()
	p := &plan{parallel: in.Parallel, title: oneLine(in.Description, 80)}
	if p.parallel == 0 {
		p.parallel = defaultParallel
	}
	if p.parallel > maxParallel {
		p.parallel = maxParallel
	}
	b := builder{a: a, types: types, in: in}
	var err error
	switch {
	case len(in.Items) > 0 && len(in.Stages) > 0:
		return nil, tool.Errorf(tool.CodeInvalidArgs, "items and stages are two different things: give one of them")
	case len(in.Stages) > 0:
		p.shape = staged
		p.steps, err = b.stages()
	case strings.TrimSpace(in.Prompt) == "":
		return nil, tool.Errorf(tool.CodeInvalidArgs, "there is nothing to do: say in prompt what the task is")
	case len(in.Items) > 0:
		p.shape = fanned
		p.steps, err = b.items()
	default:
		var one *step
		one, err = b.step(stage{Prompt: in.Prompt})
		p.steps = []*step{one}
	}
	if err != nil {
		return nil, err
	}
	if p.title == "" {
		p.title = p.steps[0].label
		if p.shape == staged {
			p.title = strings.Join(names(p.steps), ", ")
		}
	}
	return p, nil
}

func names(steps []*step) []string {
	all := make([]string, len(steps))
	for i, s := range steps {
		all[i] = s.name
	}
	return all
}

type builder struct {
	a     *Agents
	types []*Type
	in    *input
}

// step makes one step; what a stage does not say, the call says.
func (b *builder) step(st stage) (*step, error) {
	in := b.in
	kind, err := find(b.types, first(st.Type, in.Type))
	if err != nil {
		return nil, err
	}
	s := &step{
		name: st.Name, kind: kind, model: first(st.Model, in.Model, kind.Model), prompt: st.Prompt,
		label: oneLine(first(in.Description, st.Prompt), 80),
	}
	if st.Name != "" {
		s.label = oneLine(st.Name, 80)
	}
	s.limits = Limits{Turns: least(st.MaxTurns, in.MaxTurns, kind.MaxTurns), Tokens: in.MaxTokens, Time: time.Duration(min(in.TimeoutMS, maxTime.Milliseconds())) * time.Millisecond}
	switch first(st.Isolation, in.Isolation) {
	case inWorktree:
		s.worktree = true
	case "":
		s.worktree = kind.Worktree
	}
	if s.worktree {
		if _, err := b.a.repository(); err != nil {
			return nil, err
		}
	}
	raw := st.Schema
	if len(raw) == 0 {
		raw = in.Schema
	}
	if s.schema, err = wanted(raw); err != nil {
		return nil, err
	}
	if s.tools, s.without, err = kind.equip(b.a.opt.Tools); err != nil {
		return nil, tool.Errorf(tool.CodeFailed, "the sub-agent %s cannot be used: %w", kind.Name, err)
	}
	return s, nil
}

// wanted reads the schema of a result; nil if there is none.
func wanted(raw json.RawMessage) (*schema.Schema, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil //nolint:nilnil // no schema is an answer
	}
	s, err := schema.Parse(raw)
	if err == nil {
		err = usable(s)
	}
	if err != nil {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "output_schema is not a JSON Schema: %w", err)
	}
	return s, nil
}

// usable reports what is wrong with a schema, which shows only when it is used.
func usable(s *schema.Schema) error {
	err := s.Validate([]byte("null"))
	if _, judged := errors.AsType[*schema.Invalid](err); judged {
		return nil
	}
	return err
}

func first(texts ...string) string {
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			return t
		}
	}
	return ""
}

// least is the smallest of several limits; zero means none.
func least(limits ...int) int {
	n := 0
	for _, l := range limits {
		if l > 0 && (n == 0 || l < n) {
			n = l
		}
	}
	return n
}

// items makes a step of each item.
func (b *builder) items() ([]*step, error) {
	if !slices.Contains(marks(b.in.Prompt), "item") {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "with items, the prompt must say where the item goes: write {item} there")
	}
	steps := make([]*step, 0, len(b.in.Items))
	for i, item := range b.in.Items {
		if strings.TrimSpace(item) == "" {
			return nil, tool.Errorf(tool.CodeInvalidArgs, "item %d is empty", i+1)
		}
		s, err := b.step(stage{Prompt: b.in.Prompt, Name: oneLine(item, 80)})
		if err != nil {
			return nil, err
		}
		s.fill = map[string]string{"item": item}
		steps = append(steps, s)
	}
	return steps, nil
}

// stages makes a step of each stage, and puts them in order.
func (b *builder) stages() ([]*step, error) {
	byName := make(map[string]*step, len(b.in.Stages))
	steps := make([]*step, 0, len(b.in.Stages))
	for _, st := range b.in.Stages {
		st.Name = strings.TrimSpace(st.Name)
		switch _, taken := byName[st.Name]; {
		case st.Name == "" || strings.TrimSpace(st.Prompt) == "":
			return nil, tool.Errorf(tool.CodeInvalidArgs, "every stage needs a name and a prompt_template")
		case taken:
			return nil, tool.Errorf(tool.CodeInvalidArgs, "there are two stages called %q", st.Name)
		}
		s, err := b.step(st)
		if err != nil {
			return nil, tool.Errorf(tool.CodeInvalidArgs, "stage %s: %w", st.Name, err)
		}
		s.fill = map[string]string{"task": b.in.Prompt}
		if b.in.Prompt == "" && slices.Contains(marks(st.Prompt), "task") && !slices.ContainsFunc(b.in.Stages, func(o stage) bool { return o.Name == "task" }) {
			return nil, tool.Errorf(tool.CodeInvalidArgs, "stage %s refers to {task}, and there is none: say in prompt what the task is", st.Name)
		}
		byName[st.Name] = s
		steps = append(steps, s)
	}
	for i, st := range b.in.Stages {
		for _, name := range st.DependsOn {
			other, ok := byName[strings.TrimSpace(name)]
			if !ok {
				return nil, tool.Errorf(tool.CodeInvalidArgs, "stage %s depends on %q, and there is no such stage; there is %s", steps[i].name, name, strings.Join(names(steps), ", "))
			}
			if !slices.Contains(steps[i].after, other) {
				steps[i].after = append(steps[i].after, other)
			}
		}
		for _, name := range marks(steps[i].prompt) {
			if other := byName[name]; other != nil && !slices.Contains(steps[i].after, other) && steps[i].fill[name] == "" {
				return nil, tool.Errorf(tool.CodeInvalidArgs, "stage %s uses the result of %s: name it in depends_on, too", steps[i].name, name)
			}
		}
		if name := unknownMark(steps[i].prompt, b.in.Prompt, byName); name != "" {
			return nil, tool.Errorf(tool.CodeInvalidArgs, "stage %s uses the result of %q, and there is no such stage; there is %s", steps[i].name, name, strings.Join(names(steps), ", "))
		}
	}
	return ordered(steps)
}
