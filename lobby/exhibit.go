package lobby

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"arcade/games"
	"arcade/games/rng"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// maxExhibit is the longest match between bots, in actions.
const maxExhibit = 5000

// Exhibit plays a match between bots, one for each seat, for somebody to watch. It
// takes no table and leaves no record: Match has no id. Of a series it plays one
// round, the first, or the one that follows last. ErrBadOffer where the game has no
// such bots. It ends, with ctx's error, when ctx does: whoever asked has gone on.
func (l *Lobby) Exhibit(ctx context.Context, game string, bots []string, last *Replay) (*Replay, error) {
	g, err := l.cfg.Games.Game(game)
	if err != nil {
		return nil, err
	}
	if len(bots) != g.Info().Seats {
		return nil, fmt.Errorf("%w: %d bots for %d seats", ErrBadOffer, len(bots), g.Info().Seats)
	}
	if l.Draining() {
		return nil, ErrClosing
	}
	now := clock.MS()
	rec := store.Match{
		Game: game, Rules: g.Info().Rules, Seed: l.randomSeed(), Control: noClock,
		Status: store.Live, Created: now, Started: now, Winner: -1,
	}
	players := make([]games.Bot, len(bots))
	for i, name := range bots {
		if players[i] = games.FindBot(g, name); players[i] == nil {
			return nil, fmt.Errorf("%w: no bot %.20q", ErrBadOffer, name)
		}
		rec.Seats = append(rec.Seats, store.Seat{Bot: name, Name: name})
	}
	if last == nil {
		err = l.deal(&rec, nil, nil)
	} else {
		rec.Options, rec.Round = last.Match.Options, last.Match.Round
		err = l.deal(&rec, last.Result, last.View(len(last.Plies)))
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
	defer context.AfterFunc(l.tasks.Context(), cancel)()
	r := &Replay{Match: rec, Views: []any{pos.View(games.Everything)}}
	for pos.Result() == nil {
		n := len(r.Plies)
		if l.Closing() {
			return nil, ErrClosing
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
			a = l.choose(ctx, players[seat], pos.View(seat), rng.Derive(rec.Seed, "bot "+strconv.Itoa(n)),
				games.Limit{Nodes: exhibitNodes, Stop: func() bool { return false }})
		}
		if legal := pos.Legal(); !slices.Contains(legal, a) {
			l.log.Error("bot's action", "game", game, "bot", bots[seat], "action", a)
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
