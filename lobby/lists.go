package lobby

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"arcade/games"
	"arcade/lobby/names"
	"arcade/store"
)

// GameCount is how much goes on in one game.
type GameCount struct {
	// Open are the listed seats, one's own among them, Live the matches in play that
	// can be watched.
	Open, Live int
}

// with counts a table, or takes it off by -1.
func (n GameCount) with(s *Summary, by int) GameCount {
	switch {
	case s.Status == store.Live && s.Listed():
		n.Live += by
	case s.Status == store.Open && s.Listed():
		n.Open += by
	}
	return n
}

// lists are every table as it is at a moment: made once for all who ask until something
// changes, and but for moved never written to.
type lists struct {
	all   []*Summary // oldest first
	open  []*Summary // of these, the seats and meetings, and those that wait for a next round
	at    time.Time
	moved bool // moves were made since; the lobby's lock is held

	once   sync.Once
	counts map[string]GameCount
	live   []*Summary // public ones, most watched first, those of bots alone last
}

// count makes what only the screens ask for.
func (c *lists) count() {
	c.once.Do(func() {
		c.counts = map[string]GameCount{}
		for _, s := range c.all {
			c.counts[s.Game] = c.counts[s.Game].with(s, 1)
			if s.Status == store.Live && s.Listed() {
				c.live = append(c.live, s)
			}
		}
		slices.SortStableFunc(c.live, func(a, b *Summary) int {
			return cmp.Or(cmp.Compare(b2i(a.ByBots()), b2i(b.ByBots())), cmp.Compare(b.Watchers, a.Watchers))
		})
	})
}

// Counts are how much goes on, by game name. They are shared by all who ask, as the
// lists are: they must not be written to.
func (l *Lobby) Counts() map[string]GameCount {
	c := l.shared()
	c.count()
	return c.counts
}

// Home is what the first screen shows of the house and of the visitor's own matters.
type Home struct {
	// Counts are those of the lobby, without the visitor's own matches and open seats.
	Counts map[string]GameCount
	// Resume are live tables with the visitor's seat and people waiting or a clock running:
	// those not played over days, newest first.
	Resume []*Summary
	// Turn are tables played over days at which the visitor is to act, most urgent first;
	// Waiting those at which it is not.
	Turn, Waiting []*Summary
	// Seats are the visitor's own open seats, Invites the challenges to it.
	Seats, Invites []*Summary
	// Live are public live tables, most watched first, those of bots alone last.
	Live []*Summary
	// Unseen are finished matches whose result the visitor has still to be shown.
	Unseen []store.Match
}

// Home gathers it for the visitor.
func (v *Visit) Home() Home {
	l, me := v.l, v.Me()
	c := l.shared()
	c.count()
	h := Home{Counts: c.counts, Live: c.live}
	for _, s := range l.ownSummaries(me.ID) {
		mine := s.SeatOf(me.ID)
		switch s.Status {
		case store.Open:
			switch {
			case mine != games.Nobody:
				h.Seats = append(h.Seats, s)
			case s.Invited != "" && s.Invited == me.ID && !s.Meets:
				h.Invites = append(h.Invites, s)
			}
		case store.Live:
			switch {
			case mine == games.Nobody:
			case !s.Days:
				h.Resume = append(h.Resume, s)
			case s.ToAct == mine:
				h.Turn = append(h.Turn, s)
			default:
				h.Waiting = append(h.Waiting, s)
			}
		}
	}
	slices.Reverse(h.Resume)
	slices.SortStableFunc(h.Resume, func(a, b *Summary) int { // somebody waits there
		return cmp.Compare(b2i(b.People() > 1), b2i(a.People() > 1))
	})
	slices.SortStableFunc(h.Turn, func(a, b *Summary) int { return cmp.Compare(a.Deadline, b.Deadline) })
	if len(h.Resume)+len(h.Turn)+len(h.Waiting)+len(h.Seats) > 0 { // others have the lists as they are
		h.Live, h.Counts = slices.Clone(h.Live), maps.Clone(h.Counts)
		own := func(s *Summary) bool {
			mine := s.SeatOf(me.ID) != games.Nobody
			if mine {
				h.Counts[s.Game] = h.Counts[s.Game].with(s, -1)
			}
			return mine
		}
		h.Live = slices.DeleteFunc(h.Live, own)
		for _, s := range c.open {
			if s.Status == store.Open {
				own(s)
			}
		}
	}
	if !me.Guest {
		ids, err := l.cfg.Store.Unseen(me.ID)
		if err != nil {
			l.log.Error("unseen", "err", err)
		}
		for _, id := range ids {
			if rec, err := l.cfg.Store.Match(id); err == nil {
				h.Unseen = append(h.Unseen, l.Veiled(rec))
			}
		}
	}
	return h
}

// Invites lists the challenges to the visitor.
func (v *Visit) Invites() (list []*Summary) {
	me := v.Me()
	for _, s := range v.l.ownSummaries(me.ID) {
		if s.Status == store.Open && !s.Meets && s.Invited != "" && s.Invited == me.ID {
			list = append(list, s)
		}
	}
	return list
}

// Tables lists the public tables of a game ("" for all) that are open or live:
// open seats first, oldest first within each.
func (l *Lobby) Tables(game string) (list []*Summary) {
	for _, s := range l.summaries() {
		if s.Listed() && (game == "" || s.Game == game) && s.Status != store.Done {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b *Summary) int {
		return cmp.Compare(b2i(a.Status != store.Open), b2i(b.Status != store.Open))
	})
	return list
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Present is somebody who is here.
type Present struct {
	Person
	// Table is the public table the person looks at, "" in the lobby.
	Table string
}

// present is who was here at a moment.
type present struct {
	list []Present
	at   time.Time
}

// People lists who is here, by name; the visitor's own line is among them. The list is
// shared by all who ask: it must not be written to. The more people are here, the more
// ask, each time they are woken: the list is made anew no more often than that.
func (l *Lobby) People() []Present {
	tables := l.summaries()
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.present.at) < l.crowd(time.Millisecond, 3*time.Second) {
		return l.present.list
	}
	public := map[string]bool{}
	for _, s := range tables {
		public[s.ID] = s.Listed()
	}
	type entry struct {
		Present
		key string
	}
	entries := make([]entry, 0, len(l.visits)+len(l.far.visits))
	for _, v := range l.visits {
		e := entry{Present{Person: v.me}, names.Key(v.me.Name)}
		if public[v.at] {
			e.Table = v.at
		}
		entries = append(entries, e)
	}
	for id, v := range l.far.visits {
		if l.visits[id] == nil {
			e := entry{Present{Person: v.Person}, names.Key(v.Name)}
			if public[v.At] {
				e.Table = v.At
			}
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.ID, b.ID))
	})
	list := make([]Present, len(entries))
	for i, e := range entries {
		list[i] = e.Present
	}
	l.present = present{list, time.Now()}
	return list
}

// Visits is how many people are at this node: bots do not count.
func (l *Lobby) Visits() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.people
}

// Online is how many people are here, at whichever node: bots do not count.
func (l *Lobby) Online() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.people + l.far.people
}
