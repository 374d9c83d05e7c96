// Package said understands what providers say when they fail: each in JSON of another shape,
// with a status that does not always tell what is wrong, and through proxies that answer
// with pages of their own.
package said
