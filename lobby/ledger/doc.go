// Package ledger says what a record of the store means: the match that its log folds to,
// and what the end of one changes in ratings, tallies, statistics and boards. The
// tables of the lobby and the check of a whole store settle by the same code, each on a
// past of its own. It knows no table, no visitor and no clock.
package ledger
