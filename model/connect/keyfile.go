package connect

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
)

// FileKeys takes keys from a file of lines "provider = key" or "VARIABLE = key". Lines
// that begin with # are comments. Others must not be able to read the file.
func FileKeys(file string) Keys {
	return func(_ context.Context, p Provider) (string, error) {
		if file == "" {
			return "", nil
		}
		f, err := os.Open(file)
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil
		}
		if err != nil {
			return "", fmt.Errorf("the file of keys cannot be read: %w", err)
		}
		defer func() { _ = f.Close() }() // only read
		info, err := f.Stat()
		if err != nil {
			return "", fmt.Errorf("the file of keys cannot be read: %w", err)
		}
		if !info.Mode().IsRegular() {
			return "", fmt.Errorf("%s is not a file: keys are not taken from it", file)
		}
		if info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
			return "", fmt.Errorf("others can read %s: keys are not taken from it before you run chmod 600 %s", file, file)
		}
		lines := bufio.NewScanner(f)
		odd := 0 // a line that means nothing, which may be the one that was to mean this key
		for n := 1; lines.Scan(); n++ {
			name, key, found := strings.Cut(lines.Text(), "=")
			name = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), "export "))
			switch {
			case name == "" && !found, strings.HasPrefix(name, "#"):
			case !found || !keyName(name):
				odd = n
			case strings.EqualFold(name, p.Name) || slices.Contains(p.KeyVariables, name):
				return strings.Trim(strings.TrimSpace(key), `"'`), nil
			}
		}
		if err := lines.Err(); err != nil {
			return "", fmt.Errorf("the file of keys cannot be read: %w", err)
		}
		if odd > 0 && !p.KeyOptional {
			return "", fmt.Errorf("%s:%d is no key of a provider: write a line like \"%s = KEY\"", file, odd, p.Name)
		}
		return "", nil
	}
}

// keyName reports whether a line of the file of keys can begin with a name.
func keyName(name string) bool {
	return slices.ContainsFunc(Providers(), func(p Provider) bool {
		return strings.EqualFold(name, p.Name) || slices.Contains(p.KeyVariables, name)
	})
}
