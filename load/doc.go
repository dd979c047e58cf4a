// Package load opens many real SSH sessions on a server, leaves them idle or makes them press keys, and
// measures the cost: the time from a key to the frame that answers it, bytes, and the memory and
// processor time of the server's process.
//
// It depends only on the keys of an arcade's players (play.go) and on one of the arcade's counters
// (metrics.go). It measures any SSH server that shows screens. docs/capacity.md has the definitions.
package load
