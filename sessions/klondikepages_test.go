package sessions

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby"
	"arcade/lobby/deals"
	"arcade/sessions/ui"
	"arcade/store"
)

// The advised game is a games.Solver, so that its deals have grades; the house of the
// tests has no worker, and what the solver found is put into the store.
func (advisedKlondike) Algorithm() (string, []string) { return "dfs-classes", nil }
func (advisedKlondike) Solve(games.Setup, games.Limit) (games.Solution, error) {
	return games.Solution{Status: games.Unsolved}, nil
}
func (advisedKlondike) LastWinnable(games.Setup, []games.Action, games.Limit) (int, games.SolveStatus, error) {
	return -1, games.Unsolved, nil
}
func (advisedKlondike) Grades() []string                    { return []string{"easy", "normal", "hard", "expert"} }
func (advisedKlondike) Grade(string, games.Solution) string { return "normal" }
func (advisedKlondike) Curated() []json.RawMessage {
	return []json.RawMessage{[]byte(`{"draw":1}`), []byte(`{"draw":3}`)}
}

// note puts a note into the store.
func (h *hall) note(space, key string, v any) {
	h.t.Helper()
	raw, err := json.Marshal(v)
	h.must(err)
	h.must(h.store.PutNotes(space, store.Note{Key: key, Value: raw}))
}

// deal makes a deal known with what a solver says of it, and gives its ID.
func (h *hall) deal(seed uint64, r klondike.Rules, v deals.Verdict) string {
	h.t.Helper()
	id := klondike.DealID(seed, r)
	h.note("klondike/deals", id, map[string]any{"seed": strconv.FormatUint(seed, 10), "sets": []any{map[string]any{
		"rules": r.String(), "options": optionsOf(r), "status": v.Status, "minMoves": v.Moves, "nodes": v.Nodes,
		"solveTimeMs": v.Time, "solver": v.Solver, "grade": v.Grade, "at": time.Now().UnixMilli(), "tries": 1,
	}}})
	return id
}

// found is a verdict of a search.
func found(status games.SolveStatus, moves int) deals.Verdict {
	v := deals.Verdict{Status: status, Moves: moves, Nodes: 1234, Time: 47, Solver: &deals.SolverInfo{
		Algorithm: "dfs-classes", Limits: deals.SolverLimits{Time: 30_000, Nodes: 2_000_000},
	}}
	if status == games.Solvable {
		v.Grade = "normal"
	}
	return v
}

// drawThree are the rules of the board for draws of three.
func drawThree() klondike.Rules {
	r := klondike.Standard()
	r.Draw = 3
	return r
}

// stock puts n winnable deals on a shelf.
func (h *hall) stock(r klondike.Rules, grade string, n int) (ids []string) {
	h.t.Helper()
	for i := range n {
		v := found(games.Solvable, 96+7*i)
		v.Grade = grade
		id := h.deal(uint64(1000+i), r, v)
		h.note("klondike/stock/"+r.String(), grade+" "+id, struct{}{})
		ids = append(ids, id)
	}
	return ids
}

// kept puts a finished match of Klondike into the store with what the player has of it.
func (h *hall) kept(p *person, m store.Match, stats json.RawMessage, rows ...store.Score) string {
	h.t.Helper()
	h.rated++
	at := time.Now().UnixMilli()
	m.ID, m.Game, m.Rules, m.Control, m.Status = fmt.Sprintf("KLQND%03d", h.rated), klondike.Name, 1, "none", store.Live
	m.Seats = []store.Seat{{Player: p.visit.Me().ID, Name: p.visit.Me().Name}}
	m.Created, m.Started, m.Winner = at, at, -1
	if m.Seed == "" {
		m.Seed = "42"
	}
	h.must(h.store.CreateMatch(m))
	m.Status, m.Ended, m.Reason = store.Done, at, games.Resigned
	if m.Result == nil {
		m.Result = json.RawMessage(`{"reason":"resign","winner":null,"won":false,"score":55,"moves":41,"undos":1,"home":9}`)
	}
	for i := range rows {
		rows[i].Player, rows[i].Name, rows[i].Match = p.visit.Me().ID, p.visit.Me().Name, m.ID
		if rows[i].At == 0 {
			rows[i].At = at
		}
	}
	h.must(h.store.Finish(store.Finish{Match: m, Outcomes: []store.Outcome{{Player: p.visit.Me().ID, Stats: stats, Scores: rows}}}))
	return m.ID
}

// klRow is a row on a board.
func klRow(board string, moves int, took time.Duration) store.Score {
	detail, _ := json.Marshal(klondike.Row{Moves: moves, Time: took.Milliseconds(), Score: 800 - moves, Undos: 2})
	return store.Score{Board: board, Value: -float64(moves), Tie: -float64(took.Milliseconds()), Detail: detail}
}

// tries are statistics of n tries under three sets of rules, every third one lost.
func (h *hall) tries(n int) json.RawMessage {
	h.t.Helper()
	var raw json.RawMessage
	options := []string{``, `{"draw":3}`, `{"draw":3,"redeals":2,"recycle":"keep","f2t":false}`}
	for i := range n {
		at := time.Now().Add(-time.Duration(n-i) * 5 * time.Hour).UnixMilli()
		run := games.Run{
			Match: fmt.Sprintf("TRYQ%04d", i), Setup: games.Setup{Game: klondike.Name, Seed: itoa(100 + i/2), Options: json.RawMessage(options[i%7%3])},
			Plies: []games.Ply{{Action: "draw", At: at - 200_000 - int64(i)*1700}, {Action: "draw", At: at}}, At: at,
			Daily: i%5 == 1, Seeded: i%5 == 2, Looked: i%5 == 3,
			Result: games.Result{Reason: games.Finished, Fields: map[string]any{"won": true, "score": 700 + i, "moves": 90 + i*13%50, "undos": i % 4, "home": 52}},
		}
		if i%3 == 2 {
			run.Result = games.Result{Reason: games.Resigned, Winner: games.Nobody, Fields: map[string]any{"won": false, "score": 5 * i, "moves": 30 + i, "undos": i, "home": i % 30}}
		}
		var err error
		raw, _, err = klondike.Game{}.Record(raw, run)
		h.must(err)
	}
	return raw
}

// atSetup is a player at the form, after keys.
func atSetup(h *hall, keys ...string) *person {
	p := h.me()
	p.press("3", "enter")
	p.press(keys...)
	return p
}

// toTyped leads to the field for a seed or Deal ID, toDeck to that for a deck.
var (
	toTyped = []string{"3", "down"}
	toDeck  = []string{"4", "down"}
)

// pasted pastes a text and lets the form look it up.
func (p *person) pasted(text string) *person {
	p.send(tea.PasteMsg{Content: text})
	p.hall.pass(1100 * time.Millisecond)
	return p
}

// lostTable is a player who has just given a try of a known deal up; with a status the
// solver has found when it could be won for the last time.
func lostTable(h *hall, status games.SolveStatus, ply int) *person {
	h.deal(42, klondike.Standard(), found(games.Solvable, 113))
	p := dealKlondike(h, "42", "", "draw draw draw undo draw draw")
	id := p.top().(*table).id
	if status != games.SolveUnknown {
		h.note("klondike/last", id, map[string]any{"ply": ply, "status": status, "at": time.Now().UnixMilli()})
	}
	p.press("r")
	h.pass(beforeAnswer)
	p.press("y")
	h.pass(beforeAnswer)
	return p
}

// klondikeBoards is somebody among those with rows on the boards and on a deal's own.
func klondikeBoards(h *hall) (p *person, id string) {
	p = h.me()
	id = h.deal(42, klondike.Standard(), found(games.Solvable, 113))
	today := h.house.Lobby.Today()
	board := deals.Board(klondike.Name, id)
	for i := range 4 {
		q := h.player(h.name(i + 1))
		moves, took := 96+11*i, time.Duration(242+31*i)*time.Second
		h.kept(q, store.Match{}, nil, klRow("klondike/draw1", moves, took), klRow(board, moves+3, took+time.Minute))
		h.kept(q, store.Match{Daily: today, Seed: "7"}, nil, klRow("klondike/draw1/"+today, moves+5, took))
		h.kept(q, store.Match{Daily: lobby.DayBefore(today), Seed: "8"}, nil, klRow("klondike/draw3/"+lobby.DayBefore(today), moves+30, time.Hour+took))
	}
	h.kept(p, store.Match{Seeded: true}, h.tries(4), klRow("klondike/draw1", 121, 378*time.Second), klRow(board, 104, 300*time.Second))
	p.do((*App).home)
	h.pass(1100 * time.Millisecond)
	return p, id
}

// statistics is a player with many tries at the page of statistics.
func statistics(h *hall, n int, keys ...string) *person {
	p := h.me()
	h.kept(p, store.Match{}, h.tries(n))
	p.press("3", "enter", "t")
	p.press(keys...)
	return p
}

// onDeal is a player at the page of a deal.
func onDeal(h *hall, id string, r klondike.Rules, keys ...string) *person {
	p := h.here[len(h.here)-1]
	for _, q := range h.here {
		if q.visit.Me().Name == h.name(0) && !q.dropped && !q.quit {
			p = q
		}
	}
	p.do(func(a *App) tea.Cmd { return a.push(newDealPage(id, r)) })
	p.press(keys...)
	return p
}

func init() {
	pages = append(pages, []page{
		// The form.
		{name: "kpages-setup", sizes: allSizes, make: func(h *hall) *person { return atSetup(h) }},
		{name: "kpages-setup-other", make: func(h *hall) *person { return atSetup(h, "down", "2", "down", "3", "down", "2", "down", "2") }},
		{name: "kpages-setup-daily", sizes: []Size{{80, 24}, {120, 40}}, make: func(h *hall) *person { return atSetup(h, "2") }},
		{name: "kpages-setup-daily-other", make: func(h *hall) *person { return atSetup(h, "2", "down", "down", "2") }},
		{name: "kpages-setup-begun", make: func(h *hall) *person {
			p := atSetup(h, "2", "enter", "space")
			h.pass(time.Second)
			p.press("esc")
			p.do((*App).home)
			p.do(func(a *App) tea.Cmd { return a.push(newKlondikeSetup(a)) })
			p.press("2")
			return p
		}},
		{name: "kpages-setup-done", make: func(h *hall) *person {
			p := h.me()
			h.kept(p, store.Match{Daily: h.house.Lobby.Today(), Seed: "7"}, nil)
			p.press("3", "enter", "2")
			return p
		}},
		{name: "kpages-setup-guest", make: func(h *hall) *person {
			p := h.guest()
			p.press("3", "enter", "2")
			return p
		}},
		{name: "kpages-setup-typed", make: func(h *hall) *person { return atSetup(h, toTyped...) }},
		{name: "kpages-setup-seed", make: func(h *hall) *person { return atSetup(h, toTyped...).pasted("18446744073709551615") }},
		{name: "kpages-setup-digits", make: func(h *hall) *person {
			p := atSetup(h, toTyped...).pasted("123456789012345678901")
			p.press("enter")
			return p
		}, deaf: []string{"enter"}}, // refused already
		{name: "kpages-setup-large", make: func(h *hall) *person { return atSetup(h, toTyped...).pasted("18446744073709551616") }},
		{name: "kpages-setup-badid", make: func(h *hall) *person { return atSetup(h, toTyped...).pasted("DL1_abc") }},
		{name: "kpages-setup-noid", make: func(h *hall) *person {
			p := atSetup(h, toTyped...).pasted(klondike.DealID(5, klondike.Standard()))
			p.press("enter")
			return p
		}, deaf: []string{"enter"}}, // refused already
		{name: "kpages-setup-id", sizes: []Size{{80, 24}, {120, 40}}, make: func(h *hall) *person {
			r := drawThree()
			r.Redeals, r.Recycle = 2, klondike.Keep
			id := h.deal(42, r, found(games.Solvable, 113))
			return atSetup(h, toTyped...).pasted(id)
		}},
		{name: "kpages-setup-deck", make: func(h *hall) *person { return atSetup(h, toDeck...).pasted(easyDeck()) }},
		{name: "kpages-setup-nodeck", make: func(h *hall) *person {
			p := atSetup(h, toDeck...)
			p.press("enter")
			return p
		}, deaf: []string{"enter"}}, // refused already
		{name: "kpages-setup-twice", make: func(h *hall) *person {
			return atSetup(h, toDeck...).pasted(strings.Replace(easyDeck(), "S:K", "H:A", 1))
		}},
		{name: "kpages-setup-short", make: func(h *hall) *person {
			return atSetup(h, toDeck...).pasted("h:a, d:10, s:k")
		}},
		{name: "kpages-setup-nocard", make: func(h *hall) *person {
			return atSetup(h, toDeck...).pasted("H:A,X:99")
		}},
		{name: "kpages-setup-known", sizes: []Size{{80, 24}, {120, 40}}, make: func(h *hall) *person {
			h.stock(klondike.Standard(), "normal", 3)
			return atSetup(h, "5", "down", "2")
		}},
		{name: "kpages-setup-menu", make: func(h *hall) *person {
			p := atSetup(h, "space")
			h.pass(beforeAnswer)
			return p
		}},

		// Deals to choose from.
		{name: "kpages-deals", sizes: []Size{{80, 24}, {120, 40}}, make: func(h *hall) *person {
			ids := h.stock(klondike.Standard(), "easy", 30)
			p := h.me()
			h.must(p.visit.Favour(klondike.Name, ids[0], true))
			h.kept(p, store.Match{Seeded: true}, nil, klRow(deals.Board(klondike.Name, ids[3]), 104, 300*time.Second))
			p.press("3", "enter", "d", "down")
			return p
		}},
		{name: "kpages-deals-empty", make: func(h *hall) *person {
			p := atSetup(h, "d", "right")
			return p
		}},
		{name: "kpages-deals-fav", make: func(h *hall) *person {
			p := h.me()
			for i, r := range []klondike.Rules{klondike.Standard(), drawThree(), {Draw: 3, Redeals: 10, Recycle: klondike.Keep}} {
				status := []games.SolveStatus{games.Solvable, games.Unsolved, games.Unsolvable}[i]
				h.must(p.visit.Favour(klondike.Name, h.deal(uint64(9+i), r, found(status, 0)), true))
				h.pass(time.Minute)
			}
			p.press("3", "enter", "d", "left")
			return p
		}, deaf: []string{"tab"}}, // favourites are of all draws
		{name: "kpages-deals-guest", make: func(h *hall) *person {
			p := h.guest()
			p.press("3", "enter", "d", "left")
			return p
		}},

		// A deal.
		{name: "kpages-deal", sizes: allSizes, make: func(h *hall) *person {
			_, id := klondikeBoards(h)
			return onDeal(h, id, klondike.Standard(), "down")
		}},
		{name: "kpages-deal-tries", sizes: []Size{{80, 24}, {120, 40}}, make: func(h *hall) *person {
			for seed := range uint64(3) {
				h.deal(100+seed, klondike.Rules{Draw: 3, Redeals: 2, Recycle: klondike.Keep}, found(games.Solvable, 99))
			}
			p := statistics(h, 6, "enter", "tab")
			return p
		}},
		{name: "kpages-deal-unknown", make: func(h *hall) *person {
			h.me()
			return onDeal(h, klondike.DealID(5, klondike.Standard()), klondike.Standard())
		}},
		{name: "kpages-deal-timeout", make: func(h *hall) *person {
			h.me()
			r := klondike.Rules{Draw: 3, Redeals: 10, Recycle: klondike.Keep}
			id := h.deal(18446744073709551615, r, found(games.Unsolved, 0))
			return onDeal(h, id, r, "f")
		}},
		{name: "kpages-deal-never", make: func(h *hall) *person {
			h.me()
			return onDeal(h, h.deal(5, drawThree(), found(games.Unsolvable, 0)), drawThree(), "tab")
		}},
		{name: "kpages-deal-secret", make: func(h *hall) *person {
			p := atSetup(h, "2", "enter")
			id := p.kl().DealID
			p = onDeal(h, id, klondike.Standard())
			page := p.top().(*dealPage) // one of the player's own: its cards are no secret to it
			page.id, page.layout = klondike.DealID(42, klondike.Standard()), ""
			return p
		}},
		{name: "kpages-deal-deck", make: func(h *hall) *person {
			p := dealKlondike(h, deckSeed, withDeck(easyDeck()), "draw")
			return onDeal(h, p.kl().DealID, klondike.Standard())
		}},
		{name: "kpages-deal-menu", make: func(h *hall) *person {
			_, id := klondikeBoards(h)
			p := onDeal(h, id, klondike.Standard(), "space")
			h.pass(beforeAnswer)
			return p
		}},

		// Statistics and the history.
		{name: "kpages-stats", sizes: allSizes, make: func(h *hall) *person { return statistics(h, 40, "down", "down") }},
		{name: "kpages-stats-set", sizes: []Size{{80, 24}, {120, 40}}, make: func(h *hall) *person { return statistics(h, 40, "tab") }},
		{name: "kpages-stats-one", make: func(h *hall) *person { return statistics(h, 1) }},
		{name: "kpages-stats-lost", make: func(h *hall) *person { return statistics(h, 40, "right", "right", "o") }},
		{name: "kpages-stats-won", make: func(h *hall) *person { return statistics(h, 40, "right", "5", "end") }},
		{name: "kpages-stats-fav", make: func(h *hall) *person {
			h.deal(100, klondike.Standard(), found(games.Solvable, 99))
			p := statistics(h, 12, "end", "f", "left")
			return p
		}},
		{name: "kpages-stats-nofav", make: func(h *hall) *person { return statistics(h, 12, "left") }},
		{name: "kpages-stats-empty", make: func(h *hall) *person { return atSetup(h, "t") }},
		{name: "kpages-stats-guest", make: func(h *hall) *person {
			p := h.guest()
			p.press("3", "enter", "t")
			return p
		}},
		{name: "kpages-stats-other", make: func(h *hall) *person {
			o := h.other()
			h.kept(o, store.Match{}, h.tries(9))
			p := h.me()
			p.do(func(a *App) tea.Cmd { return a.push(newKlondikeStats(o.visit.Me().ID)) })
			return p
		}},
		{name: "kpages-stats-menu", make: func(h *hall) *person {
			p := statistics(h, 6, "space")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "kpages-profile", make: func(h *hall) *person {
			p := statistics(h, 6, "esc", "esc", "p", "t")
			h.pass(beforeAnswer)
			return p
		}},

		// Boards and the home screen.
		{name: "kpages-board", sizes: []Size{{80, 24}, {120, 40}}, make: func(h *hall) *person {
			p, _ := klondikeBoards(h)
			p.press("3", "b")
			return p
		}},
		{name: "kpages-board-three", make: func(h *hall) *person {
			p, _ := klondikeBoards(h)
			p.press("3", "b", "right")
			return p
		}, deaf: []string{"enter", "v"}}, // nobody there
		{name: "kpages-board-today", make: func(h *hall) *person {
			p, _ := klondikeBoards(h)
			p.press("3", "b", "right", "right")
			return p
		}},
		{name: "kpages-board-yesterday", make: func(h *hall) *person {
			p, _ := klondikeBoards(h)
			p.press("3", "b", "left")
			return p
		}},
		{name: "kpages-home", sizes: []Size{{80, 24}, {120, 40}}, make: func(h *hall) *person {
			p, _ := klondikeBoards(h)
			p.press("3")
			return p
		}},
		{name: "kpages-home-done", make: func(h *hall) *person {
			p := h.me()
			h.kept(p, store.Match{Daily: h.house.Lobby.Today(), Result: json.RawMessage(`{"won":true,"moves":121}`)}, nil)
			p.do((*App).home)
			h.pass(time.Minute)
			p.press("3")
			return p
		}},
		{name: "kpages-home-lost", make: func(h *hall) *person {
			p := h.me()
			h.kept(p, store.Match{Daily: h.house.Lobby.Today()}, nil)
			h.pass(time.Minute)
			p.press("3")
			return p
		}},
		{name: "kpages-home-begun", make: func(h *hall) *person {
			p := atSetup(h, "2", "enter", "space")
			h.pass(time.Second)
			p.do((*App).home)
			p.press("3")
			return p
		}},
		{name: "kpages-matches", make: func(h *hall) *person {
			p := lostTable(h, games.Solvable, 3)
			h.kept(p, store.Match{Result: json.RawMessage(`{"won":true,"moves":121}`)}, nil)
			p.do((*App).home)
			p.press("v")
			return p
		}},

		// The end of a try and its replay.
		{name: "kpages-lost", sizes: []Size{{80, 24}, {120, 40}}, make: func(h *hall) *person { return lostTable(h, games.Solvable, 3) }},
		{name: "kpages-lost-looking", make: func(h *hall) *person { return lostTable(h, games.SolveUnknown, 0) }},
		{name: "kpages-lost-start", make: func(h *hall) *person { return lostTable(h, games.Solvable, 0) }},
		{name: "kpages-lost-end", make: func(h *hall) *person { return lostTable(h, games.Solvable, 6) }},
		{name: "kpages-lost-never", make: func(h *hall) *person { return lostTable(h, games.Unsolvable, -1) }},
		{name: "kpages-lost-until", make: func(h *hall) *person { return lostTable(h, games.Unsolved, 2) }},
		{name: "kpages-lost-unsure", make: func(h *hall) *person { return lostTable(h, games.Unsolved, -1) }},
		{name: "kpages-replay", sizes: allSizes, make: func(h *hall) *person {
			p := lostTable(h, games.Solvable, 3)
			p.press("v", "home", "right")
			h.pass(time.Second)
			return p
		}},
		{name: "kpages-replay-there", make: func(h *hall) *person {
			p := lostTable(h, games.Solvable, 3)
			p.press("w")
			return p
		}},
		{name: "kpages-replay-end", make: func(h *hall) *person {
			p := lostTable(h, games.Solvable, 6)
			p.press("v", "home")
			return p
		}, deaf: []string{"home"}}, // at the first ply
		{name: "kpages-replay-looking", make: func(h *hall) *person {
			p := lostTable(h, games.SolveUnknown, 0)
			p.press("v", "left")
			return p
		}},
	}...)
	for _, topic := range []struct {
		name string
		tab  int
		open func(h *hall) *person
	}{
		{"setup", 0, func(h *hall) *person { return atSetup(h) }}, {"setup-rules", 2, func(h *hall) *person { return atSetup(h) }},
		{"stats", 0, func(h *hall) *person { return atSetup(h, "t") }}, {"deals", 0, func(h *hall) *person { return atSetup(h, "d") }},
		{"deal", 0, func(h *hall) *person { return statistics(h, 1, "enter") }},
	} {
		pages = append(pages, page{name: "help-kpages-" + topic.name, make: func(h *hall) *person {
			p := topic.open(h)
			p.press("?")
			for range topic.tab {
				p.press("tab")
			}
			return p
		}})
	}
}

// The cards of a deal in play are a secret to all but the one who plays it.
func TestOwnLayout(t *testing.T) {
	inKlondike(t, "", "", "draw", func(h *hall, p *person) {
		id, layout := p.kl().DealID, p.kl().LayoutID
		shown := func(q *person) bool {
			q.do(func(a *App) tea.Cmd { return a.push(newDealPage(id, klondike.Standard())) })
			q.lookAs(80, 24, ui.Default)
			return strings.Contains(q.canvas.Plain(ui.Default), layout)
		}
		if !shown(p) {
			t.Error("hidden from its player at the table")
		}
		p.do((*App).home)
		if !shown(p) {
			t.Error("hidden from its player who has left the table")
		}
		if shown(h.other()) {
			t.Error("told to somebody else")
		}
	})
}
