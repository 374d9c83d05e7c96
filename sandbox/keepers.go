package sandbox

import (
	"errors"
	"sync"

	"jig/sandbox/nursery"
)

// A kind is what the commands of one nursery have in common: the filter of system
// calls that the nursery itself lives under. The zero value is no filter.
type kind struct {
	filtered bool
	network  Network
	sockets  bool
}

// keepers are the nurseries of a sandbox, each made when it is first needed, and
// the processes in them. The zero value is ready.
type keepers struct {
	mu      sync.Mutex
	closed  bool
	kept    map[kind]nursery.Keeper
	running map[*Process]bool
}

// get returns the keeper for a kind.
func (k *keepers) get(of kind, open func(kind) nursery.Keeper) (nursery.Keeper, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return nil, ErrClosed
	}
	keeper, ok := k.kept[of]
	if !ok {
		keeper = open(of)
		if k.kept == nil {
			k.kept = make(map[kind]nursery.Keeper)
		}
		k.kept[of] = keeper
	}
	return keeper, nil
}

// process makes the process of a child; undo may be nil.
func (k *keepers) process(child nursery.Child, undo func() error) *Process {
	p := &Process{child: child, undo: undo, left: k.leave}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.running == nil {
		k.running = make(map[*Process]bool)
	}
	k.running[p] = true
	return p
}

func (k *keepers) leave(p *Process) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.running, p)
}

// close ends everything: first all trees at once, then what was set up for each.
func (k *keepers) close() error {
	k.mu.Lock()
	k.closed = true
	kept, running := k.kept, k.running
	k.kept, k.running = nil, nil
	k.mu.Unlock()
	var errs []error
	for _, keeper := range kept {
		errs = append(errs, keeper.Close())
	}
	for p := range running {
		errs = append(errs, p.Close())
	}
	return errors.Join(errs...)
}
