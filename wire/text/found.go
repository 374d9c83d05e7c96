package text

import (
	"slices"

	"jig/wire"
)

// Found tells which format the decoder "auto" has found in the text, "auto" as long as it has found none, the name of what an
// answer is that is no text, and the name of the format of any other decoder of this package.
func Found(d wire.Decoder) string {
	t, ok := d.(*decoder)
	if !ok {
		return ""
	}
	names := autoOrder()
	switch at := t.out.format; {
	case t.finding != nil && t.finding.found.Name != "":
		return t.finding.found.Name
	case t.format.name != "auto":
		return t.format.name
	case at > 0 && at <= len(names):
		return names[at-1].name
	case at == autoPython:
		return "pythonic"
	}
	return "auto"
}

// autoOrder is the formats in the order in which "auto" asks them.
func autoOrder() []format {
	all := slices.Concat(jsonFormats(), taggedFormats(), spokenFormats())
	slices.SortStableFunc(all, func(x, y format) int { return autoRank(x.name) - autoRank(y.name) })
	return all
}
