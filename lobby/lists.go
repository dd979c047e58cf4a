package lobby

import (
	"cmp"
	"maps"
	"slices"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/store"
)

// Counts returns the open seats and live matches by game. Callers share the map, like the lists, and must
// not change it.
func (l *Lobby) Counts() map[string]directory.GameCount {
	return l.dir.Lists().Counts()
}

// Home is the content of the first screen.
type Home struct {
	// Counts are the lobby's counts, without the visitor's own matches and open seats.
	Counts map[string]directory.GameCount
	// Resume are live tables with the visitor's seat and people waiting or a clock running:
	// those not played over days, newest first.
	Resume []*table.Summary
	// Turn are tables played over days at which the visitor is to act, most urgent first;
	// Waiting those at which it is not.
	Turn, Waiting []*table.Summary
	// Seats are the visitor's own open seats, Invites the challenges to it.
	Seats, Invites []*table.Summary
	// Live are public live tables, most watched first, tables of bots alone last.
	Live []*table.Summary
	// Unseen are finished matches whose result the visitor has still to be shown.
	Unseen []store.Match
}

// Home collects it for the visitor.
func (v *Visit) Home() Home {
	l, me := v.l, v.Me()
	c := l.dir.Lists()
	h := Home{Counts: c.Counts(), Live: c.Live()}
	for _, s := range l.dir.SummariesOf(me.ID) {
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
	slices.SortStableFunc(h.Resume, func(a, b *table.Summary) int { // people are waiting there
		return table.FalseFirst(b.People() > 1, a.People() > 1)
	})
	slices.SortStableFunc(h.Turn, func(a, b *table.Summary) int { return cmp.Compare(a.Deadline, b.Deadline) })
	if len(h.Resume)+len(h.Turn)+len(h.Waiting)+len(h.Seats) > 0 { // other visitors share the lists
		h.Live, h.Counts = slices.Clone(h.Live), maps.Clone(h.Counts)
		own := func(s *table.Summary) bool {
			mine := s.SeatOf(me.ID) != games.Nobody
			if mine {
				h.Counts[s.Game] = h.Counts[s.Game].With(s, -1)
			}
			return mine
		}
		h.Live = slices.DeleteFunc(h.Live, own)
		for _, s := range c.Open {
			if s.Status == store.Open {
				own(s)
			}
		}
	}
	if !me.Guest {
		ids, err := l.cfg.Store.Unseen(v.l.tasks.Work(), me.ID)
		if err != nil {
			l.log.Error("unseen", "err", err)
		}
		for _, id := range ids {
			if rec, err := l.cfg.Store.Match(v.l.tasks.Work(), id); err == nil {
				h.Unseen = append(h.Unseen, l.Veiled(rec))
			}
		}
	}
	return h
}

// PublicTables lists the public tables of a game ("" for all) that are open or live:
// open seats first, oldest first within each.
func (l *Lobby) PublicTables(game string) (list []*table.Summary) {
	for _, s := range l.dir.Lists().All {
		if s.Listed() && (game == "" || s.Game == game) && s.Status != store.Done {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b *table.Summary) int {
		return table.FalseFirst(a.Status != store.Open, b.Status != store.Open)
	})
	return list
}
