package shellfuzz

// dice makes choices out of bytes. When the bytes are used up every choice is
// the first one, which is why the first choice is always the one that ends.
type dice struct {
	bytes []byte
}

// roll is a number below n.
func (d *dice) roll(n int) int {
	if n <= 1 || len(d.bytes) == 0 {
		return 0
	}
	v := int(d.bytes[0])
	d.bytes = d.bytes[1:]
	if n > 256 && len(d.bytes) > 0 {
		v = v<<8 | int(d.bytes[0])
		d.bytes = d.bytes[1:]
	}
	return v % n
}

// one in n times it is true; never when the bytes are used up.
func (d *dice) one(n int) bool { return d.roll(n) == n-1 && n > 1 }

// pick is one of the choices.
func (d *dice) pick(from ...string) string {
	if len(from) == 0 {
		return ""
	}
	return from[d.roll(len(from))]
}
