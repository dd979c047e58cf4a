package search

import (
	"math/bits"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/othello/search/bitboard"
	"arcade/games/rng"
)

// brute returns the exact value by plain recursion.
func brute(own, other uint64) int {
	moves := bitboard.Moves(own, other)
	if moves == 0 {
		if bitboard.Moves(other, own) == 0 {
			return bitboard.Final(own, other)
		}
		return -brute(other, own)
	}
	best := -infinite
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		f := bitboard.Flips(own, other, sq)
		best = max(best, -brute(other&^f, own|f|1<<sq))
	}
	return best
}

// played draws a position: random moves from the opening until at most the given number of squares is
// empty.
func played(t *rapid.T, empties int) (own, other uint64) {
	own, other = 1<<28|1<<35, 1<<27|1<<36
	for bits.OnesCount64(^(own | other)) > empties {
		moves := bitboard.Moves(own, other)
		if moves == 0 {
			if own, other = other, own; bitboard.Moves(own, other) == 0 {
				break
			}
			continue
		}
		for range rapid.IntRange(0, bits.OnesCount64(moves)-1).Draw(t, "move") {
			moves &= moves - 1
		}
		own, other = after(own, other, bits.TrailingZeros64(moves))
	}
	return own, other
}

// after returns the position after a move, as the other side sees it.
func after(own, other uint64, sq int) (uint64, uint64) {
	f := bitboard.Flips(own, other, sq)
	return other &^ f, own | f | 1<<sq
}

// anything draws any position with few empty squares.
func anything(t *rapid.T, empties int) (own, other uint64) {
	var empty uint64
	for range empties {
		empty |= 1 << rapid.IntRange(0, 63).Draw(t, "empty")
	}
	own = rapid.Uint64().Draw(t, "own") &^ empty
	return own, ^own &^ empty
}

func TestSolveAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var own, other uint64
		if n := rapid.IntRange(0, 9).Draw(t, "empties"); rapid.Bool().Draw(t, "played") {
			own, other = played(t, n)
		} else {
			own, other = anything(t, min(n, 7))
		}
		want := brute(own, other)
		got := Solve(own, other, 10, games.Limit{})
		if !got.Exact || got.Score != want {
			t.Fatalf("%x %x: %+v, want %d", own, other, got, want)
		}
		if legal := bitboard.Moves(own, other); legal == 0 {
			if got.Best != -1 {
				t.Fatalf("plays %d where it must pass", got.Best)
			}
		} else if legal>>got.Best&1 == 0 {
			t.Fatalf("plays %d, which is not legal", got.Best)
		} else {
			f := bitboard.Flips(own, other, got.Best)
			if v := -brute(other&^f, own|f|1<<got.Best); v != want {
				t.Fatalf("its move is worth %d of %d", v, want)
			}
		}
	})
}

// plain is alpha-beta without a table, null windows or move ordering.
func plain(own, other uint64, alpha, beta int) int {
	moves := bitboard.Moves(own, other)
	if moves == 0 {
		if bitboard.Moves(other, own) == 0 {
			return bitboard.Final(own, other)
		}
		return -plain(other, own, -beta, -alpha)
	}
	for ; moves != 0 && alpha < beta; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		f := bitboard.Flips(own, other, sq)
		alpha = max(alpha, -plain(other&^f, own|f|1<<sq, -beta, -alpha))
	}
	return alpha
}

// random returns a position with that many empty squares from a game of random moves.
func random(n, empties int) (own, other uint64) {
	r := rng.Derive("plain", strconv.Itoa(n))
	own, other = 1<<28|1<<35, 1<<27|1<<36
	for bits.OnesCount64(^(own | other)) > empties {
		moves := bitboard.Moves(own, other)
		if moves == 0 {
			own, other = other, own
			continue
		}
		for range r.Intn(bits.OnesCount64(moves)) {
			moves &= moves - 1
		}
		own, other = after(own, other, bits.TrailingZeros64(moves))
	}
	return own, other
}

// A table of two entries loses nearly everything; the value stays right.
func TestSolveAgainstPlainAlphaBeta(t *testing.T) {
	for i := range 12 {
		own, other := random(i, 12)
		want := plain(own, other, -64, 64)
		for _, size := range []int{1, 6, 16} {
			if got := Solve(own, other, size, games.Limit{}); got.Score != want {
				t.Fatalf("%x %x: %+v with 2^%d entries, want %d", own, other, got, size, want)
			}
		}
	}
}

// Likely results of a sketch stay in its own table, and the answer is exact.
func TestSketchIsNotBelieved(t *testing.T) {
	for i := range 4 {
		own, other := random(i, sketchFrom+1)
		s := &NewSolver(18).end
		s.clock, s.judge.clock = newClock(games.Limit{}), newClock(games.Limit{})
		s.sketch, s.sketches = newTable(sketchBits), true
		s.seek(own, other, -64, 64)
		s.sketches = false
		for _, e := range s.table.entries {
			if e.depth >= sketching {
				t.Fatalf("%x %x: %+v is in the table of what is certain", own, other, e)
			}
		}
		plain := &endgame{clock: newClock(games.Limit{}), table: newTable(18)} // without evaluation and sketches
		if got, want := s.solve(own, other), plain.solve(own, other); got.Score != want.Score {
			t.Errorf("%x %x: %+v, want %+v", own, other, got, want)
		}
	}
}

// The last square stays empty and counts for the winner.
func TestLastSquareForTheWinner(t *testing.T) {
	lines := uint64(0x8141211109050307) &^ 1 // all squares seen from a1
	own := lines | 0x0000f0f0f0000000&^lines
	for bits.OnesCount64(own) < 32 {
		own |= ^own & -(^own &^ 1) & ^uint64(1) // any one more
	}
	other := ^own &^ 1
	if bits.OnesCount64(own) != 32 || bitboard.Moves(own, other) != 0 || bitboard.Moves(other, own) != 0 {
		t.Fatalf("%x %x is no such position", own, other)
	}
	if a, b := bitboard.Last1(own, 0), bitboard.Last1(other, 0); a != 2 || b != -2 {
		t.Errorf("%d and %d, want 2 and -2", a, b)
	}
}

func TestSolveStops(t *testing.T) {
	own, other := parse(suite[len(suite)-1].board, suite[len(suite)-1].turn)
	asked := 0
	got := Solve(own, other, 12, games.Limit{Stop: func() bool { asked++; return asked == 3 }})
	if got.Exact || asked != 3 {
		t.Errorf("%+v after %d questions", got, asked)
	}
	first := Solve(own, other, 12, games.Limit{Nodes: 100_000})
	if second := Solve(own, other, 12, games.Limit{Nodes: 100_000}); first.Exact || first != second || first.Nodes < 100_000 || first.Nodes > 200_000 {
		t.Errorf("%+v, then %+v", first, second)
	}
}

func TestSolveDoesNotAllocate(t *testing.T) {
	own, other := parse(suite[0].board, suite[0].turn)
	for range 8 { // to 12 empty squares
		sq := bits.TrailingZeros64(bitboard.Moves(own, other))
		f := bitboard.Flips(own, other, sq)
		own, other = other&^f, own|f|1<<sq
	}
	s := &endgame{clock: newClock(games.Limit{}), table: newTable(12)}
	if n := testing.AllocsPerRun(3, func() { s.solve(own, other) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
