package net

// The sums that all time is spent in. On amd64 they are written once more, four numbers
// at a time (rows_amd64.s); a test holds both to the same bits. The conversions keep a
// compiler from joining a product and a sum, which would round otherwise.

func slowAdd(s, row *Sum) {
	for i := range s {
		s[i] += row[i]
	}
}

func slowTake(s, row *Sum) {
	for i := range s {
		s[i] -= row[i]
	}
}

// slowSecond adds what a first layer brings to the second.
func slowSecond(sum *Sum, w *[Hidden][Second]float32, out *[Second]float32) {
	for i, v := range sum {
		if v <= 0 {
			continue
		}
		for j := range out {
			out[j] += float32(v * w[i][j])
		}
	}
}

// slowBack goes back through the weights between the layers, where the numbers of the
// second are to change as to says: it changes the weights, and gives how the numbers
// of the first are to change.
func slowBack(sum *Sum, w *[Hidden][Second]float32, to *[Second]float32, first *Sum) {
	for i, v := range sum {
		first[i] = 0
		if v <= 0 {
			continue
		}
		var part [4]float32
		for j, step := range to {
			part[j%4] += float32(step * w[i][j])
			w[i][j] += float32(v * step)
		}
		first[i] = (part[0] + part[1]) + (part[2] + part[3])
	}
}
