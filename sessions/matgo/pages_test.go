package matgo

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/matgo/export"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/matgo/results"
	"arcade/sessions/matgo/round"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/tell"
	"arcade/sessions/ranks"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// Rounds by their ends, of testdata/matgo-ends.jsonl and matgo-rounds.jsonl.
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
		var r screentest.DealtRound
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			panic(err)
		}
		screentest.MatgoRounds()[r.N] = r
	}
}

// ended returns the sheet of a known round for the player with the seat.
func ended(h *screentest.Hall, seat games.Seat, round int) *screentest.Person {
	p := screentest.MatgoAt(h, seat, round, len(screentest.MatgoRounds()[round].Actions))
	h.Pass(2 * time.Second)
	return p
}

// played plays a known round to its end, rated or not, and leaves the table.
func played(h *screentest.Hall, p, o *screentest.Person, seat games.Seat, round int, rated bool) string {
	r := screentest.MatgoRounds()[round]
	var options map[string]any
	h.Must(json.Unmarshal(r.Options, &options))
	delete(options, "gold") // the players' own purses
	raw, err := json.Marshal(options)
	h.Must(err)
	h.Dealt.Next = string(raw)
	id := h.Duel(p, o, pairing.Offer{Game: matgo.Name, Control: "30s", Seat: seat, Rated: rated}, "")
	p.Do((*app.App).Home) // they act, and nothing is drawn
	o.Do((*app.App).Home)
	for _, action := range r.Actions {
		h.Unseen(id, action, seat, p, o)
	}
	h.Pass(time.Minute)
	return id
}

// history returns a player with rounds of every kind.
func history(h *screentest.Hall) *screentest.Person {
	p, o := h.Me(), h.Other()
	played(h, p, o, 0, bakRound, true)
	played(h, p, o, 0, ppukRound, true)
	played(h, p, o, 1, factorRound, true)
	played(h, p, o, 0, nagariRound, true)
	played(h, p, o, 0, bakRound, false)
	return p
}

// listed returns history with both players on the boards.
func listed(h *screentest.Hall) *screentest.Person {
	p := history(h)
	h.List(matgo.Name, p.Visit.Me().ID, h.Other().Visit.Me().ID)
	return p
}

func init() {
	frames = append(frames, []screentest.Page{
		// The sheet.
		{Name: "matgo-result-won", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return ended(h, 0, bakRound) }},
		{Name: "matgo-result-lost", Make: func(h *screentest.Hall) *screentest.Person { return ended(h, 1, bakRound) }},
		{Name: "matgo-result-factors", Make: func(h *screentest.Hall) *screentest.Person { return ended(h, 0, factorRound) }},
		{Name: "matgo-result-ppuk", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return ended(h, 0, ppukRound) }},
		{Name: "matgo-result-short", Make: func(h *screentest.Hall) *screentest.Person { return ended(h, 0, shortRound) }},
		{Name: "matgo-result-broke", Make: func(h *screentest.Hall) *screentest.Person { return ended(h, 1, shortRound) }},
		{Name: "matgo-result-president", Make: func(h *screentest.Hall) *screentest.Person { return ended(h, 0, presidentRound) }},
		{Name: "matgo-result-nagari", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return ended(h, 0, nagariRound) }},
		{Name: "matgo-result-rated", Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			r := screentest.MatgoRounds()[bakRound]
			h.Dealt.Next = string(r.Options)
			id := h.Duel(p, o, pairing.Offer{Game: matgo.Name, Control: "30s", Seat: 0, Rated: true}, "")
			for _, action := range r.Actions {
				h.Act(id, action, 0, p, o)
			}
			h.Pass(2 * time.Second)
			return p
		}},
		{Name: "matgo-result-resigned", Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			id := h.MatgoTable(p, o, 0, bakRound, 8)
			h.Must(o.Visit.Do(id, games.Resign))
			h.Pass(2 * time.Second)
			return p
		}},
		{Name: "matgo-result-ready", Make: func(h *screentest.Hall) *screentest.Person {
			p := ended(h, 0, bakRound)
			p.Press("enter")
			h.Pass(screentest.BeforeAnswer)
			return p
		}, Deaf: []string{"enter"}}, // ready already
		{Name: "matgo-result-waited", Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			id := h.MatgoTable(p, o, 0, bakRound, len(screentest.MatgoRounds()[bakRound].Actions))
			h.Must(o.Visit.Rematch(id))
			h.Pass(2 * time.Second)
			return p
		}},
		{Name: "matgo-result-ended", Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			h.MatgoTable(p, o, 0, bakRound, len(screentest.MatgoRounds()[bakRound].Actions))
			o.Do((*app.App).Home)
			h.Pass(2 * time.Second)
			return p
		}},
		{Name: "matgo-result-watching", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p, a, b := h.Me(), h.Player(h.Name(1)), h.Player(h.Name(2))
			r := screentest.MatgoRounds()[ppukRound]
			id := h.MatgoTable(a, b, 0, ppukRound, len(r.Actions)-1)
			p.Do(play.OpenTable(id))
			h.Act(id, r.Actions[len(r.Actions)-1], 0, a, b)
			h.Pass(4 * time.Second)
			return p
		}},
		{Name: "matgo-result-guests", Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.Guest(), h.Enter("", "guest-2")
			h.MatgoTable(p, o, 0, bakRound, len(screentest.MatgoRounds()[bakRound].Actions))
			h.Pass(2 * time.Second)
			return p
		}},
		{Name: "matgo-result-closed", Make: func(h *screentest.Hall) *screentest.Person {
			p := ended(h, 0, bakRound)
			p.Press("esc")
			return p
		}},

		// The cards.
		{Name: "matgo-guide", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := screentest.MatgoAt(h, 0, bakRound, 2)
			p.Press("c")
			return p
		}},
		{Name: "matgo-guide-other", Make: func(h *screentest.Hall) *screentest.Person {
			p := ended(h, 0, bakRound)
			p.Press("c", "tab")
			return p
		}},

		// A new table, and bots to watch.
		{Name: "matgo-setup", Sizes: screentest.AllSizes, Make: screentest.Then((*screentest.Hall).Me, "4", "n")},
		{Name: "matgo-setup-bot", Make: screentest.Then((*screentest.Hall).Me, "4", "n", "1", "down", "2", "down", "4")},
		{Name: "matgo-setup-watch", Make: screentest.Then((*screentest.Hall).Me, "4", "n", "5", "down", "right")},
		{Name: "matgo-exhibit", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := exhibit(h)
			p.Press("space", "home", "right", "right", "right")
			h.Pass(2 * time.Second)
			return p
		}},
		{Name: "matgo-exhibit-end", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := exhibit(h)
			p.Press("enter")
			h.Pass(2 * time.Second)
			return p
		}, Deaf: []string{"right"}},
		{Name: "matgo-exhibit-next", Make: func(h *screentest.Hall) *screentest.Person {
			p := exhibit(h)
			p.Press("space", "5")
			for i := 0; i < 60 && p.Top().(*replays.Exhibit).Next.IsZero(); i++ {
				h.Pass(time.Second)
			}
			h.Pass(2 * time.Second)
			return p
		}, Deaf: []string{"right"}},

		// Records.
		{Name: "matgo-replay", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := ended(h, 0, bakRound)
			p.Press("v", "left", "left", "left", "left")
			h.Pass(2 * time.Second)
			return p
		}},
		{Name: "matgo-replay-lost", Make: func(h *screentest.Hall) *screentest.Person {
			p := ended(h, 1, bakRound)
			p.Press("v", "left", "left", "left")
			h.Pass(2 * time.Second)
			return p
		}},
		{Name: "matgo-replay-start", Make: func(h *screentest.Hall) *screentest.Person {
			p := ended(h, 0, bakRound)
			p.Press("v", "home", "tab")
			h.Pass(4 * time.Second)
			return p
		}, Deaf: []string{"[", "left"}},
		{Name: "matgo-replay-end", Make: func(h *screentest.Hall) *screentest.Person {
			p := ended(h, 0, bakRound)
			p.Press("v")
			h.Pass(2 * time.Second)
			return p
		}, Deaf: []string{"right"}},
		{Name: "matgo-replay-result", Make: func(h *screentest.Hall) *screentest.Person {
			p := ended(h, 1, bakRound)
			p.Press("v", "enter")
			h.Pass(2 * time.Second)
			return p
		}, Deaf: []string{"right"}},
		{Name: "matgo-replay-goto", Make: func(h *screentest.Hall) *screentest.Person {
			p := ended(h, 0, bakRound)
			p.Press("v", "/", "1", "2")
			return p
		}},
		{Name: "matgo-stats", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: screentest.Then(history, "4", "b", "t", "down")},
		{Name: "matgo-stats-empty", Make: screentest.Then((*screentest.Hall).Me, "4", "b", "t"), Deaf: []string{"enter"}}, // nothing to open
		{Name: "matgo-stats-guest", Make: screentest.Then((*screentest.Hall).Guest, "4", "b", "t"), Deaf: []string{"enter"}},
		{Name: "matgo-matches", Make: screentest.Then(history, "v")},
		{Name: "matgo-profile", Make: screentest.Then(history, "p")},
		{Name: "matgo-board", Make: screentest.Then(listed, "4", "b")},
		{Name: "matgo-board-gold", Make: screentest.Then(listed, "4", "b", "right", "right")},
		{Name: "matgo-board-round", Make: screentest.Then(listed, "4", "b", "right", "right", "right")},
		{Name: "matgo-board-streak", Make: screentest.Then(listed, "4", "b", "left")},
		{Name: "matgo-board-empty", Make: screentest.Then((*screentest.Hall).Me, "4", "b", "right", "right"), Deaf: []string{"enter", "v"}}, // an empty board
	}...)
	topics := []struct {
		name string
		make func(h *screentest.Hall) *screentest.Person
		tabs int
	}{
		{"table", func(h *screentest.Hall) *screentest.Person { return screentest.MatgoAt(h, 0, bakRound, 2) }, 4},
		{"guide", func(h *screentest.Hall) *screentest.Person {
			p := screentest.MatgoAt(h, 0, bakRound, 2)
			p.Press("c")
			return p
		}, 1},
		{"stats", screentest.Then((*screentest.Hall).Me, "4", "b", "t"), 1},
		{"exhibit", exhibit, 1},
	}
	for _, topic := range topics {
		frames = append(frames, screentest.HelpPages("matgo-"+topic.name, topic.tabs, topic.make)...)
	}
}

// exhibit returns a visitor who watches two bots that have just begun a known round.
func exhibit(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	e := replays.NewExhibit(matgo.Name, []string{"sensible", "sensible"})
	p.Do(func(a *app.App) { a.Push(e) })
	r := screentest.MatgoRounds()[ppukRound]
	shown := &records.Replay{Match: e.Data.Match}
	shown.Match.Seed = "shown"
	game, err := h.House.Lobby.Game(matgo.Name)
	h.Must(err)
	next := h.Dealt.Next
	h.Dealt.Next = string(r.Options)
	pos, err := game.Start(games.Setup{Game: matgo.Name, Seed: shown.Match.Seed})
	h.Must(err)
	h.Dealt.Next = next
	shown.Views = append(shown.Views, pos.View(games.Everything))
	for _, text := range r.Actions {
		seat, act := pos.ToAct(), games.Action(text[2:])
		events, err := pos.Apply(act)
		h.Must(err)
		shown.Plies = append(shown.Plies, games.Ply{Seat: seat, Action: act, Events: events})
		shown.Views = append(shown.Views, pos.View(games.Everything))
	}
	shown.Result = pos.Result()
	p.Do(func(a *app.App) { e.Handle(a, replays.Exhibited{Gen: e.Gen, R: shown, Err: nil}) })
	p.Press("space") // at the first ply
	return p
}

// inMatgo runs f for two players whose round is over.
func inMatgo(t *testing.T, f func(h *screentest.Hall, p, o *screentest.Person, id string)) {
	t.Helper()
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.MatgoTable(p, o, 0, bakRound, len(screentest.MatgoRounds()[bakRound].Actions))
		h.Pass(2 * time.Second)
		f(h, p, o, id)
	})
}

// at returns the table on a person's screen, nil for none.
func at(p *screentest.Person) *play.Table {
	for i := len(p.Stack) - 1; i >= 0; i-- {
		if t, ok := p.Stack[i].(*play.Table); ok {
			return t
		}
	}
	return nil
}

// A copy contains the kibo. The game's own format is named beside it, on the sheet and in the replay, and
// exists.
func TestCopy(t *testing.T) {
	inMatgo(t, func(h *screentest.Hall, p, o *screentest.Person, id string) {
		want := words.T(words.EN, "sh.copy.format", "f", export.Format, "game", words.T(words.EN, "game."+matgo.Name))
		for _, screen := range []string{"sheet", "replay"} {
			if screen == "replay" {
				p.Press("v")
			}
			p.Press("x")
			if got := fmt.Sprint(p.Out[len(p.Out)-1]); got != "ssh arcade.example kibo export "+id {
				t.Errorf("%s: copied %q", screen, got)
			}
			p.Wants(want, true)
			h.Pass(app.AnswerTime)
			p.Wants(p.T("copy.hand"), true)
			p.Wants("ssh arcade.example kibo export "+id, true)
			p.Press("x") // not a key here
			p.Send(tea.ClipboardMsg{Content: "ssh arcade.example kibo export " + id})
			if p.Note != p.T("copy.done") {
				t.Errorf("%s: says %q", screen, p.Note)
			}
		}
	})
}

// When both are ready the next round begins on their screens, and on the spectators'.
func TestNextRound(t *testing.T) {
	inMatgo(t, func(h *screentest.Hall, p, o *screentest.Person, id string) {
		w := h.Player(h.Name(2))
		w.Do(play.OpenTable(id))
		h.Dealt.Next = "" // drops the last round's leftover, and deals by the seed
		p.Press("enter")
		if at(p).ID != id || !at(p).Snap.Seats[0].Rematch {
			t.Fatalf("after one is ready: %+v", at(p).Snap.Seats)
		}
		o.Press("enter")
		h.Pass(time.Second)
		next := at(p).ID
		if next == id {
			t.Fatal("no next round")
		}
		for _, q := range []*screentest.Person{p, o, w} {
			s := at(q)
			if s == nil || s.ID != next || s.Snap.Round != 2 || q.Top() != app.Screen(s) || s.Snap.Status != store.Live {
				t.Errorf("%s: on top %T, not the table of the second round", q.Visit.Me().Name, q.Top())
			}
		}
		if v := at(p).Snap.View.(*matgo.View); v.Sides[0].Gold != 1_008_000 {
			t.Errorf("purse %d", v.Sides[0].Gold)
		}
	})
}

// The next round closes no replay: its reader is not ready, sees that the other player is, and goes there
// with one key.
func TestNextRoundClosesNoReplay(t *testing.T) {
	for _, key := range []string{"v", "a"} { // the replay, without and with its analysis
		inMatgo(t, func(h *screentest.Hall, p, o *screentest.Person, id string) {
			p.Press("enter") // ready, and then no longer
			h.Pass(time.Second)
			p.Press(key)
			if _, ok := p.Top().(*replays.Replay); !ok {
				t.Fatalf("%T", p.Top())
			}
			o.Press("enter")
			h.Pass(20 * time.Second)
			if _, ok := p.Top().(*replays.Replay); !ok || at(o).ID != id {
				t.Fatalf("the replay gave way to %T", p.Top())
			}
			p.Wants(p.T("inv.next", "p", o.Visit.Me().Name), true)
			p.Press("+")
			h.Pass(time.Second)
			for _, q := range []*screentest.Person{p, o} {
				if s := at(q); s == nil || s.ID == id || q.Top() != app.Screen(s) {
					t.Errorf("%s: %T", q.Visit.Me().Name, q.Top())
				}
			}
		})
	}
}

// Nothing begins by itself: after a minute the series is over, and the sheet says so.
func TestNoRoundByItself(t *testing.T) {
	inMatgo(t, func(h *screentest.Hall, p, o *screentest.Person, id string) {
		p.Press("enter")
		h.Pass(61 * time.Second)
		for _, q := range []*screentest.Person{p, o} {
			if s := at(q); s == nil || s.ID != id || s.GoesOn() {
				t.Errorf("%s: it goes on", q.Visit.Me().Name)
			}
			q.Wants(q.T("mp.next.ended"), true)
		}
	})
}

// A player who returns from the replay or from the cards finds the sheet.
func TestSheetStays(t *testing.T) {
	inMatgo(t, func(h *screentest.Hall, p, o *screentest.Person, id string) {
		for _, key := range []string{"v", "c"} {
			h.Pass(time.Second)
			p.Press(key)
			if _, ok := p.Top().(*results.Sheet); ok {
				t.Fatalf("%s does nothing", key)
			}
			p.Press("esc")
			if _, ok := p.Top().(*results.Sheet); !ok {
				t.Errorf("after %s: %T", key, p.Top())
			}
		}
	})
}

// A button of the sheet does what it says, whichever has the focus.
func TestSheetButtons(t *testing.T) {
	inMatgo(t, func(h *screentest.Hall, p, o *screentest.Person, id string) {
		p.Press("right")
		p.LookAs(80, 24, ui.LevelLines)
		for y, line := range strings.Split(p.Canvas().Plain(ui.LevelLines), "\n") {
			if x := strings.Index(line, "1 next ]"); x >= 0 {
				p.Click(len([]rune(line[:x])), y)
				break
			}
		}
		if !at(p).Snap.Seats[0].Rematch {
			t.Error("a click on the button is not ready")
		}
	})
}

// Leaving ends the series: nobody can go on, and the sheet says so.
func TestSeriesEnds(t *testing.T) {
	inMatgo(t, func(h *screentest.Hall, p, o *screentest.Person, id string) {
		o.Press("q")
		if at, ok := o.Top().(interface{ Topic() string }); !ok || at.Topic() != "lobby" {
			t.Errorf("q leads to %T", o.Top())
		}
		h.Pass(time.Minute)
		if at(p).ID != id || at(p).GoesOn() {
			t.Errorf("it goes on: next %q, at %d", at(p).Snap.Next, at(p).Snap.ReadyBy)
		}
	})
}

// A round that a player leaves is worth the table's value, and the sheet adds up.
func TestForfeitAddsUp(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.MatgoTable(p, o, 0, ppukRound, 10)
		h.Must(o.Visit.Do(id, games.Resign))
		s := at(p).Snap
		e, ok := results.Read(s.View.(*matgo.View), s.Result, s.Plies)
		if !ok || !e.Forfeit || e.Winner != 0 {
			t.Fatalf("read %v, forfeit %v, winner %d", ok, e.Forfeit, e.Winner)
		}
		if e.Total[0] != e.Base[0]*e.Mult.Total || e.Due != e.Total[0]*100 || e.Paid != e.Due || e.After[0] != e.Before[0]+e.Events+e.Paid ||
			e.Before != [2]int{1_000_000, 1_000_000} || e.After[0]+e.After[1] != 2_000_000 {
			t.Errorf("base %v, total %v, x%d, due %d, paid %d, ppuk %d, %v > %v", e.Base, e.Total, e.Mult.Total, e.Due, e.Paid, e.Events, e.Before, e.After)
		}
		for seat, who := range []*screentest.Person{p, o} {
			if top, _, _ := strings.Cut(who.State(), "\n"); !strings.HasSuffix(top, " practice "+round.GoldText(e.After[seat])) {
				t.Errorf("the top row after the settlement, %v: %s", e.After, top)
			}
		}
	})
}

// The facts name the plies of the last turn: the card and the Stop after it.
func TestTellsWholeTurn(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := ended(h, 1, bakRound)
		for _, text := range []string{"Move 14-15: Opp", "flip 5Jk>5An", "│  Stop"} {
			if !strings.Contains(p.State(), text) {
				t.Errorf("%q is not in\n%s", text, p.State())
			}
		}
	})
}

// The winner is named under the loser's score.
func TestNamesWhoWon(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := ended(h, 1, bakRound)
		if row := "│  Opp won        80 pt"; !strings.Contains(p.State(), row) {
			t.Errorf("%q is not in\n%s", row, p.State())
		}
	})
}

// Bots to watch play on by themselves, round after round with the remaining gold. A key stops them.
func TestExhibitGoesOn(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Press("4", "n", "5", "down", "1", "down", "1", "enter")
		e, ok := p.Top().(*replays.Exhibit)
		if !ok {
			t.Fatalf("%T", p.Top())
		}
		p.Press("5")
		h.Pass(3 * time.Minute)
		if e.Data.Match.Round < 3 {
			t.Fatalf("round %d after three minutes", e.Data.Match.Round)
		}
		if n := e.Won[0] + e.Won[1] + e.Drawn; n < e.Data.Match.Round-1 || n > e.Data.Match.Round {
			t.Errorf("%d results in round %d", n, e.Data.Match.Round)
		}
		p.Press("left")
		at := e.Data.Match.Round
		h.Pass(time.Minute)
		if e.Data.Match.Round != at {
			t.Error("it went on")
		}
		if p.Press("enter", "enter"); e.Data.Match.Round != at+1 {
			t.Errorf("round %d after Enter", e.Data.Match.Round)
		}
	})
}

// The clocks are the game's. A game without a clock is only against bots.
func TestClocks(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Press("4", "n")
		s := p.Top().(*pages.Setup)
		if s.Value("control") != "30s" || len(s.Row("control").Values) != 3 || !s.Row("seat").Hidden {
			t.Errorf("%+v", s.Rows)
		}
		p.Press("1")
		s.Row("control").At = 3
		if o := s.Offer(); o.Control != "none" || o.Bot == "" {
			t.Errorf("%+v", o)
		}
		if p.Press("2"); s.Value("control") != "30s" {
			t.Errorf("no clock against people: %s", s.Value("control"))
		}
	})
}

// Rated rounds against players without an established rating put nobody on the boards by points.
func TestBoards(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := listed(h)
		for _, board := range []string{matgo.BoardRound, matgo.BoardStreak} {
			row, _, of, err := h.House.Lobby.ScoreOf(t.Context(), matgo.Name+"/"+board, p.Visit.Me().ID)
			if err != nil || of != 0 {
				t.Errorf("%s: %+v of %d, %v", board, row, of, err)
			}
		}
		rows, err := tell.StatsRows(words.EN, matgo.Name, nil)
		if err != nil || len(rows) != 27 {
			t.Errorf("%d rows, %v", len(rows), err)
		}
	})
}

// widestEnd makes a round's end as wide as possible: every part of the points, every factor, long sums, and
// an empty purse.
func widestEnd(t *play.Table) {
	is, ok := t.Scene.View.(*matgo.View)
	if !ok || is.Outcome == nil {
		return
	}
	v, o := *is, *is.Outcome
	w := max(t.Snap.Result.Winner, 0)
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
	t.Scene.View = &v
	for i := range t.Scene.Seats {
		t.Scene.Seats[i].Change = -349.6
	}
}

// widestStats makes statistics as wide as possible.
func widestStats(s *matgo.Stats) {
	n := 9_999
	s.Rated = matgo.Tally{
		Gold: 999_999_999, Rounds: 3 * n, Won: n, Lost: n, Nagari: 999, PointsWon: 500 * n, PointsLost: 500 * n, GoRounds: n, GoWon: n,
		Best: 339738, Streak: 100, BestStreak: 100, Events: matgo.Counters{Shaking: n, Jjob: n},
	}
	s.Practice = s.Rated
}

// While the bots play their next match, Enter does not start another one, and Esc leaves before it has
// ended.
func TestExhibitPlaysOneMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := screentest.NewHall(t, words.EN).Me()
		e := replays.NewExhibit(matgo.Name, []string{"sensible", "sensible"})
		p.Hold = true // the bots never finish
		p.Do(func(a *app.App) { a.Push(e) })
		if p.Press("esc"); p.Top() == app.Screen(e) {
			t.Error("Esc does not leave")
		}
		p.Release()
		e = replays.NewExhibit(matgo.Name, []string{"sensible", "sensible"})
		p.Do(func(a *app.App) { a.Push(e) })
		p.Press("enter") // to the end
		p.Hold = true
		p.Do(func(a *app.App) { e.Play(a) })
		gen := e.Gen
		if p.Press("enter"); e.Gen != gen || p.Note == "" {
			t.Errorf("match %d is played beside match %d, %q", e.Gen, gen, p.Note)
		}
	})
}

// The sheet stays and shows why the next game cannot begin.
func TestNextGameRefused(t *testing.T) {
	inMatgo(t, func(h *screentest.Hall, p, o *screentest.Person, id string) {
		h.Must(o.Visit.Rematch(id))
		h.House.Lobby.Drain()
		p.Press("enter")
		if _, ok := p.Top().(*results.Sheet); !ok || p.Note == "" {
			t.Errorf("%T, %q", p.Top(), p.Note)
		}
	})
}

// widenMatgo makes the content of Matgo's screens as wide as possible.
func widenMatgo(p *screentest.Person) {
	p.WidenTables(func(view any) any {
		if v, ok := view.(*matgo.View); ok {
			return widestRound(v)
		}
		return view
	})
	for _, s := range p.Stack {
		switch s := s.(type) {
		case *results.Sheet:
			widestEnd(s.T)
		case *results.StatsView:
			widestStats(&s.Stats)
		case *ranks.Scores:
			for i := range s.Rows {
				s.Rows[i].Value = 999_999_999
			}
		}
	}
}

// A round reports its end: with different words for each kind, and the winner's name.
func TestEndings(t *testing.T) {
	seats := []table.SeatInfo{{Person: table.Person{ID: "1", Name: "가"}}, {Person: table.Person{ID: "2", Name: "나"}}}
	seen := map[string]bool{}
	for n, r := range screentest.MatgoRounds() {
		pos, err := matgobots.Game{}.Start(games.Setup{Game: matgo.Name, Options: r.Options})
		if err != nil {
			t.Fatal(err)
		}
		for _, act := range r.Actions {
			if _, err := pos.Apply(games.Action(act[2:])); err != nil {
				t.Fatal(err)
			}
		}
		last := "0 deal" // a floor president ends the round before its first action
		if len(r.Actions) > 0 {
			last = r.Actions[len(r.Actions)-1]
		}
		for viewer := range games.Seat(2) {
			end, text := results.Reason(pos.View(viewer)), play.ReasonText(&app.App{}, matgo.Name, seats, pos.View(viewer), pos.Result())
			seen[end] = true
			if screentest.Missing.MatchString(text) || (end == matgo.EndStop) != (last[2:] == "stop") ||
				(pos.Result().Winner >= 0) != strings.Contains(text, ": "+seats[max(pos.Result().Winner, 0)].Name) {
				t.Errorf("round %d, %s: %q after %s", n, end, text, last)
			}
		}
	}
	if !seen[matgo.EndStop] || !seen[matgo.EndPresident] || !seen[matgo.EndEmpty] || !seen[matgo.NagariFailed] {
		t.Errorf("only %v", seen)
	}
	for _, reasons := range [][]string{{matgo.NagariTie}, {matgo.NagariTie, matgo.NagariNone}, {matgo.NagariFailed}} {
		view := &matgo.View{Outcome: &matgo.Outcome{Reason: matgo.EndEmpty, Nagari: true, NagariReasons: reasons}}
		if end := results.Reason(view); end != reasons[len(reasons)-1] {
			t.Errorf("%v: %s", reasons, end)
		}
	}
}

// A round in play can be reviewed by turns and by plies, from the own seat: the own hand is below, hidden
// cards stay hidden, and the clock is shown. The review ends with the round.
func TestLooksBack(t *testing.T) {
	for seat := range games.Seat(2) {
		inRound(t, seat, 33, 9, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
			_, hidden := scenesAt(t, 33, 9, seat)
			p.Press("space")
			h.Pass(screentest.BeforeAnswer)
			p.ClickText(p.T("menu.sofar"))
			r, ok := p.Top().(*replays.Replay)
			if !ok || r.Ply != 9 {
				t.Fatalf("%T at %d", p.Top(), r.Ply)
			}
			plies := []int{r.Ply}
			for r.Ply > 0 {
				p.Press("[")
				plies = append(plies, r.Ply)
			}
			if want := []int{9, 8, 7, 6, 3, 1, 0}; !slices.Equal(plies, want) {
				t.Errorf("by turns %v, want %v", plies, want)
			}
			for p.Press("]"); r.Ply < 9; p.Press("right") {
				p.State()
				if !strings.Contains(p.Text(), p.T("tb.turn.me")) && !strings.Contains(p.Text(), p.SeatName(table.SeatInfo{Person: o.Visit.Me()})) {
					t.Errorf("no clock in\n%s", p.Text())
				}
				if card, ok := shown(p.App, p.Canvas(), hidden); ok {
					t.Fatalf("seat %d sees %v at ply %d\n%s", seat, card, r.Ply, p.Text())
				}
				if own := r.Scene.View.(*matgo.View).Hands; own[seat] == nil || own[1-seat] != nil || ownSeat(&r.Scene) != seat {
					t.Fatalf("hands %v, below lies %d's", own, ownSeat(&r.Scene))
				}
			}
			h.Must(o.Visit.Do(tb.ID, games.Resign))
			h.Settle()
			if _, ok := p.Top().(*replays.Replay); ok {
				t.Error("the end of the round is not told")
			}
		})
	}
}

// scenesAt returns a moment of a known round for a seat, and the cards hidden from it.
func scenesAt(t *testing.T, round, plies int, seat games.Seat) (*play.Scene, []matgo.Card) {
	s := scenes(t, screentest.MatgoRounds()[round], seat)[plies]
	return s.scene, s.hidden
}

// The lobby shows the rating that counts at the focused table: under the rules that are played there.
func TestLobbyRating(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := screentest.NewHall(t, words.EN)
		p, o := h.Me(), h.Other()
		m := store.Match{
			ID: "RATED", Game: matgo.Name, Rules: 1, Seed: "00", Seats: []store.Seat{{Player: p.Visit.Me().ID}, {Bot: "eager"}},
			Control: "30s", Status: store.Live, Created: time.Now().UnixMilli(), Winner: -1,
		}
		h.Must(h.Store.CreateMatch(t.Context(), m))
		m.Status, m.Ended, m.Reason = store.Done, m.Created, games.Resigned
		h.End(m, store.Outcome{Player: p.Visit.Me().ID, Rating: &store.Rating{
			Game: matgo.PoolStandard, Rating: 1777, Deviation: 61, Volatility: 0.06, Games: 40, At: m.Ended, Name: p.Visit.Me().Name,
		}})
		options, err := games.RulesOptions(matgobots.Game{}, matgo.RulesStandard)
		h.Must(err)
		o.Create(pairing.Offer{Game: matgo.Name, Control: "30s", Options: options})
		h.Pass(time.Second)
		if p.Press("m"); !strings.Contains(p.State(), "rating 1777  deviation 61") {
			t.Errorf("not the rating under the table's rules:\n%s", p.State())
		}
	})
}
