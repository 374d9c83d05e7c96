package text

import "slices"

// Tokens gives the marks of a format, and its control tokens, with those around thinking.
func Tokens(name string) (marks, control []string) {
	f := registry()[name].format
	control = slices.Clone(f.drop)
	for _, s := range f.think {
		control = append(control, s.open, s.close)
	}
	return f.marks, control
}

// SchemasKept gives how many schemas are kept for decoders to come.
func SchemasKept() int {
	schemas.mu.Lock()
	defer schemas.mu.Unlock()
	return len(schemas.docs)
}

// Left gives what decoders of a format have left to those to come, or something new.
func Left(name string) any { return registry()[name].bench() }
