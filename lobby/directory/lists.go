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

// GameCount is how much goes on in one game.
type GameCount struct {
	// Open are the listed seats, one's own among them, Live the matches in play that
	// can be watched.
	Open, Live int
}

// With counts a table, or takes it off by -1.
func (n GameCount) With(s *table.Summary, by int) GameCount {
	switch {
	case s.Status == store.Live && s.Listed():
		n.Live += by
	case s.Status == store.Open && s.Listed():
		n.Open += by
	}
	return n
}

// Lists are every table, at whichever node, as it is at a moment: made once for all who ask
// until something changes. They must not be written to.
type Lists struct {
	// All are oldest first. Open are the open seats, the meetings, and the tables that wait for a
	// next round.
	All, Open []*table.Summary

	at    time.Time
	moved bool // moves were made since; the lock is held

	once   sync.Once
	counts map[string]GameCount
	live   []*table.Summary // public ones, most watched first, tables of bots alone last
}

// Counts are how much goes on, by game name.
func (c *Lists) Counts() map[string]GameCount { c.count(); return c.counts }

// Live are the public live tables, most watched first, tables of bots alone last.
func (c *Lists) Live() []*table.Summary { c.count(); return c.live }

// count makes what only the screens ask for.
func (c *Lists) count() {
	c.once.Do(func() {
		c.counts = map[string]GameCount{}
		for _, s := range c.All {
			c.counts[s.Game] = c.counts[s.Game].With(s, 1)
			if s.Status == store.Live && s.Listed() {
				c.live = append(c.live, s)
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

// ListsTime is how long the shared lists stay as they are where only moves were made:
// shorter than the time after which those are told who look at them.
const ListsTime = 100 * time.Millisecond

// stale drops the shared lists, or where only moves were made lets them grow old; the
// lock is held.
func (d *Directory) stale(old, s *table.Summary, n News) {
	if old == nil || old.Status != s.Status || n&^Moves != 0 || s.Status == store.Open || s.Waits || old.Waits {
		d.lists = nil
	} else if d.lists != nil {
		d.lists.moved = true
	}
}

// Stale drops the shared lists at once: they may show moves late, but not who is no more.
func (d *Directory) Stale() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lists = nil
}
