package workspace_test

import (
	"fmt"

	"jig/workspace"
)

// What would a path lead to, if there were a link? Nothing on disk is needed.
func ExampleOn() {
	links := map[string]string{"/home/dev/proj/notes": "/home/dev/.bashrc"}
	space, err := workspace.On(workspace.Imagined{Base: workspace.Disk{}, Links: links}, "/home/dev/proj")
	if err != nil {
		fmt.Println(err)
		return
	}
	place, err := space.Resolve("notes")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(place.Real, "inside:", place.Inside)
	fmt.Println(place.Protected())
	// Output:
	// /home/dev/.bashrc inside: false
	// .bashrc is read by programs when they start, and may run others true
}
