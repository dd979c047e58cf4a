package ledger

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"arcade/internal/chance"
	"arcade/store"
)

// town simulates rated matches of many players with the code that rates real ones. Player 0 is the one whose
// rating is for sale; the others are keys that do what they like.
type town struct {
	rules   int
	now     int64
	players []store.Rating
	met     map[[2]int]*store.Encounters
}

const aDay = 24 * 60 * 60 * 1000

// newTown returns a town of newcomers, player 0 and some keys.
func newTown(rules, keys int, start int64) *town {
	w := &town{rules: rules, now: start, met: map[[2]int]*store.Encounters{}}
	for range keys + 1 {
		w.players = append(w.players, Fresh("othello", ""))
	}
	return w
}

// play settles a match of two players, and reports whether it was rated. score is a's.
func (w *town) play(a, b int, score float64) bool {
	ab, ba := w.pair(a, b), w.pair(b, a)
	if ab.Day == Day(w.now) && ab.Today >= PairPerDay || a == b {
		return false
	}
	was := [2]store.Rating{w.players[a], w.players[b]}
	w.settle(a, was[0], was[1], ab, score)
	w.settle(b, was[1], was[0], ba, 1-score)
	w.now += 2000
	return true
}

func (w *town) pair(a, b int) *store.Encounters {
	if w.met[[2]int{a, b}] == nil {
		w.met[[2]int{a, b}] = &store.Encounters{}
	}
	return w.met[[2]int{a, b}]
}

func (w *town) settle(a int, mine, theirs store.Rating, e *store.Encounters, score float64) {
	t := store.Tally{Drawn: 1}
	switch score {
	case 1:
		t = store.Tally{Won: 1}
	case 0:
		t = store.Tally{Lost: 1}
	}
	part, r := share(w.rules, false, mine, theirs, e, w.now)
	w.players[a], _ = rate(w.rules, r, theirs, t, part, w.now)
}

// beats lets a win against b as often as a day allows, n times at most.
func (w *town) beats(a, b, n int) {
	for range n {
		if !w.play(a, b, 1) {
			return
		}
	}
}

// shapes are ways in which keys 1 to n can raise player 0 in a day.
var shapes = map[string]func(w *town, n int, r *rand.Rand){
	"flat": func(w *town, n int, _ *rand.Rand) {
		for k := 1; k <= n; k++ {
			w.beats(0, k, PairPerDay)
		}
	},
	"pyramid": func(w *town, n int, _ *rand.Rand) { w.pyramid(n, 4) },
	"steep":   func(w *town, n int, _ *rand.Rand) { w.pyramid(n, 2) },
	"chain": func(w *town, n int, _ *rand.Rand) {
		for k := n; k > 1; k-- {
			w.beats(k-1, k, PairPerDay)
		}
		w.beats(0, 1, PairPerDay)
	},
	"ring": func(w *town, n int, _ *rand.Rand) {
		for range PairPerDay {
			for k := range n {
				w.play(k+1, (k+1)%n+1, 1)
			}
		}
		for k := 1; k <= n; k++ {
			w.beats(0, k, PairPerDay)
		}
	},
	"all against all": func(w *town, n int, _ *rand.Rand) { // the stronger number wins
		for a := 0; a <= n; a++ {
			for b := a + 1; b <= n; b++ {
				w.play(a, b, 1)
			}
		}
	},
	"wins and losses": func(w *town, n int, r *rand.Rand) { // keys get established, then lose
		for range 20 * n {
			w.play(1+r.IntN(n), 1+r.IntN(n), float64(r.IntN(2)))
		}
		for k := 1; k <= n; k++ {
			w.beats(0, k, PairPerDay)
		}
	},
	"established pyramid": func(w *town, n int, r *rand.Rand) {
		for range 10 * n {
			w.play(1+r.IntN(n), 1+r.IntN(n), float64(r.IntN(2)))
		}
		w.pyramid(n, 3)
	},
	"with honest games": func(w *town, n int, r *rand.Rand) { // against settled people, half of them won
		for k := 1; k <= n; k++ {
			if k%10 == 0 {
				w.players = append(w.players, settledAt(1500, w.now))
				w.play(0, len(w.players)-1, float64(r.IntN(2)))
			}
			w.beats(0, k, PairPerDay)
		}
	},
	"sunk, then fed": func(w *town, n int, _ *rand.Rand) {
		for k := 1; k <= n/2; k++ {
			w.beats(k, 0, PairPerDay)
		}
		for k := n/2 + 1; k <= n; k++ {
			w.beats(0, k, PairPerDay)
		}
	},
	"erratic": func(w *town, n int, r *rand.Rand) { // surprises raise the volatility
		w.pyramid(n/2, 2)
		for k := n/2 + 1; k <= n; k++ {
			w.beats(k, 0, 2)
			w.beats(0, 1+r.IntN(max(n/2, 1)), 2)
		}
	},
}

// pyramid lets keys of each level beat the next one, the last of which is the largest; player 0 is the top.
func (w *town) pyramid(n, width int) {
	for k := n; k >= 1; k-- {
		w.beats((k-1)/width, k, PairPerDay)
	}
	for k := n; k >= 1; k-- { // what the day still allows
		w.beats(0, k, PairPerDay)
	}
}

// settledAt returns a settled player's rating.
func settledAt(rating float64, now int64) store.Rating {
	return store.Rating{Rating: rating, Deviation: 79, Volatility: 0.06, Games: 99, Opponents: 50, At: now}
}

// attacked returns by how much a shape of 100 keys has lifted player 0 after each day. Before, the keys play
// with each other for some days.
func attacked(rules, aged int, settled bool, days int, shape func(*town, int, *rand.Rand), r *rand.Rand) (lifted []float64) {
	const keys = 100
	w := newTown(rules, keys, time.Date(2026, 11, 28, 22, 0, 0, 0, time.UTC).UnixMilli())
	for range aged {
		for range 3 * keys {
			w.play(1+r.IntN(keys), 1+r.IntN(keys), float64(r.IntN(2)))
		}
		w.now += aDay
	}
	if settled {
		w.players[0] = settledAt(1500, w.now)
	}
	start := w.now
	for day := range days {
		w.now = start + int64(day)*aDay
		shape(w, keys, r)
		lifted = append(lifted, w.players[0].Rating-1500)
	}
	return lifted
}

// No shape of keys lifts a newcomer above 1720 in a day and 1800 in a week, or moves a settled player by more
// than 25 a day. With -v the test logs what the same keys could buy in a day under the rules before.
func TestNoShapeBuysARating(t *testing.T) {
	r := rand.New(rand.NewPCG(1, chance.Seed(t)))
	for name, shape := range shapes {
		for _, settled := range []bool{false, true} {
			text := fmt.Sprintf("%-20s settled %-5t a day before %+5.0f", name, settled, attacked(weekRules, 0, settled, 1, shape, r)[0])
			for aged, days := range map[int]int{0: 7, 4: 2} {
				lifted := attacked(Rules, aged, settled, days, shape, r)
				text += fmt.Sprintf(", aged %d days: a day %+4.0f, %d days %+4.0f", aged, lifted[0], days, lifted[days-1])
				for day, x := range lifted {
					if day == 0 && math.Abs(x) > 220 || math.Abs(x) > 300 || settled && math.Abs(x) > 25*float64(day+1) {
						t.Errorf("%s, settled %t, keys aged %d days: %+.1f after day %d", name, settled, aged, x, day+1)
					}
				}
			}
			t.Log(text)
		}
	}
}

// The bound holds for whoever chooses the opponents freely, with any ratings, and the results, and when to
// play: first greedily for the highest rating, then for the highest deviation or volatility in between.
func TestReachOfAnyOpponents(t *testing.T) {
	r := rand.New(rand.NewPCG(1, chance.Seed(t)))
	now := time.Date(2026, 11, 28, 22, 0, 0, 0, time.UTC).UnixMilli()
	for run := range 60 {
		start := Fresh("othello", "")
		most := newReach
		if run%2 == 1 {
			start = settledAt(1500, now)
			start.Volatility = 0.06 + 0.5*r.Float64()
			most = reach
		}
		mine, at := start, now
		for range 300 {
			if r.IntN(3) == 0 {
				at += int64(r.ExpFloat64() * aDay / 4)
			}
			value := func(x store.Rating) float64 { return x.Rating }
			switch r.IntN(6) {
			case 0:
				value = func(x store.Rating) float64 { return x.Deviation }
			case 1:
				value = func(x store.Rating) float64 { return x.Volatility }
			}
			var best store.Rating
			for i := range 6 {
				theirs := store.Rating{Rating: -500 + 4000*r.Float64(), Deviation: 30 + 320*r.Float64(), Volatility: 0.06}
				x, _ := rate(Rules, mine, theirs, []store.Tally{{Won: 1}, {Lost: 1}, {Drawn: 1}}[r.IntN(3)], 1, at)
				if i == 0 || value(x) > value(best) {
					best = x
				}
			}
			mine = best
			bound := float64(most) + follow*float64(at-now)/aDay + 1e-6
			if rise := mine.Rating - 1500; rise > bound || rise < -bound {
				t.Fatalf("run %d: %+.2f after %.1f days, bound %.2f: %+v", run, rise, float64(at-now)/aDay, bound, mine)
			}
		}
	}
}

// An honest newcomer plays ten different people in an hour, half of them provisional. Its rating is off by no
// more than under the rules before. Only one who is much stronger or weaker than nearly all waits for its base.
func TestHonestNewcomer(t *testing.T) {
	const people, runs = 10, 600
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC).UnixMilli()
	off := func(rules int, strength float64, r *rand.Rand) (mean, miss float64) {
		for range runs {
			w := newTown(rules, people, now)
			truth := []float64{strength}
			for k := 1; k <= people; k++ {
				s := 1500 + 150*r.NormFloat64()
				truth = append(truth, s)
				w.players[k] = settledAt(s+50*r.NormFloat64(), now)
				if k%2 == 0 { // after five games of its own
					w.players[k] = store.Rating{Rating: 1500 + 0.6*(s-1500), Deviation: 200, Volatility: 0.06, At: now, Games: 5}
				}
			}
			for _, k := range r.Perm(people) {
				score := 0.0
				if r.Float64() < 1/(1+math.Pow(10, (truth[k+1]-strength)/400)) {
					score = 1
				}
				w.play(0, k+1, score)
			}
			mean += w.players[0].Rating / runs
			miss += math.Abs(w.players[0].Rating-strength) / runs
		}
		return mean, miss
	}
	for _, strength := range []float64{1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000} {
		mean, miss := off(Rules, strength, rand.New(rand.NewPCG(1, 2)))
		was, missed := off(weekRules, strength, rand.New(rand.NewPCG(1, 2)))
		t.Logf("strength %.0f: rating %.0f, off by %.0f; before %.0f, off by %.0f", strength, mean, miss, was, missed)
		if math.Abs(strength-1500) <= 200 && miss > missed {
			t.Errorf("strength %.0f: off by %.0f, before by %.0f", strength, miss, missed)
		}
	}
}

// A newcomer's first win over another newcomer counts fully, and so does a settled player's over an equal one.
func TestFirstWinsCountFully(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC).UnixMilli()
	won, limited := rate(Rules, Fresh("othello", ""), Fresh("othello", ""), store.Tally{Won: 1}, 1, now)
	if limited || math.Round(won.Rating) != 1662 {
		t.Errorf("a newcomer: %+v, limited %t", won, limited)
	}
	settled := settledAt(1500, now)
	settled.Deviation = 65
	if won, limited := rate(Rules, settled, settled, store.Tally{Won: 1}, 1, now); limited || won.Rating < 1505 {
		t.Errorf("a settled player: %+v, limited %t", won, limited)
	}
}
