package lobby

import "arcade/lobby/directory"

// Names for the state of the house, for packages that import only the lobby.
type (
	News       = directory.News
	Sight      = directory.Sight
	GameCount  = directory.GameCount
	Present    = directory.Present
	NoticeKind = directory.NoticeKind
)

// The kinds of news and of notices: see the directory.
const (
	Seats     = directory.Seats
	Openings  = directory.Openings
	Moves     = directory.Moves
	Counts    = directory.Counts
	Deals     = directory.Deals
	Arenas    = directory.Arenas
	Announced = directory.Announced
	Renamed   = directory.Renamed
	TableShut = directory.TableShut
)

// People lists who is here, by name; the visitor's own line is among them. The list is
// shared by all who ask: it must not be written to.
func (l *Lobby) People() []Present { return l.dir.People() }

// Visits is how many people are at this node: bots do not count.
func (l *Lobby) Visits() int { return l.dir.Visits() }

// Online is how many people are here, at whichever node: bots do not count.
func (l *Lobby) Online() int { return l.dir.Online() }

// Here reports whether a person has a visit, at whichever node.
func (l *Lobby) Here(person string) bool { return l.dir.Here(person) }

// Visitors lists who is here, longest first.
func (l *Lobby) Visitors() []Visitor { return l.dir.Visitors() }
