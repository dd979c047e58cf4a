// Package load opens many real SSH sessions on a server, leaves them idle or lets
// them press keys, and measures what that costs: the time from a key to the frame
// that answers it, bytes, and the memory and processor time of the server's process.
//
// It knows nothing of the arcade but what a player types (play.go) and one of its
// counts (metrics.go), and measures any SSH server that shows screens.
// docs/capacity.md has the definitions.
package load
