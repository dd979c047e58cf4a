//go:build race

package screentest

// Raced tells that the race detector is on: what only looks at layouts, many
// times over, has nothing for it to find and would take minutes.
const Raced = true
