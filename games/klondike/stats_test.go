package klondike

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/gametest"
)

// run returns a finished run of three moves in a second and a half, given up half a second later or won.
func run(won bool, change func(*games.Run)) games.Run {
	at := int64(1_000_000)
	r := games.Run{
		Match: "m1", Setup: games.Setup{Game: Name, Seed: "42"}, At: at + 2000,
		Plies: []games.Ply{{Action: "draw", At: at}, {Action: "undo", At: at + 500}, {Action: "draw", At: at + 1500}},
		Result: games.Result{Reason: games.Resigned, Winner: games.Nobody,
			Fields: map[string]any{"won": false, "score": 30, "moves": 4, "undos": 1, "home": 3}},
	}
	if won {
		r.Result = games.Result{Reason: games.Finished, Winner: 0,
			Fields: map[string]any{"won": true, "score": 700, "moves": 3, "undos": 1, "home": 52}}
		r.At = at + 1500
	}
	if change != nil {
		change(&r)
	}
	return r
}

// Tries with hints count separately, and not among the player's own bests. The stored statistics have them
// all.
func TestHelpedApart(t *testing.T) {
	var raw json.RawMessage
	for i, change := range []func(*games.Run){moves(90), func(r *games.Run) { moves(40)(r); r.Hinted = true }, func(r *games.Run) { r.Result.Winner = 0 }} {
		var err error
		if raw, _, err = (Game{}).Record(raw, run(i < 2, change)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := ReadStats(raw)
	if err != nil {
		t.Fatal(err)
	}
	own, helped := s.Own().Of(Standard()), s.Helped().Of(Standard())
	if s.Sets[0].Games != 3 || own.Games != 2 || own.Won != 1 || own.BestMoves != 90 || helped.Games != 1 || helped.BestMoves != 40 {
		t.Errorf("own %+v, helped %+v of %+v", own, helped, s.Sets)
	}
	s.History = s.History[:1] // the earlier tries are no longer kept
	if own := s.Own().Of(Standard()); own.BestMoves != 90 {
		t.Errorf("the best ranked win is forgotten: %+v", own)
	}
}

func moves(n int) func(*games.Run) {
	return func(r *games.Run) { r.Result.Fields.(map[string]any)["moves"] = n }
}

func options(text string) func(*games.Run) {
	return func(r *games.Run) { r.Setup.Options = json.RawMessage(text) }
}

func TestSV1(t *testing.T) {
	const id = "dealId=DL1_9gmpPu6CKM2Wr6aVk5YDJ3gGRZpAknY6NMVpXRNxbQgq"
	const layout = "layoutId=L1_CHeBbyiMEsKfTWMj72j4D4f37SjRpRekXp2ukjDsxE91"
	for name, c := range map[string]struct {
		run  games.Run
		want string
	}{
		"won":      {run(true, nil), "SV1;" + id + ";seed=42;draw=1;redeals=-1;recycle=reverse;f2t=true;started=1000000;finished=1001500;dur=1500;moves=3;outcome=win;" + layout + ";client=arcade;plat=ssh"},
		"given up": {run(false, nil), "SV1;" + id + ";seed=42;draw=1;redeals=-1;recycle=reverse;f2t=true;started=1000000;finished=1002000;dur=2000;moves=4;outcome=resign;" + layout + ";client=arcade;plat=ssh"},
		"given up by an action": {run(false, func(r *games.Run) {
			r.Plies = append(r.Plies, games.Ply{Action: "resign", At: r.At})
		}), "SV1;" + id + ";seed=42;draw=1;redeals=-1;recycle=reverse;f2t=true;started=1000000;finished=1002000;dur=2000;moves=4;outcome=resign;" + layout + ";client=arcade;plat=ssh"},
		"nothing played": {run(false, func(r *games.Run) {
			r.Plies = nil
			r.Result.Reason = games.Aborted
			r.Setup.Options = json.RawMessage(`{"draw":3,"redeals":2,"recycle":"keep","f2t":false}`)
		}), "SV1;dealId=" + DealID(42, Rules{3, 2, Keep, false}) + ";seed=42;draw=3;redeals=2;recycle=keep;f2t=false;started=;finished=1002000;dur=;moves=4;outcome=abandoned;" + layout + ";client=arcade;plat=ssh"},
		"a deck": {run(false, func(r *games.Run) {
			r.Result.Reason = games.TimedOut
			r.Setup.Options = json.RawMessage(`{"deck":"` + DeckText(Deck(42)) + `"}`)
		}), "SV1;dealId=" + DeckDealID(Deck(42), Standard()) + ";seed=;draw=1;redeals=-1;recycle=reverse;f2t=true;started=1000000;finished=1002000;dur=2000;moves=4;outcome=timeout;" + layout + ";client=arcade;plat=ssh"},
	} {
		s, err := SolveOf(c.run)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.Client, s.Plat = "ar;ca\nde", "ssh"
		if line := s.SV1(); line != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, line, c.want)
		}
	}
}

// The owner's reader fails on an empty seed, start or end: an unfinished try ends at 0, and no export has a line
// without a seed.
func TestSV1ForTheOwner(t *testing.T) {
	s, err := SolveOf(run(true, nil))
	if err != nil {
		t.Fatal(err)
	}
	s.Finished = nil
	line := s.SV1()
	if !strings.Contains(line, ";finished=0;") {
		t.Errorf("unfinished: %s", line)
	}
	if back, err := ReadSV1(line); err != nil || back.Finished != nil {
		t.Errorf("%+v, %v", back.Finished, err)
	}
	ranked := run(false, options(`{"deck":"`+DeckText(Deck(42))+`"}`))
	if line, err := (Game{}).Line("sv1", ranked, "", "", false); !errors.Is(err, games.ErrNoLine) {
		t.Errorf("without a seed: %s, %v", line, err)
	}
	if _, err := (Game{}).Line("json", ranked, "", "", false); err != nil {
		t.Errorf("as JSON: %v", err)
	}
}

func TestStatistics(t *testing.T) {
	b := gametest.NewBook[Stats](t, Game{})
	var s Stats
	for _, r := range []games.Run{
		run(true, moves(120)), run(true, moves(100)), run(false, nil), run(true, func(r *games.Run) {
			moves(110)(r)
			r.Plies[2].At += 1000
			r.Result.Fields.(map[string]any)["score"] = 800
		}), run(true, options(`{"draw":3}`)),
	} {
		s, _ = b.Record(r)
	}
	if len(s.Sets) != 2 || s.Sets[0].Rules.String() != "draw3" || s.Sets[0].Games != 1 {
		t.Fatalf("%+v", s.Sets)
	}
	one := s.Sets[1]
	ranked := one.Ranked
	one.Ranked = nil
	want := Set{Rules: Standard(), Games: 4, Won: 3, Streak: 1, BestStreak: 2, BestTime: 1500, TimeSum: 5500,
		BestMoves: 100, MoveSum: 330, BestScore: 800}
	if one != want || one.WinRate() != 0.75 || one.MeanMoves() != 110 || fmt.Sprintf("%.0f", one.MeanTime()) != "1833" {
		t.Errorf("%+v, want %+v", one, want)
	}
	if ranked == nil || ranked.Moves != 100 {
		t.Errorf("ranked %+v", ranked)
	}
	if len(s.History) != 5 || s.History[0].Rules != "draw3" || s.History[2].Outcome != GaveUp || s.History[2].Won() ||
		s.History[2].Home != 3 || s.History[4].Moves != 120 || s.History[4].Match != "m1" {
		t.Errorf("%+v", s.History)
	}
}

func TestBoards(t *testing.T) {
	on := func(id string) string { return games.DealBoard + "/" + id }
	deal := on(DealID(42, Standard()))
	// 32 bytes are at most 44 digits of Base58, and the store takes 64 bytes.
	if longest := len(Name) + 1 + len(on("DL1_")) + 44; longest > 64 {
		t.Errorf("a board of %d bytes", longest)
	}
	for name, c := range map[string]struct {
		run  games.Run
		want []string
	}{
		"ranked":              {run(true, nil), []string{deal, "draw1"}},
		"lost":                {run(false, nil), nil},
		"daily":               {run(true, func(r *games.Run) { r.Daily = true }), []string{deal, "draw1"}},
		"seeded":              {run(true, func(r *games.Run) { r.Seeded = true }), []string{deal}},
		"helped":              {run(true, func(r *games.Run) { r.Hinted = true }), nil},
		"helped, daily":       {run(true, func(r *games.Run) { r.Hinted, r.Daily = true, true }), nil},
		"draw three":          {run(true, options(`{"draw":3}`)), []string{on(DealID(42, Rules{3, -1, Reverse, true})), "draw3"}},
		"rules of one's own":  {run(true, options(`{"redeals":3}`)), []string{on(DealID(42, Rules{1, 3, Reverse, true}))}},
		"a deck of one's own": {run(true, options(`{"deck":"`+DeckText(Deck(42))+`"}`)), []string{on(DeckDealID(Deck(42), Standard()))}},
		"a deck for the day": {run(true, func(r *games.Run) {
			options(`{"deck":"` + DeckText(Deck(42)) + `"}`)(r)
			r.Daily = true
		}), []string{on(DeckDealID(Deck(42), Standard()))}},
	} {
		_, scores := gametest.NewBook[Stats](t, Game{}).Record(c.run)
		var got []string
		for _, s := range scores {
			board := s.Board
			if s.Of != "" {
				board += "/" + s.Of
			}
			got = append(got, board)
			if s.Value != -3 || s.Tie != -1500 ||
				string(s.Detail) != `{"moves":3,"time":1500,"score":700,"undos":1}` {
				t.Errorf("%s: %+v %s", name, s, s.Detail)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Only a better row replaces a ranked row; fewer moves rank above less time.
func TestRankedRowStays(t *testing.T) {
	b := gametest.NewBook[Stats](t, Game{})
	for i, c := range []struct {
		moves int
		later int64
		row   bool
	}{{100, 0, true}, {101, -100, false}, {100, 0, false}, {100, 100, false}, {100, -100, true}, {99, 900, true}} {
		_, scores := b.Record(run(true, func(r *games.Run) {
			moves(c.moves)(r)
			r.Plies[2].At += c.later
		}))
		if (len(scores) == 2) != c.row {
			t.Errorf("run %d: %v", i+1, scores)
		}
	}
}

func TestRecordRefuses(t *testing.T) {
	for name, r := range map[string]games.Run{
		"setup":  run(true, func(r *games.Run) { r.Setup.Seed = "x" }),
		"result": run(true, func(r *games.Run) { r.Result.Fields.(map[string]any)["moves"] = "many" }),
		"reason": run(true, func(r *games.Run) { r.Result.Reason = "tired" }),
	} {
		if _, _, err := (Game{}).Record(nil, r); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The statistics stay small, however much is played.
func TestStatisticsAreBounded(t *testing.T) {
	var s Stats
	for i := range maxHistory + 10 {
		r := Standard()
		r.Redeals = i % (maxSets + 8)
		s.count(r, Try{At: int64(i)})
	}
	if len(s.Sets) != maxSets || len(s.History) != maxHistory || s.History[0].At != maxHistory+9 {
		t.Errorf("%d sets, %d tries", len(s.Sets), len(s.History))
	}
}

// However many other rules are played, the best ranked win stays, so that a worse one takes no row. Tries
// before that rule count as they did.
func TestRankedSetStays(t *testing.T) {
	for _, at := range []int64{keepRanked - 1, keepRanked} {
		s := Stats{Sets: []Set{{Rules: Standard(), Ranked: &Row{Moves: 100}}}}
		for i := range maxSets + 8 {
			r := Standard()
			r.Redeals = i
			s.count(r, Try{At: at})
		}
		if kept := s.Of(Standard()).Ranked != nil; kept != (at == keepRanked) || len(s.Sets) != maxSets {
			t.Errorf("at %d: %d sets, the ranked win is kept: %v", at, len(s.Sets), kept)
		}
	}
}

func TestSelect(t *testing.T) {
	s := Stats{History: []Try{
		{At: 5, Time: 30, Moves: 90, Outcome: Win}, {At: 4, Time: 10, Moves: 120, Outcome: Win},
		{At: 3, Time: 20, Moves: 10, Outcome: GaveUp}, {At: 2, Time: 30, Moves: 100, Outcome: Win},
	}}
	for order, want := range map[Order]string{
		Latest: "[5 4 2]", Oldest: "[2 4 5]", Fastest: "[4 5 2]", Slowest: "[5 2 4]", FewestMoves: "[5 2 4]", MostMoves: "[4 2 5]", 17: "[5 4 2]",
	} {
		var got []int64
		for _, try := range s.Select(Try.Won, order) {
			got = append(got, try.At)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("order %d: %v, want %s", order, got, want)
		}
	}
	if s.History[0].At != 5 || s.History[3].At != 2 {
		t.Error("the history was sorted itself")
	}
}

// Whatever is recorded, the sums agree with the history.
func TestStatisticsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Stats
		won, best, streak := 0, 0, 0
		n := rapid.IntRange(0, 40).Draw(t, "n")
		for range n {
			try := Try{Outcome: GaveUp, Moves: rapid.IntRange(1, 300).Draw(t, "moves")}
			if rapid.Bool().Draw(t, "won") {
				try.Outcome = Win
				won++
				streak++
				best = max(best, streak)
			} else {
				streak = 0
			}
			s.count(Standard(), try)
		}
		if n == 0 {
			return
		}
		set := s.Sets[0]
		sum, least := 0, 0
		for _, try := range s.Select(Try.Won, FewestMoves) {
			sum += try.Moves
			if least == 0 {
				least = try.Moves
			}
		}
		if set.Games != n || set.Won != won || set.Streak != streak || set.BestStreak != best || set.MoveSum != sum || set.BestMoves != least {
			t.Fatalf("%+v", set)
		}
	})
}

// By deal the orders go by the first and the latest start, and by the bests. Bests have no hints, and a deal without
// one comes last in both directions.
func TestDeals(t *testing.T) {
	try := func(deal string, at, took int64, moves int, outcome Outcome, class games.Class) Try {
		return Try{DealID: deal, At: at, Time: took, Moves: moves, Outcome: outcome, Class: class}
	}
	s := Stats{History: []Try{
		try("b", 900, 700, 80, Win, games.Practice), // started at 200
		try("a", 800, 50, 130, Win, games.Practice), // at 750
		try("c", 700, 10, 5, GaveUp, games.Practice),
		try("a", 600, 40, 140, Win, games.Practice),
		try("d", 500, 30, 60, Win, Helped),
		try("c", 150, 100, 9, GaveUp, games.Practice), // at 50
		try("a", 100, 40, 150, Win, games.Practice),   // at 60
	}}
	for order, want := range map[Order]string{
		Latest: "[a 3/3@800 c 0/2@700 d 1/1@500 b 1/1@900]", Oldest: "[c 0/2@150 a 3/3@100 b 1/1@900 d 1/1@500]",
		Fastest: "[a 3/3@100 b 1/1@900 c 0/2@700 d 1/1@500]", Slowest: "[b 1/1@900 a 3/3@100 c 0/2@700 d 1/1@500]",
		FewestMoves: "[b 1/1@900 a 3/3@800 c 0/2@700 d 1/1@500]", MostMoves: "[a 3/3@800 b 1/1@900 c 0/2@700 d 1/1@500]",
	} {
		var got []string
		for _, d := range s.Deals(func(Try) bool { return true }, order) {
			shown := d.Shown(order)
			got = append(got, fmt.Sprintf("%s %d/%d@%d", shown.DealID, d.Won, len(d.Tries), shown.At))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", OrderNames[order], got, want)
		}
	}
	won := s.Deals(Try.Won, Latest)
	if len(won) != 3 {
		t.Errorf("deals with a win: %+v", won)
	}
}
