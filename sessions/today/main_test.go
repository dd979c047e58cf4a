package today_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/puzzles"
	"arcade/lobby/room"
	"arcade/sessions/app"
	"arcade/sessions/klondike"
	"arcade/sessions/othello"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/play/tell"
	"arcade/sessions/screentest"
	"arcade/sessions/stones"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/sessions/yut"
	"arcade/store"
)

func init() {
	screentest.Places = pages.Rooms{}
	play.Add(othello.Game, klondike.Game, yut.Game, stones.Game)
}

// page shows a person the page of today.
func page(p *screentest.Person) *screentest.Person {
	p.Push(pages.Rooms{}.Today(p.App))
	return p
}

func fresh(h *screentest.Hall) *screentest.Person { return page(h.Me()) }

// days returns a player with a streak of some days with a gap, among other players.
func days(h *screentest.Hall) *screentest.Person {
	p, o := h.Me(), h.Other()
	for day := range 9 {
		if day != 4 {
			h.Finished(p, "yut", "turns", float64(-60+day), `{"turns":50}`)
		}
		h.Finished(o, "yut", "turns", -42, `{"turns":42}`)
		h.Pass(24 * time.Hour)
	}
	for i := range 9 {
		q := h.Player(h.Name(2 + i%3))
		h.Finished(q, "yut", "turns", float64(-31-i), fmt.Sprintf(`{"turns":%d}`, 31+i))
	}
	return p
}

func some(h *screentest.Hall) *screentest.Person {
	p := days(h)
	h.Finished(p, "yut", "turns", -36, `{"turns":36}`)
	h.Pass(6 * time.Hour)
	return page(p)
}

// stocked puts the first puzzle of the puzzle screen's tests into the house, which makes it the puzzle of
// the day.
func stocked(h *screentest.Hall) {
	h.T.Helper()
	data, err := os.ReadFile("../puzzle/testdata/othello.json")
	h.Must(err)
	var list []puzzles.Record
	h.Must(json.Unmarshal(data, &list))
	list[0].Found = time.Now().UnixMilli()
	_, err = h.House.Lobby.Puzzles.Add("othello", puzzles.IDOf("othello", list[0].Puzzle), list[0])
	h.Must(err)
}

// tries lets a person answer the puzzle of the day, rightly or not, with a hint or without.
func tries(h *screentest.Hall, p *screentest.Person, right, hinted bool) {
	h.T.Helper()
	book, who := h.House.Lobby.Puzzles, puzzles.Who{ID: p.Visit.Me().ID}
	s, err := book.OfDay(who)
	h.Must(err)
	if hinted {
		s, err = book.Hint(who, s)
		h.Must(err)
	}
	for right && s.State == puzzles.Asked {
		s, err = book.Answer(who, s, []games.Action{s.Record.Puzzle.Line[s.Step].Action})
		h.Must(err)
	}
	if s.State == puzzles.Asked {
		_, err = book.GiveUp(who, s)
		h.Must(err)
	}
}

// puzzled is a day with a puzzle that three other players have tried.
func puzzled(h *screentest.Hall) *screentest.Person {
	p := days(h)
	stocked(h)
	for i, how := range [][2]bool{{true, false}, {true, true}, {false, false}} {
		tries(h, h.Player(h.Name(2+i)), how[0], how[1])
	}
	return p
}

// found has solved it with a hint.
func found(h *screentest.Hall) *screentest.Person {
	p := puzzled(h)
	tries(h, p, true, true)
	return page(p)
}

// waits has the puzzle of the day in focus.
func waits(h *screentest.Hall) *screentest.Person {
	p := page(puzzled(h))
	p.Press("4")
	return p
}

// home has a puzzle of the day to show.
func home(h *screentest.Hall) *screentest.Person {
	p := puzzled(h)
	h.Pass(time.Second)
	p.Top().(interface{ Refresh(*app.App) }).Refresh(p.App)
	return p
}

func lost(h *screentest.Hall) *screentest.Person {
	p := days(h)
	h.Pass(4 * 24 * time.Hour)
	return page(p)
}

func guest(h *screentest.Hall) *screentest.Person { return page(h.Guest()) }

// playing has begun the first of the day's runs.
func playing(h *screentest.Hall) *screentest.Person {
	p := fresh(h)
	p.Press("1", "enter")
	h.Pass(time.Second)
	p.Stack = p.Stack[:2]
	p.Top().(interface{ Open(*app.App) }).Open(p.App)
	return p
}

// away has left for a day. Meanwhile the opponent of a one-day game moved, a player sent a challenge,
// another watched a run, and two players passed on the board of Othello.
func away(h *screentest.Hall) *screentest.Person {
	p, o := h.Me(), h.Other()
	third, fourth := h.Player(h.Name(2)), h.Player(h.Name(3))
	for i, q := range []*screentest.Person{p, o, third, fourth} {
		h.Rate(q, 1600-50*float64(i), 80, 9)
	}
	h.List("othello", p.Visit.Me().ID, o.Visit.Me().ID, third.Visit.Me().ID, fourth.Visit.Me().ID)
	id := h.Duel(p, o, pairing.Offer{Game: "othello", Control: room.OneDay}, "")
	mover := o
	if s, err := p.Visit.Table(id); err != nil {
		h.T.Fatal(err)
	} else if s.ToAct == s.You { // the visitor moves before leaving
		h.Must(p.Visit.Act(id, 0, s.Legal[0]))
	}
	h.Pass(time.Minute)
	p.End()
	h.Pass(time.Hour)
	if s, err := mover.Visit.Table(id); err == nil && s.ToAct == s.You {
		h.Must(mover.Visit.Act(id, len(s.Plies), s.Legal[0]))
	}
	h.Rated++
	h.Rate(third, 1700, 80, 10)
	_, err := o.Visit.Create(pairing.Offer{Game: "othello", Control: "5+3", Player: p.Visit.Me().ID})
	h.Must(err)
	h.Pass(time.Hour)
	return h.Enter(screentest.KeyOf(h.Name(0)), h.Name(0))
}

// again is a day on which a player asked for another match and left.
func again(h *screentest.Hall) *screentest.Person {
	p, o := h.Me(), h.Other()
	id := h.Duel(p, o, pairing.Offer{Game: "othello", Control: "5+3"}, screentest.SixMoves)
	h.Must(o.Visit.Do(id, games.Resign))
	h.Pass(time.Minute)
	p.End()
	h.Pass(time.Hour)
	_, err := o.Visit.AskAgain(id)
	h.Must(err)
	o.End()
	h.Pass(time.Hour)
	return h.Enter(screentest.KeyOf(h.Name(0)), h.Name(0))
}

// rested missed a day, and a freeze kept the streak; gone missed too many days.
func rested(h *screentest.Hall) *screentest.Person { return missedDays(h, 2) }

func gone(h *screentest.Hall) *screentest.Person { return missedDays(h, 5) }

// missedDays returns some days after three runs on three days.
func missedDays(h *screentest.Hall, n int) *screentest.Person {
	p := h.Me()
	for day := range 3 {
		h.Finished(p, "yut", "turns", -42, `{"turns":42}`)
		if day < 2 {
			h.Pass(24 * time.Hour)
		}
	}
	p.End()
	h.Pass(time.Duration(n) * 24 * time.Hour)
	return h.Enter(screentest.KeyOf(h.Name(0)), h.Name(0))
}

// The sheet shows a spent freeze and a lost streak. Its number key opens the Today page.
func TestAwayStreak(t *testing.T) {
	for want, back := range map[string]func(*screentest.Hall) *screentest.Person{
		"Streak 3: a freeze was spent": rested, "Your streak of 3 ended. 3 days in a row bring it back": gone,
	} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := back(h)
			p.Wants(want, true)
			p.Press("1")
			if s, ok := p.Top().(interface{ Topic() string }); !ok || s.Topic() != "today" {
				t.Errorf("%s: %T", want, p.Top())
			}
		})
	}
}

// Each row of the sheet of events has a digit, which goes to the row's target.
func TestAwayKeys(t *testing.T) {
	for key, want := range map[string]func(*screentest.Hall, *screentest.Person){
		"1": func(h *screentest.Hall, p *screentest.Person) {
			if tb, ok := p.Top().(*play.Table); !ok || tb.Snap.ToAct != tb.Snap.You {
				t.Errorf("1: %T", p.Top())
			}
		},
		"2": func(h *screentest.Hall, p *screentest.Person) {
			p.Wants(p.T("inv.title"), true)
			h.Pass(screentest.BeforeAnswer)
			p.Press("1") // accept
			if tb, ok := p.Top().(*play.Table); !ok || !tb.Snap.Waits {
				t.Errorf("2: %T", p.Top())
			}
		},
		"3": func(h *screentest.Hall, p *screentest.Person) {
			p.Wants(h.Name(2), true) // the player on the board
			if title, ok := p.Top().(interface{ Topic() string }); !ok || title.Topic() != "board" {
				t.Errorf("3: %T", p.Top())
			}
		},
	} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := away(h)
			p.Wants("While you were away", true)
			p.Press(key)
			want(h, p)
		})
	}
}

// The clocks on the sheet of events run.
func TestAwayClocks(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := away(h)
		clock := regexp.MustCompile(`1  Your turn.* (\d+m) `)
		was := clock.FindStringSubmatch(p.Text())
		h.Pass(2 * time.Minute)
		if now := clock.FindStringSubmatch(p.Canvas().Plain(p.Glyphs)); len(was) == 0 || len(now) == 0 || was[1] == now[1] {
			t.Errorf("%q, and two minutes later %q in\n%s", was, now, p.Canvas().Plain(p.Glyphs))
		}
	})
}

// A question for another match stands on the sheet. It cannot be accepted while its asker is away.
func TestAwayAskedAgain(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := again(h)
		p.Wants("Rematch: Othello, "+h.Name(1), true)
		p.Press("1")
		p.Wants(p.T("inv.both.here"), true)
		p.Wants("[>1 later ]", true)
		p.Wants("1 "+p.T("inv.accept"), false)
		h.Pass(screentest.BeforeAnswer)
		p.Press("esc")
		p.Wants("Rematch", true) // at home
		p.Wants("Othello, "+h.Name(1), true)
		o := h.Other()
		p.Press("enter")
		h.Pass(screentest.BeforeAnswer)
		p.Wants(p.T("inv.both.here"), false)
		p.Press("1")
		o.Wants(o.T("inv.found", "p", h.Name(0), "game", "Othello", "c", "5m+3s", "r", o.RatedWord(false, "")), true)
		h.Pass(screentest.BeforeAnswer)
		o.Press("+")
		h.Pass(time.Second)
		if tb, ok := p.Top().(*play.Table); !ok || tb.Snap.Status != store.Live || tb.Snap.You != 1 {
			t.Errorf("the rematch has not begun: %T", p.Top())
		}
	})
}

// ran lets a person play a Yut Run of a known seed, by a choice of the legal actions at each ply, and puts
// it on the board of the day: each house has another seed of the day.
func ran(h *screentest.Hall, p *screentest.Person, choose func(ply, n int) int) {
	id, err := p.Visit.Create(pairing.Offer{Game: "yut", Seed: "5", Control: "none"})
	h.Must(err)
	h.Must(p.Visit.Watch(id))
	for {
		s, err := p.Visit.Table(id)
		h.Must(err)
		if s.Result != nil {
			me, now := p.Visit.Me(), time.Now().UnixMilli()
			m, err := h.Store.Match(context.Background(), id)
			h.Must(err)
			entries, err := h.Store.Entries(context.Background(), id, 0, -1)
			h.Must(err)
			m.ID, m.Status, m.Entries, m.Nth = "OF"+id, store.Live, 0, 0
			h.Must(h.Store.CreateMatch(context.Background(), m))
			m.Status, m.Entries = store.Done, len(entries)
			row := store.Score{Board: ledger.BoardName("yut", "turns", h.House.Lobby.Today()), Player: me.ID, Name: me.Name, Value: -float64(len(s.Plies)), Match: m.ID, At: now}
			standing, err := h.Store.Standing(context.Background(), "yut", me.ID)
			h.Must(err)
			h.Must(h.Store.Finish(context.Background(), store.Finish{Match: m, Entries: entries, Outcomes: []store.Outcome{{Player: me.ID, Standing: standing, Scores: []store.Score{row}}}}))
			return
		}
		if len(s.Legal) > 0 {
			h.Must(p.Visit.Act(id, len(s.Plies), s.Legal[choose(len(s.Plies), len(s.Legal))]))
		}
		h.Pass(3 * time.Second)
	}
}

// parted lets four players go three ways through yesterday's Yut Run.
func parted(h *screentest.Hall) *screentest.Person {
	for i := range 4 {
		ran(h, h.Player(h.Name(i)), func(ply, n int) int {
			if ply > 8 && i > 0 || ply > 14 && i > 1 {
				return (n - 1) * (i % 2)
			}
			return 0
		})
	}
	h.Pass(24 * time.Hour)
	p := page(h.Player(h.Name(0)))
	p.Press("end", "w")
	return p
}

var frames = []screentest.Page{
	{Name: "fresh", Make: fresh},
	{Name: "some", Rich: screentest.RoomySizes, Sizes: screentest.AllSizes, Make: some},
	{Name: "puzzle", Rich: screentest.RichSizes, Make: waits},
	{Name: "home", Rich: screentest.RichSizes, Make: home},
	{Name: "puzzle-found", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: found},
	{Name: "lost", Rich: screentest.RichSizes, Make: lost},
	{Name: "guest", Make: guest},
	{Name: "playing", Make: playing},
	{Name: "ways", Rich: screentest.RichSizes, Make: parted},
	{Name: "ways-on", Make: screentest.Then(parted, "enter")},
	{Name: "away", Rich: screentest.RichSizes, Make: away},
	{Name: "away-rested", Make: rested},
	{Name: "away-gone", Make: gone},
	{Name: "away-again", Rich: screentest.RichSizes, Make: again},
	{Name: "away-asked", Rich: screentest.RichSizes, Make: screentest.ThenAsked(again, "1")},
}

func TestFrames(t *testing.T) { screentest.Hold(t, frames, func(*screentest.Person) {}) }

// A long question of the day is whole, at 80 columns too.
func TestLongQuestion(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			h.Stock("../puzzle/testdata/stones.json", "stones", 0)
			page(p)
			s, err := h.House.Lobby.Puzzles.PeekDay(puzzles.Who{ID: p.Visit.Me().ID})
			h.Must(err)
			asks, _ := play.GameOf("stones").Puzzle.Ask(lang, s.Record.Puzzle)
			p.LookAs(80, 24, ui.LevelRich)
			p.Wants(asks, true)
		})
	}
}

// A run begins by Enter, counts once, and its line shows no hint if none was taken.
func TestRunOfTheDay(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := fresh(h)
		p.Press("1", "enter")
		tb, ok := p.Top().(*play.Table)
		if !ok || tb.Snap.Daily != h.House.Lobby.Today() {
			t.Fatalf("%T is no run of the day", p.Top())
		}
		id := tb.ID
		for {
			s, err := p.Visit.Table(id)
			h.Must(err)
			if s.Result != nil {
				break
			}
			if len(s.Legal) > 0 {
				h.Must(p.Visit.Act(id, len(s.Plies), s.Legal[0]))
			}
			h.Pass(3 * time.Second)
		}
		p.Stack = p.Stack[:2]
		p.Top().(interface{ Open(*app.App) }).Open(p.App)
		p.LookAs(80, 24, ui.LevelLines)
		p.Wants("1 day", true)
		r, err := h.House.Lobby.Replay(t.Context(), p.Visit.Me().ID, id)
		h.Must(err)
		text := tell.Match(words.EN, app.Way{SSH: "ssh -t arcade.example", Web: "https://arcade.example"}, r, p.Visit.Me().ID, 1).Text(words.EN)
		for _, want := range []string{"streak 1", "ssh arcade.example today\n", "https://arcade.example/daily/" + tb.Snap.Game + "?lang=en\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		if strings.Contains(text, "hints") {
			t.Errorf("a hint that was not taken:\n%s", text)
		}
		if _, err := p.Visit.Create(pairing.Offer{Game: tb.Snap.Game, Options: tb.Snap.Options, Daily: true, Control: "none"}); err == nil {
			t.Error("a second run of the day")
		}
	})
}

// The page reads the day again now and then. The focus stays on the row that a click has chosen.
func TestClickHolds(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Do(func(*app.App) { page(p) })
		p.ClickHit(ui.RowHit(1))
		h.Pass(11 * time.Second)
		if at := p.Top().(interface{ List(*app.App) app.List }).List(p.App).Focus; at != 1 {
			t.Errorf("the focus is on row %d, want 1", at)
		}
	})
}
