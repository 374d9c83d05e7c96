package sandbox_test

import (
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"jig/sandbox"
)

// parentVariable makes the test binary a program that runs a confined command.
const parentVariable = "SANDBOX_TEST_PARENT"

func TestMain(m *testing.M) {
	sandbox.MaybeInit()
	if backend := os.Getenv(parentVariable); backend != "" {
		if started, ok := strings.CutPrefix(backend, "start-"); ok {
			os.Exit(startingParent(started))
		}
		if way, ok := strings.CutPrefix(backend, "protecting-"); ok {
			os.Exit(protecting(way))
		}
		os.Exit(parent(backend))
	}
	// A binary with the race detector waits a second whenever it exits, and each
	// confined command is three of them.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}
