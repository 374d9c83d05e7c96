package sandbox_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"jig/sandbox"
)

// parentVariable makes the test binary a program that runs a confined command.
const parentVariable = "SANDBOX_TEST_PARENT"

func TestMain(m *testing.M) {
	sandbox.MaybeInit()
	if backend := os.Getenv(parentVariable); backend != "" {
		os.Exit(parent(backend))
	}
	goleak.VerifyTestMain(m)
}
