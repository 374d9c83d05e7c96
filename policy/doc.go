// Package policy decides what calls may run.
//
// There is one decision function. It reads the intent of a call, and nothing
// else of it matters but its name:
//
//	p, err := policy.New(policy.Options{Space: space, Rules: rules})
//	v := p.Decide(&policy.Subject{Spec: spec, Args: call.Args, Intent: intent})
//	v.Effect  // Allow, Ask or Deny
//	v.Reason  // in words, for the model and for people
//	v.Rule    // the rule that decided, if one did
//	v.Offers  // what a person who is asked can allow for longer
//
// What is looked at, in this order; the first that has something to say decides:
//
//  1. Harm, names that are not what they seem, files that no call may touch, and
//     addresses that no call may reach: denied, whatever rules say.
//  2. Deny rules, and what a person has denied for the session. They match
//     generously: any command of a line, any path, any host.
//  3. The tier, a ceiling that rules cannot lift.
//  4. Ask rules, and files that are asked about always (secrets, start-up files).
//  5. Allow rules and grants. They match strictly: every command of a line, and
//     nothing in it that could run something else.
//  6. The mode: a set of kinds of calls that need no question.
//  7. Ask. Modes may turn that into a denial.
//
// A rule that cannot be understood is an error when the policy is made: a policy
// that drops rules is worse than none.
package policy
