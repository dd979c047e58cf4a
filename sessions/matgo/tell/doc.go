// Package tell puts a ply into words and into moments: what is shown one after the other, which
// cards are under way, what is called out.
package tell
