// Package ledger says what a record of the store means: the match that its log folds to, and what the end
// of a match changes in ratings, tallies, statistics and boards. The lobby's tables and the check of a
// whole store use this code, each with its own past. Package ledger knows no tables, no visitors and no
// clock.
package ledger
