// Package tell puts a ply into words and into moments: what is shown one after the other, the moving cards,
// and the calls.
package tell
