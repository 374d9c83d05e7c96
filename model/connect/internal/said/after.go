package said

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// After is how long the provider says to wait: by a header, or as Google does, in the body.
func After(header http.Header, body []byte) time.Duration {
	if ms, err := strconv.ParseFloat(header.Get("Retry-After-Ms"), 64); err == nil {
		return duration(ms, time.Millisecond)
	}
	value := header.Get("Retry-After")
	if s, err := strconv.ParseFloat(value, 64); err == nil {
		return duration(s, time.Second)
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	var google struct {
		Error struct {
			Details []struct {
				RetryDelay string `json:"retryDelay"`
			} `json:"details"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &google) == nil {
		for _, d := range google.Error.Details {
			if wait, err := time.ParseDuration(d.RetryDelay); err == nil {
				return max(0, wait)
			}
		}
	}
	return 0
}

// duration is a number of units that came from outside, within bounds.
func duration(n float64, unit time.Duration) time.Duration {
	const day = 24 * time.Hour
	if !(n > 0) {
		return 0
	}
	if n > float64(day/unit) {
		return day
	}
	return time.Duration(n * float64(unit))
}
