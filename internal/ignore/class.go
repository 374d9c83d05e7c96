package ignore

// class is a set of bytes.
type class [4]uint64

func (c *class) add(b byte)      { c[b>>6] |= 1 << (b & 63) }
func (c *class) remove(b byte)   { c[b>>6] &^= 1 << (b & 63) }
func (c *class) has(b byte) bool { return c[b>>6]&(1<<(b&63)) != 0 }

func (c *class) addRange(from, to byte) {
	for b := int(from); b <= int(to); b++ {
		c.add(byte(b))
	}
}

func (c *class) invert() {
	for i := range c {
		c[i] = ^c[i]
	}
}

// parseClass reads a bracket expression whose "[" stands before p, and gives what
// follows it. It is not ok for one that has no end or names a kind of characters
// that does not exist; a pattern with such a thing matches nothing.
//
// It follows git's matcher step by step, since the odd cases are the point: a "]"
// that comes first is a character, a "-" is one at the ends and after a range or
// a named kind, a backslash takes any meaning away, and "[:" without ":]" is two
// characters.
func parseClass(p string) (set class, rest string, ok bool) {
	at := func(i int) byte { // 0 behind the end, which no pattern contains
		if i < len(p) {
			return p[i]
		}
		return 0
	}
	i := 0
	negated := at(0) == '!' || at(0) == '^'
	if negated {
		i++
	}
	var before byte // what a range may begin with
	for first := true; first || at(i) != ']'; first = false {
		switch c := at(i); {
		case c == 0:
			return class{}, "", false
		case c == '\\':
			i++
			if before = at(i); before == 0 {
				return class{}, "", false
			}
			set.add(before)
		case c == '-' && before != 0 && at(i+1) != 0 && at(i+1) != ']':
			i++
			if at(i) == '\\' {
				i++
			}
			if at(i) == 0 {
				return class{}, "", false
			}
			set.addRange(before, at(i))
			before = 0
		case c == '[' && at(i+1) == ':':
			end := i + 2
			for at(end) != ']' {
				if at(end) == 0 {
					return class{}, "", false
				}
				end++
			}
			if end == i+2 || p[end-1] != ':' {
				set.add('[')
				before = '['
				break
			}
			if !set.addNamed(p[i+2 : end-1]) {
				return class{}, "", false
			}
			i, before = end, 0
		default:
			set.add(c)
			before = c
		}
		i++
	}
	if negated {
		set.invert()
	}
	return set, p[i+1:], true
}

// addNamed adds a kind of characters as POSIX names it, as git understands it:
// ASCII only, and no vertical tab or form feed among the spaces.
func (c *class) addNamed(name string) bool {
	switch name {
	case "alnum":
		return c.addNamed("alpha") && c.addNamed("digit")
	case "alpha":
		return c.addNamed("upper") && c.addNamed("lower")
	case "blank":
		c.add(' ')
		c.add('\t')
	case "cntrl":
		c.addRange(0, 0x1f)
		c.add(0x7f)
	case "digit":
		c.addRange('0', '9')
	case "graph":
		c.addRange('!', '~')
	case "lower":
		c.addRange('a', 'z')
	case "print":
		c.addRange(' ', '~')
	case "punct":
		c.addRange('!', '/')
		c.addRange(':', '@')
		c.addRange('[', '`')
		c.addRange('{', '~')
	case "space":
		c.add(' ')
		c.add('\t')
		c.add('\n')
		c.add('\r')
	case "upper":
		c.addRange('A', 'Z')
	case "xdigit":
		c.addRange('0', '9')
		c.addRange('a', 'f')
		c.addRange('A', 'F')
	default:
		return false
	}
	return true
}
