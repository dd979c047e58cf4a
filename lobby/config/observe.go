package config

import "time"

// Actor is the player of an action.
type Actor uint8

// The actors: a person, a bot of the house, or the table for a seat without a choice or without time.
const (
	ByPerson Actor = iota
	ByBot
	ByTable
)

// String returns "person", "bot" or "table".
func (a Actor) String() string { return [...]string{"person", "bot", "table"}[a] }

// Observer receives events for an operator's counts. It is called while a table is locked, so it must be
// quick and must not call the lobby.
type Observer interface {
	// Acted receives each action of a game that has become durable, and the time since the lobby was asked
	// to play it.
	Acted(game string, by Actor, took time.Duration)
}

// Acted tells the observer, if there is one.
func (c *Config) Acted(game string, by Actor, since time.Time) {
	if c.Observer != nil {
		c.Observer.Acted(game, by, time.Since(since))
	}
}
