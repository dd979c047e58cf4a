package matgo

import "arcade/games"

// Internals for the tests outside this package.

type RoundFacts = roundFacts

var (
	OfKind   = ofKind
	Worth3   = worth3
	Verbs    = verbs
	Versions = versions
)

func (s *State) ForgetOpening() { s.opening = opening{} }

// Settle returns the events of a capture.
func (s *State) Settle(c Card, flip bool, take Set, matches int, chosen bool) []games.Event {
	rec := &recorder{}
	s.settle(c, flip, take, matches, chosen, rec)
	return rec.events
}
