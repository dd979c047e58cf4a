// Package rng is the arcade's seeded generator.
package rng

// Source is a seeded generator.
type Source struct{ s [4]uint64 }
