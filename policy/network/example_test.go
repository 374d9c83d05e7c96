package network_test

import (
	"fmt"

	"jig/policy/network"
)

func ExampleRules_URL() {
	rules, err := network.New([]string{"go.dev", "*.go.dev"}, nil, []string{"localhost:8080"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, url := range []string{"https://pkg.go.dev/net", "https://go.dev.example.com/", "http://localhost:8080/", "http://2130706433/"} {
		verdict := rules.URL(url)
		fmt.Printf("%s %s: %s\n", verdict.Effect, url, verdict.Reason)
	}
	// Output:
	// allow https://pkg.go.dev/net: the entry "*.go.dev" allows pkg.go.dev
	// ask https://go.dev.example.com/: go.dev.example.com is not on the allow list
	// allow http://localhost:8080/: the entry "localhost:8080" allows localhost
	// deny http://2130706433/: the host is an IPv4 address as one number; write it as 127.0.0.1 if that is meant
}
