// Package official compares the requests that are rendered here with the types of the providers'
// own clients: what those do not know, or write differently, is a mistake. The comparison stands
// apart because those clients take long to build.
package official
