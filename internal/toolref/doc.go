// Package toolref reads the ways in which people refer to tools: in permission
// rules, in lists of allowed tools and in the matchers of hooks.
//
// A reference ([Ref]) is one of
//
//   - every tool
//     Bash, bash, fs_read    a tool by its name or any alias, in any spelling
//     fs_*, web?fetch        a pattern over names and aliases
//     mcp__github            every tool of an MCP server; also mcp__github__*
//     mcp__github__get_*     some tools of a server
//     mcp__*                 every tool of every server
//     @git, @git/git_status  the same in Kiro's spelling, also @git/read_*
//     @builtin, @builtin/fs_*  built-in tools only
//
// Names are compared as people and models write them: without regard to case
// and to the _ and - between words, so that WebFetch, web_fetch and web-fetch
// are one name. A pattern is stricter where it matters: a separator beside a
// wildcard stands for the edge of a word. fs_* means fs_read and FsRead, but
// not fsync. The names of servers are stricter still: _, -, . are alike in
// them but do count, because git_hub and github are different parties.
//
// A name without a server never means a tool of a server by its short name: a
// rule about "read" must not cover whatever a server chooses to call read.
//
// A matcher ([Matcher]) is what hooks have: nothing or * for everything, a list
// of references separated by | or commas, or a regular expression. A rule
// ([SplitRule]) is a reference, and in parentheses what the call must be about.
package toolref
