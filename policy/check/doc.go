// Package check says what the gate would say, without running anything.
//
//	c := check.New(p, check.Options{Tools: tools})
//	report := c.Shell("git status && rm -rf build")
//	report.Effect  // ask
//	report.Reason  // "rm changes files …"
//
// It is what "jig check" prints: for people who want to know why they are asked,
// for tests of a policy, and for those who want to see what a new rule would have
// allowed in the past.
package check
