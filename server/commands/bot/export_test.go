package bot

// Internals for the tests, which use the other commands too. Those import this package.
const (
	Pulse    = botPulse
	Patience = botPatience
	Burst    = botBurst
	Rate     = botRate
	Rematch  = botRematch
	Ready    = botReady
)

// ParseRequest parses a line.
var ParseRequest = parseBotRequest
