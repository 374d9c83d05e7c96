package nursery

import (
	"os"
	"slices"
)

// The flags of a start.
const (
	ttyFlag = 1 << iota
	keepFlag
	relayFlag
	rulesetFlag // the last file is a ruleset
)

// request writes a command as a message.
func request(mark birthmark, c *Command) *message {
	flags := int64(0)
	files := c.Files
	for flag, set := range map[int64]bool{ttyFlag: c.TTY, keepFlag: c.KeepTree, relayFlag: c.Relay, rulesetFlag: c.Ruleset != nil} {
		if set {
			flags |= flag
		}
	}
	if c.Ruleset != nil {
		files = append(slices.Clone(files), c.Ruleset)
	}
	m := &message{kind: startKind, mark: mark, numbers: []int64{flags, int64(len(c.Argv))}, texts: slices.Concat([]string{c.Path, c.Dir}, c.Argv, c.Env)}
	for _, fd := range descriptors(files) {
		if fd < 0 {
			m.numbers = append(m.numbers, 0)
			continue
		}
		m.numbers, m.files = append(m.numbers, 1), append(m.files, fd)
	}
	return m
}

// command reads it. The files are open in this process, -1 stands for the null device;
// the ruleset is -1 if there is none.
func (m *message) command() (c *Command, files []int, ruleset int, err error) {
	if len(m.numbers) < 2 || m.numbers[1] < 1 || m.numbers[1] > int64(len(m.texts))-2 {
		return nil, nil, -1, errGarbled
	}
	flags, split := m.numbers[0], 2+m.numbers[1]
	c = &Command{
		Path: m.texts[0], Dir: m.texts[1], Argv: m.texts[2:split], Env: m.texts[split:],
		TTY: flags&ttyFlag != 0, KeepTree: flags&keepFlag != 0, Relay: flags&relayFlag != 0,
	}
	given := m.files
	for _, there := range m.numbers[2:] {
		switch {
		case there == 0:
			files = append(files, -1)
		case len(given) == 0:
			return nil, nil, -1, errGarbled
		default:
			files, given = append(files, given[0]), given[1:]
		}
	}
	ruleset = -1
	if flags&rulesetFlag != 0 {
		if len(files) == 0 {
			return nil, nil, -1, os.ErrInvalid
		}
		ruleset, files = files[len(files)-1], files[:len(files)-1]
	}
	return c, files, ruleset, nil
}
