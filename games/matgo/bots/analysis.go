package bots

import (
	"fmt"
	"math"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/rng"
)

const (
	// analysisWorlds is the number of worlds in which Analyse tries each choice, unless the limit says
	// otherwise.
	analysisWorlds = masterWorlds
	// missedPoints is the number of points that a choice must give away to count as a miss. It must also
	// exceed the error.
	missedPoints = 2
)

// Masters replay a deal luckGames times in each seating. There they try their choices in luckWorlds worlds.
const luckGames, luckWorlds = 8, 100

var _ games.LuckAnalyser = Game{}

// Judge is the version of Analyse and AnalyseLuck: raise it with the weights or their limits.
func (Game) Judge() int { return 6 }

// Analyse judges every choice of a round, in points without the carry: the seat's expected result from what
// it saw itself, if it plays on carefully. It estimates from worlds dealt anew, so it is never exact,
// except that a stop has its exact payment. Chance depends on the seed and the ply alone, so that the same
// round gets the same judgement everywhere.
func (Game) Analyse(setup games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	states, err := states(setup, plies)
	if err != nil {
		return nil, err
	}
	x := newMaster()
	list := make([]games.Judgement, len(plies))
	for i := len(plies) - 1; i >= 0; i-- {
		j, ok := x.weigh(&states[i], plies[i], limit, rng.Derive(setup.Seed, fmt.Sprintf("matgo/analysis %d", i)))
		if !ok {
			return list[i+1:], games.ErrStopped
		}
		j.Ply = i
		list[i] = j
		if tell != nil {
			tell(j)
		}
	}
	return list, nil
}

// states returns the state before each ply, and the final one.
func states(setup games.Setup, plies []games.Action) ([]matgo.State, error) {
	start, err := Game{}.Start(setup)
	if err != nil {
		return nil, err
	}
	p := start.(*matgo.Position)
	list := []matgo.State{p.State}
	for i, a := range plies {
		if _, err := p.Apply(a); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		list = append(list, p.State)
	}
	return list, nil
}

// weigh tries every choice of the seat on turn in the same worlds. It returns false once stopped.
func (x *searcher) weigh(s *matgo.State, played games.Action, limit games.Limit, r *rng.Source) (j games.Judgement, ok bool) {
	legal := s.Legal(x.buf[:0])
	brought, ok := x.bring(s, legal, limit, r)
	if !ok {
		return j, false
	}
	best, chosen := 0, 0
	for i, m := range legal {
		o := games.Option{Action: m.Action()}
		if o.Points, o.SE = mean(brought[i]); m.Verb == matgo.Stop || m.Verb == matgo.PresidentStop {
			o.SE = 0
		}
		j.Options = append(j.Options, o)
		if o.Points > j.Options[best].Points {
			best = i
		}
		if o.Action == played {
			chosen = i
		}
	}
	j.Seat, j.Played, j.Best = games.Seat(s.Seat), played, played
	sign := 1 - 2*float64(s.Seat)
	j.Before, j.After = sign*j.Options[best].Points, sign*j.Options[chosen].Points
	if j.Lost() > 0 {
		j.Best = j.Options[best].Action
		// Both were tried in the same worlds, so their difference is surer than either.
		for n := range brought[best] {
			brought[best][n] -= brought[chosen][n]
		}
		_, se := mean(brought[best])
		j.Missed = j.Lost() >= missedPoints && j.Lost() > 2*se
	}
	return j, true
}

// bring returns the result of each legal choice in each of the same worlds. It returns false once stopped.
func (x *searcher) bring(s *matgo.State, legal []matgo.Move, limit games.Limit, r *rng.Source) (brought [][]float64, ok bool) {
	worlds := worldsOf(limit, legal, analysisWorlds)
	if len(legal) == 1 {
		worlds = min(worlds, 2*searchBatch) // nothing to compare
	}
	x.base = *s
	x.base.Hide()
	x.chance = forked(r)
	x.reserve()
	x.kept = x.all[:worlds]
	resample(&x.base, min(x.deals, 5*worlds), x.kept, &x.chance, &x.world, &x.inner, x.likelihoods, x.dealt)
	brought = make([][]float64, len(legal)) // by choice and world
	for n := range worlds {
		if n%searchBatch == 0 && limit.Stop != nil && limit.Stop() {
			return nil, false
		}
		x.base = x.kept[n]
		same := x.chance
		for i, m := range legal {
			x.chance = same
			brought[i] = append(brought[i], x.try(m))
		}
	}
	return brought, true
}

// worldsOf returns the number of worlds that a limit allows for trying choices.
func worldsOf(limit games.Limit, legal []matgo.Move, most int64) int {
	if limit.Nodes <= 0 {
		return int(most)
	}
	return int(max(min(limit.Nodes/int64(tryNodes*len(legal)), most), 8))
}

// mean returns the mean of some numbers with its standard error, both to a hundredth.
func mean(list []float64) (m, se float64) {
	sum, squares, n := 0.0, 0.0, float64(len(list))
	for _, v := range list {
		sum += v
		squares += float64(v * v) // not fused with the sum, which would round differently
	}
	m = sum / n
	se = math.Sqrt(max(squares/n-float64(m*m), 0) / n)
	return math.Round(m*100) / 100, math.Round(se*100) / 100
}

// AnalyseLuck has masters replay the deal of a round, several times in each seating, in points without the
// carry.
func (Game) AnalyseLuck(setup games.Setup, plies []games.Action, winner games.Seat, limit games.Limit) (l games.Luck, err error) {
	states, err := states(setup, plies)
	if err != nil {
		return l, err
	}
	end := &states[len(plies)]
	if end.Phase != matgo.Over && winner != games.Nobody {
		end.Finish(matgo.EndForfeit, int(winner), nil)
	}
	if end.Phase == matgo.Over {
		l.Result = float64(end.Net(0)) / float64(end.Carry)
	}
	x := newMaster()
	for seating, into := range [...]*float64{&l.Same, &l.Swapped} {
		deal := states[0]
		if seating == 1 {
			deal = deal.Swapped()
		}
		sum := 0
		for n := range luckGames {
			s, r := deal, rng.Derive(setup.Seed, fmt.Sprintf("matgo/luck %d %d", seating, n))
			var buf [32]matgo.Move
			for s.Phase != matgo.Over {
				if limit.Stop != nil && limit.Stop() {
					return l, games.ErrStopped
				}
				legal := s.Legal(buf[:0])
				i, _ := x.choose(&s, legal, r, worldsOf(limit, legal, luckWorlds), limit.Stop)
				if reason := s.Apply(legal[i]); reason != "" {
					panic("matgo: a master broke the rules: " + reason)
				}
			}
			sum += s.Net(0)
		}
		*into = math.Round(100*float64(sum)/float64(luckGames*deal.Carry)) / 100
	}
	return l, nil
}
