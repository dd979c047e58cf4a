// Package round reads a round for the table, the sheet at its end and the statistics: its points, its gold,
// and its players.
package round
