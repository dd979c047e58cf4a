package records

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"arcade/games"
	"arcade/games/rng"
	"arcade/lobby/ledger"
	"arcade/lobby/turns"
	"arcade/store"
)

// HouseRun is the run of a policy of the house on a day's deal: a ghost beside the players' runs, without
// a place. It follows from the deal, so it is not stored.
type HouseRun struct {
	// Bot is the bot that played, "" for none.
	Bot string
	// Row is the row that it earned on the board; Earned is false if it earned none.
	Row    store.Score
	Earned bool
	// Done of Of is its progress, if the game tells; Plies are its actions.
	Done, Of int
	Plies    []games.Ply
}

// HousePlayer is a game for one without bots whose house policy plays a run by itself.
type HousePlayer interface {
	// HouseRun plays a run with a player's information, and returns the name of the policy.
	HouseRun(setup games.Setup) (bot string, plies []games.Action, err error)
}

// houseRuns keeps the latest requested runs. Two concurrent requests both play the run: that costs less
// than a store call under the lock.
type houseRuns struct {
	mu   sync.Mutex
	runs map[string]HouseRun
}

func (h *houseRuns) get(key string) (HouseRun, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	run, ok := h.runs[key]
	return run, ok
}

func (h *houseRuns) put(key string, run HouseRun) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.runs) >= mostHouseRuns || h.runs == nil {
		h.runs = map[string]HouseRun{}
	}
	h.runs[key] = run
}

const (
	// mostHouseRuns bounds the kept runs, mostHousePlies the length of one.
	mostHouseRuns, mostHousePlies = 64, 3000
)

// house returns the policy's run of the deal of a day's board; its Bot is "" if the board has no row, or
// the game no policy.
func (rs *Records) house(ctx context.Context, game, board, day string, rows []store.Score) (HouseRun, error) {
	if len(rows) == 0 {
		return HouseRun{}, nil
	}
	key := ledger.BoardName(game, board, day)
	if run, ok := rs.ghosts.get(key); ok {
		return run, nil
	}
	rec, err := rs.cfg.Store.Match(ctx, rows[0].Match)
	if errors.Is(err, store.ErrNotFound) {
		return HouseRun{}, nil
	} else if err != nil {
		return HouseRun{}, err
	}
	m, err := ledger.Load(ctx, rs.cfg.Store, rs.cfg.Games, rec)
	if err != nil {
		return HouseRun{}, err
	}
	run, err := playHouse(ctx, m.Game, m.Setup, board)
	if err != nil {
		return run, fmt.Errorf("the house's run of %s: %w", key, err)
	}
	rs.ghosts.put(key, run)
	return run, nil
}

// playHouse lets the house's policy play a setup, at the pace of the work in ctx.
func playHouse(ctx context.Context, g games.Game, setup games.Setup, board string) (run HouseRun, err error) {
	next, bot, err := policy(g, setup)
	if err != nil || bot == "" {
		return run, err
	}
	run.Bot = bot
	pos, err := g.Start(setup)
	if err != nil {
		return run, err
	}
	for pos.Result() == nil && len(run.Plies) < mostHousePlies {
		if err := turns.Pace(ctx); err != nil {
			return run, err
		}
		act, seat := next(pos, len(run.Plies)), pos.ToAct()
		if act == "" {
			break
		}
		events, err := pos.Apply(act)
		if err != nil {
			return run, fmt.Errorf("ply %d: %w", len(run.Plies)+1, err)
		}
		run.Plies = append(run.Plies, games.Ply{Seat: seat, Action: act, Events: events})
	}
	if p, ok := pos.(games.Progress); ok {
		run.Done, run.Of = p.Progress()
	}
	r, ok := g.(games.Recorder)
	if result := pos.Result(); ok && result != nil {
		_, earned, err := r.Record(nil, games.Run{Setup: setup, Plies: run.Plies, Result: *result, Daily: true})
		if err != nil {
			return run, err
		}
		if i := slices.IndexFunc(earned, func(e games.Score) bool { return e.Board == board && e.Of == "" }); i >= 0 {
			e := earned[i]
			run.Row, run.Earned = store.Score{Name: bot, Value: e.Value, Tie: e.Tie, Detail: e.Detail}, true
		}
	}
	return run, nil
}

// policy returns the house's player: the game's own policy, else its strongest bot.
func policy(g games.Game, setup games.Setup) (next func(pos games.Position, ply int) games.Action, bot string, err error) {
	if h, ok := g.(HousePlayer); ok {
		bot, plies, err := h.HouseRun(setup)
		return func(_ games.Position, ply int) games.Action {
			if ply < len(plies) {
				return plies[ply]
			}
			return "" // it gives up
		}, bot, err
	}
	bots := g.Bots()
	if len(bots) == 0 {
		return nil, "", nil
	}
	best := bots[len(bots)-1]
	return func(pos games.Position, ply int) games.Action {
		legal := pos.Legal()
		if len(legal) == 1 {
			return legal[0]
		}
		act := best.Choose(pos.View(pos.ToAct()), rng.Derive(setup.Seed, fmt.Sprintf("house run %d", ply)))
		if !slices.Contains(legal, act) {
			return legal[0]
		}
		return act
	}, best.Name(), nil
}
