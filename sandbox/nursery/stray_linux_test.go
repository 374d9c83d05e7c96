package nursery_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"jig/sandbox/nursery"
)

// shed is a process that gives up every sign of where it is from, its birthmark too.
const shed = "ulimit -S -R unlimited; (setsid env -i bash -c 'exec sleep 300.TAG' 0<&- 1>&- 2>&- &) ; sleep 0.05; echo ready; sleep 300"

func TestWhoHasLostItsMarkIsKilledWithTheOnlyCommandItCanBeFrom(t *testing.T) {
	keeper := newNursery()
	tag := tagOf(t, 1)
	child := begin(t, keeper, strings.ReplaceAll(shed, "TAG", tag), false)
	if len(tagged(t, tag)) == 0 {
		t.Fatal("there is no such process")
	}
	if err := child.Kill(0); err != nil {
		t.Error(err)
	}
	if left := tagged(t, tag); len(left) > 0 {
		t.Errorf("still there: %v", left)
	}
	if err := keeper.Close(); err != nil {
		t.Error(err)
	}
}

func TestWhoHasLostItsMarkIsKilledWithTheLastCommandItCanBeFrom(t *testing.T) {
	tests := map[string]func(keeper nursery.Keeper, first, last nursery.Child) error{
		"when that is killed": func(_ nursery.Keeper, first, last nursery.Child) error {
			return errors.Join(first.Kill(0), last.Kill(0))
		},
		"in the other order": func(_ nursery.Keeper, first, last nursery.Child) error {
			return errors.Join(last.Kill(0), first.Kill(0))
		},
		"when the nursery is closed": func(keeper nursery.Keeper, first, _ nursery.Child) error {
			return errors.Join(first.Kill(0), keeper.Close())
		},
	}
	i := 10
	for name, end := range tests {
		i++
		t.Run(name, func(t *testing.T) {
			keeper := newNursery()
			tag := tagOf(t, i)
			other := begin(t, keeper, "echo ready; sleep 300", false)
			child := begin(t, keeper, strings.ReplaceAll(shed, "TAG", tag), false)
			if err := end(keeper, child, other); err != nil {
				t.Error(err)
			}
			if left := tagged(t, tag); len(left) > 0 {
				t.Errorf("still there: %v", left)
			}
			if err := keeper.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAStartThatNobodyWaitsForLeavesNothing(t *testing.T) {
	keepers(t, func(t *testing.T, keeper nursery.Keeper) {
		tag := tagOf(t, 50)
		for i := range 50 {
			ctx, cancel := context.WithCancel(t.Context())
			if i%2 == 0 {
				cancel()
			} else {
				go cancel() // at any moment of the start
			}
			child, err := keeper.Start(ctx, command("sleep 300."+tag, nil))
			cancel()
			if err == nil {
				err = child.Kill(0)
			}
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
		if err := keeper.Close(); err != nil {
			t.Error(err)
		}
		if left := tagged(t, tag); len(left) > 0 {
			t.Errorf("still there: %v", left)
		}
		if _, err := keeper.Start(t.Context(), command("true", nil)); !errors.Is(err, os.ErrClosed) {
			t.Errorf("a start after Close: %v", err)
		}
	})
}
