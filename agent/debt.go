package agent

import (
	"errors"
	"sync"
)

// debt is what is written and has to come to the disk: at once, but without holding up
// whoever wrote it. One sync pays for all that was written before it began. Its goroutine
// runs as long as something is owed; the turn that owes waits for it.
type debt struct {
	mu     sync.Mutex
	owed   bool          // something was written since the last sync began
	paying chan struct{} // closed when the goroutine has ended; nil while there is none
	err    error
}

// owe says that something has been written.
func (d *debt) owe(disk syncer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.owed = true
	if d.paying == nil {
		d.paying = make(chan struct{})
		go d.pay(disk)
	}
}

func (d *debt) pay(disk syncer) {
	for d.more() {
		if err := disk.Sync(); err != nil {
			d.mu.Lock()
			d.err = errors.Join(d.err, err)
			d.mu.Unlock()
		}
	}
}

// more reports whether there is something to pay for. Otherwise the goroutine ends.
func (d *debt) more() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	owed := d.owed
	d.owed = false
	if !owed {
		close(d.paying)
		d.paying = nil
	}
	return owed
}

// wait returns when nothing is owed any more, and says what went wrong since it was
// called last.
func (d *debt) wait() error {
	d.mu.Lock()
	paying := d.paying
	d.mu.Unlock()
	if paying != nil {
		<-paying
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.err
	d.err = nil
	return err
}
