package klondike

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/deals"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// note puts a note into the store.
func note(h *screentest.Hall, space, key string, v any) {
	h.T.Helper()
	raw, err := json.Marshal(v)
	h.Must(err)
	h.Must(h.Store.PutNotes(context.Background(), space, store.Note{Key: key, Value: raw}))
}

// deal makes a deal known with a verdict, and returns its ID.
func deal(h *screentest.Hall, seed uint64, r klondike.Rules, v deals.Verdict) string {
	h.T.Helper()
	id := klondike.DealID(seed, r)
	note(h, "klondike/deals", id, map[string]any{"seed": strconv.FormatUint(seed, 10), "sets": []any{map[string]any{
		"rules": r.String(), "options": pages.OptionsOf(r), "status": v.Status, "minMoves": v.Moves, "minMovesProof": v.Proof, "minMovesAtLeast": v.Bound, "nodes": v.Nodes,
		"solveTimeMs": v.Time, "solver": v.Solver, "grade": v.Grade, "at": time.Now().UnixMilli(), "tries": 1,
	}}})
	return id
}

// found returns a verdict of a search.
func found(status games.SolveStatus, moves int) deals.Verdict {
	v := deals.Verdict{Status: status, Moves: moves, Nodes: 1234, Time: 47, Solver: &deals.SolverInfo{
		Algorithm: "dfs-classes", Limits: deals.SolverLimits{Time: 30_000, Nodes: 2_000_000},
	}}
	if status == games.Solvable {
		v.Grade = "normal"
	}
	return v
}

// drawThree returns the rules of the board for draws of three.
func drawThree() klondike.Rules {
	r := klondike.Standard()
	r.Draw = 3
	return r
}

// stock puts n winnable deals on a shelf, numbered from 1.
func stock(h *screentest.Hall, r klondike.Rules, grade string, n int) (ids []string) {
	h.T.Helper()
	for i := range n {
		v := found(games.Solvable, 96+7*i)
		v.Grade = grade
		id := deal(h, uint64(1000+i), r, v)
		note(h, "klondike/stock/"+r.String(), grade+" "+id, map[string]int{"n": i + 1})
		ids = append(ids, id)
	}
	return ids
}

// kept stores a finished match of Klondike with the player's statistics and rows.
func kept(h *screentest.Hall, p *screentest.Person, m store.Match, stats json.RawMessage, rows ...store.Score) string {
	h.T.Helper()
	h.Rated++
	at := time.Now().UnixMilli()
	m.ID, m.Game, m.Rules, m.Control, m.Status = fmt.Sprintf("KLQND%03d", h.Rated), klondike.Name, 1, "none", store.Live
	m.Seats = []store.Seat{{Player: p.Visit.Me().ID, Name: p.Visit.Me().Name}}
	m.Created, m.Started, m.Winner = at, at, -1
	if m.Seed == "" {
		m.Seed = "42"
	}
	h.Must(h.Store.CreateMatch(context.Background(), m))
	m.Status, m.Ended, m.Reason = store.Done, at, games.Resigned
	if m.Result == nil {
		m.Result = json.RawMessage(`{"reason":"resign","winner":null,"won":false,"score":55,"moves":41,"undos":1,"home":9}`)
	}
	for i := range rows {
		rows[i].Player, rows[i].Name, rows[i].Match = p.Visit.Me().ID, p.Visit.Me().Name, m.ID
		if rows[i].At == 0 {
			rows[i].At = at
		}
	}
	h.End(m, store.Outcome{Player: p.Visit.Me().ID, Stats: stats, Scores: rows})
	return m.ID
}

// klRow returns a row on a board.
func klRow(board string, moves int, took time.Duration) store.Score {
	detail, _ := json.Marshal(klondike.Row{Moves: moves, Time: took.Milliseconds(), Score: 800 - moves, Undos: 2})
	return store.Score{Board: board, Value: -float64(moves), Tie: -float64(took.Milliseconds()), Detail: detail}
}

// tries returns statistics of n tries under three sets of rules, every third one lost.
func tries(h *screentest.Hall, n int) json.RawMessage {
	h.T.Helper()
	var raw json.RawMessage
	options := []string{``, `{"draw":3}`, `{"draw":3,"redeals":2,"recycle":"keep","f2t":false}`}
	for i := range n {
		at := time.Now().Add(-time.Duration(n-i) * 5 * time.Hour).UnixMilli()
		run := games.Run{
			Match: fmt.Sprintf("TRYQ%04d", i), Setup: games.Setup{Game: klondike.Name, Seed: app.Itoa(100 + i/2), Options: json.RawMessage(options[i%7%3])},
			Plies: []games.Ply{{Action: "draw", At: at - 200_000 - int64(i)*1700}, {Action: "draw", At: at}}, At: at,
			Daily: i%5 == 1, Seeded: i%5 == 2, Hinted: i%5 == 3,
			Result: games.Result{Reason: games.Finished, Fields: map[string]any{"won": true, "score": 700 + i, "moves": 90 + i*13%50, "undos": i % 4, "home": 52}},
		}
		if i%3 == 2 {
			run.Result = games.Result{Reason: games.Resigned, Winner: games.Nobody, Fields: map[string]any{"won": false, "score": 5 * i, "moves": 30 + i, "undos": i, "home": i % 30}}
		}
		var err error
		raw, _, err = klondike.Game{}.Record(raw, run)
		h.Must(err)
	}
	return raw
}

// atSetup returns a player at the form, after keys.
func atSetup(h *screentest.Hall, keys ...string) *screentest.Person {
	p := h.Me()
	p.Press("3", "enter")
	p.Press(keys...)
	return p
}

// toTyped leads to the field for a seed or Deal ID, toDeck to the field for a deck.
var (
	toTyped = []string{"3", "down"}
	toDeck  = []string{"4", "down"}
)

// lostTable returns a player who has just resigned a try of a known deal. With a status the solver has
// found the last chance.
func lostTable(h *screentest.Hall, status games.SolveStatus, ply int) *screentest.Person {
	deal(h, 42, klondike.Standard(), found(games.Solvable, 113))
	p := dealKlondike(h, "42", "", "draw draw draw undo draw draw")
	id := p.Top().(*play.Table).ID
	if status != games.SolveUnknown {
		note(h, "klondike/last", id, map[string]any{"ply": ply, "status": status, "at": time.Now().UnixMilli()})
	}
	p.Press("r")
	h.Pass(screentest.BeforeAnswer)
	p.Press("2")
	h.Pass(screentest.BeforeAnswer)
	return p
}

// boards returns a player among others with rows on the boards and on a deal's own.
func boards(h *screentest.Hall) (p *screentest.Person, id string) {
	p = h.Me()
	id = deal(h, 42, klondike.Standard(), found(games.Solvable, 113))
	today := h.House.Lobby.Today()
	board := deals.Board(klondike.Name, id)
	for i := range 4 {
		q := h.Player(h.Name(i + 1))
		moves, took := 96+11*i, time.Duration(242+31*i)*time.Second
		kept(h, q, store.Match{}, nil, klRow("klondike/draw1", moves, took), klRow(board, moves+3, took+time.Minute))
		kept(h, q, store.Match{Daily: today, Seed: "7"}, nil, klRow("klondike/draw1/"+today, moves+5, took), klRow("klondike/draw1/"+h.House.Lobby.ThisWeek(), moves+5, took))
		kept(h, q, store.Match{Daily: records.DayBefore(today), Seed: "8"}, nil, klRow("klondike/draw3/"+records.DayBefore(today), moves+30, time.Hour+took))
	}
	kept(h, p, store.Match{Seeded: true}, tries(h, 4), klRow("klondike/draw1", 121, 378*time.Second), klRow(board, 104, 300*time.Second))
	p.Do((*app.App).Home)
	h.Pass(1100 * time.Millisecond)
	return p, id
}

// statistics returns a player with many tries at the page of statistics.
func statistics(h *screentest.Hall, n int, keys ...string) *screentest.Person {
	p := h.Me()
	kept(h, p, store.Match{}, tries(h, n))
	p.Press("3", "enter", "t")
	p.Press(keys...)
	return p
}

// onDeal returns a player at the page of a deal.
func onDeal(h *screentest.Hall, id string, r klondike.Rules, keys ...string) *screentest.Person {
	p := h.Here[len(h.Here)-1]
	for _, q := range h.Here {
		if q.Visit.Me().Name == h.Name(0) && !q.Dropped && !q.Quit {
			p = q
		}
	}
	p.Do(func(a *app.App) { a.Push(pages.NewDealPage(id, r)) })
	p.Press(keys...)
	return p
}

// alike returns a player at the page of a deal whose layout another deal shares, with a row from a client.
func alike(h *screentest.Hall, keys ...string) *screentest.Person {
	_, id := boards(h)
	r := klondike.Standard()
	r.Redeals = 2
	other := deal(h, 42, r, func() deals.Verdict { v := found(games.Solvable, 99); v.Proof, v.Bound = "at most", 82; return v }())
	note(h, "klondike/layouts", klondike.LayoutID(klondike.Deck(42)), []string{id, other})
	note(h, "solves/"+other, "usr_0123456789abcdef", json.RawMessage(`{"proved":{"moveCount":98,"durationMs":171000,"at":946684800000}}`))
	return onDeal(h, other, r, keys...)
}

func init() {
	frames = append(frames, []screentest.Page{
		{Name: "kpages-deal-sent", Make: func(h *screentest.Hall) *screentest.Person { return alike(h) }},
		{Name: "kpages-deal-layout", Make: func(h *screentest.Hall) *screentest.Person { return alike(h, "tab", "tab") }},
		// The form.
		{Name: "kpages-setup", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return atSetup(h) }},
		{Name: "kpages-setup-other", Make: func(h *screentest.Hall) *screentest.Person {
			return atSetup(h, "down", "2", "down", "3", "down", "2", "down", "2")
		}},
		{Name: "kpages-setup-daily", Sizes: []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}, Make: func(h *screentest.Hall) *screentest.Person { return atSetup(h, "2") }},
		{Name: "kpages-setup-daily-other", Make: func(h *screentest.Hall) *screentest.Person { return atSetup(h, "2", "down", "down", "2") }},
		{Name: "kpages-setup-begun", Make: func(h *screentest.Hall) *screentest.Person {
			p := atSetup(h, "2", "enter", "space")
			h.Pass(time.Second)
			p.Press("esc")
			p.Do((*app.App).Home)
			p.Do(func(a *app.App) { a.Push(pages.NewSetup(a)) })
			p.Press("2")
			return p
		}},
		{Name: "kpages-setup-done", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			kept(h, p, store.Match{Daily: h.House.Lobby.Today(), Seed: "7"}, nil)
			p.Press("3", "enter", "2")
			return p
		}},
		{Name: "kpages-setup-guest", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Guest()
			p.Press("3", "enter", "2")
			return p
		}},
		{Name: "kpages-setup-typed", Make: func(h *screentest.Hall) *screentest.Person { return atSetup(h, toTyped...) }},
		{Name: "kpages-setup-seed", Make: func(h *screentest.Hall) *screentest.Person {
			return atSetup(h, toTyped...).Pasted("18446744073709551615")
		}},
		{Name: "kpages-setup-digits", Make: func(h *screentest.Hall) *screentest.Person {
			p := atSetup(h, toTyped...).Pasted("123456789012345678901")
			p.Press("enter")
			return p
		}, Deaf: []string{"enter"}}, // refused already
		{Name: "kpages-setup-large", Make: func(h *screentest.Hall) *screentest.Person {
			return atSetup(h, toTyped...).Pasted("18446744073709551616")
		}},
		{Name: "kpages-setup-badid", Make: func(h *screentest.Hall) *screentest.Person { return atSetup(h, toTyped...).Pasted("DL1_abc") }},
		{Name: "kpages-setup-noid", Make: func(h *screentest.Hall) *screentest.Person {
			p := atSetup(h, toTyped...).Pasted(klondike.DealID(5, klondike.Standard()))
			p.Press("enter")
			return p
		}, Deaf: []string{"enter"}}, // refused already
		{Name: "kpages-setup-id", Sizes: []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}, Make: func(h *screentest.Hall) *screentest.Person {
			r := drawThree()
			r.Redeals, r.Recycle = 2, klondike.Keep
			id := deal(h, 42, r, found(games.Solvable, 113))
			return atSetup(h, toTyped...).Pasted(id)
		}},
		{Name: "kpages-setup-deck", Make: func(h *screentest.Hall) *screentest.Person { return atSetup(h, toDeck...).Pasted(easyDeck()) }},
		{Name: "kpages-setup-nodeck", Make: func(h *screentest.Hall) *screentest.Person {
			p := atSetup(h, toDeck...)
			p.Press("enter")
			return p
		}, Deaf: []string{"enter"}}, // refused already
		{Name: "kpages-setup-twice", Make: func(h *screentest.Hall) *screentest.Person {
			return atSetup(h, toDeck...).Pasted(strings.Replace(easyDeck(), "S:K", "H:A", 1))
		}},
		{Name: "kpages-setup-short", Make: func(h *screentest.Hall) *screentest.Person {
			return atSetup(h, toDeck...).Pasted("h:a, d:10, s:k")
		}},
		{Name: "kpages-setup-nocard", Make: func(h *screentest.Hall) *screentest.Person {
			return atSetup(h, toDeck...).Pasted("H:A,X:99")
		}},
		{Name: "kpages-setup-known", Sizes: []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}, Make: func(h *screentest.Hall) *screentest.Person {
			stock(h, klondike.Standard(), "normal", 3)
			return atSetup(h, "5", "down", "2")
		}},
		{Name: "kpages-setup-menu", Make: func(h *screentest.Hall) *screentest.Person {
			p := atSetup(h, "space")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},

		// Lists of deals.
		{Name: "kpages-deals", Rich: screentest.RichSizes, Sizes: []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}, Make: func(h *screentest.Hall) *screentest.Person {
			ids := stock(h, klondike.Standard(), "easy", 30)
			p := h.Me()
			h.Must(p.Visit.Favour(klondike.Name, ids[0], true))
			kept(h, p, store.Match{Seeded: true}, nil, klRow(deals.Board(klondike.Name, ids[3]), 104, 300*time.Second))
			p.Press("3", "enter", "d", "down")
			return p
		}},
		{Name: "kpages-deals-empty", Make: func(h *screentest.Hall) *screentest.Person {
			p := atSetup(h, "d", "right")
			return p
		}},
		{Name: "kpages-deals-fav", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			for i, r := range []klondike.Rules{klondike.Standard(), drawThree(), {Draw: 3, Redeals: 10, Recycle: klondike.Keep}} {
				status := []games.SolveStatus{games.Solvable, games.Unsolved, games.Unsolvable}[i]
				h.Must(p.Visit.Favour(klondike.Name, deal(h, uint64(9+i), r, found(status, 0)), true))
				h.Pass(time.Minute)
			}
			p.Press("3", "enter", "d", "left")
			return p
		}, Deaf: []string{"tab"}}, // favourites include all draws
		{Name: "kpages-deals-guest", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Guest()
			p.Press("3", "enter", "d", "left")
			return p
		}},

		// A deal.
		{Name: "kpages-deal", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			_, id := boards(h)
			return onDeal(h, id, klondike.Standard(), "down")
		}},
		{Name: "kpages-deal-tries", Sizes: []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}, Make: func(h *screentest.Hall) *screentest.Person {
			for seed := range uint64(3) {
				deal(h, 100+seed, klondike.Rules{Draw: 3, Redeals: 2, Recycle: klondike.Keep}, found(games.Solvable, 99))
			}
			p := statistics(h, 6, "enter", "tab")
			return p
		}},
		{Name: "kpages-deal-unknown", Make: func(h *screentest.Hall) *screentest.Person {
			h.Me()
			return onDeal(h, klondike.DealID(5, klondike.Standard()), klondike.Standard())
		}},
		{Name: "kpages-deal-timeout", Make: func(h *screentest.Hall) *screentest.Person {
			h.Me()
			r := klondike.Rules{Draw: 3, Redeals: 10, Recycle: klondike.Keep}
			id := deal(h, 18446744073709551615, r, found(games.Unsolved, 0))
			return onDeal(h, id, r, "f")
		}},
		{Name: "kpages-deal-never", Make: func(h *screentest.Hall) *screentest.Person {
			h.Me()
			return onDeal(h, deal(h, 5, drawThree(), found(games.Unsolvable, 0)), drawThree(), "tab")
		}},
		{Name: "kpages-deal-deck", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, pages.DeckSeed, withDeck(easyDeck()), "draw")
			return onDeal(h, kl(p).DealID, klondike.Standard())
		}},
		{Name: "kpages-deal-menu", Make: func(h *screentest.Hall) *screentest.Person {
			_, id := boards(h)
			p := onDeal(h, id, klondike.Standard(), "space")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},

		// Statistics and the history.
		{Name: "kpages-stats", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return statistics(h, 40, "down", "down") }},
		{Name: "kpages-stats-set", Sizes: []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}, Make: func(h *screentest.Hall) *screentest.Person { return statistics(h, 40, "tab") }},
		{Name: "kpages-stats-one", Make: func(h *screentest.Hall) *screentest.Person { return statistics(h, 1) }},
		{Name: "kpages-stats-lost", Make: func(h *screentest.Hall) *screentest.Person { return statistics(h, 40, "right", "right", "o") }},
		{Name: "kpages-stats-won", Make: func(h *screentest.Hall) *screentest.Person { return statistics(h, 40, "right", "5", "end") }},
		{Name: "kpages-stats-bydeal", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return statistics(h, 40, "e", "down") }},
		{Name: "kpages-stats-bydeal-fewest", Make: func(h *screentest.Hall) *screentest.Person { return statistics(h, 40, "e", "5") }},
		{Name: "kpages-stats-bydeal-lost", Make: func(h *screentest.Hall) *screentest.Person { return statistics(h, 40, "right", "right", "e") }},
		{Name: "kpages-stats-fav", Make: func(h *screentest.Hall) *screentest.Person {
			deal(h, 100, klondike.Standard(), found(games.Solvable, 99))
			p := statistics(h, 12, "end", "f", "left")
			return p
		}},
		{Name: "kpages-stats-nofav", Make: func(h *screentest.Hall) *screentest.Person { return statistics(h, 12, "left") }},
		{Name: "kpages-stats-empty", Make: func(h *screentest.Hall) *screentest.Person { return atSetup(h, "t") }},
		{Name: "kpages-stats-guest", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Guest()
			p.Press("3", "enter", "t")
			return p
		}},
		{Name: "kpages-stats-other", Make: func(h *screentest.Hall) *screentest.Person {
			o := h.Other()
			kept(h, o, store.Match{}, tries(h, 9))
			p := h.Me()
			p.Do(func(a *app.App) { a.Push(pages.NewStats(o.Visit.Me().ID)) })
			return p
		}},
		{Name: "kpages-stats-menu", Make: func(h *screentest.Hall) *screentest.Person {
			p := statistics(h, 6, "space")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "kpages-profile", Make: func(h *screentest.Hall) *screentest.Person {
			p := statistics(h, 6, "esc", "esc", "p", "t")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},

		// Boards and the home screen.
		{Name: "kpages-board", Sizes: []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}, Make: func(h *screentest.Hall) *screentest.Person {
			p, _ := boards(h)
			p.Press("3", "b")
			return p
		}},
		{Name: "kpages-board-three", Make: func(h *screentest.Hall) *screentest.Person {
			p, _ := boards(h)
			p.Press("3", "b", "right")
			return p
		}, Deaf: []string{"enter", "v"}}, // an empty board
		{Name: "kpages-board-today", Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p, _ := boards(h)
			p.Press("3", "b", "right", "right")
			return p
		}},
		{Name: "kpages-board-copied", Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p, _ := boards(h)
			today := h.House.Lobby.Today()
			won := json.RawMessage(`{"reason":"solved","winner":0,"won":true,"score":620,"moves":110,"undos":2,"home":52}`)
			kept(h, p, store.Match{Daily: today, Seed: "7", Result: won}, nil, klRow("klondike/draw1/"+today, 110, 250*time.Second))
			p.Do((*app.App).Home)
			p.Press("3", "b", "right", "right", "y") // the day's line to paste elsewhere
			return p
		}},
		{Name: "kpages-board-yesterday", Make: func(h *screentest.Hall) *screentest.Person {
			p, _ := boards(h)
			p.Press("3", "b", "left")
			return p
		}},
		{Name: "kpages-home", Sizes: []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}, Make: func(h *screentest.Hall) *screentest.Person {
			p, _ := boards(h)
			p.Press("3")
			return p
		}},
		{Name: "kpages-home-done", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			kept(h, p, store.Match{Daily: h.House.Lobby.Today(), Result: json.RawMessage(`{"won":true,"moves":121}`)}, nil)
			p.Do((*app.App).Home)
			h.Pass(time.Minute)
			p.Press("3")
			return p
		}},
		{Name: "kpages-home-lost", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			kept(h, p, store.Match{Daily: h.House.Lobby.Today()}, nil)
			h.Pass(time.Minute)
			p.Press("3")
			return p
		}},
		{Name: "kpages-home-begun", Make: func(h *screentest.Hall) *screentest.Person {
			p := atSetup(h, "2", "enter", "space")
			h.Pass(time.Second)
			p.Do((*app.App).Home)
			p.Press("3")
			return p
		}},
		{Name: "kpages-matches", Make: func(h *screentest.Hall) *screentest.Person {
			p := lostTable(h, games.Solvable, 3)
			kept(h, p, store.Match{Result: json.RawMessage(`{"won":true,"moves":121}`)}, nil)
			p.Do((*app.App).Home)
			p.Press("v")
			return p
		}},

		// The end of a try and its replay.
		{Name: "kpages-lost", Rich: screentest.RichSizes, Sizes: []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}, Make: func(h *screentest.Hall) *screentest.Person { return lostTable(h, games.Solvable, 3) }},
		{Name: "kpages-lost-looking", Make: func(h *screentest.Hall) *screentest.Person { return lostTable(h, games.SolveUnknown, 0) }},
		{Name: "kpages-lost-start", Make: func(h *screentest.Hall) *screentest.Person { return lostTable(h, games.Solvable, 0) }},
		{Name: "kpages-lost-end", Make: func(h *screentest.Hall) *screentest.Person { return lostTable(h, games.Solvable, 6) }},
		{Name: "kpages-lost-never", Make: func(h *screentest.Hall) *screentest.Person { return lostTable(h, games.Unsolvable, -1) }},
		{Name: "kpages-lost-until", Make: func(h *screentest.Hall) *screentest.Person { return lostTable(h, games.Unsolved, 2) }},
		{Name: "kpages-lost-unsure", Make: func(h *screentest.Hall) *screentest.Person { return lostTable(h, games.Unsolved, -1) }},
		{Name: "kpages-replay", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := lostTable(h, games.Solvable, 3)
			p.Press("v", "home", "right")
			h.Pass(time.Second)
			return p
		}},
		{Name: "kpages-replay-there", Make: func(h *screentest.Hall) *screentest.Person {
			p := lostTable(h, games.Solvable, 3)
			p.Press("w")
			return p
		}},
		{Name: "kpages-replay-end", Make: func(h *screentest.Hall) *screentest.Person {
			p := lostTable(h, games.Solvable, 6)
			p.Press("v", "home")
			return p
		}, Deaf: []string{"home"}}, // at the first ply
		{Name: "kpages-replay-looking", Make: func(h *screentest.Hall) *screentest.Person {
			p := lostTable(h, games.SolveUnknown, 0)
			p.Press("v", "left")
			return p
		}},
	}...)
	for _, topic := range []struct {
		name string
		tab  int
		open func(h *screentest.Hall) *screentest.Person
	}{
		{"setup", 0, func(h *screentest.Hall) *screentest.Person { return atSetup(h) }}, {"setup-rules", 2, func(h *screentest.Hall) *screentest.Person { return atSetup(h) }},
		{"stats", 0, func(h *screentest.Hall) *screentest.Person { return atSetup(h, "t") }}, {"deals", 0, func(h *screentest.Hall) *screentest.Person { return atSetup(h, "d") }},
		{"deal", 0, func(h *screentest.Hall) *screentest.Person { return statistics(h, 1, "enter") }},
	} {
		frames = append(frames, screentest.Page{Name: "help-kpages-" + topic.name, Make: func(h *screentest.Hall) *screentest.Person {
			p := topic.open(h)
			p.Press("?")
			for range topic.tab {
				p.Press("tab")
			}
			return p
		}})
	}
}

// A row from the time of guessable ranked deals says so.
func TestOldRows(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		row := klRow("klondike/draw1", 99, time.Minute)
		for _, old := range []bool{false, true} {
			row.Detail, _ = json.Marshal(klondike.Row{Moves: 99, Time: 60_000, Guessable: old})
			kept(h, p, store.Match{}, nil, row)
			p.Do(func(a *app.App) { a.Push(a.House.Places.Scores(a, klondike.Name, "draw1", "")) })
			p.Wants("99 mv 1:00", true)
			p.Wants("99 mv 1:00 old ", old)
			p.Do((*app.App).Pop)
		}
	})
}

// secretDeal returns the Deal ID of a person's ranked or daily run in play, and its Layout ID. Both are
// secret.
func secretDeal(h *screentest.Hall, p *screentest.Person) (id, layout string) {
	h.T.Helper()
	m, err := h.Store.Match(context.Background(), p.Top().(*play.Table).ID)
	h.Must(err)
	s, err := klondike.ReadSetup(ledger.Setup(m))
	h.Must(err)
	return s.DealID(), klondike.LayoutID(s.Deck)
}

// Nobody sees the IDs of a ranked or daily run in play, nor the Layout ID after guessing the Deal ID. At
// the end its player sees them, of a daily run that was not won only when the day is over.
func TestSecretIDs(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Create(pairing.Offer{Game: klondike.Name, Control: "none", Daily: true})
		id, layout := secretDeal(h, p)
		screen := func(q *screentest.Person) string {
			q.LookAs(120, 40, ui.LevelLines)
			return q.Canvas().Plain(ui.LevelLines)
		}
		page := func(q *screentest.Person) string {
			q.Do(func(a *app.App) { a.Push(pages.NewDealPage(id, klondike.Standard())) })
			defer q.Do((*app.App).Pop)
			return screen(q)
		}
		p.Out = nil
		for _, key := range []string{"", "x", "c", "d"} {
			if key != "" {
				p.Press(key)
			}
			if text := screen(p); strings.Contains(text, id[:12]) || strings.Contains(text, layout[:12]) || len(p.Out) > 0 {
				t.Errorf("in play, after %q: %q, copied %q", key, text, p.Out)
			}
		}
		p.Wants("Shown when no card lies face down", true)
		p.Press("esc")
		p.Wants("ID hidden", true)
		if text := page(p); strings.Contains(text, layout) {
			t.Errorf("in play on the deal's page: %q", text)
		}
		acts(p, "draw", "resign")
		if text := screen(p); strings.Contains(text, id[:12]) || !strings.Contains(text, p.T("kp.today.hidden")) {
			t.Errorf("given up on its day: %q", text)
		}
		p.Do((*app.App).Home)
		p.Create(pairing.Offer{Game: klondike.Name, Control: "none"})
		ranked, layout2 := secretDeal(h, p)
		acts(p, "resign") // a ranked deal is not secret after that
		p.Do(func(a *app.App) { a.Push(pages.NewDealPage(ranked, klondike.Standard())) })
		p.Wants("a ranked deal", true)
		p.Wants(layout2, true)
		p.Do((*app.App).Pop)
		if text := page(p); strings.Contains(text, layout) || !strings.Contains(text, "daily deal 2000-01-01") || !strings.Contains(text, "From tomorrow on") ||
			strings.Contains(text, " n play") || strings.Contains(text, p.T("err.no_deal")) {
			t.Errorf("on its day for who has finished it: %q", text)
		}
		if text := page(h.Other()); strings.Contains(text, layout) {
			t.Errorf("on its day told to who knows the other: %q", text)
		}
	})
}

// The verdict on a deal agrees with what the try has shown: that it could still be won at its end, also
// when the sheet is opened again.
func TestVerdictAgrees(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Create(pairing.Offer{Game: klondike.Name, Control: "none"})
		acts(p, "draw", "draw")
		id := p.Top().(*play.Table).ID
		note(h, "klondike/last", id, map[string]any{"ply": 2, "status": games.Solvable})
		p.Press("r")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		h.Pass(screentest.BeforeAnswer)
		for _, when := range []string{"at the end", "opened again"} {
			if text := p.Text(); !strings.Contains(text, "solver  solvable") || !strings.Contains(text, p.T("kp.chance.end")) {
				t.Errorf("%s:\n%s", when, text)
			}
			p.Press("esc")
			p.Wants("solvable", true)
			p.Press("enter")
			h.Pass(screentest.BeforeAnswer)
		}
	})
}

// A run has one number of moves, without the resignation: on its sheet, in the statistics, and in the list
// of matches.
func TestMovesAgree(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := dealKlondike(h, "42", "", "draw draw draw")
		p.Press("r")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		h.Pass(screentest.BeforeAnswer)
		p.Wants("moves 3 ", true)
		p.Do((*app.App).Home)
		p.Press("v")
		p.Wants("lost (0 built)           3  now", true)
	})
}

// An imported try stands among its player's own, by deal and on the deal's page; there is nothing to replay. Others
// do not see it, and no mark counts it.
func TestImportedTries(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			id, now := klondike.DealID(42, klondike.Standard()), time.Now().UnixMilli()
			file := fmt.Sprintf(`{"version":"1.0","stats":[{"dealId":%[1]q,"seed":"42","startedAt":%[2]d,"finishedAt":%[3]d,"durationMs":83000,"moveCount":77,"outcome":"win","isFavorite":true},`+
				`{"dealId":%[1]q,"seed":"42","startedAt":%[3]d,"finishedAt":%[4]d,"durationMs":4000,"moveCount":5,"outcome":"resign"}]}`, id, now-200_000, now-100_000, now-9000)
			done, err := h.House.Lobby.Deals().Import(context.Background(), p.Visit.Me().ID, klondike.Name, []byte(file))
			if h.Must(err); done.New != 2 || done.Stars != 1 {
				t.Fatalf("%+v", done)
			}
			stats := func(q *screentest.Person) {
				q.Do(func(a *app.App) { a.Push(pages.NewStats(p.Visit.Me().ID)) })
				q.LookAs(120, 40, ui.LevelLines)
			}
			stats(p)
			for _, want := range []string{p.T("kl.class.imported"), "1:23", "77", p.T("end.short.resign")} {
				p.Wants(want, true)
			}
			p.Wants(p.T("kp.home", "n", 0), false)
			p.Press("v")
			p.Wants(p.T("kp.elsewhere"), true)
			p.Press("e")
			p.Wants("1/2", true)
			p.Press("enter")
			p.Wants(p.T("kl.class.imported"), true)
			p.Wants(p.T("kp.board"), true)
			p.Press("enter")
			p.Wants(p.T("kp.elsewhere"), true)
			p.Do((*app.App).Pop)
			raw, err := h.House.Lobby.Stats(context.Background(), klondike.Name, p.Visit.Me().ID)
			h.Must(err)
			for _, m := range pages.Marks(raw) {
				if m.Done {
					t.Errorf("the mark %s", m.Word)
				}
			}
			q := h.Other()
			stats(q)
			q.Wants(q.T("kp.stats.none"), true)
			q.Wants("1:23", false)
		})
	}
}
