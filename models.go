package jig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jig/model"
	"jig/model/connect"
	"jig/model/practice"
)

// ModelVariable is the environment variable that says which model is used when nobody does.
const ModelVariable = "JIG_MODEL"

// Practice is the name of the model that needs neither key nor network.
const Practice = "practice"

// usual are the models of providers that are taken when only the provider is known.
func usual(provider string) string {
	switch provider {
	case "anthropic":
		return "claude-sonnet-4-5"
	case "openai":
		return "gpt-5"
	case "gemini":
		return "gemini-2.5-pro"
	}
	return ""
}

// OpenModel makes a model ready by its name, as "anthropic/claude-sonnet-4-5". A provider alone means its usual model. An empty
// name is the variable JIG_MODEL or, without it, the first provider that there is a key for, a model of Ollama, and last
// [Practice], which is always there.
func (r *Runtime) OpenModel(ctx context.Context, name string, opt connect.Options) (model.Model, error) {
	if opt.Logger == nil {
		opt.Logger = r.logger
	}
	if name == "" {
		name = os.Getenv(ModelVariable)
	}
	if name == "" {
		r.checkKeys(ctx)
		name = first(ctx, opt)
	}
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
