package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/ledger"
	"arcade/store"
)

// PlayerByKey finds the player of a key; ErrNoPlayer.
func (l *Lobby) PlayerByKey(fingerprint string) (store.Player, error) {
	return noPlayer(l.cfg.Store.PlayerByKey(fingerprint))
}

// PlayerByName finds a player by name, however it is written; ErrNoPlayer.
func (l *Lobby) PlayerByName(name string) (store.Player, error) {
	name, err := cleanName(name)
	if err != nil {
		return store.Player{}, ErrNoPlayer
	}
	return noPlayer(l.cfg.Store.PlayerByName(nameKey(name)))
}

// Player finds a player by id; ErrNoPlayer.
func (l *Lobby) Player(id string) (store.Player, error) { return noPlayer(l.cfg.Store.Player(id)) }

func noPlayer(p store.Player, err error) (store.Player, error) {
	if errors.Is(err, store.ErrNotFound) {
		err = ErrNoPlayer
	}
	return p, err
}

// Matches lists a player's matches, open, live and done, newest first, n at a
// time; after is the last id of the page before.
func (l *Lobby) Matches(player, after string, n int) ([]store.Match, error) {
	list, err := l.cfg.Store.Matches(player, after, n)
	return l.veiledAll(list), err
}

// matchPage is how many matches are read at a time.
const matchPage = 50

// matchesOf walks a player's matches, newest first, a page at a time. Open seats may
// be taken down between two pages; then it goes on from the match before.
func (l *Lobby) matchesOf(player string) iter.Seq2[store.Match, error] {
	return func(yield func(store.Match, error) bool) {
		var page []store.Match
		for {
			after := ""
			if len(page) > 0 {
				after = page[len(page)-1].ID
			}
			list, err := l.cfg.Store.Matches(player, after, matchPage)
			if errors.Is(err, store.ErrNotFound) && len(page) > 1 {
				page = page[:len(page)-1]
				continue
			}
			if err != nil {
				yield(store.Match{}, err)
				return
			}
			for _, m := range list {
				if !yield(m, nil) {
					return
				}
			}
			if len(list) < matchPage {
				return
			}
			page = list
		}
	}
}

// Recent lists finished public matches of a game ("" for any), newest first, of the
// last n: those that were called off are left out.
func (l *Lobby) Recent(game string, n int) ([]store.Match, error) {
	list, err := l.cfg.Store.Recent(game, n)
	list = slices.DeleteFunc(list, func(m store.Match) bool { return m.Reason == games.Aborted })
	return l.veiledAll(list), err
}

// Seen strikes a result off those that the visitor has still to be shown.
func (v *Visit) Seen(match string) error {
	if me := v.Me(); !me.Guest {
		return v.l.cfg.Store.Seen(me.ID, match)
	}
	return nil
}

// Board lists a game's ratings from the from-th best on, counted from 0.
func (l *Lobby) Board(game string, from, n int) ([]RatingInfo, error) {
	list, err := l.cfg.Store.Board(game, from, n)
	if err != nil {
		return nil, err
	}
	out := make([]RatingInfo, len(list))
	for i, r := range list {
		out[i] = ratingInfo(r)
	}
	return out, nil
}

// Rank is a player's place on a game's board, from 1, and how many are on it; 0 where the player is not.
func (l *Lobby) Rank(game, player string) (place, of int, err error) {
	place, of, err = l.cfg.Store.Rank(game, player)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return place, of, err
}

// GameProfile is a player's standing in one game.
type GameProfile struct {
	Game   string
	Rating RatingInfo
	Tally  store.Tally
}

// Profile is what everybody may know of a player.
type Profile struct {
	store.Player
	Online bool
	Games  []GameProfile
	// Versus are the tallies against each opponent, latest first, at most 100.
	Versus []store.Versus
}

// Profile gathers a player's standing; ErrNoPlayer.
func (l *Lobby) Profile(id string) (Profile, error) {
	p, err := l.Player(id)
	if err != nil {
		return Profile{}, err
	}
	out := Profile{Player: p, Online: l.Here(id)}
	for _, g := range l.Games() {
		gp := GameProfile{Game: g.Info().Name}
		gp.Rating = l.Rating(gp.Game, id)
		if gp.Tally, err = l.cfg.Store.Tally(gp.Game, id); err != nil {
			return out, err
		}
		out.Games = append(out.Games, gp)
	}
	out.Versus, err = l.cfg.Store.Versus(id, 100)
	return out, err
}

// visible finds a match that viewer (a player's or guest's id, "" for a stranger)
// may see: all of it once it is over; while it is in play only
// where the game hides nothing, and a daily run only the player's own while its day
// lasts. ErrNoTable, ErrPrivate, ErrHidden.
func (l *Lobby) visible(viewer, id string) (store.Match, error) {
	rec, err := l.cfg.Store.Match(NormalID(id))
	if errors.Is(err, store.ErrNotFound) {
		return rec, ErrNoTable
	} else if err != nil {
		return rec, err
	}
	if (rec.Private || rec.Status == store.Open) && seatOf(rec, viewer) == games.Nobody {
		return rec, ErrPrivate
	}
	g, err := l.cfg.Games.Game(rec.Game)
	if err != nil {
		return rec, err
	}
	if rec.Status != store.Done && g.Info().Hidden || dayLasts(rec.Daily) && seatOf(rec, viewer) == games.Nobody {
		return rec, ErrHidden
	}
	return rec, nil
}

// Kibo reads a match's log in the form in which it is exported; ErrNoTable,
// ErrPrivate, ErrHidden. A daily run that is over cannot be exported before its day is.
func (l *Lobby) Kibo(viewer, id string) (kibo.File, error) {
	rec, err := l.visible(viewer, id)
	if err != nil {
		return kibo.File{}, err
	}
	if rec.Status == store.Done && dayLasts(rec.Daily) {
		return kibo.File{}, ErrHidden // a finished match without its seed cannot be folded
	}
	entries, err := l.cfg.Store.Entries(rec.ID, 0, -1)
	if err != nil {
		return kibo.File{}, err
	}
	f := kibo.File{
		Format: kibo.Format, ID: rec.ID, Game: rec.Game, Rules: rec.Rules,
		SeedHash: kibo.SeedHash(rec.Seed), Options: rec.Options,
		Control: rec.Control, Rated: rec.Rated, Round: rec.Round, Agreed: rec.Agreed, Shared: games.Shared(rec.Shared), Started: rec.Started, Ended: rec.Ended,
	}
	if rec.Status == store.Done {
		f.Seed, f.Result = &rec.Seed, rec.Result
	}
	if ledger.ByClient(rec) { // it may be over
		m, err := ledger.Fold(l.cfg.Games, rec, entries)
		if err != nil {
			return kibo.File{}, err
		}
		if m.Over() {
			if f.Result, err = json.Marshal(m.Result()); err != nil {
				return kibo.File{}, err
			}
			f.Seed, f.Ended = &rec.Seed, m.LastAt()
		}
	}
	for _, s := range rec.Seats {
		seat := kibo.Seat{Name: s.Name, Kind: kibo.Player, Bot: s.Remote}
		if rec.Rated {
			seat.Rating = s.Rating
		}
		switch {
		case s.Bot != "":
			seat.Kind = kibo.Bot
		case s.Guest != "":
			seat.Kind = kibo.Guest
		}
		f.Seats = append(f.Seats, seat)
	}
	for _, e := range entries {
		f.Entries = append(f.Entries, ledger.FromStore(e))
	}
	return f, nil
}

// PlayerRecord is a player's record, for those who ask the lobby and not the store.
type PlayerRecord = store.Player

// Ranked is how many players a game's board has.
func (l *Lobby) Ranked(game string) (int, error) { return l.cfg.Store.Ranked(game) }

// ErrNoFormat: the game has no such export.
var ErrNoFormat = errors.New("no such format")

// Export writes a replay in one of its game's own formats; ErrNoFormat.
func (l *Lobby) Export(r *Replay, place, format string) (string, error) {
	g, err := l.cfg.Games.Game(r.Match.Game)
	if err != nil {
		return "", err
	}
	e, ok := g.(games.Exporter)
	if !ok || !slices.Contains(e.Formats(), format) {
		return "", fmt.Errorf("%w: %.20q", ErrNoFormat, format)
	}
	control, err := games.ParseControl(r.Match.Control)
	if err != nil {
		return "", err
	}
	rec := games.Record{
		Setup: ledger.Setup(r.Match),
		Place: place, Started: r.Match.Started, Control: control, Plies: r.Plies, Result: r.Result,
	}
	for _, s := range r.Match.Seats {
		rec.Names = append(rec.Names, s.Name)
	}
	return e.Export(format, rec)
}
