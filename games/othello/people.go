package othello

import (
	"arcade/games"
	"arcade/games/rng"
)

// human is a bot with the errors of beginners: it overlooks flips, takes everything that it sees, and
// learns about corners last. It never plays at random.
type human struct {
	name string
	// misses is the number of 12 lines of flips that it overlooks: of one disc, of two discs, of more. A diagonal
	// line counts as one disc longer.
	misses [3]int
	// corners reports whether it takes a corner that it sees, and avoids the squares beside one.
	corners bool
}

// humans are the bots below [greedy], weakest first.
var humans = []human{
	{name: "novice", misses: [3]int{3, 6, 9}},
	{name: "beginner", misses: [3]int{1, 4, 8}, corners: true},
}

func (h human) Name() string { return h.name }

// Choose needs a [View] with something to play. Otherwise it returns "".
func (h human) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok || v.ToAct != games.Seat(Black) && v.ToAct != games.Seat(White) || len(v.Board) != 64 {
		return ""
	}
	if v.MustPass {
		return Pass
	}
	b, err := parseBoard(v.Board, Color(v.ToAct))
	if err != nil {
		return ""
	}
	return favourite(v.Legal, r, func(i int) int {
		sq := v.Legal[i]
		n := h.sees(b.Flips(sq), sq, r)
		if h.corners && n > 0 {
			n += 3 * standing(v.Board, sq)
		}
		return n
	})
}

// directions are steps on the board in files and ranks.
var directions = [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

// sees returns the number of a move's flips that the bot notices.
func (h human) sees(flips uint64, sq Square, r *rng.Source) (n int) {
	for _, d := range directions {
		line := 0
		for x, y := int(sq)%8+d[0], int(sq)/8+d[1]; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+d[0], y+d[1] {
			if flips>>(8*y+x)&1 == 0 {
				break
			}
			line++
		}
		if line == 0 {
			continue
		}
		size := line
		if d[0] != 0 && d[1] != 0 {
			size++
		}
		if r.Intn(12) >= h.misses[min(size, 3)-1] {
			n += line
		}
	}
	return n
}
