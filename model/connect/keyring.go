package connect

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"

	"github.com/zalando/go-keyring"
)

// keyringService is the name under which keys lie in a keyring; the name of the provider
// is the user.
const keyringService = "jig"

// KeyringKeys takes keys from the keyring of the desktop: service "jig", user the name of
// the provider. A keyring that cannot be opened is not asked a second time, because each
// time may mean a dialog.
func KeyringKeys(getenv func(string) string) Keys {
	var mu sync.Mutex
	closed := false
	return func(_ context.Context, p Provider) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		if closed || !hasKeyring(getenv) {
			return "", nil
		}
		key, err := keyring.Get(keyringService, p.Name)
		if err == nil || errors.Is(err, keyring.ErrNotFound) {
			return key, nil
		}
		closed = true
		return "", fmt.Errorf("the keyring cannot be read: %w", err)
	}
}

// hasKeyring reports whether there is a keyring to ask. Where keyrings are behind D-Bus,
// asking without a session bus would start one.
func hasKeyring(getenv func(string) string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return true
	}
	if getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	_, err := os.Stat(filepath.Join("/run/user", strconv.Itoa(os.Getuid()), "bus"))
	return err == nil
}
