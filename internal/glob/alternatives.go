package glob

// MaxAlternatives is how many patterns one with braces may stand for. Matching tries them one by one, and twenty pairs in a
// row are a million: no walk would come to an end, and nothing could stop it.
const MaxAlternatives = 1024

// Alternatives counts the patterns that a valid one with braces stands for; it stops at more than MaxAlternatives.
func Alternatives(pattern string) int {
	// sums and products are those of the groups that are open, the pattern itself being the outermost.
	sums, products := []int{0}, []int{1}
	class := false
	for i := 0; i < len(pattern); i++ {
		top := len(sums) - 1
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '{':
			sums, products = append(sums, 0), append(products, 1)
		case c == ',' && top > 0:
			sums[top], products[top] = min(sums[top]+products[top], MaxAlternatives+1), 1
		case c == '}' && top > 0:
			all := sums[top] + products[top]
			sums, products = sums[:top], products[:top]
			products[top-1] = min(products[top-1]*all, MaxAlternatives+1)
		}
	}
	return products[0]
}
