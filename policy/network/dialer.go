package network

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"syscall"
	"time"

	"jig/internal/addr"
)

// Resolver looks names up; [*net.Resolver] is one. The name it is given ends with a
// dot, so that it is complete.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Dialer connects to addresses that were checked, and to no others.
type Dialer struct {
	rules    *Rules
	base     net.Dialer
	resolver Resolver
}

// Dialer makes a dialler that holds to the rules. Base gives timeouts and the
// like, nil for none; a nil resolver is that of the system.
func (r *Rules) Dialer(base *net.Dialer, resolver Resolver) *Dialer {
	d := &Dialer{rules: r, resolver: resolver}
	if base != nil {
		d.base = *base
	}
	if d.resolver == nil {
		d.resolver = net.DefaultResolver
	}
	return d
}

// DialContext connects to host:port over TCP. The name is looked up once, every
// address of the answer is checked, and the connection goes to one of these: a
// second answer is never asked for. If any address is refused, all are.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	switch network {
	case "tcp", "tcp4", "tcp6":
	default:
		return nil, fmt.Errorf("network %q is not dialled; only tcp is", network)
	}
	host, port, err := d.split(address)
	if err != nil {
		return nil, err
	}
	addrs, err := d.lookup(ctx, network, host, port)
	if err != nil {
		return nil, err
	}
	var errs []error
	for i, a := range addrs {
		conn, err := d.dial(ctx, network, netip.AddrPortFrom(a, uint16(port)), len(addrs)-i)
		if err == nil {
			return conn, nil
		}
		errs = append(errs, err)
		if ctx.Err() != nil {
			break
		}
	}
	return nil, fmt.Errorf("cannot connect to %s: %w", host, errors.Join(errs...))
}

func (d *Dialer) split(address string) (addr.Host, int, error) {
	name, text, err := net.SplitHostPort(address)
	if err != nil {
		return addr.Host{}, 0, fmt.Errorf("address %q: %w", address, err)
	}
	host, err := addr.ParseHost(name)
	if err != nil {
		return addr.Host{}, 0, err
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return addr.Host{}, 0, fmt.Errorf("address %q: %q is no port", address, text)
	}
	if rule, ok := d.rules.denied(host, int(port)); ok {
		return addr.Host{}, 0, fmt.Errorf("the deny entry %q forbids %s", rule, host)
	}
	return host, int(port), nil
}

// lookup gives the addresses of a host, all of them checked.
func (d *Dialer) lookup(ctx context.Context, network string, host addr.Host, port int) ([]netip.Addr, error) {
	found := []netip.Addr{host.Addr}
	if !host.IsAddr {
		var err error
		// The final dot keeps the search list of the system out of it: what is
		// looked up is the name that was judged.
		if found, err = d.resolver.LookupNetIP(ctx, "ip"+network[len("tcp"):], host.Name+"."); err != nil {
			return nil, fmt.Errorf("%s cannot be looked up, so it is not connected to: %w", host, err)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s has no address, so it is not connected to", host)
	}
	checked := make([]netip.Addr, len(found))
	for i, a := range found {
		if err := d.rules.reachable(host, a, port); err != nil {
			return nil, fmt.Errorf("connecting to %s: %w", host, err)
		}
		checked[i] = a.Unmap()
	}
	return checked, nil
}

// dial connects to one checked address. While there are others left to try, it
// takes no more than its share of the time.
func (d *Dialer) dial(ctx context.Context, network string, to netip.AddrPort, left int) (net.Conn, error) {
	dialer := d.base
	if deadline, ok := ctx.Deadline(); ok && left > 1 {
		if share := time.Until(deadline) / time.Duration(left); dialer.Timeout == 0 || share < dialer.Timeout {
			dialer.Timeout = max(share, time.Millisecond)
		}
	}
	inner, plain := d.base.ControlContext, d.base.Control
	dialer.Control = nil
	dialer.ControlContext = func(ctx context.Context, network, address string, c syscall.RawConn) error {
		// The last moment before the kernel connects: it must be this address.
		if got, err := netip.ParseAddrPort(address); err != nil || got != to {
			return fmt.Errorf("about to connect to %s instead of the checked %s", address, to)
		}
		switch {
		case inner != nil:
			return inner(ctx, network, address, c)
		case plain != nil:
			return plain(network, address, c)
		}
		return nil
	}
	return dialer.DialContext(ctx, network, to.String())
}
