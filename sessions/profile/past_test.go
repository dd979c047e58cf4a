package profile

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/words"
	"arcade/store"
)

// A match counts for a profile if it is over and was played; it is rated unless it is private, and a beaten
// bot is named.
func TestPlayedOf(t *testing.T) {
	seats := func(foe store.Seat) []store.Seat {
		return []store.Seat{{Player: "me", Rating: 1500, Change: 12}, foe}
	}
	person, bot := store.Seat{Player: "them"}, store.Seat{Bot: "steady"}
	done := store.Match{Game: "othello", Status: store.Done, Ended: 7, Winner: 0, Rated: true}
	with := func(change func(*store.Match)) store.Match {
		m := done
		m.Seats = seats(person)
		change(&m)
		return m
	}
	won := played{game: "othello", ended: 7, rated: true, before: 1500, after: 1512, won: true}
	for name, c := range map[string]struct {
		m    store.Match
		want played
		none bool
	}{
		"won":  {m: with(func(*store.Match) {}), want: won},
		"lost": {m: with(func(m *store.Match) { m.Winner = 1 }), want: played{game: "othello", ended: 7, rated: true, before: 1500, after: 1512, lost: true}},
		"drawn": {m: with(func(m *store.Match) { m.Winner = -1 }),
			want: played{game: "othello", ended: 7, rated: true, before: 1500, after: 1512}},
		"a bot": {m: with(func(m *store.Match) { m.Seats = seats(bot) }),
			want: played{game: "othello", ended: 7, rated: true, before: 1500, after: 1512, won: true, bot: "steady"}},
		"a bot that won": {m: with(func(m *store.Match) { m.Seats, m.Winner = seats(bot), 1 }),
			want: played{game: "othello", ended: 7, rated: true, before: 1500, after: 1512, lost: true}},
		"private": {m: with(func(m *store.Match) { m.Private = true }),
			want: played{game: "othello", ended: 7, before: 1500, after: 1512, won: true}},
		"alone": {m: with(func(m *store.Match) { m.Game, m.Seats = "yut", m.Seats[:1] }),
			want: played{game: "yut", ended: 7, rated: true, before: 1500, after: 1512}},
		"live":       {m: with(func(m *store.Match) { m.Status = store.Live }), none: true},
		"aborted":    {m: with(func(m *store.Match) { m.Reason = games.Aborted }), none: true},
		"of another": {m: with(func(m *store.Match) { m.Seats[0].Player = "someone" }), none: true},
	} {
		if got, ok := playedOf(c.m, "me"); ok == c.none || got != c.want {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}

// The line of a rating begins before the first match of its days and has a value after each rated one.
func TestLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ago := func(days int) int64 { return time.Now().AddDate(0, 0, -days).UnixMilli() }
		p := past{list: []played{
			{game: "othello", pool: "othello", ended: ago(100), rated: true, before: 1500, after: 1480},
			{game: "othello", pool: "othello", ended: ago(40), rated: true, before: 1480, after: 1530},
			{game: "matgo", pool: "matgo", ended: ago(20), rated: true, before: 1500, after: 1900},
			{game: "othello", pool: "othello", ended: ago(10), before: 1530, after: 1700},
			{game: "matgo", pool: "matgo-standard", ended: ago(10), rated: true, before: 1500, after: 1450},
			{game: "yut", pool: "yut", ended: ago(9)},
			{game: "othello", pool: "othello", ended: ago(1), rated: true, before: 1530, after: 1521},
		}}
		for days, want := range map[int][]float64{0: {1500, 1480, 1530, 1521}, 90: {1480, 1530, 1521}, 30: {1530, 1521}} {
			l := p.line("othello", days)
			if !slices.Equal(l.values, want) || l.to != ago(1) || !l.drawn() || l.change() != int(want[len(want)-1]-want[0]) {
				t.Errorf("%d days: %+v, change %d, want %v", days, l, l.change(), want)
			}
		}
		if l := p.line("yut", 0); l.drawn() {
			t.Errorf("a line without matches: %+v", l)
		}
		if best := p.best("othello"); best != 1530 {
			t.Errorf("best %v, want that of rated matches", best)
		}
		if got, want := p.line("matgo", 0).values, []float64{1500, 1900}; !slices.Equal(got, want) {
			t.Errorf("the line %v has matches under other rules, want %v", got, want)
		}
		if got, want := p.line("matgo-standard", 0), []float64{1500, 1450}; !slices.Equal(got.values, want) || got.game != "matgo" {
			t.Errorf("the line under other rules is %+v, want %v", got, want)
		}
		var list []standing
		for _, game := range []string{"yut", "matgo", "othello"} {
			list = append(list, standing{records.GameProfile{Game: game}, records.RatingInfo{Rating: store.Rating{Game: game}}})
		}
		if at := p.usual(list); at != 2 {
			t.Errorf("the standing shown first is %d, want the one with most rated matches", at)
		}
	})
}

// The tab in view stays in view when another one comes before it.
func TestStandingStays(t *testing.T) {
	of := func(game string, pools ...string) records.GameProfile {
		g := records.GameProfile{Game: game}
		for _, pool := range pools {
			g.Ratings = append(g.Ratings, records.RatingInfo{Rating: store.Rating{Game: pool}})
		}
		return g
	}
	p := &Page{}
	p.stand([]records.GameProfile{of("matgo", "matgo"), of("klondike", "klondike")})
	p.at = 1
	p.stand([]records.GameProfile{of("matgo", "matgo", "matgo-standard"), of("klondike", "klondike")})
	if len(p.standings) != 3 || p.shown() != "klondike" {
		t.Errorf("%s is in view of %+v", p.shown(), p.standings)
	}
}

// The scale of a line has whole tens and at least forty points, and contains all values.
func TestSpan(t *testing.T) {
	for _, values := range [][]float64{{1500, 1500}, {1499.9, 1500.1}, {1400, 1512}, {3, 9}, {1509, 1531}} {
		lo, hi := line{values: values}.span()
		if lo%10 != 0 || hi%10 != 0 || hi-lo < 40 || float64(lo) > slices.Min(values) || float64(hi) < slices.Max(values) {
			t.Errorf("%v lie on %d to %d", values, lo, hi)
		}
	}
}

// Shares, days and hours count all matches played; draws and runs alone decide nothing.
func TestCounts(t *testing.T) {
	at := func(day, hour int) int64 { return time.Date(2026, 11, day, hour, 30, 0, 0, time.UTC).UnixMilli() }
	p := past{list: []played{
		{game: "othello", ended: at(1, 20), won: true}, {game: "othello", ended: at(1, 21), lost: true},
		{game: "othello", ended: at(2, 20)}, {game: "yut", ended: at(3, 20)}, {game: "matgo", ended: at(3, 9), won: true},
	}}
	if got := p.share(); got != 66 {
		t.Errorf("won %d of 100, want 66", got)
	}
	if got := (&past{}).share(); got != -1 {
		t.Errorf("without a match %d of 100 are won", got)
	}
	if got := p.days(); got != 3 {
		t.Errorf("%d days, want 3", got)
	}
	if list, most := p.hours(); most != 20 || list[20] != 3 || list[9] != 1 {
		t.Errorf("hours %v, most at %d", list, most)
	}
	if got := p.counts(); len(got) != 3 || got["othello"] != 3 {
		t.Errorf("counts %v", got)
	}
}

// The arcade's own marks are reached by games, wins, people and days in a row. A mark has a date unless
// older matches were not read.
func TestOwnMarks(t *testing.T) {
	a := &app.App{Lang: words.EN}
	won := func(p *Page) (list []bool) {
		for _, m := range p.ownMarks(a) {
			list = append(list, m.done)
		}
		return list
	}
	p := &Page{data: records.Profile{Games: []records.GameProfile{{Game: "othello"}, {Game: "yut"}}}}
	for i := range fewGames - 1 {
		p.past.list = append(p.past.list, played{game: "othello", ended: int64(i + 1)})
	}
	if got := won(p); slices.Contains(got, true) {
		t.Errorf("%d games alone, and marks %v", fewGames-1, got)
	}
	p.past.list = append(p.past.list, played{game: "yut", ended: 99, won: true})
	p.longest = streakWeek
	for i := range manyPeople {
		p.data.Versus = append(p.data.Versus, store.Versus{Opponent: "bot:" + app.Itoa(i)}, store.Versus{Opponent: "p" + app.Itoa(i%(manyPeople-1))})
	}
	if got, want := won(p), []bool{true, true, false, true, false, true, false}; !slices.Equal(got, want) {
		t.Errorf("marks %v, want %v", got, want)
	}
	if m := p.ownMarks(a)[1]; m.at != 99 {
		t.Errorf("the mark for %d games was reached at %d", fewGames, m.at)
	}
	p.data.Games = append(p.data.Games, records.GameProfile{Game: "matgo"}, records.GameProfile{Game: "klondike"})
	if won(p)[3] {
		t.Error("two games were never played")
	}
	p.data.Games[2].Tally.Lost, p.kept = 1, map[string]bool{"klondike": true} // played before the latest matches
	if !won(p)[3] {
		t.Error("each game has been played")
	}
	p.past.capped = true
	if m := p.ownMarks(a)[1]; !m.done || m.at != 0 {
		t.Errorf("with older matches: %+v", m)
	}
	p.data.Versus = append(p.data.Versus, store.Versus{Opponent: "one more"})
	if !won(p)[4] {
		t.Errorf("%d people are no mark", manyPeople)
	}
}

// Reached marks stand first, and the profile says their number.
func TestReached(t *testing.T) {
	if n := reached([]mark{{done: true}, {done: true}, {}}); n != 2 {
		t.Errorf("%d reached, want 2", n)
	}
	if n := reached(nil); n != 0 {
		t.Errorf("%d of none reached", n)
	}
}
