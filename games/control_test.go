package games_test

import (
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
)

const (
	second = int64(1000)
	minute = 60 * second
	day    = 24 * 60 * minute
)

func TestParseControl(t *testing.T) {
	for s, want := range map[string]games.Control{
		"none":    {},
		"5+3":     {Base: 5 * minute, Increment: 3 * second},
		"1+0":     {Base: minute},
		"0+1":     {Increment: second},
		"180+180": {Base: 180 * minute, Increment: 180 * second},
		"5s":      {PerMove: 5 * second},
		"3600s":   {PerMove: 60 * minute},
		"1d":      {PerMove: day},
		"14d":     {PerMove: 14 * day},
	} {
		got, err := games.ParseControl(s)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", s, got, err, want)
		}
		if got.String() != s {
			t.Errorf("%q came back as %q", s, got.String())
		}
		if got.Untimed() != (s == "none") || got.Correspondence() != (s == "1d" || s == "14d") {
			t.Errorf("%q: untimed %v, correspondence %v", s, got.Untimed(), got.Correspondence())
		}
	}
	for _, s := range []string{
		"", "None", "0+0", "5", "+", "5+", "+3", "181+0", "5+181", "-1+3", "5+-3", "05+3", "5+03", "5 + 3", "5+3 ", "5.5+3",
		"4s", "3601s", "0s", "s", "-5s", "0d", "15d", "d", "1h", "1d1d", "99999999999999999999+0", "٣+3",
	} {
		if got, err := games.ParseControl(s); err == nil {
			t.Errorf("%q was read as %+v", s, got)
		}
	}
}

func FuzzParseControl(f *testing.F) {
	for _, s := range []string{"none", "5+3", "0+1", "30s", "1d", "", "+", "1+1+1", "dd", "5s+3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if c, err := games.ParseControl(s); err == nil && c.String() != s {
			t.Fatalf("%q came back as %q", s, c)
		}
	})
}

// step is an entry at a second after the start.
type step struct {
	at   int64
	kind games.Kind
	seat games.Seat
}

// clockMatch plays steps, with actions from line in order, under a control.
func clockMatch(t *testing.T, control string, line []games.Action, steps ...step) *games.Match {
	t.Helper()
	m := newMatch(t, games.Terms{Control: parse(t, control)})
	for _, s := range steps {
		e := games.Entry{Kind: s.kind, Seat: s.seat, At: s.at * second}
		if s.kind == games.Act {
			e.Action, line = line[0], line[1:]
		}
		add(t, m, e)
	}
	return m
}

func wantLeft(t *testing.T, m *games.Match, at int64, left [2]int64, running games.Seat) {
	t.Helper()
	for seat := range games.Seat(2) {
		got, run := m.Left(seat, at*second)
		if got != left[seat]*second || run != (seat == running) {
			t.Errorf("at %d s seat %d has %.3f s, running %v; want %d s, running seat %d",
				at, seat, float64(got)/1000, run, left[seat], running)
		}
	}
}

func TestClocksStandUntilBothHaveMoved(t *testing.T) {
	m := clockMatch(t, "5+3", opening)
	wantLeft(t, m, 1000, [2]int64{300, 300}, games.Nobody)
	m = clockMatch(t, "5+3", opening, step{500, games.Act, 0})
	wantLeft(t, m, 1000, [2]int64{300, 300}, games.Nobody)
	m = clockMatch(t, "5+3", opening, step{500, games.Act, 0}, step{1000, games.Act, 1})
	wantLeft(t, m, 1000, [2]int64{300, 300}, 0)
	wantLeft(t, m, 1010, [2]int64{290, 300}, 0)
	wantLeft(t, m, 990, [2]int64{300, 300}, 0) // a clock set back changes nothing
}

func TestClocksChargeAndAdd(t *testing.T) {
	m := clockMatch(t, "5+3", opening,
		step{0, games.Act, 0}, step{0, games.Act, 1}, step{10, games.Act, 0}, step{40, games.Act, 1}, step{41, games.Act, 0})
	wantLeft(t, m, 41, [2]int64{300 - 10 + 3 - 1 + 3, 300 - 30 + 3}, 1)
	wantLeft(t, m, 50, [2]int64{295, 264}, 1)
}

// With no base time a seat starts with one increment.
func TestIncrementAlone(t *testing.T) {
	m := clockMatch(t, "0+10", opening, step{0, games.Act, 0}, step{0, games.Act, 1}, step{4, games.Act, 0})
	wantLeft(t, m, 4, [2]int64{16, 10}, 1)
}

func TestUntimed(t *testing.T) {
	m := clockMatch(t, "none", opening, step{0, games.Act, 0}, step{0, games.Act, 1})
	if _, running := m.Left(0, 1<<50); running || m.Flagged(1<<50) != games.Nobody {
		t.Error("a match without a clock has one")
	}
	refused(t, m, games.Entry{Kind: games.Timeout, Seat: 0, At: 1 << 50}, games.ErrNotAllowed)
}

func TestFlag(t *testing.T) {
	begun := []step{{0, games.Act, 0}, {0, games.Act, 1}}
	m := clockMatch(t, "1+0", opening, begun...)
	early := 60*second - 1
	if m.Flagged(early) != games.Nobody || m.Flagged(early+1) != 0 {
		t.Error("the flag does not fall at 60 s")
	}
	refused(t, m, games.Entry{Kind: games.Timeout, Seat: 0, At: early}, games.ErrNotAllowed)
	refused(t, m, games.Entry{Kind: games.Timeout, Seat: 1, At: early + 1}, games.ErrNotAllowed)
	refused(t, m, games.Entry{Kind: games.Act, Seat: 0, Action: opening[2], At: early + 1}, games.ErrFlagFell)
	add(t, m, games.Entry{Kind: games.Timeout, Seat: 0, At: early + 1})
	wantResult(t, m, games.TimedOut, 1)
	wantLeft(t, m, 100, [2]int64{0 + 60, 60}, games.Nobody)

	m = clockMatch(t, "1+0", opening, begun...)
	add(t, m, games.Entry{Kind: games.Act, Seat: 0, Action: opening[2], At: early})
	if left, _ := m.Left(0, early); left != 1 {
		t.Errorf("%d ms left, want 1", left)
	}
}

func TestForcedPassIsNotCharged(t *testing.T) {
	var steps []step
	for i := range passing {
		steps = append(steps, step{int64(i), games.Act, games.Seat(i % 2)})
	}
	for _, tt := range []struct {
		control string
		before  [2]int64
		after   [2]int64
	}{
		// 57 actions a second apart: 29 by seat 0, 28 by seat 1, the first of each free; seat 1 then
		// passes and gets no increment for it.
		{"5+3", [2]int64{300 + 28*2, 300 + 27*2}, [2]int64{300 + 28*2, 300 + 27*2}},
		{"30s", [2]int64{30, 30}, [2]int64{30, 30}},
	} {
		m := clockMatch(t, tt.control, passing, steps...)
		if a, ok := m.Forced(); !ok || a != "pass" {
			t.Fatalf("forced %q %v", a, ok)
		}
		wantLeft(t, m, 1000, tt.before, games.Nobody)
		if m.Flagged(1<<50) != games.Nobody {
			t.Error("a seat lost on time while its pass was announced")
		}
		add(t, m, games.Entry{Kind: games.Act, Seat: 1, Action: "pass", At: 1000 * second})
		wantLeft(t, m, 1000, tt.after, 0)
		tt.after[0] -= 5
		wantLeft(t, m, 1005, tt.after, 0)
		if p := m.Plies(); !p[len(p)-1].Forced || p[len(p)-2].Forced {
			t.Error("the pass is not marked as forced, or more than it is")
		}
	}
}

func TestPerMove(t *testing.T) {
	// A control by the decision runs from the first turn.
	m := clockMatch(t, "1d", opening)
	wantLeft(t, m, 3600, [2]int64{82800, 86400}, 0)
	m = clockMatch(t, "1d", opening, step{3600, games.Act, 0})
	wantLeft(t, m, 3600+60, [2]int64{86400, 86340}, 1)
	if m.Flagged(3600*second+day-1) != games.Nobody || m.Flagged(3600*second+day) != 1 {
		t.Error("the flag does not fall a day after the move")
	}
	m = clockMatch(t, "1d", opening, step{3600, games.Act, 0}, step{89999, games.Act, 1})
	wantLeft(t, m, 89999, [2]int64{86400, 86400}, 0)
}

func TestRestart(t *testing.T) {
	begun := []step{{0, games.Act, 0}, {0, games.Act, 1}}
	// The time since the last action comes back, however long, and 20 s for each.
	m := clockMatch(t, "1+0", opening, append(begun, step{9999, games.Restart, games.Nobody})...)
	wantLeft(t, m, 9999, [2]int64{80, 80}, 0)
	wantLeft(t, m, 10009, [2]int64{70, 80}, 0)
	m = clockMatch(t, "1+0", opening, append(begun, step{10, games.Act, 0}, step{15, games.Restart, games.Nobody}, step{16, games.Act, 1})...)
	wantLeft(t, m, 16, [2]int64{70, 79}, 0)
	// Before both have moved no clock runs, but the seconds are still added.
	m = clockMatch(t, "1+0", opening, step{0, games.Act, 0}, step{100, games.Restart, games.Nobody})
	wantLeft(t, m, 200, [2]int64{80, 80}, games.Nobody)
	// A day's deadline stays; if it passed meanwhile, or is near, the player gets an hour.
	m = clockMatch(t, "1d", opening, step{3600, games.Restart, games.Nobody})
	wantLeft(t, m, 3600, [2]int64{82820, 86400}, 0)
	m = clockMatch(t, "1d", opening, step{90000, games.Restart, games.Nobody})
	wantLeft(t, m, 90000, [2]int64{3600, 86400}, 0)
	// Short decisions start again.
	m = clockMatch(t, "30s", opening, step{100, games.Restart, games.Nobody})
	wantLeft(t, m, 100, [2]int64{30, 30}, 0)
	m = clockMatch(t, "30s", opening, step{29, games.Restart, games.Nobody}, step{30, games.Act, 0})
	wantLeft(t, m, 30, [2]int64{30, 30}, 1)
	// A seat cannot add a restart of the server.
	refused(t, m, games.Entry{Kind: games.Restart, Seat: 0, At: 31 * second}, games.ErrNotAllowed)
}

func TestTakebackAndTheClock(t *testing.T) {
	// Seat 0 moves at 10 s, asks for a takeback at 15 s and gets it at 20 s. It has lost its ten seconds;
	// the opponent's thinking is not charged.
	m := clockMatch(t, "5+0", opening, step{0, games.Act, 0}, step{0, games.Act, 1}, step{10, games.Act, 0},
		step{15, games.AskTakeback, 0}, step{20, games.GrantTakeback, 1})
	wantLeft(t, m, 25, [2]int64{285, 300}, 0)
	// With a control by the decision, both get the whole time again, whatever a restart left of it.
	m = clockMatch(t, "1d", opening, step{0, games.Act, 0}, step{90000, games.Restart, games.Nobody},
		step{90001, games.AskTakeback, 0}, step{90002, games.GrantTakeback, 1})
	wantLeft(t, m, 90002, [2]int64{86400, 86400}, 0)
	add(t, m, games.Entry{Kind: games.Act, Seat: 0, Action: opening[0], At: 90003 * second})
	wantLeft(t, m, 90003, [2]int64{86400, 86400}, 1)
}

// Without restarts no time is created: the seats have their initial time and increments, less the elapsed
// time.
func TestClocksKeepAccount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.Int64Range(1, 180).Draw(t, "base")
		inc := rapid.Int64Range(0, 180).Draw(t, "increment")
		c := games.Control{Base: base * minute, Increment: inc * second}
		m, err := games.NewMatch(game, games.Setup{}, games.Terms{Control: c}, 0)
		if err != nil {
			t.Fatal(err)
		}
		total, now := 2*c.Base, int64(0)
		for !m.Over() {
			spent := rapid.Int64Range(0, base*minute/8).Draw(t, "spent")
			now += spent
			if m.Flagged(now) != games.Nobody {
				return
			}
			forced := m.ForcedNow()
			if _, running := m.Left(m.ToAct(), now); running {
				total += c.Increment - spent
			} else if !forced && m.Len() > 2 {
				t.Fatal("the clock stands in mid-game")
			}
			legal := m.Legal()
			e := games.Entry{Kind: games.Act, Seat: m.ToAct(), Action: rapid.SampledFrom(legal).Draw(t, "action"), At: now}
			if _, err := m.Add(e); err != nil {
				t.Fatal(err)
			}
			a, _ := m.Left(0, now)
			b, _ := m.Left(1, now)
			if a+b != total {
				t.Fatalf("after %d entries %d and %d ms, want %d in all", m.Len(), a, b, total)
			}
		}
	})
}
