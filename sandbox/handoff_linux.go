package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// proxy starts the proxy of a command. The confined init makes the listening socket
// in the command's own network and sends it through the returned socket. The
// goroutine ends when the command is closed, and Close waits for it.
func (c *Cmd) proxy(ctx context.Context, x *proxy) (*os.File, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("make a socket for the proxy: %w", err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "proxy"), os.NewFile(uintptr(pair[1]), "proxy")
	conn, err := net.FileConn(ours)
	if err = errors.Join(err, ours.Close()); err != nil {
		return nil, errors.Join(fmt.Errorf("make a socket for the proxy: %w", err), theirs.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		if l, err := receive(conn); err == nil { // without it the command has no network, which is safe
			x.serve(ctx, l)
		}
	})
	c.later(func() error {
		cancel()
		err := errors.Join(conn.Close(), theirs.Close())
		running.Wait()
		return err
	})
	return theirs, nil
}

// receive takes a listening socket out of a message.
func receive(conn net.Conn) (net.Listener, error) {
	socket, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, errors.New("not a unix socket")
	}
	space := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := socket.ReadMsgUnix(make([]byte, 1), space)
	if err != nil {
		return nil, err
	}
	messages, err := unix.ParseSocketControlMessage(space[:n])
	if err != nil || len(messages) != 1 {
		return nil, errors.Join(errors.New("no socket came"), err)
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return nil, errors.Join(errors.New("no socket came"), err)
	}
	f := os.NewFile(uintptr(fds[0]), "listener")
	defer closeQuietly(f)
	return net.FileListener(f)
}

// offer makes a listening socket in the network of this process, sends it to the
// proxy through an inherited socket and returns its address.
func offer(fd int) (string, error) {
	l, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return "", fmt.Errorf("make the proxy's socket: %w", err)
	}
	if err := unix.Bind(l, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return "", fmt.Errorf("bind the proxy's socket: %w", err)
	}
	if err := unix.Listen(l, unix.SOMAXCONN); err != nil {
		return "", fmt.Errorf("listen for the proxy: %w", err)
	}
	name, err := unix.Getsockname(l)
	if err != nil {
		return "", fmt.Errorf("name of the proxy's socket: %w", err)
	}
	at, ok := name.(*unix.SockaddrInet4)
	if !ok {
		return "", errors.New("the proxy's socket has no IPv4 address")
	}
	if err := unix.Sendmsg(fd, []byte{0}, unix.UnixRights(l), nil, 0); err != nil {
		return "", fmt.Errorf("hand out the proxy's socket: %w", err)
	}
	return fmt.Sprintf("127.0.0.1:%d", at.Port), errors.Join(unix.Close(l), unix.Close(fd))
}

// loopbackUp switches on the loopback interface of a new network.
func loopbackUp() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return errors.Join(err, unix.Close(fd))
	}
	request.SetUint16(unix.IFF_UP)
	return errors.Join(unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request), unix.Close(fd))
}
