//go:build !race

package file_test

// raceDetector tells that everything takes ten times as long.
const raceDetector = false
