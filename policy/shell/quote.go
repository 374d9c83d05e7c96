package shell

import (
	"strconv"
	"strings"
)

// unescape takes the backslash from before the characters that it quotes. A
// newline that is quoted is gone with it.
func unescape(text, special string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte(special, text[i+1]) >= 0 {
			i++
			if text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// decode gives what $'…' stands for. It leaves alone what depends on the locale
// and what gives control characters other than tab and newline.
func decode(text string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' {
			b.WriteByte(c)
			continue
		}
		i++
		if i >= len(text) {
			return "", false
		}
		digits, base := 0, 16
		switch text[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case '\\', '\'', '"', '?':
			b.WriteByte(text[i])
		case 'x':
			digits = 2
		case 'u':
			digits = 4
		case 'U':
			digits = 8
		case '0', '1', '2', '3', '4', '5', '6', '7':
			digits, base = 3, 8
			i--
		default:
			return "", false
		}
		if digits == 0 {
			continue
		}
		n := i + 1
		for n < len(text) && n <= i+digits && strings.IndexByte(digitsOf(base), text[n]) >= 0 {
			n++
		}
		v, err := strconv.ParseUint(text[i+1:n], base, 32)
		if err != nil || v >= 0x7f || v < ' ' && v != '\t' && v != '\n' {
			return "", false
		}
		b.WriteByte(byte(v))
		i = n - 1
	}
	return b.String(), true
}

func digitsOf(base int) string {
	if base == 8 {
		return "01234567"
	}
	return "0123456789abcdefABCDEF"
}
