package jig

import (
	"slices"
	"strings"

	"jig/model/connect"
)

// withoutKeys is an environment without the keys of those who serve models. They are for jig alone: a command that a model
// writes has no business with them, also where no sandbox keeps secrets from it. A command that needs one gets it by the
// settings, under env.
func withoutKeys(env []string) []string {
	var keys []string
	for _, p := range connect.Providers() {
		keys = append(keys, p.KeyVariables...)
	}
	return slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(keys, name)
	})
}
