package connect_test

import (
	"errors"
	"testing"

	"github.com/zalando/go-keyring"

	"jig/model/connect"
)

func TestKeysComeFromTheKeyring(t *testing.T) {
	keyring.MockInit()
	if err := keyring.Set("jig", "groq", "from-ring"); err != nil {
		t.Fatal(err)
	}
	keys := connect.KeyringKeys(env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere"))
	if key, err := keys(t.Context(), provider(t, "groq")); key != "from-ring" || err != nil {
		t.Errorf("got %q, %v", key, err)
	}
	if key, err := keys(t.Context(), provider(t, "mistral")); key != "" || err != nil {
		t.Errorf("got %q, %v", key, err)
	}
}

func TestAKeyringThatCannotBeOpenedIsAskedOnce(t *testing.T) {
	keyring.MockInitWithError(errors.New("locked"))
	keys := connect.KeyringKeys(env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere"))
	if _, err := keys(t.Context(), provider(t, "groq")); err == nil {
		t.Error("nobody hears that it is locked")
	}
	if key, err := keys(t.Context(), provider(t, "mistral")); key != "" || err != nil {
		t.Errorf("got %q, %v", key, err)
	}
}
