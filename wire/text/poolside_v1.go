package text

// poolsideV1 is the format of Laguna as its makers publish it.
func poolsideV1() format { return pairs().format("poolside_v1") }
