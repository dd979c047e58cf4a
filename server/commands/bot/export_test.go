package bot

// What the tests know of the inside: they use the other commands too, which import this package.
const (
	Pulse    = botPulse
	Patience = botPatience
	Burst    = botBurst
	Rate     = botRate
	Rematch  = botRematch
	Ready    = botReady
)

// ParseRequest reads a line.
var ParseRequest = parseBotRequest
