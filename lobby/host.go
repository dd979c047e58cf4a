package lobby

import (
	"context"
	"errors"
	"slices"

	"arcade/games"
	"arcade/lobby/account"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// host is the lobby as the packages below ask it: [account.House], [analysis.House], [deals.House],
// [directory.House] and [puzzles.House].
type host struct{ l *Lobby }

func (h host) Secret(game, seed string) bool {
	g, err := h.l.cfg.Games.Game(game)
	if err != nil || seed == "" {
		return false
	}
	today, err := ledger.DaySeed(h.l.secret, g, h.l.Today(), nil) // a deal has no variants
	return err == nil && seed == today || slices.ContainsFunc(h.l.dir.Lists().All, func(s *table.Summary) bool {
		return s.Status == store.Live && s.Game == game && !s.Seeded && len(s.Seats) == 1 && s.Seed == seed
	}) || h.l.runs.InPlay(game, seed)
}

func (h host) NewSeed(g games.Seeder) string { return g.RandomSeed(h.l.Random()) }

func (h host) NoteMatch(match string, write func() error) error {
	defer h.l.HoldDeletions()()
	if _, err := h.l.cfg.Store.Match(h.l.tasks.Work(), match); errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	return write()
}

func (h host) NotePlayer(player string, write func() error) error {
	defer h.l.HoldDeletions()()
	if _, err := h.l.Player(h.l.tasks.Work(), player); err != nil {
		return err
	}
	return write()
}

func (h host) Changed()                 { h.l.dir.ListsChanged(directory.Sight{Changes: directory.Deals}) }
func (h host) Nudge(player string)      { h.l.Nudge(player) }
func (h host) Stocks() bool             { return h.l.cfg.Nodes == nil || h.l.stocks.Load() }
func (h host) Closed() <-chan struct{}  { return h.l.tasks.Context().Done() }
func (h host) Context() context.Context { return h.l.tasks.Context() }

func (h host) Network(from string) string { return h.l.fair.Network(from) }
func (h host) Arrived(person string)      { h.l.Arrive(person) }
func (h host) Departed(person string)     { h.l.Departed(person) }
func (h host) Begun(s *table.Summary)     { h.l.PairAnew(s) }

func (h host) Come(p *directory.Presence, table string) {
	v := room.ParticipantOf(p)
	h.l.tasks.Spawn("come", func() { v.Come(table) })
}

func (h host) Overtaken(t directory.Table, epoch uint64) {
	if own := room.RoomOf(t); own != nil {
		own.Overtaken(epoch)
	}
}

func (h host) OtherName(p *directory.Presence) {
	if name := names.GuestName(p.Identity.Lang); h.l.rename(p.Me(), name) == nil {
		h.l.dir.Reach(directory.Message{Person: p.ID, Notice: &directory.Notice{Kind: directory.Renamed, KO: name, EN: name}})
	}
}

func (h host) EndVisit(player, key string, why error) { h.l.dir.End(player, key, why) }
func (h host) EndTables(player string) error          { return h.l.EndTables(player) }
func (h host) DropTableless(player string) error      { return h.l.DropTableless(player) }

func (h host) KeyRemoved(player, key string) {
	h.l.spreadOr(eventKey, eventForm{Person: player, Key: key})
}

func (h host) Deleted(player string, why error) {
	h.l.Forgotten(player)
	h.l.spreadOr(eventForgotten, eventForm{Person: player, Moved: errors.Is(why, account.ErrKeyMoved)})
}

// Favour adds a deal to the visitor's favourites (on) or removes it. ErrGuestRecord,
// deals.ErrNoDeal, deals.ErrFull.
func (v *Visit) Favour(game, id string, on bool) error {
	l, me := v.l, v.Me()
	if me.Guest {
		return room.ErrGuestRecord
	}
	defer l.HoldDeletions()()
	if err := v.Over(); err != nil {
		return err
	}
	return l.deals.Favour(me.ID, game, id, on)
}

// Favourites lists the visitor's favourites of a game, latest first; a guest has none.
func (v *Visit) Favourites(game string) ([]deals.Favourite, error) {
	me := v.Me()
	if me.Guest {
		return nil, nil
	}
	return v.l.deals.Favourites(me.ID, game)
}
