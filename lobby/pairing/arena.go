package pairing

import (
	"errors"
	"time"

	"arcade/lobby/arenas"
	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// RunArenas starts the arenas.
func (l *Desk) RunArenas() {
	l.ArenaMatch = l.arenas.Ended
	l.tasks.Go(func() { l.arenas.Run(l.tasks.Context()) })
	if l.cfg.Nodes != nil {
		l.tasks.Go(func() { l.cfg.Nodes.Hold(l.tasks.Context(), "arenas", l.arenas.Lead) })
	}
}

// arenaHouse adapts the lobby to the arenas.
type arenaHouse struct{ l *Desk }

func (h arenaHouse) Here(id string) bool      { return h.l.dir.Here(id) }
func (h arenaHouse) Network(id string) string { return h.l.dir.NetworkOf(id) }
func (h arenaHouse) NewMatch() string         { return names.ID(8) }
func (h arenaHouse) Draining() bool           { return h.l.Draining() }
func (h arenaHouse) Nudge(person string)      { h.l.Nudge(person) }
func (h arenaHouse) Changed()                 { h.l.dir.Touch(directory.Sight{Changes: directory.Arenas}) }

func (h arenaHouse) Rating(game, id string) float64 {
	return h.l.Rating(h.l.tasks.Work(), game, id).Rating.Rating
}

func (h arenaHouse) Uncounted(game, a, b string) string {
	switch h.l.fair.Uncounted(game, a, "", b) {
	case ledger.OneNetwork:
		return arenas.OneNetwork
	case ledger.TooOften:
		return arenas.TooOften
	}
	return ""
}

func (h arenaHouse) Name(player string) string {
	p, err := h.l.cfg.Store.Player(h.l.tasks.Work(), player)
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) {
			h.l.log.Error("name of a player", "err", err)
		}
		return store.GoneName
	}
	return p.Name
}

// Begin begins a match of an arena, rated if both players have keys and the match would count.
func (h arenaHouse) Begin(t arenas.Terms, match, casual string, seats [2]arenas.Who) error {
	l := h.l
	g, err := l.cfg.Games.Game(t.Game)
	if err != nil {
		return err
	}
	rec := store.Match{
		ID: match, Game: t.Game, Rules: g.Info().Rules, Seed: l.RandomSeed(), Seats: make([]store.Seat, 2), Control: t.Control,
		Rated: true, Created: clock.MS(), Winner: -1, Arena: t.ID,
	}
	for i, w := range seats {
		if w.Bot != "" {
			rec.Seats[i] = store.Seat{Bot: w.Bot, Name: w.Bot}
			rec.Rated = false
			continue
		}
		p := room.Person{ID: w.ID, Name: w.Name, Guest: w.Guest}
		if w.Guest {
			rec.Rated = false
		} else {
			player, err := l.cfg.Store.Player(h.l.tasks.Work(), w.ID)
			if errors.Is(err, store.ErrNotFound) {
				return arenas.ErrGone
			} else if err != nil {
				return err
			}
			p.Name, p.Remote = player.Name, player.Bot
		}
		rec.Seats[i] = l.SeatFor(p, rec)
	}
	if rec.Rated && casual == arenas.OneNetwork { // a player may have left the house since the pairing
		rec.Casual, rec.Rated = ledger.OneNetwork, false
	} else {
		l.fair.Terms(&rec, table.PersonIn(rec.Seats[0]).ID, table.PersonIn(rec.Seats[1]).ID)
	}
	if err := l.thinking.Deal(&rec, nil, nil); err != nil {
		return err
	}
	if err := l.Begins(rec); !errors.Is(err, store.ErrExists) {
		return err
	}
	return nil
}

// Arenas lists arenas: running and coming ones in order, then the arenas of the last weeks, latest first.
func (l *Desk) Arenas() (open, past []arenas.Terms, err error) { return l.arenas.List() }

// NextArena returns the running arena, or the next one of the coming days; false for none.
func (l *Desk) NextArena() (arenas.Terms, bool) { return l.arenas.Next() }

// Arena returns an arena's page, and a person's part in it; [store.ErrNotFound].
func (l *Desk) Arena(id, me string) (*arenas.Page, arenas.Mine, error) { return l.arenas.Of(id, me) }

// OpenArena announces an arena that begins after a while; [store.ErrExists].
func (l *Desk) OpenArena(p arenas.Plan, in time.Duration) (arenas.Terms, error) {
	return l.arenas.Open(p, in)
}

// CloseArena ends an arena before its time.
func (l *Desk) CloseArena(id string) error { return l.arenas.Close(id) }

// JoinArena lets the visitor take part in an arena.
func (v *Visitor) JoinArena(id string) error {
	if err := v.mayArena(); err != nil {
		return err
	}
	me := v.Me()
	who := arenas.Who{ID: me.ID, Guest: me.Guest}
	if me.Guest {
		who.Name = me.Name
	}
	p, _, err := v.l.arenas.Of(id, me.ID)
	if err != nil {
		return err
	}
	who.Rating = v.l.Rating(v.l.tasks.Work(), p.Game, me.ID).Rating.Rating
	return v.l.arenas.Join(id, who)
}

// mayArena returns the reason why the visitor cannot take part in arenas.
func (v *Visitor) mayArena() error {
	if err := v.MayMake(); err != nil {
		return err
	}
	if v.Me().Remote {
		return ErrUnasked
	}
	return v.MayPlay()
}

// LeaveArena pauses the visitor, who may join again.
func (v *Visitor) LeaveArena(id string) error {
	if err := v.Over(); err != nil {
		return err
	}
	return v.l.arenas.Leave(id, v.Me().ID)
}

// SitInArena takes the visitor's seat in the paired match.
func (v *Visitor) SitInArena(id string) error {
	return v.Sits(func() error {
		if err := v.mayArena(); err != nil {
			return err
		}
		return v.l.arenas.Sit(id, v.Me().ID)
	})
}

// ArenaPerson returns a person in an arena that is not over, by the id there.
func (l *Desk) ArenaPerson(id string) Person {
	who, _ := l.arenas.Player(id)
	p := Person{ID: id, Name: who.Name, Guest: who.Guest, Bot: who.Bot}
	if who.Bot == "" && !who.Guest {
		p.Name = arenaHouse{l}.Name(id)
	}
	return p
}

// TableSummary returns a table as the lists show it, nil for none.
func (l *Desk) TableSummary(id string) *Summary { return l.dir.Summary(id) }
