package few_test

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"jig/wire/internal/few"
)

func TestItIsAMapHoweverManyThereAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m few.Map[int, string]
		want := map[int]string{}
		key := rapid.IntRange(0, rapid.SampledFrom([]int{3, 40}).Draw(t, "keys"))
		t.Repeat(map[string]func(*rapid.T){
			"set": func(t *rapid.T) {
				k, v := key.Draw(t, "key"), rapid.String().Draw(t, "value")
				m.Set(k, v)
				want[k] = v
			},
			"delete": func(t *rapid.T) {
				k := key.Draw(t, "key")
				m.Delete(k)
				delete(want, k)
			},
			"clear": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "seldom") == 0 {
					m.Clear()
					clear(want)
				}
			},
			"": func(t *rapid.T) {
				k := key.Draw(t, "key")
				_, has := want[k]
				keys := m.Keys()
				slices.Sort(keys)
				if m.Get(k) != want[k] || m.Has(k) != has || m.Len() != len(want) || !slices.Equal(keys, slices.Sorted(maps.Keys(want))) {
					t.Fatalf("got %v, want %v", keys, want)
				}
			},
		})
	})
}
