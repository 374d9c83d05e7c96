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
		for lines.Scan() {
			name, key, found := strings.Cut(lines.Text(), "=")
			name = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), "export "))
			if !found || strings.HasPrefix(name, "#") {
				continue
			}
			if strings.EqualFold(name, p.Name) || slices.Contains(p.KeyVariables, name) {
				return strings.Trim(strings.TrimSpace(key), `"'`), nil
			}
		}
		if err := lines.Err(); err != nil {
			return "", fmt.Errorf("the file of keys cannot be read: %w", err)
		}
		return "", nil
	}
}
