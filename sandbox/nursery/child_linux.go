package nursery

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// A child is a command in a nursery, as the program sees it.
type child struct {
	link       *link
	mark       birthmark
	pid        int
	abandoned  bool // nobody waits for it to start any more
	exit       Exit
	done, gone chan struct{}
}

func (c *child) Pid() int              { return c.pid }
func (c *child) Done() <-chan struct{} { return c.done }
func (c *child) Gone() <-chan struct{} { return c.gone }
func (c *child) Exit() Exit            { return c.exit }

func (c *child) Tree() ([]int, error) {
	reply, err := c.ask(treeKind)
	if errors.Is(err, os.ErrProcessDone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, n := range reply.numbers[1:] {
		pids = append(pids, int(n))
	}
	return pids, nil
}

func (c *child) Signal(s syscall.Signal) error {
	_, err := c.ask(signalKind, int64(s))
	return err
}

func (c *child) Kill(grace time.Duration) error {
	_, err := c.ask(killKind, int64(max(0, grace)))
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// ask asks the nursery something about the tree. If the nursery dies over it, the
// tree is killed, and the answer comes when that is done.
func (c *child) ask(kind kind, numbers ...int64) (*message, error) {
	select {
	case <-c.gone:
		return nil, os.ErrProcessDone
	default:
	}
	answer, err := c.link.ask(&message{kind: kind, mark: c.mark, numbers: numbers})
	if err == nil {
		if reply, ok := <-answer; ok {
			return reply, failure(reply)
		}
	}
	<-c.link.over
	if c.link.swept != nil {
		return nil, c.link.swept
	}
	return nil, os.ErrProcessDone
}
