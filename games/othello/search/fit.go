package search

import (
	"math"
	"math/bits"
	"strconv"

	"arcade/games"
	"arcade/games/othello/search/bitboard"
	"arcade/games/rng"
)

// Sample is a position and the final disc difference for the side to move, as its game suggests it.
type Sample struct {
	Own, Other uint64
	Score      float32
}

// School configures the games to learn from: up to Random random plies, then a search of Depth plies, then
// exact play from Exact empty squares on.
type School struct {
	Weights              *Weights // nil for the rough evaluation
	Depth, Random, Exact int
	// Lambda weighs the result of a game against the scores that the players saw in between. 1 uses the
	// result alone.
	Lambda float32
	// Stray is how many moves of a hundred are random instead of the best. So positions after mistakes are
	// among the samples, as they are among those of a search.
	Stray int
}

// A Pupil plays games one after another and reuses its memory.
type Pupil struct {
	school School
	mid    midgame
	end    endgame
}

// NewPupil makes a pupil of a school.
func NewPupil(s School) *Pupil {
	p := &Pupil{school: s}
	p.mid.weights, p.mid.doubt, p.mid.table = s.Weights, doubt, newTable(14)
	p.end.table = newTable(16)
	p.end.judge = &midgame{weights: quick(), doubt: doubt, table: newTable(10)}
	return p
}

// Play plays a game and gives its positions from the last random one until the exact end.
func (p *Pupil) Play(r *rng.Source) []Sample {
	p.mid.clock, p.end.clock, p.end.judge.clock = newClock(games.Limit{}), newClock(games.Limit{}), newClock(games.Limit{})
	random := r.Intn(p.school.Random + 1)
	own, other := uint64(1<<28|1<<35), uint64(1<<27|1<<36)
	var game []turn
	side := float32(1)
	for ply := 0; ; ply++ {
		moves := bitboard.Moves(own, other)
		if moves == 0 {
			if own, other, side = other, own, -side; bitboard.Moves(own, other) == 0 {
				return p.label(game, side*float32(bitboard.Final(own, other)))
			}
			continue
		}
		empties := bits.OnesCount64(^(own | other))
		var sq int
		switch {
		case ply < random:
			sq = anyOf(r, moves)
		case empties > p.school.Exact:
			g := p.mid.think(own, other, p.school.Depth)
			sq = p.stray(r, moves, g.Best)
			game = append(game, turn{Sample{own, other, float32(g.Score) / unit}, side, sq != g.Best})
		default:
			s := p.end.solve(own, other)
			if sq = s.Best; empties > 8 {
				sq = p.stray(r, moves, s.Best)
			}
			game = append(game, turn{Sample{own, other, float32(s.Score)}, side, sq != s.Best})
			if empties <= 8 {
				return p.label(game, side*float32(s.Score))
			}
		}
		f := bitboard.Flips(own, other, sq)
		own, other, side = other&^f, own|f|1<<sq, -side
	}
}

// anyOf draws one of some squares.
func anyOf(r *rng.Source, squares uint64) int {
	for range r.Intn(bits.OnesCount64(squares)) {
		squares &= squares - 1
	}
	return bits.TrailingZeros64(squares)
}

// stray returns the best move, or now and then any.
func (p *Pupil) stray(r *rng.Source, moves uint64, best int) int {
	if p.school.Stray > 0 && r.Intn(100) < p.school.Stray {
		return anyOf(r, moves)
	}
	return best
}

// turn is a position of a game with the score that the player saw, until label sets what it led to.
type turn struct {
	Sample
	side    float32 // who is to move, 1 or -1
	strayed bool    // whether another move than the best followed
}

// label gives the positions with what each led to. At first this is the result of the game. As the player
// learns, the scores at the plies in between count more and more, since they depend less on accidents (the
// lambda return of Sutton, "Learning to predict by the methods of temporal differences", 1988). What
// follows a stray move says nothing of the position before it; its own score stands in (the cut of Watkins,
// "Learning from delayed rewards", 1989). Exact scores stay: they are the result.
func (p *Pupil) label(game []turn, result float32) []Sample {
	lambda := p.school.Lambda
	samples := make([]Sample, len(game))
	for i := len(game) - 1; i >= 0; i-- {
		t := game[i]
		saw := t.Score * t.side
		if t.strayed && p.school.Weights != nil {
			result = saw
		}
		t.Score = result * t.side
		samples[i] = t.Sample
		if p.school.Weights != nil {
			result = lambda*result + (1-lambda)*saw
		}
	}
	return samples
}

// Shapes selects the squares that an evaluation combines, [Narrow] or [Wide].
type Shapes func() *layout

// Narrow has 38 lines and corners in 11 stages. Wide has 58, with blocks of ten squares, in 19 stages.
var (
	Narrow Shapes = narrow
	Wide   Shapes = wide
)

// Stages returns the number of stages of an evaluation.
func (s Shapes) Stages() int { return s().stages }

// Stage has the fitted weights of a stage, and says how well they fit.
type Stage struct {
	raw []int16
	// Samples is the number of samples.
	Samples int
	// Learnt and Apart are errors in discs (root of the mean square): of the samples that the stage learnt
	// from, as they were in the last pass, and of one in 16 that it held out.
	Learnt, Apart float64
}

// Join makes an evaluation of its stages, as many as [Shapes.Stages] says.
func Join(shapes Shapes, stages []Stage) *Weights {
	w := &Weights{layout: shapes()}
	for _, s := range stages {
		w.raw = append(w.raw, s.raw)
	}
	return w.open()
}

// near reports whether a stage learns from positions with that many empty squares: the squares lie in the
// stage or at most reach plies outside.
func (l *layout) near(empties, st int) bool {
	for off := -l.reach; off <= l.reach; off++ {
		if l.stage(empties+off) == st {
			return true
		}
	}
	return false
}

// lessons are the samples of a stage. The active weights of each should add up to want.
type lessons struct {
	active int
	ids    []uint32
	want   []float32
}

func (l *layout) lessons(samples []Sample, st int) lessons {
	out := lessons{active: len(l.places) + 3}
	for _, s := range samples {
		empties := bits.OnesCount64(^(s.Own | s.Other))
		if !l.near(empties, st) {
			continue
		}
		var c contents
		c.read(l, s.Own, s.Other)
		for f := range l.places {
			out.ids = append(out.ids, l.fold[l.zeros[f]+int32(c[f])])
		}
		mine, theirs := counts(s.Own, s.Other, bitboard.Moves(s.Own, s.Other))
		out.ids = append(out.ids, uint32(l.atMine()+mine), uint32(l.atTheirs()+theirs), uint32(l.atEmpties()+empties))
		out.want = append(out.want, s.Score)
	}
	return out
}

// miss returns the active weights of sample i, and want less their sum.
func (l *lessons) miss(w []float32, i int) (miss float32, ids []uint32) {
	miss, ids = l.want[i], l.ids[i*l.active:(i+1)*l.active]
	for _, id := range ids {
		miss -= w[id]
	}
	return miss, ids
}

// Fit finds the weights of a stage by stochastic gradient descent on the squared error. The stage also
// learns from samples near it. The same samples and seed give the same weights.
func Fit(shapes Shapes, samples []Sample, st, passes int, seed string) Stage {
	l, r := shapes(), rng.Derive(seed, strconv.Itoa(st))
	all := l.lessons(samples, st)
	// A rarely seen weight moves slowly: its samples may be chance.
	rate := make([]float32, l.perStage())
	for _, id := range all.ids {
		rate[id]++
	}
	for i, k := range rate {
		rate[i] = k / (k + 30)
	}
	w := make([]float32, l.perStage())
	var order, apart []int
	for i := range all.want {
		if i/1024%16 == 7 { // holds out roughly whole games
			apart = append(apart, i)
		} else {
			order = append(order, i)
		}
	}
	var sum float64
	for pass := range passes {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		step := 0.1 / float32(all.active) * float32(passes-pass) / float32(passes)
		sum = 0
		for _, i := range order {
			miss, ids := all.miss(w, i)
			sum += float64(miss * miss)
			for _, id := range ids {
				w[id] += step * rate[id] * miss
			}
		}
	}
	var test float64
	for _, i := range apart {
		miss, _ := all.miss(w, i)
		test += float64(miss * miss)
	}
	out := make([]int16, l.perStage())
	most := float64(int(1)<<(l.bits()-1) - 1)
	for i, v := range w {
		out[i] = int16(min(max(math.Round(float64(v)*float64(unit*l.fine)), -most), most))
	}
	return Stage{
		raw:     out,
		Samples: len(all.want),
		Learnt:  math.Sqrt(sum / float64(max(len(order), 1))),
		Apart:   math.Sqrt(test / float64(max(len(apart), 1))),
	}
}

// Forget clears the pupil's memory, so that the next game does not depend on the last.
func (p *Pupil) Forget() {
	clear(p.mid.table.entries)
	clear(p.end.table.entries)
	clear(p.end.judge.table.entries)
}
