package nursery

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// A line carries messages, and open files with them, over a unix socket.
type line struct {
	socket
	sending sync.Mutex

	// Of the one who receives.
	buffer []byte
	rights []byte
	input  []byte
	files  []int // that have come and not yet been taken
}

// A socket is how a side uses its end: the program as a connection like others, the
// nursery by calls that block a thread, because handing a message from one thread to
// the next takes longer than all the rest.
type socket interface {
	write(b, rights []byte) (int, error)
	read(b, rights []byte) (n, r int, err error)
}

// largest bounds a message: the kernel takes arguments and environment of a few
// megabytes at most.
const largest = 64 << 20

func newLine(s socket) *line {
	return &line{socket: s, buffer: make([]byte, 32<<10), rights: make([]byte, unix.CmsgSpace(4*64))}
}

func (l *line) send(m *message) error {
	b := m.encode()
	if len(b) > largest {
		return fmt.Errorf("the command is too long: %d bytes", len(b))
	}
	var rights []byte
	if len(m.files) > 0 {
		rights = unix.UnixRights(m.files...)
	}
	l.sending.Lock()
	defer l.sending.Unlock()
	for len(b) > 0 {
		n, err := l.write(b, rights)
		if err != nil {
			return err
		}
		b, rights = b[n:], nil
	}
	return nil
}

// receive waits for the next message.
func (l *line) receive() (*message, error) {
	for {
		if len(l.input) >= 4 {
			size := int(binary.NativeEndian.Uint32(l.input))
			if size > largest {
				return nil, errGarbled
			}
			if len(l.input) >= 4+size {
				return l.take(size)
			}
		}
		if err := l.fill(); err != nil {
			return nil, err
		}
	}
}

func (l *line) take(size int) (*message, error) {
	m, files, err := decode(l.input[4 : 4+size])
	if err != nil {
		return nil, err
	}
	l.input = append(l.input[:0], l.input[4+size:]...)
	if files > len(l.files) {
		return nil, errGarbled
	}
	m.files = append([]int(nil), l.files[:files]...)
	l.files = append(l.files[:0], l.files[files:]...)
	return m, nil
}

// fill reads what has come. The kernel hands files over with the first byte that
// they were sent with, so that they are never later than their message.
func (l *line) fill() error {
	n, r, err := l.read(l.buffer, l.rights)
	if err != nil {
		return err
	}
	l.input = append(l.input, l.buffer[:n]...)
	messages, err := unix.ParseSocketControlMessage(l.rights[:r])
	if err != nil {
		return err
	}
	for i := range messages {
		fds, err := unix.ParseUnixRights(&messages[i])
		if err != nil {
			return err
		}
		l.files = append(l.files, fds...)
	}
	if n == 0 && r == 0 {
		return io.EOF
	}
	return nil
}

// A connection is the program's end.
type connection struct{ *net.UnixConn }

func (c connection) write(b, rights []byte) (int, error) {
	n, _, err := c.WriteMsgUnix(b, rights, nil)
	return n, err
}

func (c connection) read(b, rights []byte) (n, r int, err error) {
	n, r, _, _, err = c.ReadMsgUnix(b, rights)
	return n, r, err
}

// connect makes a connection of a socket, which it takes over.
func connect(fd int) (connection, error) {
	f := os.NewFile(uintptr(fd), "nursery")
	conn, err := net.FileConn(f)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return connection{}, err
	}
	c, ok := conn.(*net.UnixConn)
	if !ok {
		return connection{}, net.UnknownNetworkError(conn.LocalAddr().Network())
	}
	return connection{c}, nil
}

// A plug is the nursery's end: the number of a file that blocks.
type plug int

func (p plug) write(b, rights []byte) (int, error) {
	for {
		n, err := unix.SendmsgN(int(p), b, rights, nil, unix.MSG_NOSIGNAL)
		if err != unix.EINTR {
			return n, err
		}
	}
}

func (p plug) read(b, rights []byte) (n, r int, err error) {
	for {
		n, r, _, _, err = unix.Recvmsg(int(p), b, rights, unix.MSG_CMSG_CLOEXEC)
		if err != unix.EINTR {
			return n, r, err
		}
	}
}
