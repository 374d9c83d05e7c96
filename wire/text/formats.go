package text

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"jig/wire"
)

// formats are all that are known, in the order in which they are listed.
func formats() []format {
	return slices.Concat(jsonFormats(), taggedFormats(), spokenFormats(), autoFormats())
}

// known is a format that is ready to be read. It does not change any more, and is
// shared by all decoders.
type known struct {
	format
	marks   *marks
	benches sync.Pool // of *bench
}

// registry has the formats by name and alias.
//
//nolint:gochecknoglobals // made once, then only read
var registry = sync.OnceValue(func() map[string]*known {
	all := map[string]*known{}
	for _, f := range formats() {
		k := &known{format: f, marks: newMarks(&f)}
		for _, name := range append(f.aliases, f.name) {
			all[name] = k
		}
	}
	return all
})

// Formats lists the names that [New] takes, sorted, without their aliases.
func Formats() []string {
	var names []string
	for name, f := range registry() {
		if name == f.name {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// New gives a decoder for the text of a model that writes its calls in the named format.
func New(name string, opt wire.Options) (wire.Decoder, error) {
	f, ok := registry()[name]
	if !ok {
		return nil, fmt.Errorf("there is no text format %q; take one of %s", name, strings.Join(Formats(), ", "))
	}
	return newDecoder(f, opt), nil
}
