// Package results is the end of a round: the sheet with its settlement, how a row of a board reads,
// and a player's statistics.
package results
