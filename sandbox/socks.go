package sandbox

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/netip"
)

// The parts of SOCKS 5 (RFC 1928) that are spoken: CONNECT without a password.
const (
	socksVersion = 5
	socksConnect = 1
	socksIPv4    = 1
	socksName    = 3
	socksIPv6    = 4

	socksGranted     = 0
	socksNotAllowed  = 2
	socksUnsupported = 7
)

var errSOCKS = errors.New("this is not SOCKS 5 without a password")

func (x *proxy) socks(ctx context.Context, conn net.Conn, in *bufio.Reader) {
	if err := greet(conn, in); err != nil {
		return
	}
	host, port, err := socksTarget(in)
	if err != nil {
		answer(conn, socksUnsupported)
		return
	}
	up, err := x.connect(ctx, host, port)
	if err != nil {
		answer(conn, socksNotAllowed)
		return
	}
	defer closeQuietly(up)
	answer(conn, socksGranted)
	splice(ctx, conn, in, up)
}

// greet agrees on no password, if the client offers that.
func greet(conn io.Writer, in *bufio.Reader) error {
	var head [2]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return err
	}
	methods := make([]byte, head[1])
	if _, err := io.ReadFull(in, methods); err != nil {
		return err
	}
	for _, method := range methods {
		if method == 0 {
			_, err := conn.Write([]byte{socksVersion, 0})
			return err
		}
	}
	if _, err := conn.Write([]byte{socksVersion, 0xff}); err != nil {
		return err
	}
	return errSOCKS
}

func socksTarget(in *bufio.Reader) (host string, port int, err error) {
	var head [4]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return "", 0, err
	}
	if head[0] != socksVersion || head[1] != socksConnect {
		return "", 0, errSOCKS
	}
	var size byte
	switch head[3] {
	case socksIPv4:
		size = 4
	case socksIPv6:
		size = 16
	case socksName:
		if size, err = in.ReadByte(); err != nil {
			return "", 0, err
		}
	default:
		return "", 0, errSOCKS
	}
	rest := make([]byte, int(size)+2)
	if _, err := io.ReadFull(in, rest); err != nil {
		return "", 0, err
	}
	host = string(rest[:size])
	if head[3] != socksName {
		ip, _ := netip.AddrFromSlice(rest[:size]) // 4 or 16 bytes are always an address
		host = ip.String()
	}
	return host, int(binary.BigEndian.Uint16(rest[size:])), nil
}

func answer(conn io.Writer, code byte) {
	_, _ = conn.Write([]byte{socksVersion, code, 0, socksIPv4, 0, 0, 0, 0, 0, 0}) // the client may have gone
}
