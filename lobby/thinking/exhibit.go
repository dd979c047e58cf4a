package thinking

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"arcade/games"
	"arcade/games/rng"
	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/lobby/solo"
	"arcade/store"
)

// maxExhibit limits a match between bots, in actions.
const maxExhibit = 5000

// Exhibit plays a match between bots, one for each seat, for a person to watch. It takes no table and
// leaves no record: Match has no ID. Of a series it plays one round: the first, or the one after last. It
// fails with solo.ErrBadOffer if the game does not have these bots, and with ctx's error when ctx ends.
func (d *Desk) Exhibit(ctx context.Context, game string, bots []string, last *records.Replay) (*records.Replay, error) {
	g, err := d.Games.Game(game)
	if err != nil {
		return nil, err
	}
	if len(bots) != g.Info().Seats {
		return nil, fmt.Errorf("%w: %d bots for %d seats", solo.ErrBadOffer, len(bots), g.Info().Seats)
	}
	if d.Draining() {
		return nil, directory.ErrClosing
	}
	now := clock.MS()
	rec := store.Match{
		Game: game, Rules: g.Info().Rules, Seed: d.NewSeed(), Control: solo.NoClock,
		Status: store.Live, Created: now, Started: now, Winner: -1,
	}
	players := make([]games.Bot, len(bots))
	for i, name := range bots {
		if players[i] = games.FindBot(g, name); players[i] == nil {
			return nil, fmt.Errorf("%w: no bot %.20q", solo.ErrBadOffer, name)
		}
		rec.Seats = append(rec.Seats, store.Seat{Bot: name, Name: name})
	}
	if last == nil {
		err = d.Deal(&rec, nil, nil)
	} else {
		rec.Options, rec.Round = last.Match.Options, last.Match.Round
		err = d.Deal(&rec, last.Result, last.View(len(last.Plies)))
	}
	if err != nil {
		return nil, err
	}
	pos, err := g.Start(ledger.Setup(rec))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(d.Tasks.Context(), cancel)()
	r := &records.Replay{Match: rec, Views: []any{pos.View(games.Everything)}}
	for pos.Result() == nil {
		n := len(r.Plies)
		if d.Tasks.Closing() {
			return nil, directory.ErrClosing
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if n == maxExhibit {
			return nil, fmt.Errorf("%s between %v does not end", game, bots)
		}
		seat := pos.ToAct()
		a, forced := games.Action(""), false
		if f, ok := pos.(games.Forcer); ok {
			a, forced = f.Forced()
		}
		if !forced {
			a = d.Choose(ctx, players[seat], pos.View(seat), rng.Derive(rec.Seed, "bot "+strconv.Itoa(n)),
				games.Limit{Nodes: exhibitNodes, Stop: func() bool { return false }})
		}
		if legal := pos.Legal(); !slices.Contains(legal, a) {
			d.Log.Error("bot's action", "game", game, "bot", bots[seat], "action", a)
			a = legal[0]
		}
		events, err := pos.Apply(a)
		if err != nil {
			return nil, fmt.Errorf("%s between %v: %w", game, bots, err)
		}
		r.Plies = append(r.Plies, games.Ply{Seat: seat, Action: a, Forced: forced, At: now, Events: events})
		r.Views = append(r.Views, pos.View(games.Everything))
	}
	r.Result = pos.Result()
	r.Match.Status, r.Match.Ended = store.Done, now
	r.Match.Reason, r.Match.Winner, r.Match.Plies = r.Result.Reason, int(r.Result.Winner), len(r.Plies)
	return r, nil
}
