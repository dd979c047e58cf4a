package net

// maxError bounds what one position can teach: results have a long tail.
const maxError = 8

// Learn moves the value of a position towards want by one step of gradient descent, and
// gives the value that it had.
func (n *Net) Learn(inputs []uint16, want, rate float32) float32 {
	var sum Sum
	n.Begin(&sum, inputs)
	layer := n.b2
	second(&sum, &n.w2, &layer)
	value := n.out(&layer)
	step := -rate * min(max(value-want, -maxError), maxError)
	n.b3 += step
	var toSecond [Second]float32 // by how much each is to change
	for j, v := range layer {
		if v > 0 {
			toSecond[j] = float32(step * n.w3[j])
			n.w3[j] += float32(step * v)
			n.b2[j] += toSecond[j]
		}
	}
	var toFirst Sum
	back(&sum, &n.w2, &toSecond, &toFirst)
	add(&n.first, &toFirst)
	for _, i := range inputs {
		if i != None {
			add(&n.rows[i], &toFirst)
		}
	}
	return value
}
