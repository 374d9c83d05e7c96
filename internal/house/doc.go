// Package house guards the plan of the repository. It has no code of its own: its test reads every Go file of the tree and
// fails when one breaks a rule that the compiler cannot see:
//
//   - Imports between rooms go down the list of rooms, never up or sideways, and the rooms that must stay ignorant do (see
//     plan in the test, which is the list). Test files are free: a test may drive its package from above.
//   - No file is longer than 800 lines. Long before that, ask which two subjects it holds.
//   - There is no init function: importing a package does nothing.
//   - Every package has a package comment that teaches it.
//   - The library uses neither cgo nor unsafe.
//
// The rules about single files hold in the other modules of the repository too, except the one about cgo and unsafe.
//
// When a rule stands in the way of a good change, change the plan in the same commit and say why; do not work around it.
package house
