package config

import "time"

// Actor is who played an action.
type Actor uint8

// Who plays: a person, a bot of ours, or the table for a seat that had no choice
// or no time left.
const (
	ByPerson Actor = iota
	ByBot
	ByTable
)

// String is "person", "bot" or "table".
func (a Actor) String() string { return [...]string{"person", "bot", "table"}[a] }

// Observer receives what an operator counts. It is called while a table is locked:
// it must be quick and must not ask the lobby anything.
type Observer interface {
	// Acted receives each action of a game that has become durable, and how long
	// that took from the moment at which the lobby was asked to play it.
	Acted(game string, by Actor, took time.Duration)
}

// Acted tells the observer, if there is one.
func (c *Config) Acted(game string, by Actor, since time.Time) {
	if c.Observer != nil {
		c.Observer.Acted(game, by, time.Since(since))
	}
}
