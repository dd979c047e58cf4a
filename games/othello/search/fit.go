package search

import (
	"math"
	"math/bits"

	"arcade/games"
	"arcade/games/othello/search/bitboard"
	"arcade/games/rng"
)

// Sample is a position and the disc difference for the side to move that it leads
// to, as far as its game tells.
type Sample struct {
	Own, Other uint64
	Score      float32
}

// School is how games are played to learn from: up to Random first plies at
// random, then by a search of Depth plies, and from Exact empty squares on exactly.
type School struct {
	Weights              *Weights // nil for the rough evaluation
	Depth, Random, Exact int
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
	p.mid.weights, p.mid.table = s.Weights, newTable(14)
	p.end.table = newTable(16)
	return p
}

// Play plays a game and gives its positions from the last random one until the exact end.
func (p *Pupil) Play(r *rng.Source) []Sample {
	p.mid.clock, p.end.clock = newClock(games.Limit{}), newClock(games.Limit{})
	random := r.Intn(p.school.Random + 1)
	own, other := uint64(1<<28|1<<35), uint64(1<<27|1<<36)
	var game []Sample
	var sides []float32 // who was to move, 1 and -1
	side := float32(1)
	for ply := 0; ; ply++ {
		moves := bitboard.Moves(own, other)
		if moves == 0 {
			if own, other, side = other, own, -side; bitboard.Moves(own, other) == 0 {
				return p.label(game, sides, side*float32(bitboard.Final(own, other)))
			}
			continue
		}
		empties := bits.OnesCount64(^(own | other))
		var sq int
		switch {
		case ply < random:
			for range r.Intn(bits.OnesCount64(moves)) {
				moves &= moves - 1
			}
			sq = bits.TrailingZeros64(moves)
		case empties > p.school.Exact:
			g := p.mid.think(own, other, p.school.Depth)
			sq = g.Best
			game, sides = append(game, Sample{own, other, float32(g.Score) / unit}), append(sides, side)
		default:
			s := p.end.solve(own, other)
			game, sides = append(game, Sample{own, other, float32(s.Score)}), append(sides, side)
			if empties <= 8 {
				return p.label(game, sides, side*float32(s.Score))
			}
			sq = s.Best
		}
		f := bitboard.Flips(own, other, sq)
		own, other, side = other&^f, own|f|1<<sq, -side
	}
}

// label turns the scores that the player saw at each position into what the
// position led to: the result of the game, and, once the player has learnt, more
// and more of what it saw at the plies in between, which are less of an accident
// (the lambda return of Sutton, "Learning to predict by the methods of temporal
// differences", 1988). The exact end needs no such thing: what it sees is the result.
func (p *Pupil) label(game []Sample, sides []float32, result float32) []Sample {
	const lambda = 0.9
	for i := len(game) - 1; i >= 0; i-- {
		saw := game[i].Score * sides[i]
		game[i].Score = result * sides[i]
		if p.school.Weights != nil {
			result = lambda*result + (1-lambda)*saw
		}
	}
	return game
}

// active is how many weights of a position are in use: its features' and
// three more.
const active = features + 3

// Fit finds weights by stochastic gradient descent on the squared error, stage by
// stage; samples near a stage count for it too. Each pass tells how it went: the
// error of the samples that were learnt from and of one in 16 that were kept apart,
// in discs (root of the mean square). The same samples and seed give the same weights.
func Fit(samples []Sample, passes int, r *rng.Source, tell func(stage, n int, learnt, apart float64)) *Weights {
	var raw [stages][]int8
	for st := range raw {
		raw[st] = fitStage(samples, st, passes, r, tell)
	}
	return &Weights{raw}
}

// near reports whether a sample teaches a stage: it lies in it or up to two plies from it.
func near(empties, st int) bool {
	return stage(empties) == st || stage(empties-2) == st || stage(empties+2) == st
}

func fitStage(samples []Sample, st, passes int, r *rng.Source, tell func(stage, n int, learnt, apart float64)) []int8 {
	var ids []uint16
	var want []float32
	for _, s := range samples {
		empties := bits.OnesCount64(^(s.Own | s.Other))
		if !near(empties, st) {
			continue
		}
		var c contents
		c.read(s.Own, s.Other)
		for f, content := range c {
			ids = append(ids, fold[0][starts[f]+int(content)])
		}
		mine, theirs := counts(s.Own, s.Other, bitboard.Moves(s.Own, s.Other))
		ids = append(ids, uint16(atMine+mine), uint16(atTheirs+theirs), uint16(atEmpties+empties))
		want = append(want, s.Score)
	}
	n := len(want)
	seen := make([]float32, perStage)
	for _, id := range ids {
		seen[id]++
	}
	// A weight that is seldom seen moves slowly: what it saw may be chance.
	rate := make([]float32, perStage)
	for i, k := range seen {
		rate[i] = k / (k + 30)
	}
	w := make([]float32, perStage)
	order := make([]int, 0, n)
	var apart []int
	for i := range n {
		if i/1024%16 == 7 { // whole games, more or less
			apart = append(apart, i)
		} else {
			order = append(order, i)
		}
	}
	predict := func(i int) (sum float32) {
		for _, id := range ids[i*active : (i+1)*active] {
			sum += w[id]
		}
		return sum
	}
	for pass := range passes {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		step := 0.1 / active * float32(passes-pass) / float32(passes)
		var sum float64
		for _, i := range order {
			miss := want[i] - predict(i)
			sum += float64(miss * miss)
			for _, id := range ids[i*active : (i+1)*active] {
				w[id] += step * rate[id] * miss
			}
		}
		if tell != nil && pass == passes-1 {
			var test float64
			for _, i := range apart {
				miss := want[i] - predict(i)
				test += float64(miss * miss)
			}
			tell(st, n, math.Sqrt(sum/max(float64(len(order)), 1)), math.Sqrt(test/max(float64(len(apart)), 1)))
		}
	}
	out := make([]int8, perStage)
	for i, v := range w {
		out[i] = int8(min(max(math.Round(float64(v)*unit), -127), 127))
	}
	return out
}

// Forget clears the pupil's memory, so that the next game does not depend on the last.
func (p *Pupil) Forget() {
	clear(p.mid.table.entries)
	clear(p.end.table.entries)
}
