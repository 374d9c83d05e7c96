package house_test

import (
	"fmt"
	"slices"
	"strings"
)

// module is the path of the module whose rooms are planned.
const module = "jig"

// A room is a top folder of the module, with everything below it. The root package is the room ".".
type room struct {
	name string
	// only, when set, narrows what the room may import to these rooms; otherwise it may import every room below it.
	only []string
}

// plan is the house from top to bottom. A room may import the rooms of lower floors; rooms of one floor stay apart.
func plan() [][]room {
	return [][]room{
		{{name: "cmd"}, {name: "examples"}},
		{{name: "tui"}, {name: "console"}},
		{{name: "server"}},
		{{name: "cluster"}},
		{{name: "."}},
		{{name: "agent"}},
		{{name: "model", only: []string{"wire", "config", "tool", "schema", "internal"}}}, // providers do not know tools
		{{name: "wire", only: []string{"tool", "schema", "internal"}}},                    // formats do not know files
		{{name: "toolbox"}},
		{{name: "source"}},
		{{name: "catalog"}},
		{{name: "engine"}},
		{{name: "policy"}},
		{{name: "hook"}},
		{{name: "sandbox"}},
		{{name: "workspace"}},
		{{name: "journal"}},
		{{name: "config"}},
		{{name: "tool"}},
		{{name: "schema"}},
		{{name: "internal"}},
	}
}

// mayImport reports as an error why a package in room from may not import one in room to, or nil if it may.
func mayImport(from, to string) error {
	if from == to {
		return nil
	}
	above, importer, err := find(from)
	if err != nil {
		return err
	}
	below, _, err := find(to)
	if err != nil {
		return err
	}
	switch {
	case below < above:
		return fmt.Errorf("%q lies below %q and must not know it; pass what it needs in as an interface", from, to)
	case below == above:
		return fmt.Errorf("%q and %q lie side by side and must not know each other; move what they share down", from, to)
	case importer.only != nil && !slices.Contains(importer.only, to):
		return fmt.Errorf("%q may know only %s, not %q", from, strings.Join(importer.only, ", "), to)
	}
	return nil
}

// find returns a room and its floor, counted from the top.
func find(name string) (floor int, found room, err error) {
	for floor, rooms := range plan() {
		for _, r := range rooms {
			if r.name == name {
				return floor, r, nil
			}
		}
	}
	return 0, room{}, fmt.Errorf("there is no room %q in the plan; put the package into a room, or add the room to internal/house/plan_test.go", name)
}

// roomOf returns the room of a package, given by its import path, and whether it belongs to the module at all.
func roomOf(path string) (name string, ours bool) {
	if path == module {
		return ".", true
	}
	rest, ours := strings.CutPrefix(path, module+"/")
	name, _, _ = strings.Cut(rest, "/")
	return name, ours
}
