package policy

// notTrusted is why a command is asked about that would run in a trusted folder.
const notTrusted = "the folder is not trusted (jig trust --yes changes that), and there commands are asked about even if they only look"

// untrusted reports whether nobody has said that the folder can be trusted.
func (s *scene) untrusted() bool { return s.p.opt.Untrusted && !s.supposed }

// trustHelps reports whether the mode would let a command run if only the folder were
// trusted: then that is what a person has to know, and not what else the command does.
func (s *scene) trustHelps(mode Mode) bool {
	if !s.p.opt.Untrusted || len(s.intent.Commands) == 0 {
		return false
	}
	s.supposed = true
	defer func() { s.supposed = false }()
	return conductOf(mode).allows&s.class() != 0
}
