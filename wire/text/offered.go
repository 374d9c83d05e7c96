package text

import "jig/tool"

// offered are the tools that the model was told of. Most answers need to know little of them,
// so that nothing is made before it is asked for.
type offered struct {
	list   []tool.Definition
	index  map[string]int // the places of names, if there are many
	params []*params      // of those that were asked for, by place
}

// fewTools are found fastest by looking at them.
const fewTools = 16

// find is the place of a tool; -1 if there is none. The last of a name counts.
func (o *offered) find(name string) int {
	if len(o.list) <= fewTools {
		for i := len(o.list) - 1; i >= 0; i-- {
			if o.list[i].Name == name {
				return i
			}
		}
		return -1
	}
	if o.index == nil {
		o.index = make(map[string]int, len(o.list))
		for i := range o.list {
			o.index[o.list[i].Name] = i
		}
	}
	if i, ok := o.index[name]; ok {
		return i
	}
	return -1
}

// at gives the parameters of the tool at a place.
func (o *offered) at(i int) *params {
	if o.params == nil {
		o.params = make([]*params, len(o.list))
	}
	if o.params[i] == nil {
		o.params[i] = &params{schema: o.list[i].Input}
	}
	return o.params[i]
}
