// Package network decides where a session may connect, and sees to it that what
// was decided is what happens.
//
// [Rules] are three lists: hosts that are allowed, hosts that are denied, and
// private hosts or networks that may be reached although they are not public.
// [Rules.URL] judges a URL before anything is fetched: allow, ask or deny, with
// the reason. It never asks the network, so it can say nothing about addresses.
//
// That is the part of [Dialer]: it looks the name up, checks every address of the
// answer, and connects to an address it checked, so that a second answer (DNS
// rebinding) is never used. An answer with one bad address is refused as a whole,
// and so is a name that cannot be looked up. [Rules.Client] puts both together
// into an HTTP client that judges every redirect again, takes no proxy from the
// environment and sends no Host header but the one of the URL.
//
// An entry of a list is a host, all names below one (".example.com" or
// "*.example.com"), either with a port ("localhost:8080", "localhost:*"). Entries
// that allow are taken strictly; one that denies means the names below it too.
package network
