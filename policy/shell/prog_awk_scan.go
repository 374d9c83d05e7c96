package shell

import "strings"

// scanAwk splits a program into tokens. The one hard question is whether a slash
// divides or begins a pattern; when both readings are possible it gives up,
// because the wrong one would hide code in what looks like a string.
func scanAwk(code string) (tokens []awkToken, why string) {
	for i := 0; i < len(code); {
		c := code[i]
		end := i + 1
		kind := byte('o')
		switch {
		case c == ' ' || c == '\t':
			i++
			continue
		case c == '\\' && end < len(code) && code[end] == '\n':
			i += 2
			continue
		case c == '#':
			for i < len(code) && code[i] != '\n' {
				i++
			}
			continue
		case c == '\n':
			kind = '\n'
		case c == '"':
			if end = quotedEnd(code, i); end < 0 {
				return nil, "a string does not end"
			}
			kind = 's'
		case c >= '0' && c <= '9', c == '.' && end < len(code) && code[end] >= '0' && code[end] <= '9':
			end = i + awkNumber(code[i:])
			if end < len(code) && identifier(code[end:end+1]) {
				return nil, "a name stands straight behind a number"
			}
			kind = '0'
		case identifier(code[i:end]):
			for end < len(code) && identifier(code[i:end+1]) {
				end++
			}
			kind = 'n'
		case c == '/':
			divides, unclear := awkDivides(tokens, code[end:])
			if unclear {
				return nil, "it is not clear whether a / divides"
			}
			if divides {
				break
			}
			if end = patternEnd(code, i); end < 0 {
				return nil, "a pattern is not clear"
			}
			kind = 'r'
		case strings.IndexByte("{}()[];,+-*%^!<>|&?:~=$@", c) < 0:
			return nil, "the character " + string(rune(c)) + " is not known"
		default:
			for _, two := range []string{"||", "|&", "&&", ">>", "++", "--", "<=", ">=", "==", "!=", "+=", "-=", "*=", "%=", "^=", "**"} {
				if strings.HasPrefix(code[i:], two) {
					end = i + 2
				}
			}
		}
		tokens = append(tokens, awkToken{kind: kind, text: code[i:end]})
		i = end
	}
	return tokens, ""
}

// awkNumber is the length of the number at the start of the code. What awks do
// not agree on, as 0x10, is left to the caller as a letter behind a number: for
// one of them that is a name, and a name can be a function.
func awkNumber(code string) int {
	end := digits(code, 0)
	if end < len(code) && code[end] == '.' {
		end = digits(code, end+1)
	}
	if end < len(code) && (code[end] == 'e' || code[end] == 'E') {
		power := end + 1
		if power < len(code) && (code[power] == '+' || code[power] == '-') {
			power++
		}
		if after := digits(code, power); after > power {
			end = after
		}
	}
	return end
}

// digits is where the decimal digits that begin at i end.
func digits(code string, i int) int {
	for i < len(code) && code[i] >= '0' && code[i] <= '9' {
		i++
	}
	return i
}

// awkDivides reports whether a slash after these tokens divides.
func awkDivides(before []awkToken, after string) (divides, unclear bool) {
	if len(before) == 0 {
		return false, false
	}
	last := before[len(before)-1]
	switch {
	case last.kind == '0' || last.kind == 's' || last.text == "]":
		return true, false
	case last.kind == 'n' && among(last.text, "print", "printf", "return", "in", "else", "do", "case"):
		return false, false
	case last.kind == 'n' && last.text != "length" && awkName(last.text, false, nil) == "" && awkName(last.text, true, nil) != "":
		return true, false // a variable
	case last.kind == 'n' || among(last.text, ")", "++", "--", "$"):
		// A pattern needs a second slash.
		return true, strings.Contains(after, "/")
	}
	return false, false
}

// quotedEnd is where the string that begins at i ends; -1 if it does not.
func quotedEnd(code string, i int) int {
	for i++; i < len(code); i++ {
		switch code[i] {
		case '\\':
			i++
		case '\n':
			return -1
		case '"':
			return i + 1
		}
	}
	return -1
}

// patternEnd is where the pattern that begins at i ends; -1 if that depends on
// which awk reads it, as for a slash in brackets.
func patternEnd(code string, i int) int {
	bracket := false
	for i++; i < len(code); i++ {
		switch c := code[i]; {
		case c == '\\':
			i++
		case c == '\n' || c == '/' && bracket:
			return -1
		case c == '/':
			return i + 1
		case c == '[' && !bracket:
			bracket = true
			if i+1 < len(code) && code[i+1] == '^' {
				i++
			}
			if i+1 < len(code) && code[i+1] == ']' {
				i++
			}
		case c == '[' && i+1 < len(code) && code[i+1] == ':':
			if end := strings.Index(code[i:], ":]"); end > 0 {
				if strings.ContainsAny(code[i:i+end], "/\n\"") {
					return -1
				}
				i += end + 1
			}
		case c == ']':
			bracket = false
		}
	}
	return -1
}
