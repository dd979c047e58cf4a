package lobby

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/ledger"
	"arcade/lobby/text"
	"arcade/store"
)

// Games alone. A run is a match of one seat: ranked with a seed of ours, the
// day's, or practice with a seed that the player typed. Whoever leaves one finds
// it where it was: a run is over when it is finished or given up, so that nobody
// leaves a bad one for another.

// alone checks what an offer says of a game alone and completes it.
func (o Offer) alone(me Person, seats int) (Offer, error) {
	typed := strings.TrimSpace(o.Seed)
	o.Seed = text.Line(typed, maxSeed)
	bad := func(why string) (Offer, error) { return o, fmt.Errorf("%w: %s", ErrBadOffer, why) }
	if seats > 1 {
		if typed != "" || o.Daily {
			return bad("only a game alone has a seed of the player's or the day's")
		}
		return o, nil
	}
	if o.Control == "" {
		o.Control = noClock
	}
	switch {
	case o.Control != noClock:
		return bad("a game alone has no clock")
	case o.Bot != "" || o.Player != "" || o.quick || o.Private:
		return bad("a game alone has nobody else in it")
	case typed != "" && o.Seed == "":
		return bad("the seed has no character that can be shown")
	case len(typed) > maxSeed:
		return bad("the seed is too long")
	case typed != "" && o.Daily:
		return bad("the day has a seed")
	case o.Daily && me.Guest:
		return o, ErrGuestRecord // or a guest could try out the day's seed as often as it comes back
	}
	return o, nil
}

// noClock is the control of a game alone.
const noClock = "none"

// maxSeed is the longest seed in bytes that a player may type.
const maxSeed = 128

// chooseSeed gives a new match its seed, and its day: of its own where the offer says
// nothing, the day's, that of a deal by its ID, or the one that was typed; and with it what
// it deals. ErrBadSeed, deals.ErrNoDeal, ErrBadOffer.
func (l *Lobby) chooseSeed(g games.Game, o Offer, rec *store.Match) (err error) {
	rec.Seeded = o.Seed != ""
	d, named := g.(games.Dealer)
	s, own := g.(games.Seeder)
	switch {
	case o.Daily:
		if err = l.toDaily(g, rec); err != nil {
			return err
		}
	case !rec.Seeded:
		rec.Seed = l.randomSeed()
	case named && (d.IsDealID(o.Seed) || d.IsLayoutID(o.Seed)):
		if rec.Seed, rec.Options, err = l.deals.Recall(rec.Game, o.Seed, rec.Options); err != nil {
			return err
		}
	case own:
		if rec.Seed, err = s.SeedOf(o.Seed); err != nil {
			return fmt.Errorf("%w: %w", ErrBadSeed, err)
		}
	default:
		if rec.Seed, err = l.namedSeed(rec.Game, o.Seed); err != nil {
			return err
		}
	}
	return withDeal(g, rec)
}

// withDeal puts what the seed of a run deals into its options. With a deal of the
// player's own the seed means nothing, and there is none.
func withDeal(g games.Game, rec *store.Match) error {
	d, ok := g.(games.Dealer)
	if !ok {
		return nil
	}
	if rec.Seeded {
		if _, own, err := d.RulesOf(rec.Options); err == nil && own {
			rec.Seed = ""
		}
		return nil
	}
	deal, err := d.Deal(ledger.Setup(*rec))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	rec.Options = deal.Options
	return nil
}

// begin starts a run. Where the player has an unfinished one of the same kind, it
// gives that one's id: a ranked run of the same game and options, even one that
// has looked, so that nobody gets another seed by leaving; or today's run.
// ErrDailyDone where that is finished.
func (l *Lobby) begin(me Person, rec store.Match) (id string, err error) {
	defer l.solo.Lock(me.ID)()
	if rec.Seeded {
		return l.openRun(me, rec)
	}
	for _, s := range l.ownSummaries(me.ID) {
		if s.Status == store.Live && s.Game == rec.Game && s.Daily == rec.Daily && !s.Seeded &&
			len(s.Seats) == 1 && s.SeatOf(me.ID) == 0 && l.sameStart(rec, s.options) {
			l.call(me.ID, s.ID) // as to one that begins
			return s.ID, nil
		}
	}
	if l.cfg.Node == "" || me.Guest {
		return l.beginNew(me, rec)
	}
	err = store.Again(func() error {
		list, _, err := l.runsOf(rec.Game, me.ID)
		if err != nil {
			return err
		}
		for _, r := range list {
			if l.sameRun(rec, r) {
				l.call(me.ID, r.ID)
				id = r.ID
				return nil
			}
		}
		if id, err = l.beginNew(me, rec); errors.Is(err, errRunning) {
			return store.ErrConflict
		}
		return err
	})
	return id, err
}

// beginNew is begin where no other run stands for the new one.
func (l *Lobby) beginNew(me Person, rec store.Match) (string, error) {
	if rec.Daily != "" {
		if done, err := l.dailyDone(me.ID, rec); err != nil {
			return "", err
		} else if done {
			return "", ErrDailyDone
		}
		if err := l.claimDay(me.ID, rec); errors.Is(err, ErrDailyDone) {
			return "", err
		} else if err != nil {
			return "", fmt.Errorf("note of the day's run: %w", err)
		}
	}
	return l.openRun(me, rec)
}

// seedNames is the space of the seeds of a game by their names.
func seedNames(game string) string { return game + "/seeds" }

// namedSeed is the seed that a typed text means: the one of that name, or the text itself.
func (l *Lobby) namedSeed(game, typed string) (seed string, err error) {
	if games.As[games.SeedNamer](l.cfg.Games, game) == nil {
		return typed, nil
	}
	raw, err := l.cfg.Store.Note(seedNames(game), typed)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return typed, nil
	case err == nil:
		err = json.Unmarshal(raw, &seed)
	}
	if err != nil {
		return "", fmt.Errorf("seed by its name: %w", err)
	}
	return seed, nil
}

// nameSeed keeps the name of a run's seed, where it is not the seed itself.
func (l *Lobby) nameSeed(rec store.Match) error {
	n := games.As[games.SeedNamer](l.cfg.Games, rec.Game)
	if n == nil || rec.Seeded {
		return nil
	}
	name := n.SeedName(rec.Seed)
	if name == "" || name == rec.Seed {
		return nil
	}
	raw, err := json.Marshal(rec.Seed)
	if err != nil {
		return err
	}
	return l.cfg.Store.PutNotes(seedNames(rec.Game), store.Note{Key: name, Value: raw})
}

// openRun opens a run whose deal, and seed, is known by its name from then on.
func (l *Lobby) openRun(me Person, rec store.Match) (string, error) {
	if err := l.mayOpen(me, rec); err != nil {
		return "", err
	}
	if err := l.nameSeed(rec); err != nil {
		return "", fmt.Errorf("new run: %w", err)
	}
	if err := l.deals.Learn(rec); err != nil {
		return "", fmt.Errorf("new deal: %w", err)
	}
	return l.open(me, rec, Offer{})
}

// sameStart tells that other options begin the same match as rec's: {} and
// {"mode": 1} can be the same to a game, and only the game knows. The deal of the day
// is the same under any options: who has seen it under some would know it under
// others. Else the rules decide, whatever each is dealt.
func (l *Lobby) sameStart(rec store.Match, options json.RawMessage) bool {
	if d := games.As[games.Dealer](l.cfg.Games, rec.Game); d != nil {
		mine, _, err := d.RulesOf(rec.Options)
		others, _, err2 := d.RulesOf(options)
		return rec.Daily != "" || err == nil && err2 == nil && bytes.Equal(mine, others)
	}
	first := func(options json.RawMessage) []byte {
		g, err := l.cfg.Games.Game(rec.Game)
		if err != nil {
			return nil
		}
		setup := ledger.Setup(rec)
		setup.Options = options
		pos, err := g.Start(setup)
		if err != nil {
			return nil
		}
		view, err := json.Marshal(pos.View(games.Everything))
		if err != nil {
			return nil
		}
		return view
	}
	a := first(rec.Options)
	return a != nil && bytes.Equal(a, first(options))
}

// dailyDone tells that a player has finished rec's daily run. It reads the
// player's matches of the day.
func (l *Lobby) dailyDone(player string, rec store.Match) (bool, error) {
	for m, err := range l.matchesOf(player) {
		switch {
		case err != nil:
			return false, fmt.Errorf("matches of the day: %w", err)
		case m.Daily == rec.Daily && m.Game == rec.Game && m.Status == store.Done && l.sameStart(rec, m.Options):
			return true, nil
		case ledger.Day(m.Created) < rec.Daily:
			return false, nil
		}
	}
	return false, nil
}

// Look notes that the visitor saw what the best play is, at its own run in play.
// Once it has been noted nothing more happens. games.ErrNotAllowed at a match of
// more seats.
func (v *Visit) Look(id string) error { return v.deed("look", id) }

func (v *Visit) look(id string) error {
	return v.atTable(id, func(t *table, seat games.Seat) error {
		if t.m.Looked() && t.live() {
			return nil
		}
		return t.add(games.Entry{Kind: games.Look, Seat: seat, At: t.now()})
	})
}

// Boards names a game's boards by points, nil where it has none. The ranked one
// is GAME/BOARD for [Lobby.Scores], that of a day GAME/BOARD/YYYY-MM-DD.
func (l *Lobby) Boards(game string) []string {
	if r := games.As[games.Recorder](l.cfg.Games, game); r != nil {
		return r.Boards()
	}
	return nil
}

// Stats are a player's statistics in a game, the game's own JSON; nil where there are none.
func (l *Lobby) Stats(game, player string) (json.RawMessage, error) {
	return l.cfg.Store.Stats(game, player)
}

// Scores lists a board by points from the from-th best row on, counted from 0.
func (l *Lobby) Scores(board string, from, n int) ([]store.Score, error) {
	list, err := l.cfg.Store.Scores(board, from, n)
	if secret, failed := l.secretBoard(board); err != nil || failed != nil || !secret {
		return list, cmp.Or(err, failed)
	}
	// Who guesses a deal of the day is not to find out by the tries of others.
	return slices.DeleteFunc(list, func(s store.Score) bool {
		rec, err := l.cfg.Store.Match(s.Match)
		return err != nil || !rec.Seeded
	}), nil
}

// secretBoard tells that a board is that of a deal which is not to be known yet.
func (l *Lobby) secretBoard(board string) (bool, error) {
	game, id, _ := strings.Cut(board, "/"+games.DealBoard+"/")
	return l.deals.Secret(game, id)
}

// maxDealRows is how many rows of a deal's board are put in order with those of clients.
const maxDealRows = 1000

// DealScores is the board of a deal by its ID, or of all deals of a layout: of each player
// the best row, and those of clients over HTTP whose solution was played again. mine is the
// index of player's, -1 where there is none.
func (l *Lobby) DealScores(game, id, player string) (list []store.Score, mine int, err error) {
	ids, err := l.deals.Alike(game, id)
	for _, id := range ids {
		rows, failed := l.Scores(deals.Board(game, id), 0, maxDealRows)
		sent, also := l.deals.Sent(game, id)
		if err = errors.Join(err, failed, also); err != nil {
			return nil, -1, err
		}
		list = append(append(list, rows...), sent...)
	}
	slices.SortStableFunc(list, func(a, b store.Score) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(b.Tie, a.Tie), cmp.Compare(a.At, b.At))
	})
	seen := map[[2]string]bool{}
	list = slices.DeleteFunc(list, func(s store.Score) bool {
		who := [2]string{s.Player, s.Name}
		if s.Player != "" {
			who[1] = "" // whatever the name was
		}
		again := seen[who]
		seen[who] = true
		return again
	})
	mine = slices.IndexFunc(list, func(s store.Score) bool { return s.Player != "" && s.Player == player })
	return list, mine, err
}

// ScoreOf is a player's row on a board by points, its place, from 1, and how many
// rows there are; the place is 0 where the player has none. On the board of a secret deal
// there is nobody else.
func (l *Lobby) ScoreOf(board, player string) (row store.Score, place, of int, err error) {
	row, place, of, err = l.cfg.Store.ScoreOf(board, player)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	if secret, failed := l.secretBoard(board); err == nil && (secret || failed != nil) {
		place = min(place, 1)
		return row, place, place, failed
	}
	return row, place, of, err
}
