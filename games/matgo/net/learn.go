package net

// Values values positions that differ in few inputs, such as the positions after the choices of one
// decision. It sets sums to their sums.
func (n *Net) Values(list [][]uint16, sums []Sum, values []float32) {
	for i, inputs := range list {
		if i == 0 {
			n.Begin(&sums[0], inputs)
		} else {
			sums[i] = sums[0]
			n.Change(&sums[i], list[0], inputs)
		}
		values[i] = n.Value(&sums[i])
	}
}

// Learn moves the values of positions, whose sums Values set, by about steps: one step of gradient descent.
// A step is the rate times the amount by which a value is too low.
func (n *Net) Learn(list [][]uint16, sums []Sum, steps []float32) {
	var all Sum
	var each [maxList]Sum
	for i, step := range steps {
		layer := n.b2
		second(&sums[i], &n.w2, &layer)
		n.b3 += step
		var toSecond [Second]float32 // change of each number
		for j, v := range layer {
			if v > 0 {
				toSecond[j] = float32(step * n.w3[j])
				n.w3[j] += float32(step * v)
				n.b2[j] += toSecond[j]
			}
		}
		back(&sums[i], &n.w2, &toSecond, &each[i])
		add(&all, &each[i])
	}
	add(&n.first, &all)
	for slot, in := range list[0] {
		same := true
		for _, inputs := range list[1:] {
			same = same && inputs[slot] == in
		}
		if same {
			if in != None {
				add(&n.rows[in], &all)
			}
			continue
		}
		for i, inputs := range list {
			if in := inputs[slot]; in != None {
				add(&n.rows[in], &each[i])
			}
		}
	}
}

// maxList limits the positions of Values and Learn.
const maxList = 8
