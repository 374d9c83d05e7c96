package connect

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"jig/model"

	"jig/config"
)

// Keys finds the key of a provider. No key is "" without an error; an error says that
// there may be one which cannot be read.
type Keys func(ctx context.Context, p Provider) (string, error)

// StandardKeys looks into the environment, then into the keyring of the person's desktop,
// then into the file of [KeyFile].
func StandardKeys(getenv func(string) string) Keys {
	return FirstKey(EnvironmentKeys(getenv), KeyringKeys(getenv), FileKeys(KeyFile(getenv)))
}

// FirstKey asks one after the other and takes the first key. That one of them cannot be
// read counts only if none of the others has a key.
func FirstKey(all ...Keys) Keys {
	return func(ctx context.Context, p Provider) (string, error) {
		var failed error
		for _, keys := range all {
			key, err := keys(ctx, p)
			if key != "" {
				return key, nil
			}
			failed = errors.Join(failed, err)
		}
		return "", failed
	}
}

// EnvironmentKeys takes keys from the variables of the providers.
func EnvironmentKeys(getenv func(string) string) Keys {
	return func(_ context.Context, p Provider) (string, error) {
		for _, name := range p.KeyVariables {
			if key := strings.TrimSpace(getenv(name)); key != "" {
				return key, nil
			}
		}
		return "", nil
	}
}

// KeyFile is where [FileKeys] looks on a usual machine; empty if there is no home.
func KeyFile(getenv func(string) string) string {
	home := getenv("HOME")
	if home == "" {
		home = getenv("USERPROFILE")
	}
	folder := config.Standard("", home, getenv).ConfigHome
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "jig", "keys")
}

// keyOf finds the key of a provider, or says what to do to have one.
func keyOf(ctx context.Context, p Provider, opt Options) (string, error) {
	key, err := opt.Keys(ctx, p)
	if key != "" || (p.KeyOptional && err == nil) {
		return key, nil
	}
	text := fmt.Sprintf("there is no key: set %s", strings.Join(p.KeyVariables, " or "))
	if file := KeyFile(opt.Getenv); file != "" {
		text += fmt.Sprintf(", or write a line \"%s = KEY\" into %s (mode 0600)", p.Name, file)
	}
	if err != nil {
		text += fmt.Sprintf(" (%v)", err)
	}
	return "", &model.Error{Reason: model.Unauthorized, Provider: p.Name, Text: text, Err: err}
}
