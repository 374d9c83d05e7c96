// Package flow holds the tools by which a model steers the course of its work in time. Now that is [Sleep]; what waits for
// events, repeats and schedules belongs here as well.
package flow
