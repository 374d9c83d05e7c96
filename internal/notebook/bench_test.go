package notebook_test

import (
	"os"
	"testing"

	"jig/internal/corpora"
	"jig/internal/notebook"
)

func BenchmarkReplace(b *testing.B) {
	data, err := os.ReadFile(corpora.Path(b, "notebooks", "examples_partners_model_selection_guide_model_selection_guide.ipynb"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		nb, err := notebook.Parse(data)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := nb.Replace(3, "", "print(1)\n"); err != nil {
			b.Fatal(err)
		}
	}
}
