package othello

import (
	"math/bits"

	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

// puzzle has the questions of the game's puzzles.
var puzzle = play.Puzzle{
	Ask: func(lang words.Lang, z games.Puzzle) (title, more string) {
		side := words.T(lang, []string{"ot.black", "ot.white"}[z.Seat])
		if z.Goal == othello.GoalWin {
			return words.T(lang, "ot.puzzle.win", "c", side), words.T(lang, "ot.puzzle.win.more")
		}
		return words.T(lang, "ot.puzzle.discs", "c", side), words.T(lang, "ot.puzzle.discs.more")
	},
	Worth: func(lang words.Lang, _ games.Puzzle, o games.Option) string {
		switch n := int(o.Points); {
		case n > 0:
			return words.T(lang, "ot.puzzle.wins", "n", n)
		case n < 0:
			return words.T(lang, "ot.puzzle.loses", "n", -n)
		}
		return words.T(lang, "ot.puzzle.draws")
	},
	Why: why,
}

// why returns the plainest reason for an answer: a corner, an opponent without a move, a square that the
// other side wants, a move that looks better because it flips more, or fewer replies.
func why(a *app.App, s *play.Scene, step games.PuzzleStep) string {
	view, _ := s.View.(othello.View)
	if view.ToAct < 0 {
		return ""
	}
	own, err := othello.ParsePosition(view.Board + " " + "XO"[view.ToAct:][:1])
	best, known := legalSquare(view, step.Action)
	second, _ := step.Second()
	next, more := legalSquare(view, second.Action)
	if err != nil || !known || !more {
		return ""
	}
	after := own.Board.Play(best, own.Flips(best))
	other := color(a, 1-view.ToAct)
	instead := own.Board.Play(next, own.Flips(next))
	mine, theirs := bits.OnesCount64(own.Flips(best)), bits.OnesCount64(own.Flips(next))
	replies := bits.OnesCount64(after.Moves())
	switch {
	case replies == 0:
		return a.T("ot.why.pass", "a", best.String(), "c", other)
	case best == 0 || best == 7 || best == 56 || best == 63:
		return a.T("ot.why.corner", "a", best.String())
	case instead.Moves()&(1<<best) != 0:
		return a.T("ot.why.wanted", "a", best.String(), "b", next.String(), "c", other)
	case theirs > mine:
		return a.T("ot.why.greedy", "a", best.String(), "b", next.String(), "n", theirs, "m", mine)
	}
	return a.T("ot.why.replies", "a", best.String(), "c", other, "n", replies)
}

// legalSquare returns the square of a legal action.
func legalSquare(view othello.View, act games.Action) (othello.Square, bool) {
	for _, sq := range view.Legal {
		if sq.String() == string(act) {
			return sq, true
		}
	}
	return 0, false
}
