package pairing

import (
	"errors"
	"slices"
	"time"

	"arcade/lobby/arenas"
	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/store"
)

// RunArenas starts the arenas.
func (d *Desk) RunArenas() {
	d.ArenaMatch = d.arenas.Ended
	d.Tasks.Go(func() { d.arenas.Run(d.Tasks.Context()) })
	if d.Config.Nodes != nil {
		d.Tasks.Go(func() { d.Config.Nodes.Hold(d.Tasks.Context(), "arenas", d.arenas.Lead) })
	}
}

// arenaHouse adapts the lobby to the arenas.
type arenaHouse struct{ desk *Desk }

func (h arenaHouse) Here(id string) bool      { return h.desk.Directory.Here(id) }
func (h arenaHouse) Network(id string) string { return h.desk.Directory.NetworkOf(id) }
func (h arenaHouse) NewMatch() string         { return names.ID(8) }
func (h arenaHouse) Draining() bool           { return h.desk.Draining() }
func (h arenaHouse) Nudge(person string)      { h.desk.Nudge(person) }
func (h arenaHouse) Changed() {
	h.desk.Directory.ListsChanged(directory.Sight{Changes: directory.Arenas})
}

func (h arenaHouse) Rating(t arenas.Terms, id string) float64 {
	return h.desk.ratingIn(t.Game, t.Options, id)
}

func (h arenaHouse) Uncounted(game, a, b string) string {
	switch h.desk.Fair.Uncounted(game, a, "", b) {
	case ledger.OneNetwork:
		return arenas.OneNetwork
	case ledger.TooOften:
		return arenas.TooOften
	}
	return ""
}

func (h arenaHouse) Name(player string) string {
	p, err := h.desk.Config.Store.Player(h.desk.Tasks.Work(), player)
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) {
			h.desk.Log.Error("name of a player", "err", err)
		}
		return store.GoneName
	}
	return p.Name
}

// Begin begins a match of an arena, rated if both players have keys and the match would count.
func (h arenaHouse) Begin(t arenas.Terms, match, casual string, seats [2]arenas.Who) error {
	d := h.desk
	g, err := d.Config.Games.Game(t.Game)
	if err != nil {
		return err
	}
	rec := store.Match{
		ID: match, Game: t.Game, Rules: g.Info().Rules, Options: slices.Clone(t.Options), Seed: d.RandomSeed(), Seats: make([]store.Seat, 2), Control: t.Control,
		Rated: true, Created: clock.MS(), Winner: -1, Arena: t.ID,
	}
	for i, w := range seats {
		if w.Bot != "" {
			rec.Seats[i] = store.Seat{Bot: w.Bot, Name: w.Bot}
			rec.Rated = false
			continue
		}
		p := table.Person{ID: w.ID, Name: w.Name, Guest: w.Guest}
		if w.Guest {
			rec.Rated = false
		} else {
			player, err := d.Config.Store.Player(h.desk.Tasks.Work(), w.ID)
			if errors.Is(err, store.ErrNotFound) {
				return arenas.ErrGone
			} else if err != nil {
				return err
			}
			p.Name, p.Remote = player.Name, player.Bot
		}
		rec.Seats[i] = d.SeatFor(p, rec)
	}
	if rec.Rated && casual == arenas.OneNetwork { // a player may have left the house since the pairing
		rec.Casual, rec.Rated = ledger.OneNetwork, false
	} else {
		d.Fair.Terms(&rec, table.PersonIn(rec.Seats[0]).ID, table.PersonIn(rec.Seats[1]).ID)
	}
	if err := d.Thinking.Deal(&rec, nil, nil); err != nil {
		return err
	}
	if err := d.BeginMatch(rec); !errors.Is(err, store.ErrExists) {
		return err
	}
	return nil
}

// Arenas lists arenas: running and coming ones in order, then the arenas of the last weeks, latest first.
func (d *Desk) Arenas() (open, past []arenas.Terms, err error) { return d.arenas.List() }

// NextArena returns the running arena, or the next one of the coming days; false for none.
func (d *Desk) NextArena() (arenas.Terms, bool) { return d.arenas.Next() }

// Arena returns an arena's page, and a person's part in it; [store.ErrNotFound].
func (d *Desk) Arena(id, me string) (*arenas.Page, arenas.Mine, error) { return d.arenas.Of(id, me) }

// OpenArena announces an arena that begins after a while; [store.ErrExists].
func (d *Desk) OpenArena(p arenas.Plan, in time.Duration) (arenas.Terms, error) {
	return d.arenas.Open(p, in)
}

// CloseArena ends an arena before its time.
func (d *Desk) CloseArena(id string) error { return d.arenas.Close(id) }

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
	p, _, err := v.desk.arenas.Of(id, me.ID)
	if err != nil {
		return err
	}
	who.Rating = v.desk.ratingIn(p.Game, p.Options, me.ID)
	return v.desk.arenas.Join(id, who)
}

// mayArena returns the reason why the visitor cannot take part in arenas.
func (v *Visitor) mayArena() error {
	if err := v.MayMake(); err != nil {
		return err
	}
	if v.Me().Remote {
		return table.ErrUnasked
	}
	return v.MayPlay()
}

// LeaveArena pauses the visitor, who may join again.
func (v *Visitor) LeaveArena(id string) error {
	if err := v.Over(); err != nil {
		return err
	}
	return v.desk.arenas.Leave(id, v.Me().ID)
}

// SitInArena takes the visitor's seat in the paired match.
func (v *Visitor) SitInArena(id string) error {
	return v.AsActive(func() error {
		if err := v.mayArena(); err != nil {
			return err
		}
		return v.desk.arenas.Sit(id, v.Me().ID)
	})
}

// ArenaPerson returns a person in an arena that is not over, by the id there.
func (d *Desk) ArenaPerson(id string) table.Person {
	who, _ := d.arenas.Player(id)
	p := table.Person{ID: id, Name: who.Name, Guest: who.Guest, Bot: who.Bot}
	if who.Bot == "" && !who.Guest {
		p.Name = arenaHouse{d}.Name(id)
	}
	return p
}

// TableSummary returns a table as the lists show it, nil for none.
func (d *Desk) TableSummary(id string) *table.Summary { return d.Directory.Summary(id) }
