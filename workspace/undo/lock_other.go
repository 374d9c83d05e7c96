//go:build !unix

package undo

import (
	"context"
	"os"
)

// There are no file locks here: a log belongs to one process at a time.

func hold(ctx context.Context, _ *os.File) error { return context.Cause(ctx) }

func try(*os.File) (taken bool, err error) { return true, nil }

func release(*os.File) error { return nil }
