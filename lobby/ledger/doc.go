// Package ledger interprets the store's records: it folds a match's log, and computes the changes of
// ratings, tallies, statistics and boards at the end of a match. The lobby's tables and the check of a
// whole store use this code, each with its own past. Package ledger knows no tables, no visitors and no
// clock.
package ledger
