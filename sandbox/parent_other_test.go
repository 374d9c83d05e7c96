//go:build !linux

package sandbox_test

// parent is a test of Linux only.
func parent(string) int { return 1 }

// startingParent is a test of Linux only.
func startingParent(string) int { return 1 }

// protecting is a test of Linux only.
func protecting(string) int { return 1 }
