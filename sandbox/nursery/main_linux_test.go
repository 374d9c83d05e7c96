package nursery_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"go.uber.org/goleak"

	"jig/sandbox/nursery"
)

// nurseVariable makes the test binary a nursery.
const nurseVariable = "NURSERY_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(nurseVariable) != "" {
		if err := nursery.Serve(3, nil); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// newNursery makes a nursery that runs in the test binary.
func newNursery() *nursery.Nursery {
	return nursery.New(func() (*exec.Cmd, error) {
		self, err := os.Executable()
		// A binary with the race detector otherwise waits a second when it exits.
		return &exec.Cmd{Path: self, Args: []string{self}, Env: []string{nurseVariable + "=1", "GORACE=atexit_sleep_ms=0"}}, err
	})
}
