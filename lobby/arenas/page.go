package arenas

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"arcade/lobby/clock"
)

// Phase says whether an arena is still to come, runs or is over.
type Phase string

// The phases of an arena.
const (
	Soon Phase = "soon"
	Live Phase = "live"
	Over Phase = "over"
)

// Page is an arena's public state at one time. It is never changed.
type Page struct {
	ID   string `json:"id"`
	Game string `json:"game"`
	// Options choose between the game's rules, nil for the usual ones.
	Options json.RawMessage `json:"options,omitempty"`
	Control string          `json:"control"`
	Phase   Phase           `json:"phase"`
	Start   int64           `json:"start"`
	End     int64           `json:"end"`
	Now     int64           `json:"now"`
	Plan    string          `json:"plan,omitempty"`
	Bots    bool            `json:"bots,omitempty"`
	// Players counts the people who take part now. Played counts the matches that scored.
	Players int     `json:"players"`
	Played  int     `json:"played"`
	Rows    []Row   `json:"rows"`
	Tables  []Table `json:"tables"`
}

// Row is a player's row in the standings.
type Row struct {
	Place  int     `json:"place"`
	ID     string  `json:"id"`
	Name   string  `json:"name"`
	Bot    string  `json:"bot,omitempty"`
	Guest  bool    `json:"guest,omitempty"`
	Rating float64 `json:"rating,omitempty"`
	Points int     `json:"points"`
	// Games are the points of each match, in order.
	Games []int `json:"games"`
	// Streak is the player's present number of wins in a row.
	Streak  int  `json:"streak,omitempty"`
	In      bool `json:"in"`
	Playing bool `json:"playing,omitempty"`
}

// Table is a match in play.
type Table struct {
	Match string    `json:"match"`
	Seats [2]string `json:"seats"` // IDs
	Place int       `json:"-"`     // the better player's
}

// Mine is a person's part in an arena.
type Mine struct {
	In, Known bool
	// Match is the match that is paired or in play. Live says that it has begun.
	Match    string
	Live     bool
	Sat      bool
	Seat     int
	Opponent string
	Casual   string
	Until    int64
	Since    int64 // start of the person's wait
}

// Of returns an arena's page, and one person's part in it. It fails with [store.ErrNotFound].
func (s *Service) Of(id, me string) (*Page, Mine, error) {
	o, err := s.of(id)
	if err != nil {
		return nil, Mine{}, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	now := clock.MS()
	if p := o.page; p == nil || o.shown != o.state.Len || p.Phase != phase(o.state, now) || now-p.Now > nameTime {
		o.page, o.shown = s.page(o, now), o.state.Len
	}
	p := *o.page
	p.Now = now
	return &p, mine(o.state, me), nil
}

// nameTime is the age, in ms, at which a shown name, or a page without changes, is read again.
const nameTime = 60_000

// phase returns the phase of an arena at time now.
func phase(st *State, now int64) Phase {
	switch {
	case st.Closed || now >= st.Terms.End:
		return Over
	case now < st.Terms.Start:
		return Soon
	}
	return Live
}

// nameOf returns a player's name. The caller holds the lock.
func (s *Service) nameOf(o *liveArena, id string, now int64) string {
	n, known := o.names[id]
	if !known || now-n.at > nameTime {
		if o.names == nil {
			o.names = map[string]name{}
		}
		n = name{s.House.Name(id), now}
		o.names[id] = n
	}
	return n.text
}

// page returns the page of an arena. The caller holds its lock.
func (s *Service) page(o *liveArena, now int64) *Page {
	st := o.state
	t := st.Terms
	p := &Page{
		ID: t.ID, Game: t.Game, Options: t.Options, Control: t.Control, Start: t.Start, End: t.End, Now: now, Plan: t.Plan, Bots: len(t.Bots) > 0,
		Played: st.Done, Phase: phase(st, now), Rows: []Row{}, Tables: []Table{},
	}
	if p.Phase != Over {
		p.Players = st.Active()
	}
	places := map[string]int{}
	for i, q := range st.Ranked() {
		places[q.ID] = i + 1
		r := Row{
			Place: i + 1, ID: q.ID, Name: q.Name, Bot: q.Bot, Guest: q.Guest, Rating: q.Rating, Points: q.Points,
			Games: slices.Clone(q.Marks), Streak: q.Row, In: q.In, Playing: q.Match != "",
		}
		if r.Games == nil {
			r.Games = []int{}
		}
		if q.Bot == "" && !q.Guest {
			r.Name = s.nameOf(o, q.ID, now)
		}
		p.Rows = append(p.Rows, r)
	}
	if p.Phase == Live {
		for _, g := range st.Live() {
			p.Tables = append(p.Tables, Table{g.Match, g.Seats, min(places[g.Seats[0]], places[g.Seats[1]])})
		}
		slices.SortStableFunc(p.Tables, func(a, b Table) int { return a.Place - b.Place })
	}
	return p
}

// mine returns a person's part. The caller holds the state's lock.
func mine(st *State, me string) Mine {
	q := st.Players[me]
	if q == nil {
		return Mine{}
	}
	m := Mine{In: q.In, Known: true, Since: q.Free}
	if g := st.Games[q.Match]; g != nil {
		m.Match, m.Live, m.Seat, m.Casual, m.Until = g.Match, g.Live, g.SeatOf(me), g.Casual, g.Until()
		m.Sat, m.Opponent = g.Sat[m.Seat], g.Seats[1-m.Seat]
	}
	return m
}

// Paired returns the arena in which a person should sit down at a match, and the pairing. found is false
// if there is none.
func (s *Service) Paired(me string) (t Terms, m Mine, found bool) {
	s.mu.Lock()
	ones := slices.Collect(maps.Values(s.known))
	s.mu.Unlock()
	for _, o := range ones {
		o.read(func(st *State) bool {
			if q := st.Players[me]; q != nil && q.Match != "" && !st.Closed {
				if mine := mine(st, me); !mine.Live && !mine.Sat {
					t, m, found = st.Terms, mine, true
				}
			}
			return true
		})
	}
	return t, m, found
}

// Player returns a person's data in an open arena.
func (s *Service) Player(id string) (who Who, found bool) {
	s.mu.Lock()
	ones := slices.Collect(maps.Values(s.known))
	s.mu.Unlock()
	for _, o := range ones {
		o.read(func(st *State) bool {
			if q := st.Players[id]; q != nil && !st.Closed {
				who, found = q.Who, true
			}
			return true
		})
	}
	return who, found
}

// Row returns the row of a player, nil if it has none.
func (pg *Page) Row(id string) *Row {
	for i := range pg.Rows {
		if pg.Rows[i].ID == id {
			return &pg.Rows[i]
		}
	}
	return nil
}

// Next returns the arena that runs or is the next to start; found is false if there is none.
func (s *Service) Next() (t Terms, found bool) {
	now := clock.MS()
	list, err := s.open(now)
	if err != nil {
		s.Log.Error("arenas", "err", err)
	}
	for _, t := range list {
		if now < t.End && t.Start-now < Ahead.Milliseconds() {
			return t, true
		}
	}
	return t, false
}

// List returns in open the running and coming arenas, and in past the arenas of the last weeks, latest
// first. It leaves out arenas whose terms are damaged, which "arcade check" finds.
func (s *Service) List() (open, past []Terms, err error) {
	now := clock.MS()
	all, err := List(s.Context, s.Store, now-behind.Milliseconds(), listMost)
	if err != nil && !errors.Is(err, ErrBadTerms) {
		return nil, nil, err
	}
	for _, t := range all {
		closed := now >= t.End
		if o, err := s.of(t.ID); err == nil && !closed {
			closed = o.read(func(st *State) bool { return st.Closed })
		}
		if closed {
			past = append(past, t)
		} else {
			open = append(open, t)
		}
	}
	slices.Reverse(past)
	return open, past, nil
}
