package sessions

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// Rounds by how they end, of testdata/matgo-ends.jsonl and matgo-rounds.jsonl.
const (
	bakRound       = 1  // seat 0 stops after a bomb, a go and a carry: 10 x 8
	nagariRound    = 56 // seat 0 said go and has no more points
	shortRound     = 11 // seat 0 wins more than seat 1 has
	ppukRound      = 73 // seat 0 wins after three go, with gold for ppuk
	factorRound    = 90 // 21 x 128
	presidentRound = 85 // seat 0 stops with a president
)

// The rounds of matgo-ends.jsonl are known like the others.
func init() {
	text, err := os.ReadFile(filepath.Join("testdata", "matgo-ends.jsonl"))
	if err != nil {
		panic(err)
	}
	for sc := bufio.NewScanner(bytes.NewReader(text)); sc.Scan(); {
		var r dealtRound
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			panic(err)
		}
		matgoRounds()[r.N] = r
	}
}

// matgoEnded is the sheet of a known round for the one of its two players with the seat.
func matgoEnded(h *hall, seat games.Seat, round int) *person {
	p := matgoAt(h, seat, round, len(matgoRounds()[round].Actions))
	h.pass(2 * time.Second)
	return p
}

// matgoPlayed plays a known round to its end, rated or not, and leaves the table.
func matgoPlayed(h *hall, p, o *person, seat games.Seat, round int, rated bool) string {
	r := matgoRounds()[round]
	var options map[string]any
	h.must(json.Unmarshal(r.Options, &options))
	delete(options, "gold") // what the players have
	raw, err := json.Marshal(options)
	h.must(err)
	h.dealt.next = string(raw)
	id := h.duel(p, o, lobby.Offer{Game: matgo.Name, Control: "30s", Seat: seat, Rated: rated}, "")
	for _, action := range r.Actions {
		h.act(id, action, seat, p, o)
	}
	h.pass(2 * time.Second)
	p.do((*App).home)
	o.do((*App).home)
	h.pass(time.Minute)
	return id
}

// matgoHistory is somebody with rounds of every kind.
func matgoHistory(h *hall) *person {
	p, o := h.me(), h.other()
	matgoPlayed(h, p, o, 0, bakRound, true)
	matgoPlayed(h, p, o, 0, ppukRound, true)
	matgoPlayed(h, p, o, 1, factorRound, true)
	matgoPlayed(h, p, o, 0, nagariRound, true)
	matgoPlayed(h, p, o, 0, bakRound, false)
	return p
}

func init() {
	pages = append(pages, []page{
		// The sheet.
		{name: "matgo-result-won", sizes: allSizes, make: func(h *hall) *person { return matgoEnded(h, 0, bakRound) }},
		{name: "matgo-result-lost", make: func(h *hall) *person { return matgoEnded(h, 1, bakRound) }},
		{name: "matgo-result-factors", make: func(h *hall) *person { return matgoEnded(h, 0, factorRound) }},
		{name: "matgo-result-ppuk", sizes: allSizes, make: func(h *hall) *person { return matgoEnded(h, 0, ppukRound) }},
		{name: "matgo-result-short", make: func(h *hall) *person { return matgoEnded(h, 0, shortRound) }},
		{name: "matgo-result-broke", make: func(h *hall) *person { return matgoEnded(h, 1, shortRound) }},
		{name: "matgo-result-president", make: func(h *hall) *person { return matgoEnded(h, 0, presidentRound) }},
		{name: "matgo-result-nagari", sizes: allSizes, make: func(h *hall) *person { return matgoEnded(h, 0, nagariRound) }},
		{name: "matgo-result-rated", make: func(h *hall) *person {
			p, o := h.me(), h.other()
			r := matgoRounds()[bakRound]
			h.dealt.next = string(r.Options)
			id := h.duel(p, o, lobby.Offer{Game: matgo.Name, Control: "30s", Seat: 0, Rated: true}, "")
			for _, action := range r.Actions {
				h.act(id, action, 0, p, o)
			}
			h.pass(2 * time.Second)
			return p
		}},
		{name: "matgo-result-resigned", make: func(h *hall) *person {
			p, o := h.me(), h.other()
			id := h.matgoTable(p, o, 0, bakRound, 8)
			h.must(o.visit.Do(id, games.Resign))
			h.pass(2 * time.Second)
			return p
		}},
		{name: "matgo-result-ready", make: func(h *hall) *person {
			p := matgoEnded(h, 0, bakRound)
			p.press("enter")
			h.pass(beforeAnswer)
			return p
		}, deaf: []string{"enter"}}, // ready already
		{name: "matgo-result-waited", make: func(h *hall) *person {
			p, o := h.me(), h.other()
			id := h.matgoTable(p, o, 0, bakRound, len(matgoRounds()[bakRound].Actions))
			h.must(o.visit.Rematch(id))
			h.pass(2 * time.Second)
			return p
		}},
		{name: "matgo-result-ended", make: func(h *hall) *person {
			p, o := h.me(), h.other()
			h.matgoTable(p, o, 0, bakRound, len(matgoRounds()[bakRound].Actions))
			o.do((*App).home)
			h.pass(2 * time.Second)
			return p
		}},
		{name: "matgo-result-watching", sizes: allSizes, make: func(h *hall) *person {
			p, a, b := h.me(), h.player(h.name(1)), h.player(h.name(2))
			r := matgoRounds()[ppukRound]
			id := h.matgoTable(a, b, 0, ppukRound, len(r.Actions)-1)
			p.do(openTable(id))
			h.act(id, r.Actions[len(r.Actions)-1], 0, a, b)
			h.pass(4 * time.Second)
			return p
		}},
		{name: "matgo-result-guests", make: func(h *hall) *person {
			p, o := h.guest(), h.enter("", "guest-2")
			h.matgoTable(p, o, 0, bakRound, len(matgoRounds()[bakRound].Actions))
			h.pass(2 * time.Second)
			return p
		}},
		{name: "matgo-result-closed", make: func(h *hall) *person {
			p := matgoEnded(h, 0, bakRound)
			p.press("esc")
			return p
		}},

		// The cards.
		{name: "matgo-guide", sizes: allSizes, make: func(h *hall) *person {
			p := matgoAt(h, 0, bakRound, 2)
			p.press("c")
			return p
		}},
		{name: "matgo-guide-other", make: func(h *hall) *person {
			p := matgoEnded(h, 0, bakRound)
			p.press("c", "tab")
			return p
		}},

		// A new table, and bots to watch.
		{name: "matgo-setup", sizes: allSizes, make: then((*hall).me, "4", "n")},
		{name: "matgo-setup-bot", make: then((*hall).me, "4", "n", "1", "down", "2", "down", "4")},
		{name: "matgo-setup-watch", make: then((*hall).me, "4", "n", "5", "down", "right")},
		{name: "setup-watch", make: then((*hall).me, "n", "5")},
		{name: "matgo-exhibit", sizes: allSizes, make: func(h *hall) *person {
			p := matgoExhibit(h)
			p.press("space", "home", "right", "right", "right")
			h.pass(2 * time.Second)
			return p
		}},
		{name: "matgo-exhibit-end", sizes: allSizes, make: func(h *hall) *person {
			p := matgoExhibit(h)
			p.press("enter")
			h.pass(2 * time.Second)
			return p
		}, deaf: []string{"right"}},
		{name: "matgo-exhibit-next", make: func(h *hall) *person {
			p := matgoExhibit(h)
			p.press("space", "5")
			for i := 0; i < 60 && p.top().(*exhibit).next.IsZero(); i++ {
				h.pass(time.Second)
			}
			h.pass(2 * time.Second)
			return p
		}, deaf: []string{"right"}},

		// Records.
		{name: "matgo-replay", sizes: allSizes, make: func(h *hall) *person {
			p := matgoEnded(h, 0, bakRound)
			p.press("v", "left", "left", "left", "left")
			h.pass(2 * time.Second)
			return p
		}},
		{name: "matgo-replay-lost", make: func(h *hall) *person {
			p := matgoEnded(h, 1, bakRound)
			p.press("v", "left", "left", "left")
			h.pass(2 * time.Second)
			return p
		}},
		{name: "matgo-replay-start", make: func(h *hall) *person {
			p := matgoEnded(h, 0, bakRound)
			p.press("v", "home", "tab")
			h.pass(4 * time.Second)
			return p
		}, deaf: []string{"home", "left"}},
		{name: "matgo-replay-end", make: func(h *hall) *person {
			p := matgoEnded(h, 0, bakRound)
			p.press("v")
			h.pass(2 * time.Second)
			return p
		}, deaf: []string{"right"}},
		{name: "matgo-replay-result", make: func(h *hall) *person {
			p := matgoEnded(h, 1, bakRound)
			p.press("v", "enter")
			h.pass(2 * time.Second)
			return p
		}, deaf: []string{"right"}},
		{name: "matgo-replay-goto", make: func(h *hall) *person {
			p := matgoEnded(h, 0, bakRound)
			p.press("v", "g", "1", "2")
			return p
		}},
		{name: "matgo-stats", sizes: allSizes, make: then(matgoHistory, "4", "b", "t", "down")},
		{name: "matgo-stats-empty", make: then((*hall).me, "4", "b", "t"), deaf: []string{"enter"}}, // nothing to open
		{name: "matgo-stats-guest", make: then((*hall).guest, "4", "b", "t"), deaf: []string{"enter"}},
		{name: "stats-menu", make: thenAsked((*hall).me, "p", "t")},
		{name: "matgo-matches", make: then(matgoHistory, "v")},
		{name: "matgo-profile", make: then(matgoHistory, "p")},
		{name: "matgo-board", make: then(matgoHistory, "4", "b")},
		{name: "matgo-board-gold", make: then(matgoHistory, "4", "b", "right")},
		{name: "matgo-board-round", make: then(matgoHistory, "4", "b", "right", "right")},
		{name: "matgo-board-streak", make: then(matgoHistory, "4", "b", "left")},
		{name: "matgo-board-empty", make: then((*hall).me, "4", "b", "right"), deaf: []string{"enter", "v"}}, // nobody there
	}...)
	topics := []struct {
		name string
		make func(h *hall) *person
		tabs int
	}{
		{"table", func(h *hall) *person { return matgoAt(h, 0, bakRound, 2) }, 4},
		{"guide", func(h *hall) *person {
			p := matgoAt(h, 0, bakRound, 2)
			p.press("c")
			return p
		}, 1},
		{"stats", then((*hall).me, "4", "b", "t"), 1},
		{"exhibit", matgoExhibit, 1},
	}
	for _, topic := range topics {
		pages = append(pages, helpPages("matgo-"+topic.name, topic.tabs, topic.make)...)
	}
}

// matgoExhibit is somebody who watches two bots, which have just begun a known round.
func matgoExhibit(h *hall) *person {
	p := h.me()
	e := newExhibit(matgo.Name, []string{"sensible", "sensible"})
	p.do(func(a *App) tea.Cmd { return a.push(e) })
	r := matgoRounds()[ppukRound]
	pos, err := matgo.Game{}.Start(games.Setup{Game: matgo.Name, Options: r.Options})
	h.must(err)
	shown := &lobby.Replay{Match: e.data.Match, Views: []any{pos.View(games.Everything)}}
	for _, text := range r.Actions {
		seat, act := pos.ToAct(), games.Action(text[2:])
		events, err := pos.Apply(act)
		h.must(err)
		shown.Plies = append(shown.Plies, games.Ply{Seat: seat, Action: act, Events: events})
		shown.Views = append(shown.Views, pos.View(games.Everything))
	}
	shown.Result = pos.Result()
	p.do(func(a *App) tea.Cmd { return e.handle(a, exhibited{e.gen, shown, nil}) })
	p.press("space") // at the first ply
	return p
}

// inMatgo runs f for two players whose round is over.
func inMatgo(t *testing.T, f func(h *hall, p, o *person, id string)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p, o := h.me(), h.other()
		id := h.matgoTable(p, o, 0, bakRound, len(matgoRounds()[bakRound].Actions))
		h.pass(2 * time.Second)
		f(h, p, o, id)
	})
}

// at is the table that somebody looks at, nil for none.
func (p *person) at() *table {
	for i := len(p.stack) - 1; i >= 0; i-- {
		if t, ok := p.stack[i].(*table); ok {
			return t
		}
	}
	return nil
}

// A copy is of the kibo; the game's own format is named beside it, on the sheet and in
// the replay, and exists.
func TestMatgoCopy(t *testing.T) {
	inMatgo(t, func(h *hall, p, o *person, id string) {
		want := words.T(words.EN, "sh.copy.format", "f", matgo.ExportFormat, "game", words.T(words.EN, "game."+matgo.Name))
		for _, screen := range []string{"sheet", "replay"} {
			if screen == "replay" {
				p.press("v")
			}
			p.press("x")
			if got := fmt.Sprint(p.out[len(p.out)-1]); got != "ssh arcade.example kibo export "+id {
				t.Errorf("%s: copied %q", screen, got)
			}
			if p.note != want {
				t.Errorf("%s: says %q", screen, p.note)
			}
		}
	})
}

// When both are ready the next round begins and brings them to it, with who watches.
func TestMatgoNextRound(t *testing.T) {
	inMatgo(t, func(h *hall, p, o *person, id string) {
		w := h.player(h.name(2))
		w.do(openTable(id))
		h.dealt.next = "" // what the last round left behind, and a deal by the seed
		p.press("enter")
		if p.at().id != id || !p.at().snap.Seats[0].Rematch {
			t.Fatalf("after one is ready: %+v", p.at().snap.Seats)
		}
		o.press("enter")
		h.pass(time.Second)
		next := p.at().id
		if next == id {
			t.Fatal("no next round")
		}
		for _, q := range []*person{p, o, w} {
			s := q.at()
			if s == nil || s.id != next || s.snap.Round != 2 || q.top() != screen(s) || s.snap.Status != store.Live {
				t.Errorf("%s: on top %T, not the table of the second round", q.visit.Me().Name, q.top())
			}
		}
		if v := p.at().snap.View.(matgo.View); v.Sides[0].Gold != 1_008_000 {
			t.Errorf("purse %d", v.Sides[0].Gold)
		}
	})
}

// The next round begins by itself, even for who reads the last one meanwhile.
func TestMatgoNextRoundByItself(t *testing.T) {
	inMatgo(t, func(h *hall, p, o *person, id string) {
		p.press("v")
		if _, ok := p.top().(*replay); !ok {
			t.Fatalf("%T", p.top())
		}
		h.pass(30 * time.Second)
		for _, q := range []*person{p, o} {
			if s := q.at(); s == nil || s.id == id || q.top() != screen(s) {
				t.Errorf("%s: %T", q.visit.Me().Name, q.top())
			}
		}
	})
}

// Who comes back from the replay or from the cards finds the sheet.
func TestMatgoSheetStays(t *testing.T) {
	inMatgo(t, func(h *hall, p, o *person, id string) {
		for _, key := range []string{"v", "c"} {
			h.pass(time.Second)
			p.press(key)
			if _, ok := p.top().(*matgoSheet); ok {
				t.Fatalf("%s does nothing", key)
			}
			p.press("esc")
			if _, ok := p.top().(*matgoSheet); !ok {
				t.Errorf("after %s: %T", key, p.top())
			}
		}
	})
}

// A button of the sheet does what it says, whichever is in focus.
func TestMatgoSheetButtons(t *testing.T) {
	inMatgo(t, func(h *hall, p, o *person, id string) {
		p.press("right")
		p.lookAs(80, 24, ui.Default)
		for y, line := range strings.Split(p.canvas.Plain(ui.Default), "\n") {
			if x := strings.Index(line, "Enter next round ]"); x >= 0 {
				p.click(len([]rune(line[:x])), y)
				break
			}
		}
		if !p.at().snap.Seats[0].Rematch {
			t.Error("a click on the button is not ready")
		}
	})
}

// Leaving ends the series: nobody can go on, and the sheet says so.
func TestMatgoSeriesEnds(t *testing.T) {
	inMatgo(t, func(h *hall, p, o *person, id string) {
		o.press("q")
		if _, ok := o.top().(*lobbyView); !ok {
			t.Errorf("q leads to %T", o.top())
		}
		h.pass(time.Minute)
		if p.at().id != id || p.at().goesOn() {
			t.Errorf("it goes on: next %q, at %d", p.at().snap.Next, p.at().snap.NextAt)
		}
	})
}

// A round that a player leaves is worth what the table says, and the sheet adds up.
func TestMatgoForfeitAddsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p, o := h.me(), h.other()
		id := h.matgoTable(p, o, 0, ppukRound, 10)
		h.must(o.visit.Do(id, games.Resign))
		s := p.at().snap
		e, ok := readMatgoEnd(s.View.(matgo.View), s.Result, s.Plies)
		if !ok || !e.forfeit || e.winner != 0 {
			t.Fatalf("read %v, forfeit %v, winner %d", ok, e.forfeit, e.winner)
		}
		if e.total[0] != e.base[0]*e.mult.Total || e.due != e.total[0]*100 || e.paid != e.due || e.after[0] != e.before[0]+e.events+e.paid ||
			e.before != [2]int{1_000_000, 1_000_000} || e.after[0]+e.after[1] != 2_000_000 {
			t.Errorf("base %v, total %v, x%d, due %d, paid %d, ppuk %d, %v > %v", e.base, e.total, e.mult.Total, e.due, e.paid, e.events, e.before, e.after)
		}
	})
}

// Bots to watch play on by themselves, round after round with the gold that is
// left, and a key stops that.
func TestExhibitGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.KO)
		p := h.me()
		p.press("4", "n", "5", "down", "2", "enter")
		e, ok := p.top().(*exhibit)
		if !ok {
			t.Fatalf("%T", p.top())
		}
		p.press("5")
		h.pass(3 * time.Minute)
		if e.data.Match.Round < 3 {
			t.Fatalf("round %d after three minutes", e.data.Match.Round)
		}
		if n := e.won[0] + e.won[1] + e.drawn; n < e.data.Match.Round-1 || n > e.data.Match.Round {
			t.Errorf("%d results in round %d", n, e.data.Match.Round)
		}
		p.press("left")
		at := e.data.Match.Round
		h.pass(time.Minute)
		if e.data.Match.Round != at {
			t.Error("it went on")
		}
		if p.press("enter", "enter"); e.data.Match.Round != at+1 {
			t.Errorf("round %d after Enter", e.data.Match.Round)
		}
	})
}

// Bots of any game for two can be watched.
func TestExhibitOthello(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		p.press("n", "5", "enter", "5")
		h.pass(12 * time.Second)
		e, ok := p.top().(*exhibit)
		if !ok || e.won[0]+e.won[1]+e.drawn != 1 {
			t.Fatalf("%T", p.top())
		}
		for _, problem := range p.problems() {
			t.Error(problem)
		}
	})
}

// Clocks are those of the game, and without one only against bots.
func TestMatgoClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		p.press("4", "n")
		s := p.top().(*setup)
		if s.value("control") != "30s" || len(s.row("control").values) != 3 || !s.row("seat").hidden {
			t.Errorf("%+v", s.rows)
		}
		p.press("1")
		s.row("control").at = 3
		if o := s.offer(); o.Control != "none" || o.Bot == "" {
			t.Errorf("%+v", o)
		}
		if p.press("2"); s.value("control") != "30s" {
			t.Errorf("no clock against people: %s", s.value("control"))
		}
	})
}

// A rated round puts a player on the boards by points.
func TestMatgoBoards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := matgoHistory(h)
		for board, want := range map[string]float64{matgo.BoardRound: 128, matgo.BoardStreak: 2} {
			row, _, of, err := h.house.Lobby.ScoreOf(matgo.Name+"/"+board, p.visit.Me().ID)
			if err != nil || row.Value != want || of == 0 {
				t.Errorf("%s: %+v of %d, %v", board, row, of, err)
			}
		}
		rows, err := StatsRows(words.EN, matgo.Name, nil)
		if err != nil || len(rows) != 21 {
			t.Errorf("%d rows, %v", len(rows), err)
		}
	})
}

// widestEnd makes a round's end as wide as it becomes: every part of the points,
// every factor, long sums, and somebody who had nothing left.
func widestEnd(t *table) {
	v, ok := t.scene.View.(matgo.View)
	if !ok || v.Outcome == nil {
		return
	}
	o := *v.Outcome
	w := max(t.snap.Result.Winner, 0)
	side := &v.Sides[w]
	side.Points = matgo.Points{Kwang: 15, Yeol: 5, Tti: 6, Pi: 20, Hongdan: 3, Cheongdan: 3, Chodan: 3, Godori: 5, Events: 12, Total: 72}
	side.Go = 9
	side.Events.Shaking, side.Events.Bomb = 3, 3
	o.Base[w], o.Base[1-w] = 81, 99
	o.Multiplier[w] = matgo.Multiplier{Go: 8, Shake: 8, Bomb: 8, GoBak: 2, Gwang: 2, Pi: 2, Meong: 2, Carry: 128, President: 4, Total: 4194304}
	o.Total[w], o.Due, o.Paid = 339738, 33_973_800, 20_000_000
	o.GoldBefore, o.Gold, o.Refilled = [2]int{999_999_999, 888_888_888}, [2]int{999_999_999, 888_888_888}, [2]bool{w == 1, w == 0}
	o.NextCarry = 1 << 20
	v.Outcome = &o
	t.scene.View = v
	for i := range t.scene.Seats {
		t.scene.Seats[i].Change = -349.6
	}
}

// widestStats makes statistics as wide as they become.
func widestStats(s *matgo.Stats) {
	n := 9_999
	s.Rated = matgo.Tally{
		Gold: 999_999_999, Rounds: 3 * n, Won: n, Lost: n, Nagari: 999, PointsWon: 500 * n, PointsLost: 500 * n, GoRounds: n, GoWon: n,
		Best: 339738, Streak: 100, BestStreak: 100, Events: matgo.Counters{Shaking: n, Jjob: n},
	}
	s.Practice = s.Rated
}

// While the bots play their next match, Enter does not let them play one more, and Esc
// leaves before the first has been played.
func TestExhibitPlaysOneMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newHall(t, words.EN).me()
		e := newExhibit(matgo.Name, []string{"sensible", "sensible"})
		p.do(func(a *App) tea.Cmd { a.push(e); return nil }) // the bots take for ever
		if p.press("esc"); p.top() == screen(e) {
			t.Error("Esc does not leave")
		}
		e = newExhibit(matgo.Name, []string{"sensible", "sensible"})
		p.do(func(a *App) tea.Cmd { return a.push(e) })
		p.press("enter") // to the end
		p.do(func(a *App) tea.Cmd { e.play(a); return nil })
		gen := e.gen
		if p.press("enter"); e.gen != gen || p.note == "" {
			t.Errorf("match %d is played beside match %d, %q", e.gen, gen, p.note)
		}
	})
}

// Why the next game cannot begin is said on the sheet, which stays.
func TestNextGameRefused(t *testing.T) {
	inMatgo(t, func(h *hall, p, o *person, id string) {
		h.must(o.visit.Rematch(id))
		h.house.Lobby.Drain()
		p.press("enter")
		if _, ok := p.top().(*matgoSheet); !ok || p.note == "" {
			t.Errorf("%T, %q", p.top(), p.note)
		}
	})
}

// widenMatgo makes what Matgo's screens show as wide as it becomes.
func widenMatgo(p *person) {
	p.widenTables(func(view any) any {
		if v, ok := view.(matgo.View); ok {
			return widestRound(v)
		}
		return view
	})
	for _, s := range p.stack {
		switch s := s.(type) {
		case *matgoSheet:
			widestEnd(s.t)
		case *matgoStatsView:
			widestStats(&s.stats)
		case *scores:
			for i := range s.list {
				s.list[i].Value = 999_999_999
			}
		}
	}
}
