//go:build !amd64

package net

func add(s, row *Sum)  { slowAdd(s, row) }
func take(s, row *Sum) { slowTake(s, row) }

func second(sum *Sum, w *[Hidden][Second]float32, out *[Second]float32) { slowSecond(sum, w, out) }

func back(sum *Sum, w *[Hidden][Second]float32, to *[Second]float32, first *Sum) {
	slowBack(sum, w, to, first)
}
