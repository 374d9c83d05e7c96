// Package transcript makes conversations such that every provider takes them, whatever has
// happened to them: an answer that was cut, a session that was killed, a message that was
// edited away, a switch to another provider in the middle.
package transcript
