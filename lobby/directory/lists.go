package directory

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"arcade/lobby/table"
	"arcade/store"
)

// GameCount counts the open seats and the matches of one game.
type GameCount struct {
	// Open counts the listed seats, including the viewer's own, Live the matches in play that can be
	// watched.
	Open, Live int
}

// With adds a table, or removes it with -1.
func (n GameCount) With(s *table.Summary, by int) GameCount {
	switch {
	case s.Status == store.Live && s.Listed():
		n.Live += by
	case s.Status == store.Open && s.Listed():
		n.Open += by
	}
	return n
}

// Lists has all tables of all nodes at one moment. All callers share it until something changes, and must
// not change it.
type Lists struct {
	// All is sorted by age, oldest first. Open has the open seats, the meetings, and the tables that wait
	// for a next round.
	All, Open []*table.Summary

	at    time.Time
	moved bool // moves were made since; guarded by the directory's lock

	once   sync.Once
	counts map[string]GameCount
	seats  map[string][]*table.Summary // by game: open seats and meetings, oldest first
	live   []*table.Summary            // public ones, most watched first, tables of bots alone last
}

// Counts returns the counts by game name.
func (c *Lists) Counts() map[string]GameCount { c.count(); return c.counts }

// Live returns the public live tables, most watched first, tables of bots alone last.
func (c *Lists) Live() []*table.Summary { c.count(); return c.live }

// Seats returns the open seats and the meetings of one game, oldest first.
func (c *Lists) Seats(game string) []*table.Summary { c.count(); return c.seats[game] }

// count makes the counts and the lists by game, for the first caller that needs them.
func (c *Lists) count() {
	c.once.Do(func() {
		c.counts, c.seats = map[string]GameCount{}, map[string][]*table.Summary{}
		for _, s := range c.All {
			c.counts[s.Game] = c.counts[s.Game].With(s, 1)
			if s.Status == store.Live && s.Listed() {
				c.live = append(c.live, s)
			}
			if s.Status == store.Open {
				c.seats[s.Game] = append(c.seats[s.Game], s)
			}
		}
		slices.SortStableFunc(c.live, func(a, b *table.Summary) int {
			return cmp.Or(table.FalseFirst(a.ByBots(), b.ByBots()), cmp.Compare(b.Watchers, a.Watchers))
		})
	})
}

// Lists returns the lists that all callers share.
func (d *Directory) Lists() *Lists {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c := d.lists; c != nil && (!c.moved || time.Since(c.at) < ListsTime) {
		return c
	}
	if d.byAge == nil {
		d.byAge = slices.SortedFunc(maps.Values(d.tables), byAge)
	}
	list := make([]*table.Summary, 0, len(d.byAge))
	for _, t := range d.byAge { // a table changes with each move, its place here never
		if s := t.Listed(); s != nil {
			list = append(list, s)
		}
	}
	if far := d.farSummaries(d.far.byAge); len(far) > 0 {
		list = append(list, far...)
		slices.SortFunc(list, table.ByAge)
	}
	d.lists = &Lists{All: list, at: time.Now()}
	for _, s := range list {
		if s.Status == store.Open || s.Waits {
			d.lists.Open = append(d.lists.Open, s)
		}
	}
	return d.lists
}

// ListsTime is the age up to which the shared lists stay after changes that are only moves. It is shorter
// than the time until their viewers are woken.
const ListsTime = 100 * time.Millisecond

// ageLists drops the shared lists, or lets them age if only moves were made; the lock is held.
func (d *Directory) ageLists(old, s *table.Summary, n Changes) {
	if old == nil || old.Status != s.Status || n&^Moves != 0 || s.Status == store.Open || s.Waits || old.Waits {
		d.lists = nil
	} else if d.lists != nil {
		d.lists.moved = true
	}
}

// DropLists drops the shared lists at once. They may show old moves, but never people who have left.
func (d *Directory) DropLists() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lists = nil
}
