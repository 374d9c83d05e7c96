package jig

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"jig/config"
	"jig/model"
	"jig/model/connect"
	"jig/model/practice"
	"jig/wire"
)

// ModelVariable is the environment variable that says which model is used when nobody does.
const ModelVariable = "JIG_MODEL"

// Practice is the name of the model that needs neither key nor network.
const Practice = "practice"

// usual are the models of providers that are taken when only the provider is known.
func usual(provider string) string {
	switch provider {
	case "anthropic", "claude":
		return "claude-sonnet-4-5"
	case "openai":
		return "gpt-5"
	case "gemini", "google":
		return "gemini-2.5-pro"
	}
	return ""
}

// OpenModel makes a model ready by its name, as "anthropic/claude-sonnet-4-5". A provider alone means its usual model. An empty
// name is the one that [Runtime.ChosenModel] gives or, without one, the first provider that there is a key for, a model of
// Ollama, and last [Practice], which is always there.
func (r *Runtime) OpenModel(ctx context.Context, name string, opt connect.Options) (model.Model, error) {
	if opt.Logger == nil {
		opt.Logger = r.logger
	}
	var by string
	if name == "" {
		name, by = r.ChosenModel()
	}
	if name == "" {
		r.checkKeys(ctx)
		name = first(ctx, opt)
	}
	m, err := r.open(ctx, name, opt)
	if by == "" || by == ModelVariable {
		return m, err
	}
	if err != nil {
		return nil, misnamed(by, err)
	}
	return settled{m, by}, nil
}

// ChosenModel is the name of the model that is used where a program names none, and who has chosen it: the variable
// [ModelVariable], or the place in the settings. Both are empty if nobody has.
func (r *Runtime) ChosenModel() (name, by string) {
	if name = os.Getenv(ModelVariable); name != "" {
		return name, ModelVariable
	}
	if s := r.guarded.settings; s != nil && s.Model.Name != "" {
		return s.Model.Name, s.Model.Source.String()
	}
	return "", ""
}

// CheckModel reports what is wrong with the model that settings name, in the words of [Runtime.OpenModel]. Whether the provider
// has it shows only when it is asked.
func CheckModel(ctx context.Context, m config.Model) error {
	if _, err := new(Runtime).open(ctx, m.Name, connect.Options{}); err != nil {
		return misnamed(m.Source.String(), err)
	}
	return nil
}

// misnamed is the error of a name that stands in settings.
func misnamed(by string, err error) error { return fmt.Errorf("%s: model: %w", by, err) }

// open makes a model ready that has a name.
func (r *Runtime) open(ctx context.Context, name string, opt connect.Options) (model.Model, error) {
	if name == Practice || strings.HasPrefix(name, Practice+"/") {
		return practice.New(practice.Options{FS: r.script}), nil
	}
	if !strings.Contains(name, "/") {
		if m := usual(name); m != "" {
			name += "/" + m
		}
	}
	return connect.Open(ctx, name, opt)
}

// settled is a model that settings name: where the provider has no such model, whoever reads it must know where to look.
type settled struct {
	model.Model
	by string
}

func (m settled) Stream(ctx context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		for e, err := range m.Model.Stream(ctx, req) {
			if failed, ok := errors.AsType[*model.Error](err); ok && failed.Reason == model.Missing {
				told := *failed
				told.Text += "; it is named in " + m.by
				err = &told
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// checkKeys tells of a file of keys that cannot be read: otherwise nobody would know why its keys do not count.
func (r *Runtime) checkKeys(ctx context.Context) {
	file := connect.KeyFile(os.Getenv)
	if file == "" {
		return
	}
	if _, err := connect.FileKeys(file)(ctx, connect.Providers()[0]); err != nil {
		r.logger.Warn("the keys in a file do not count", "error", err)
	}
}

// first is the model that is used when nobody has said one.
func first(ctx context.Context, opt connect.Options) string {
	for _, o := range connect.Available(ctx, opt) {
		if m := usual(o.Provider.Name); m != "" {
			return o.Provider.Name + "/" + m
		}
		if len(o.Models) > 0 {
			return o.Provider.Name + "/" + o.Models[0]
		}
	}
	return Practice
}

// maxScript is how long a script for practice may be.
const maxScript = 4 << 20

// script reads a script that a person has told practice to play.
func (r *Runtime) script(name string) ([]byte, error) {
	if !filepath.IsAbs(name) {
		name = filepath.Join(r.dir, name)
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a file")
	case info.Size() > maxScript:
		return nil, fmt.Errorf("it is longer than %d bytes", maxScript)
	}
	return os.ReadFile(name)
}
