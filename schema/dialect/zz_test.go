package dialect

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

func TestTry(t *testing.T) {
	in, _ := os.ReadFile("/tmp/in.json")
	for _, d := range All() {
		out, err := Export(in, d)
		if err != nil {
			fmt.Println(d, err)
			continue
		}
		fmt.Println("==", d, out.Strict)
		fmt.Println(string(out.Schema))
		for _, l := range out.Losses {
			b, _ := json.Marshal(l)
			fmt.Println("   ", string(b))
		}
		again, err := Export(out.Schema, d)
		if err != nil || string(again.Schema) != string(out.Schema) {
			fmt.Println("  NOT IDEMPOTENT", err, string(again.Schema))
		}
		if len(again.Losses) > 0 && (out.Strict || again.Strict) {
			fmt.Println("  again", again.Losses)
		}
	}
}
