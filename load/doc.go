// Package load opens many real SSH sessions on a server, leaves them idle or lets them press keys, and
// measures the cost: the time from a key to the frame that answers it, bytes, and the memory and
// processor time of the server's process.
//
// It knows only the keys of an arcade's players (play.go) and one of the arcade's counters (metrics.go),
// and measures any SSH server that shows screens. docs/capacity.md has the definitions.
package load
