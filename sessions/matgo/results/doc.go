// Package results has the end of a round: the sheet with its settlement, the words of a board's row, and a
// player's statistics.
package results
