package net

// A net spends all its time in these sums. rows_amd64.s has a second version for amd64, four numbers at a
// time; a test holds both to the same bits. The conversions keep a compiler from fusing a product and a
// sum, which would round differently.

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

// slowSecond adds the first layer's contribution to the second.
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

// slowBack propagates back through the weights between the layers. to has the wanted changes of the second
// layer. It changes the weights and sets the wanted changes of the first layer.
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
