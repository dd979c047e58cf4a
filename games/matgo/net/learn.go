package net

// maxError bounds what one position can teach: results have a long tail.
const maxError = 8

// Worth is the value of a position by its inputs.
func (n *Net) Worth(inputs []uint16) float32 {
	var sum Sum
	n.Begin(&sum, inputs)
	return n.Value(&sum)
}

// Step changes the value of a position by one step of gradient descent, against miss: by
// how much it is too high.
func (n *Net) Step(inputs []uint16, miss, rate float32) {
	var sum Sum
	n.Begin(&sum, inputs)
	layer := n.b2
	second(&sum, &n.w2, &layer)
	step := -rate * min(max(miss, -maxError), maxError)
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
}
