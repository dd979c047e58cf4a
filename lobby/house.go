package lobby

import (
	"arcade/lobby/directory"
	"arcade/lobby/table"
)

// People lists everybody in the house by name, the visitor too. Callers share the list and must not
// change it.
func (l *Lobby) People() []directory.Present { return l.dir.People() }

// Live lists the public tables in play. The caller must not change it.
func (l *Lobby) Live() []*table.Summary { return l.dir.Lists().Live() }

// Visits counts the people on this node, without bots.
func (l *Lobby) Visits() int { return l.dir.Visits() }

// Online counts the people on all nodes, without bots.
func (l *Lobby) Online() int { return l.dir.Online() }

// Here reports whether a person has a visit on any node.
func (l *Lobby) Here(person string) bool { return l.dir.Here(person) }

// Visitors lists everybody in the house, longest visit first.
func (l *Lobby) Visitors() []directory.Visitor { return l.dir.Visitors() }
