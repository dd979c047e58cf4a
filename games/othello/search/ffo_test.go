package search

import (
	"flag"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"arcade/games"
)

var ffo = flag.Int("ffo", 0, "solve the FFO positions up to this number, 40 to 51; minutes from 45 on")

// suite is a part of the endgame test suite of FFORUM, the magazine of the French Othello federation, from
// #40 on. Authors of solvers agree on the scores and moves. X is black.
var suite = []struct {
	number int
	board  string
	turn   byte
	score  int
	best   string // one or more squares
}{
	{40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", 'X', 38, "a2"},
	{41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-", 'X', 0, "h4"},
	{42, "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--", 'X', 6, "g2"},
	{43, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX-", 'O', -12, "g3 c7"},
	{44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX--", 'O', -14, "d2 b8"},
	{45, "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO--", 'X', 6, "b2"},
	{46, "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O-", 'X', -8, "b3"},
	{47, "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX--", 'O', 4, "g2"},
	{48, "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX-", 'O', 28, "f6"},
	{49, "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O---", 'X', 16, "e1"},
	{50, "----X-----XXX----OOOXOOO-OOOXOOO-OXOXOXO-OOXXOOO--OOXO----O--O--", 'X', 10, "d8"},
	{51, "----O-X------X-----XXXO-OXXXXXOO-XXOOXOOXXOXXXOO--OOOO-O----OO--", 'O', 6, "e2 a3"},
}

func parse(board string, turn byte) (own, other uint64) {
	for i := range board {
		switch board[i] {
		case turn:
			own |= 1 << i
		case '-':
		default:
			other |= 1 << i
		}
	}
	return own, other
}

func name(sq int) string {
	if sq < 0 {
		return "-"
	}
	return string([]byte{byte('a' + sq%8), byte('1' + sq/8)})
}

func TestFFO(t *testing.T) {
	for _, p := range suite {
		if p.number > max(*ffo, 41) {
			break
		}
		own, other := parse(p.board, p.turn)
		got := Solve(own, other, TableBits(own, other), games.Limit{})
		t.Logf("#%d: %d empty squares, %+d %s, %d nodes", p.number, bits.OnesCount64(^(own | other)), got.Score, name(got.Best), got.Nodes)
		if !got.Exact || got.Score != p.score {
			t.Errorf("#%d: %+v, want %+d", p.number, got, p.score)
		}
		if !slices.Contains(strings.Fields(p.best), name(got.Best)) {
			t.Errorf("#%d: plays %s, want %s", p.number, name(got.Best), p.best)
		}
	}
}
