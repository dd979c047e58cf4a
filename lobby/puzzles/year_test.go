package puzzles

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/internal/race"
)

// copies fills a game's stock up to n puzzles with copies of the first ones. Their version is an older one,
// so that the check plays their lines, and does not expect the position's own ID.
func (h *house) copies(game string, n int) {
	h.t.Helper()
	h.stock(game)
	var list []Record
	for n, err := range puzzles.In(game).All(h.t.Context(), h.s) {
		h.must(err)
		list = append(list, n.Value)
	}
	for i := len(list); i < n; i++ {
		r := list[i%len(list)]
		r.Version = -1
		if fresh, err := h.Add(game, fmt.Sprintf("%.1s%06d", game, i), r); err != nil || !fresh {
			h.t.Fatal(i, fresh, err)
		}
	}
}

// solver is a player of a given strength who plays for a year.
type solver struct {
	Who
	strength float64
	tried    map[string]bool
	due      map[string]time.Time // when a miss is due again
	back     int                  // misses that came again
}

// finds decides by chance whether a player solves a puzzle, whose difficulty depends on its ID.
func (s *solver) finds(rng *rand.Rand, id string) bool {
	return rng.Float64() < 1/(1+math.Pow(10, (difficulty(id)-s.strength)/400))
}

// difficulty returns a puzzle's true difficulty, from 1100 to 1900.
func difficulty(id string) float64 {
	f := fnv.New32a()
	_, _ = f.Write([]byte(id)) // a hash takes all
	return 1100 + float64(f.Sum32()%801)
}

// try answers a sitting, right or wrong.
func (h *house) try(s *solver, sit Sitting, found bool) Sitting {
	h.t.Helper()
	if found {
		return h.solve(s.Who, sit)
	}
	sit, err := h.Answer(s.Who, sit, []games.Action{wrong(sit)})
	h.must(err)
	s.due[sit.ID] = time.Now().Add(comesAgain)
	return sit
}

// A year of puzzles: each day has one puzzle for all, which no other day had and no stream gives. No stream
// gives a puzzle twice. A miss comes again after three days until it is solved. Ratings find the order of
// strengths and difficulties, and follow from the attempts.
func TestPuzzlesOfAYear(t *testing.T) {
	if race.On {
		t.Skip("one goroutine does the same a year long")
	}
	in(t, func(h *house) {
		const seed = 35
		t.Log("seed", seed)
		rng := rand.New(rand.NewPCG(seed, 0))
		h.copies("othello", 200)
		h.copies("stones", 480)
		var players []*solver
		for i, strength := range []float64{1200, 1500, 1800} {
			players = append(players, &solver{Who: Who{ID: fmt.Sprint("p", i), From: fmt.Sprint("net", i)}, strength: strength, tried: map[string]bool{}, due: map[string]time.Time{}})
		}
		days := map[string]bool{}
		for n := range 365 {
			today := ""
			for _, p := range players {
				sit, err := h.OfDay(p.Who)
				h.must(err)
				id := sit.Game + "/" + sit.ID
				if today == "" && days[id] || today != "" && id != today || p.tried[id] != (sit.State != Asked) {
					t.Fatalf("day %d: %s again, or others have another one than %s", n, id, today)
				}
				if today = id; !p.tried[id] { // otherwise a stream gave it before its day
					p.tried[id] = true
					h.try(p, sit, p.finds(rng, sit.ID))
				}
				if n%2 == 0 {
					h.streams(p, rng, days, today)
				}
			}
			days[today] = true
			h.misses(players[n%len(players)], rng)
			time.Sleep(24 * time.Hour)
		}
		h.sane(players)
	})
}

// streams lets a player try the next puzzle of a stream.
func (h *house) streams(p *solver, rng *rand.Rand, days map[string]bool, today string) {
	h.t.Helper()
	sit := h.next(p.Who, "stones")
	id := "stones/" + sit.ID
	if p.tried[id] || days[id] || id == today {
		h.t.Fatalf("%s: a stream gives %s again", p.ID, id)
	}
	p.tried[id] = true
	h.try(p, sit, p.finds(rng, sit.ID))
}

// misses lets a player try the misses that are due again.
func (h *house) misses(p *solver, rng *rand.Rand) {
	h.t.Helper()
	for _, game := range []string{"othello", "stones"} {
		for {
			sit, err := h.Missed(p.Who, game)
			if err == ErrNone {
				break
			}
			h.must(err)
			at, missed := p.due[sit.ID]
			if !missed || time.Now().Before(at) {
				h.t.Fatalf("%s: %s comes again, missed %t, not before %v", p.ID, sit.ID, missed, at)
			}
			delete(p.due, sit.ID)
			h.try(p, sit, rng.IntN(2) == 0)
			p.back++
		}
	}
	for id, at := range p.due {
		if time.Now().After(at) {
			h.t.Errorf("%s: %s was due at %v", p.ID, id, at)
		}
	}
}

// sane checks the ratings after a year.
func (h *house) sane(players []*solver) {
	h.t.Helper()
	last := 0.0
	for _, p := range players {
		me, err := h.Standing("stones", p.ID)
		h.must(err)
		h.t.Logf("strength %.0f: rating %.0f ± %.0f after %d tries, %d misses came again", p.strength, me.Rating.Rating, me.Rating.Deviation, me.Rating.N, p.back)
		r := me.Rating
		if r.N < 300 || r.Rating < 400 || r.Rating > 2600 || r.Deviation < 30 || r.Deviation > 110 || p.back == 0 {
			h.t.Errorf("%+v after a year", r)
		}
		// The value of guessing sets the level; the differences come from the strengths.
		if apart := r.Rating - last; last > 0 && math.Abs(apart-300) > 120 {
			h.t.Errorf("%.0f points above the one who is 300 points weaker", apart)
		}
		last = me.Rating.Rating
	}
	var easy, hard []float64
	for n, err := range puzzles.In("stones").All(h.t.Context(), h.s) {
		h.must(err)
		switch r := n.Value; {
		case r.Rating.N < 2:
		case difficulty(n.Key) < 1350:
			easy = append(easy, r.Rating.Rating)
		case difficulty(n.Key) > 1650:
			hard = append(hard, r.Rating.Rating)
		}
	}
	slices.Sort(easy)
	slices.Sort(hard)
	if len(easy) < 10 || len(hard) < 10 || easy[len(easy)/2] >= hard[len(hard)/2] {
		h.t.Errorf("%d easy puzzles and %d hard ones, their medians do not tell them apart", len(easy), len(hard))
	}
	list, err := h.s.Notes(context.Background(), days.Name, "", 400)
	h.must(err)
	if len(list) != 365 || string(list[0].Value) == string(list[1].Value) {
		h.t.Errorf("%d days have a puzzle", len(list))
	}
}
