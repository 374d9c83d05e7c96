package sandbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"jig/internal/addr"
)

const (
	dialTime  = 30 * time.Second
	helloTime = 30 * time.Second // how long a client may take to say what it wants
)

// A proxy carries the connections of one command to the hosts it may reach. It
// speaks HTTP (CONNECT and absolute URLs) and SOCKS5 with names on one port.
type proxy struct {
	allow func(ctx context.Context, host string, port int) error
	dial  func(ctx context.Context, network, address string) (net.Conn, error)
}

func newProxy(p *Profile) *proxy {
	x := &proxy{allow: p.Allow, dial: p.Dial}
	if x.dial == nil {
		x.dial = (&net.Dialer{Timeout: dialTime, Control: publicOnly}).DialContext
	}
	return x
}

// publicOnly looks at the address that is really dialled, after all names have
// been resolved, so that a name cannot lead inside.
func publicOnly(_, address string, _ syscall.RawConn) error {
	where, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("dial %s: %w", address, err)
	}
	return addr.Check(where.Addr())
}

// serve accepts connections until the listener closes or ctx ends, and returns
// when the last one is done. Each connection has one goroutine, and a second while it
// copies; all of them end when ctx does, because it closes their connections.
func (x *proxy) serve(ctx context.Context, l net.Listener) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var open sync.WaitGroup
	defer open.Wait()
	stop := context.AfterFunc(ctx, func() { closeQuietly(l) })
	defer stop()
	for {
		conn, err := l.Accept()
		if err != nil {
			cancel()
			return
		}
		open.Go(func() {
			stop := context.AfterFunc(ctx, func() { closeQuietly(conn) })
			defer stop()
			defer closeQuietly(conn)
			x.handle(ctx, conn)
		})
	}
}

// closeQuietly closes what nobody reads any more; there is nobody to tell of an error.
func closeQuietly(c io.Closer) { _ = c.Close() }

func (x *proxy) handle(ctx context.Context, conn net.Conn) {
	if conn.SetReadDeadline(time.Now().Add(helloTime)) != nil {
		return
	}
	in := bufio.NewReader(conn)
	first, err := in.Peek(1)
	if err != nil {
		return
	}
	if first[0] == socksVersion {
		x.socks(ctx, conn, in)
		return
	}
	x.http(ctx, conn, in)
}

// connect asks whether a host is allowed and dials it.
func (x *proxy) connect(ctx context.Context, host string, port int) (net.Conn, error) {
	where, err := addr.ParseHost(host)
	switch {
	case err != nil:
		return nil, err
	case port < 1 || port > 65535:
		return nil, fmt.Errorf("port %d is not one", port)
	case where.Odd != "":
		return nil, fmt.Errorf("host %q is refused: %s", host, where.Odd)
	case x.allow == nil:
		return nil, errors.New("no host is allowed")
	}
	if err := x.allow(ctx, where.Name, port); err != nil {
		return nil, err
	}
	return x.dial(ctx, "tcp", net.JoinHostPort(where.Name, strconv.Itoa(port)))
}

func (x *proxy) http(ctx context.Context, conn net.Conn, in *bufio.Reader) {
	req, err := http.ReadRequest(in)
	if err != nil {
		refuse(conn, http.StatusBadRequest, err)
		return
	}
	target, port := req.URL.Host, "80"
	if req.Method == http.MethodConnect {
		target, port = req.RequestURI, "443"
	} else if req.URL.Scheme != "http" || target == "" || req.URL.User != nil {
		refuse(conn, http.StatusBadRequest, errors.New("a proxy needs the whole URL, beginning with http://"))
		return
	}
	host, number, err := splitHost(target, port)
	if err != nil {
		refuse(conn, http.StatusBadRequest, err)
		return
	}
	up, err := x.connect(ctx, host, number)
	if err != nil {
		refuse(conn, http.StatusForbidden, err)
		return
	}
	defer closeQuietly(up)
	if req.Method == http.MethodConnect {
		if _, err := io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
			return
		}
		splice(ctx, conn, in, up)
		return
	}
	if conn.SetReadDeadline(time.Time{}) != nil {
		return
	}
	stop := context.AfterFunc(ctx, func() { closeQuietly(up) })
	defer stop()
	for _, header := range []string{"Proxy-Connection", "Proxy-Authorization", "Connection", "Keep-Alive", "Te", "Trailer", "Upgrade"} {
		req.Header.Del(header)
	}
	req.Close = true        // one request for one connection: the next may be for another host
	req.Host = req.URL.Host // whatever the header said, the server hears the host that was allowed
	if err := req.Write(up); err != nil {
		refuse(conn, http.StatusBadGateway, err)
		return
	}
	_, _ = io.Copy(conn, up) // either side may hang up at any time
}

func splitHost(target, port string) (host string, number int, err error) {
	host = strings.Trim(target, "[]")
	if h, p, err := net.SplitHostPort(target); err == nil {
		host, port = h, p
	}
	number, err = strconv.Atoi(port)
	if err != nil {
		return "", 0, fmt.Errorf("%q is not a host with a port", target)
	}
	return host, number, nil
}

func refuse(conn io.Writer, status int, why error) {
	text := "jig sandbox: " + strings.Map(printable, why.Error()) + "\n"
	_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, http.StatusText(status), len(text), text) // the client may have gone
}

func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return '?'
	}
	return r
}

// splice carries bytes both ways until either side ends or ctx does.
func splice(ctx context.Context, conn net.Conn, in *bufio.Reader, up net.Conn) {
	if conn.SetReadDeadline(time.Time{}) != nil {
		return
	}
	stop := context.AfterFunc(ctx, func() { closeQuietly(up) })
	defer stop()
	var back sync.WaitGroup
	back.Go(func() {
		_, _ = io.Copy(conn, up) // either side may hang up at any time
		halfClose(conn)
	})
	_, _ = io.Copy(up, in)
	halfClose(up)
	back.Wait()
}

// halfClose tells the other side that nothing more comes, while it may still speak.
func halfClose(conn net.Conn) {
	if c, ok := conn.(interface{ CloseWrite() error }); ok && c.CloseWrite() == nil {
		return
	}
	closeQuietly(conn)
}
