package screentest

import (
	"time"

	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// Lines of play. Black is seat 0.
const (
	FiveMoves    = "d3 c3 c4 e3 f2"                                   // white to move
	SixMoves     = "d3 c3 c4 e3 f2 c5"                                // black to move
	BlackPasses  = "d3 c3 f5 d2 d1 e1 b2 c1"                          // black has no move
	WhitePasses  = "d3 e3 f4 g5 e2 e1 f1 c2 f5 c5 d1"                 // white has no move
	SecondPass   = "e6 f4 d3 c4 b3 c2 g4 a4 b1 d1 a2 f5 g6 pass"      // black has none either
	NobodyMoves  = "e6 f4 d3 c4 b3 c2 g4 a4 b1 d1 a2 f5 g6 pass pass" // black wins
	WhiteGone    = "e6 f6 c4 c5 c6 e7 e8 d6 g6"
	BlackGone    = "d3 e3 f4 g5 f5 c5 c4 c3 g4 h4"
	FullBlack    = "c4 c3 e6 f6 d3 d6 c2 b2 e7 f4 g4 f8 b3 c5 g7 g6 c7 b4 b5 c6 d7 b7 b8 g8 b1 a3 d8 h4 a5 b6 f3 a1 h5 d2 e2 f5 f7 g3 d1 a4 e3 g5 h2 f2 e1 f1 a6 c8 h8 h7 h6 a2 a8 c1 g1 g2 e8 h1 h3 a7"
	FullWhite    = "e6 f4 c3 c4 g3 d6 c7 g4 c5 f6 h4 b2 e3 b5 g7 f2 a5 b4 a3 h8 c2 d2 c1 e2 f5 e7 g2 b8 f8 a4 d7 g6 f7 b6 b3 a2 h5 g8 d8 d1 e8 h3 d3 e1 c6 f1 h2 a6 g1 b7 f3 b1 h6 h7 c8 g5 a8 a7 a1 h1"
	FullDrawn    = "d3 c3 e6 f4 e3 d2 g3 d6 c4 g5 c6 b4 e2 d7 b2 b5 h6 f3 c2 h3 f2 f1 h2 a2 b7 e7 e1 c1 a4 g1 c7 a5 d8 c5 f7 g8 a3 h1 f5 f6 b3 h5 a6 h4 f8 b6 a7 c8 b1 g6 g7 a1 d1 g4 g2 b8 h8 e8 a8 h7"
	BeforeAnswer = app.EndTime + 50*time.Millisecond // when a question takes keys
	AfterEnd     = 5 * time.Second                   // when no end is in motion any more and its sheet takes keys
)

// OnTurn returns a player on turn, watcher a spectator.
func OnTurn(h *Hall) *Person {
	p, _ := MyTurn(h, pairing.Offer{})
	return p
}

func Watcher(h *Hall) *Person {
	p, _ := Watching(h)
	return p
}

// MyTurn returns a match after six plies, with the viewer to move as Black.
func MyTurn(h *Hall, o pairing.Offer) (p, other *Person) {
	p, other = h.Me(), h.Other()
	h.Duel(p, other, o, SixMoves)
	h.Pass(2 * time.Second)
	p.Press("shift+tab") // a playable square
	return p, other
}

// Passing returns a match at a forced pass, while it is announced.
func Passing(h *Hall, moves string) *Person {
	p := h.Me()
	h.Duel(p, h.Other(), pairing.Offer{}, moves)
	return p
}

// Ended returns a rated match that is over, by its moves or by end.
func Ended(h *Hall, moves string, end func(p, o *Person, id string)) *Person {
	p, o := h.Me(), h.Other()
	h.Rate(p, 1612, 60, 41)
	h.Rate(o, 1498, 180, 4)
	id := h.Duel(p, o, pairing.Offer{Rated: true}, moves)
	if end != nil {
		end(p, o, id)
	}
	h.Pass(3 * time.Second)
	return p
}

// Watching returns a spectator of another two players' match, and the first of these.
func Watching(h *Hall) (p, player *Person) {
	p = h.Me()
	a, b := h.Player(h.Name(1)), h.Player(h.Name(2))
	id := h.Duel(a, b, pairing.Offer{Rated: true}, SixMoves)
	p.Do(play.OpenTable(id))
	h.Pass(2 * time.Second)
	return p, a
}
