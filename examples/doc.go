// Package examples holds complete small programs that use jig, each built and run by the tests of this folder:
//
//   - agent: a whole agent in forty lines
//   - typedtool: a tool of your own, from one Go function
//   - approvals: the gate's questions answered by your own program
//   - ownloop: your client and your loop, with jig to run the calls
//   - pipe: an agent in bash, of curl, jq and jig exec
package examples
