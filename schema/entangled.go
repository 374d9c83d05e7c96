package schema

import (
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// refuseEntangled refuses a document with a schema that applies too many others
// to one and the same value.
func refuseEntangled(all map[*jsonschema.Schema]*sheet) error {
	c := inPlaceCounter{known: map[*sheet]int{}, open: map[*sheet]int{}}
	order := make([]*jsonschema.Schema, 0, len(all))
	for s := range all {
		order = append(order, s)
	}
	slices.SortFunc(order, byLocation) // so that the error is the same every time
	for _, s := range order {
		if n, _ := c.count(all[s]); n > maxInPlace {
			return fmt.Errorf("schema: the schema at %s is too entangled: by its references and its allOf, anyOf, oneOf and the like, "+
				"one value would be judged more than %d times; write the parts that repeat only once", where(s.Location, ""), maxInPlace)
		}
	}
	return nil
}

// inPlaceCounter counts how many schemas are applied to a value when one is. The
// validator stops where a schema comes back to itself on the same value.
type inPlaceCounter struct {
	known map[*sheet]int
	open  map[*sheet]int // depth at which a sheet is being counted, from 1
	steps int
}

// count returns the count, no more than just beyond maxInPlace, and the depth of
// the outermost open sheet that ended it somewhere: what is found below another
// open sheet holds only there.
func (c *inPlaceCounter) count(sh *sheet) (n, outermost int) {
	if n, ok := c.known[sh]; ok {
		return n, len(c.open) + 1
	}
	if at := c.open[sh]; at > 0 {
		return 1, at
	}
	if c.steps++; c.steps > maxInPlaceSearch {
		return maxInPlace + 1, 0
	}
	depth := len(c.open) + 1
	c.open[sh] = depth
	n, outermost = 1, depth
	for _, sub := range sh.same {
		some, back := c.count(sub)
		n, outermost = n+some, min(outermost, back)
		if n > maxInPlace {
			break
		}
	}
	delete(c.open, sh)
	if outermost >= depth || n > maxInPlace {
		c.known[sh] = n
	}
	return n, outermost
}
