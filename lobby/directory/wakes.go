package directory

import (
	"time"

	"arcade/lobby/table"
	"arcade/store"
)

// Changes is a set of kinds of changes in the lists.
type Changes uint8

const (
	// Seats are the open seats, each in a list.
	Seats Changes = 1 << iota
	// Openings are the same for a screen that shows only their number. It is woken less often while seats
	// come and go.
	Openings
	// Moves are the progress of live tables and their spectators.
	Moves
	// Counts are the people here, and the beginning and end of matches.
	Counts
	// Deals are the facts known about deals.
	Deals
	// Arenas are pairings, points and places in arenas.
	Arenas
	// Own selects no lists: the visit is woken for its own seats and affairs alone.
	Own

	everything = Seats | Moves | Counts | Deals | Arenas
)

// Sight is the part of the lists that a visit shows.
type Sight struct {
	Changes Changes
	// Game is the game of Seats and Moves, "" for all.
	Game string
}

// And combines two sights.
func (s Sight) And(o Sight) Sight {
	const ofGame = Seats | Openings | Moves
	switch {
	case s.Changes&ofGame == 0:
		s.Game = o.Game
	case o.Changes&ofGame != 0 && s.Game != o.Game:
		s.Game = ""
	}
	s.Changes |= o.Changes
	return s
}

// overlaps reports whether a change in a game ("" for no particular game) concerns a viewer of s.
func (s Sight) overlaps(n Sight) bool {
	return s.Changes&n.Changes != 0 && (s.Game == "" || n.Game == "" || s.Game == n.Game)
}

// SetSight sets the sight of the visit besides the tables that it watches; the visit is woken when it
// changes. Call it before reading, so that no change is lost between. A visit without a call sees
// everything while it is at no table.
func (p *Presence) SetSight(s Sight) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	p.sight, p.sighted = s, true
}

// sees returns the sight of the visit; the lock is held.
func (p *Presence) sees() Sight {
	if !p.sighted && p.at == "" {
		return Sight{Changes: everything}
	}
	return p.sight
}

// The directory gathers changes before it wakes the visits that show them, and wakes a crowd one after
// the other, so that they do not all draw at once. A new seat is on every screen within a second, even
// with ten thousand viewers; the number of people may be late.
const (
	WakeDelay = 150 * time.Millisecond
	WakeStep  = 20 * time.Millisecond // visits in one step are woken at once
)

// pace says how to wake a crowd for some kinds of changes. The times are per person in the house.
type pace struct {
	changes Changes
	// each is the time from one woken visit to the next, all the longest time for all of them.
	each, all time.Duration
	// rest is the time from one round of waking to the next.
	rest, longest time.Duration
	// late changes wait for the rest even after a long time without changes.
	late bool
}

var paces = [...]pace{
	{changes: Seats | Arenas, each: 40 * time.Microsecond, all: 400 * time.Millisecond, rest: time.Millisecond, longest: 500 * time.Millisecond},
	{changes: Openings, each: 60 * time.Microsecond, all: 600 * time.Millisecond, rest: time.Millisecond, longest: 3 * time.Second},
	{changes: Moves | Counts | Deals, each: time.Millisecond, all: 10 * time.Second, rest: 4 * time.Millisecond, longest: 20 * time.Second, late: true},
}

// gathered has the changes of one pace that wait to be announced.
type gathered struct {
	changes map[Sight]bool // waiting to be announced
	again   time.Time      // when the next round may begin
}

// ListsChanged wakes the visits that show a changed list, later and together.
func (d *Directory) ListsChanged(n Sight) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.listsChanged(n)
}

// listsChanged is ListsChanged; the lock is held.
func (d *Directory) listsChanged(n Sight) {
	if d.tasks.Closing() {
		return
	}
	for i, p := range paces {
		n := Sight{n.Changes & p.changes, n.Game}
		t := &d.gathered[i]
		if n.Changes == 0 || t.changes[n] {
			continue
		}
		if t.changes == nil {
			t.changes = map[Sight]bool{}
		}
		if t.changes[n] = true; len(t.changes) > 1 {
			continue
		}
		wait := max(WakeDelay, time.Until(t.again))
		if p.late {
			wait = max(wait, d.crowd(p.rest, p.longest))
		}
		time.AfterFunc(wait, func() { d.wakeConcerned(i) })
	}
}

// crowd returns a time for each person here, but at most most; the lock is held.
func (d *Directory) crowd(each, most time.Duration) time.Duration {
	return min(time.Duration(len(d.visits))*each, most)
}

// wakeConcerned wakes the visits that the gathered changes of a pace concern.
func (d *Directory) wakeConcerned(i int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	t, p := &d.gathered[i], paces[i]
	changes := t.changes
	t.changes, t.again = nil, time.Now().Add(d.crowd(p.rest, p.longest))
	list := d.concerned(changes)
	steps := int(min(time.Duration(len(list))*p.each, p.all) / WakeStep)
	d.wakeSome(list, len(list)/max(steps, 1)+1)
}

// concerned returns the visits that show a changed list, and the visits that wait at their own seat. The
// lock is held.
func (d *Directory) concerned(changes map[Sight]bool) (list []*Presence) {
	waiting, seats := map[string]Sight{}, false
	for n := range changes {
		seats = seats || n.Changes&Seats != 0
	}
	waits := func(s *table.Summary) {
		if s != nil && s.Status == store.Open && s.Listed() {
			host := s.Host().ID
			waiting[host] = Sight{Seats, s.Game}.And(waiting[host])
		}
	}
	if seats {
		for _, t := range d.tables {
			waits(t.Listed())
		}
		for _, t := range d.far.tables {
			waits(t.Summary)
		}
	}
	for v := range d.all() {
		s := v.sees().And(waiting[v.ID])
		for n := range changes {
			if s.overlaps(n) {
				list = append(list, v)
				break
			}
		}
	}
	return list
}

// wakeSome wakes n visits of a list, and after a while the next. The list was made when the first were
// woken: a visit that came later has seen the change.
func (d *Directory) wakeSome(list []*Presence, n int) {
	for _, v := range list[:min(n, len(list))] {
		v.Poke()
	}
	if list = list[min(n, len(list)):]; len(list) > 0 && !d.tasks.Closing() {
		time.AfterFunc(WakeStep, func() { d.wakeSome(list, n) })
	}
}

// AnnounceTable announces a new summary of a table of this node. It wakes the table's people at once, except its
// watchers, who are woken anyway; the lists and other nodes follow. old is nil for a new table; gone
// means that the table has been taken from memory.
func (d *Directory) AnnounceTable(t Table, old, s *table.Summary, rec store.Match, gone bool, watchers map[*Presence]struct{}) {
	if d.nodes != nil && (!gone || s.Status == store.Done) {
		d.nodes.Show(TableRows+rec.ID, RowOf(s, rec))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.index(t, old, s, gone)
	d.announceTable(old, s, watchers)
}

// announceTable is AnnounceTable for any table, for the lists and people here; the lock is held.
func (d *Directory) announceTable(old, s *table.Summary, watchers map[*Presence]struct{}) {
	n := Sight{Changes: changesOf(s, old)}
	if n.Changes != Counts {
		n.Game = s.Game
	}
	d.ageLists(old, s, n.Changes)
	poke := func(id string) {
		for _, v := range d.windows(id) {
			if _, watches := watchers[v]; !watches && v.sees().Changes != 0 {
				v.Poke()
			}
		}
	}
	for _, list := range [...]*table.Summary{s, old} {
		if list == nil {
			continue
		}
		for _, i := range list.Seats {
			if i.Bot == "" && (list == s || s.SeatOf(i.ID) < 0) {
				poke(i.ID)
			}
		}
	}
	poke(s.Invited)
	d.listsChanged(n)
}

// changesOf returns the lists that change with a table's summary; old is nil for a new table.
func changesOf(s, old *table.Summary) Changes {
	was := old != nil && old.Status == store.Open && old.Listed()
	is := s.Status == store.Open && s.Listed()
	switch {
	case was != is, is && !s.SameSeat(old):
		return Seats | Openings
	case s.Status != store.Open && (old == nil || old.Status != s.Status || old.Listed() != s.Listed()):
		return Counts
	case s.Listed() && s.Status != store.Done:
		return Moves
	}
	return 0
}
