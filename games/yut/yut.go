// Package yut is Yut on the run (윷판 달리기), the game for one of four pieces on
// the yut board, with sticks to swap and relics to win: its rules, its content,
// simulation and bots. docs/rules/yut.md is the same in words.
package yut

// Name is the game's name in the registry.
const Name = "yut"

const (
	// Pieces is how many pieces a run has.
	Pieces = 4
	// Slots is how many sticks are thrown.
	Slots = 4
)
