//go:build !race

package screentest

const Raced = false
