package net

//go:noescape
func add(s, row *Sum)

//go:noescape
func take(s, row *Sum)

//go:noescape
func second(sum *Sum, w *[Hidden][Second]float32, out *[Second]float32)

//go:noescape
func back(sum *Sum, w *[Hidden][Second]float32, to *[Second]float32, first *Sum)
