package hook

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// outputs are the pipes that a command prints into. They are made here and not by
// package exec, so that whoever still holds one can be found.
type outputs struct {
	read, write []*os.File // stdout and stderr
	kept        []*capture
	copying     sync.WaitGroup
}

func openOutputs(cmd *exec.Cmd, both *budget) (*outputs, error) {
	o := &outputs{}
	for range 2 {
		r, w, err := os.Pipe()
		if err != nil {
			o.abandon()
			return nil, err
		}
		o.read, o.write = append(o.read, r), append(o.write, w)
		o.kept = append(o.kept, &capture{budget: both})
	}
	cmd.Stdout, cmd.Stderr = o.write[0], o.write[1]
	return o, nil
}

// abandon is for a command that was not started.
func (o *outputs) abandon() {
	for _, f := range append(o.read, o.write...) {
		_ = f.Close() // nothing was written
	}
}

// begin reads what the command prints. The goroutines end when the pipes do, at
// the latest in finish, which waits for them.
func (o *outputs) begin() {
	for i, w := range o.write {
		_ = w.Close() // the command has its own
		o.copying.Go(func() {
			_, _ = io.Copy(o.kept[i], o.read[i]) // a pipe that breaks is a pipe that ends
		})
	}
}

// finish waits for the rest of the output, but not longer than the grace: then
// somebody holds it who was not found.
func (o *outputs) finish(grace time.Duration) {
	for _, r := range o.read {
		if r.SetReadDeadline(time.Now().Add(grace)) != nil {
			_ = r.Close() // without a deadline this is how a reader is ended
		}
	}
	o.copying.Wait()
	for _, r := range o.read {
		_ = r.Close() // it was read to its end
	}
}

// budget is how much a command may still print, on both outputs together.
type budget struct {
	mu       sync.Mutex
	left     int
	exceeded func()
}

// capture keeps one output within the budget. What is beyond it is read and
// thrown away, so that the command does not block before it is killed.
type capture struct {
	*budget
	buf bytes.Buffer
}

// Write keeps what the budget allows. It never fails.
func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	keep := min(len(p), c.left)
	c.left -= keep
	c.buf.Write(p[:keep])
	if keep < len(p) {
		c.exceeded()
	}
	return len(p), nil
}

func (c *capture) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.buf.Bytes())
}
