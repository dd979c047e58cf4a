// Package round is what the table, the sheet at its end and the statistics read of a round: its
// points, its gold, and who sits there.
package round
