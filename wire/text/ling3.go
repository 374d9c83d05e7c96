package text

// ling3 is the format of Ling 3.
func ling3() format { return pairs().format("ling3") }
