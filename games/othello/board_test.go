package othello

import (
	"flag"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var perftDepth = flag.Int("perft", 8, "how deep TestPerft goes; 10 takes about a second")

// perft counts lines of play; the figures are in the issue and match the published ones.
var perft = []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284}

func TestPerft(t *testing.T) {
	for depth := range min(*perftDepth+1, len(perft)) {
		if got := Perft(Opening(), depth); got != perft[depth] {
			t.Errorf("depth %d: %d, want %d", depth, got, perft[depth])
		}
	}
}

// A pass is a ply; a game that has ended is one line however deep the count goes.
func TestPerftPassesAndEnds(t *testing.T) {
	for _, tt := range []struct {
		board string
		want  []uint64 // by depth
	}{
		// Neither side can move: two passes, one line.
		{"X------O" + dashes(56), []uint64{1, 1, 1, 1}},
		// Black passes, white has c1 and c3, black passes, white takes the last black disc.
		{"OX------" + dashes(8) + "OX------" + dashes(40), []uint64{1, 1, 2, 2, 2, 2}},
	} {
		for depth, want := range tt.want {
			if got := Perft(state(t, tt.board, Black), depth); got != want {
				t.Errorf("%s depth %d: %d, want %d", tt.board, depth, got, want)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, depth := range []int{9, 10} {
		b.Run(fmt.Sprint(depth), func(b *testing.B) {
			for b.Loop() {
				if got := Perft(Opening(), depth); got != perft[depth] {
					b.Fatalf("%d, want %d", got, perft[depth])
				}
			}
			b.ReportMetric(float64(perft[depth])*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func dashes(n int) string { return strings.Repeat("-", n) }

func state(t testing.TB, board string, turn Color) State {
	t.Helper()
	b, err := parseBoard(board, turn)
	if err != nil {
		t.Fatal(err)
	}
	return State{Board: b, Turn: turn}
}

// slowFlips applies the rule as a person does: from the square, each way, over the other's discs until an
// own one.
func slowFlips(b Board, sq Square) uint64 {
	if b.Empty()&sq.bit() == 0 {
		return 0
	}
	var all uint64
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			var run uint64
			x, y := int(sq)%8+dx, int(sq)/8+dy
			for ; x >= 0 && x < 8 && y >= 0 && y < 8 && (dx != 0 || dy != 0); x, y = x+dx, y+dy {
				bit := uint64(1) << (8*y + x)
				if b.Other&bit == 0 {
					if b.Own&bit != 0 {
						all |= run
					}
					break
				}
				run |= bit
			}
		}
	}
	return all
}

func TestMovesAndFlipsAgainstTheSlowWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Any discs anywhere, including positions that no game reaches, edges and corners.
		own := rapid.Uint64().Draw(t, "own") & rapid.Uint64().Draw(t, "mask")
		b := Board{Own: own, Other: rapid.Uint64().Draw(t, "other") &^ own}
		var moves uint64
		for sq := Square(0); sq < 64; sq++ {
			want := slowFlips(b, sq)
			if want != 0 {
				moves |= sq.bit()
			}
			if b.Empty()&sq.bit() != 0 && b.Flips(sq) != want {
				t.Fatalf("%v flips %x, want %x", sq, b.Flips(sq), want)
			}
		}
		if b.Moves() != moves {
			t.Fatalf("moves %x, want %x", b.Moves(), moves)
		}
	})
}

// Seven in a row is the longest run, along every edge and diagonal.
func TestLongestRuns(t *testing.T) {
	for _, line := range [][2]Square{{0, 7}, {0, 56}, {0, 63}, {7, 56}, {56, 63}, {7, 63}} {
		from, to := line[0], line[1]
		step := (to - from) / 7
		var b Board
		for sq := from + step; sq != to; sq += step {
			b.Other |= sq.bit()
		}
		for _, way := range [][2]Square{{from, to}, {to, from}} {
			b.Own = way[0].bit()
			if b.Moves() != way[1].bit() || b.Flips(way[1]) != b.Other {
				t.Errorf("%v to %v: moves %x, flips %x", way[0], way[1], b.Moves(), b.Flips(way[1]))
			}
		}
	}
}

func TestBoardText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own := rapid.Uint64().Draw(t, "own")
		b := Board{Own: own, Other: rapid.Uint64().Draw(t, "other") &^ own}
		turn := Color(rapid.IntRange(0, 1).Draw(t, "turn"))
		got, err := parseBoard(b.Text(turn), turn)
		if err != nil || got != b {
			t.Fatalf("%v, %v, want %v", got, err, b)
		}
	})
	for _, bad := range []string{"", "X", dashes(63), dashes(64) + "-", dashes(63) + "x"} {
		if _, err := parseBoard(bad, Black); err == nil {
			t.Errorf("%q was taken for a board", bad)
		}
	}
}

func TestSquareNotation(t *testing.T) {
	for sq := Square(0); sq < 64; sq++ {
		if got, ok := ParseSquare(sq.String()); !ok || got != sq {
			t.Errorf("%d is %q, read as %d", sq, sq, got)
		}
	}
	for name, want := range map[string]Square{"a1": 0, "b1": 1, "h1": 7, "a2": 8, "d3": 19, "h8": 63} {
		if got, _ := ParseSquare(name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
	for _, bad := range []string{"", "a", "a0", "a9", "i1", "A1", "a1 ", " a1", "11", "aa", "a10", "가"} {
		if _, ok := ParseSquare(bad); ok {
			t.Errorf("%q was taken for a square", bad)
		}
	}
}

func TestStepsDoNotAllocate(t *testing.T) {
	var total int
	allocs := testing.AllocsPerRun(100, func() {
		s := Opening()
		for s.end() == "" {
			moves := s.Moves()
			if moves == 0 {
				s.Pass()
				continue
			}
			s.Play(Square(bits.TrailingZeros64(moves)))
			for sq := range squares(moves) {
				total += int(sq)
			}
		}
		black, white := s.discs()
		total += black + white + int(s.winner())
	})
	if allocs != 0 || total == 0 {
		t.Errorf("%v allocations a game", allocs)
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, s := range []string{"", "X", dashes(64) + " X", dashes(64) + " O\n", dashes(63) + "x X", dashes(62) + "XO\tO", "가 X", dashes(64) + " X O"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParsePosition(text)
		if err != nil {
			if len(err.Error()) > 200 {
				t.Fatalf("a long error: %d bytes", len(err.Error()))
			}
			return
		}
		again, err := ParsePosition(s.Text(s.Turn) + " " + "XO"[s.Turn:s.Turn+1])
		if err != nil || again != s || s.Own&s.Other != 0 || !strings.Contains(text, s.Text(s.Turn)) {
			t.Fatalf("%q gives %+v, read again %+v, %v", text, s, again, err)
		}
	})
}
