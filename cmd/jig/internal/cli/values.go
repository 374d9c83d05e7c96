package cli

import (
	"errors"
	"strconv"
	"time"
)

// Span is the value of a flag that takes a length of time. Zero means that the flag was not given.
type Span time.Duration

// String is the time, or nothing if there is none.
func (s *Span) String() string {
	if *s == 0 {
		return ""
	}
	return time.Duration(*s).String()
}

// Set reads a time.
func (s *Span) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return errors.New("use a time above 0 with its unit, such as 30s or 1m30s")
	}
	*s = Span(d)
	return nil
}

// Type stands for the value in the help text.
func (s *Span) Type() string { return "time" }

// Length is the value of a flag that says how many characters to print, -1 for all of them.
type Length int

// String is the number.
func (l *Length) String() string { return strconv.Itoa(int(*l)) }

// Set reads a number.
func (l *Length) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n == 0 || n < -1 {
		return errors.New("use a number above 0, or -1 for all")
	}
	*l = Length(n)
	return nil
}

// Type stands for the value in the help text.
func (l *Length) Type() string { return "characters" }
