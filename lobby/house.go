package lobby

import "arcade/lobby/directory"

// Names for the state of the house, for packages that import only the lobby.
type (
	Changes    = directory.Changes
	Sight      = directory.Sight
	GameCount  = directory.GameCount
	Present    = directory.Present
	NoticeKind = directory.NoticeKind
)

// The kinds of changes and of notices: see the directory.
const (
	Seats     = directory.Seats
	Openings  = directory.Openings
	Moves     = directory.Moves
	Counts    = directory.Counts
	Deals     = directory.Deals
	Arenas    = directory.Arenas
	Own       = directory.Own
	Announced = directory.Announced
	Renamed   = directory.Renamed
	TableShut = directory.TableShut
)

// People lists everybody in the house by name, the visitor too. Callers share the list and must not
// change it.
func (l *Lobby) People() []Present { return l.dir.People() }

// Live lists the public tables in play. The caller must not change it.
func (l *Lobby) Live() []*Summary { return l.dir.Lists().Live() }

// Visits counts the people on this node, without bots.
func (l *Lobby) Visits() int { return l.dir.Visits() }

// Online counts the people on all nodes, without bots.
func (l *Lobby) Online() int { return l.dir.Online() }

// Here reports whether a person has a visit on any node.
func (l *Lobby) Here(person string) bool { return l.dir.Here(person) }

// Visitors lists everybody in the house, longest visit first.
func (l *Lobby) Visitors() []Visitor { return l.dir.Visitors() }
