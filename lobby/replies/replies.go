// Package replies has a player's prepared replies for the opponent's turn in a match over days: lines of
// moves, each ending with a move of the player's. The table plays the reply when the opponent has played
// the moves before it. Nobody else sees a line before it is played.
package replies

import (
	"errors"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/store/notes"
)

const (
	// MostLines limits a player's lines in a match. MostMoves limits the moves of a line.
	MostLines = 12
	MostMoves = 20
)

// ErrBad says that the lines cannot be played in the match.
var ErrBad = errors.New("these replies cannot be played")

// Lines are the stored replies of a player in a match.
type Lines struct {
	// Ply is the number of the match's actions when the lines were entered.
	Ply int `json:"ply"`
	// Before has those actions. Lines that follow other actions are not played, as after a takeback. Older
	// notes lack it.
	Before []games.Action `json:"before,omitempty"`
	// Lines are the actions from there on; each line begins with one of the opponent's.
	Lines [][]games.Action `json:"lines"`
}

// Prepared are the notes of players' lines in matches.
var Prepared = notes.New[Lines]("replies/PLAYER", "MATCH").Export("replies", func(args []string, l Lines) any {
	return struct {
		Match string `json:"match"`
		Lines
	}{args[1], l}
})

// After returns the lines as entered after plies, the match's actions.
func (l Lines) After(plies []games.Ply) Lines {
	l.Ply, l.Before = len(plies), actions(plies)
	return l
}

// Fits reports whether a match still has the actions after which the lines were entered. plies are all its
// actions.
func (l Lines) Fits(plies []games.Ply) bool {
	return l.Ply >= 0 && l.Ply <= len(plies) && (len(l.Before) == 0 || slices.Equal(l.Before, actions(plies[:l.Ply])))
}

// Left returns the rest of each line whose first moves have been played.
func (l Lines) Left(plies []games.Ply) (left [][]games.Action) {
	if !l.Fits(plies) {
		return nil
	}
	played := actions(plies[l.Ply:])
	for _, line := range l.Lines {
		if len(line) > len(played) && slices.Equal(line[:len(played)], played) {
			left = append(left, line[len(played):])
		}
	}
	return left
}

// Next returns the prepared reply to plies, all actions of the match so far; ok is false for none.
func (l Lines) Next(plies []games.Ply) (reply games.Action, ok bool) {
	left := l.Left(plies)
	if len(left) == 0 || len(plies) == l.Ply {
		return "", false
	}
	return left[0][0], true
}

func actions(plies []games.Ply) []games.Action {
	list := make([]games.Action, len(plies))
	for i, p := range plies {
		list[i] = p.Action
	}
	return list
}

// Check returns an error if a seat's lines cannot be played in a match with these plies. Each line must be
// legal, begin with the opponent and end with the seat's own move.
func (l Lines) Check(g games.Game, setup games.Setup, seat games.Seat, plies []games.Ply) error {
	if len(l.Lines) > MostLines || l.Ply < 0 || l.Ply > len(plies) {
		return fmt.Errorf("%w: %d lines from ply %d", ErrBad, len(l.Lines), l.Ply)
	}
	for _, line := range l.Lines {
		if len(line) < 2 || len(line) > MostMoves {
			return fmt.Errorf("%w: %d moves", ErrBad, len(line))
		}
		pos, err := g.Start(setup)
		if err != nil {
			return err
		}
		for _, a := range actions(plies[:l.Ply]) {
			if _, err := pos.Apply(a); err != nil {
				return err
			}
		}
		if pos.ToAct() == seat {
			return fmt.Errorf("%w: it is the player's own turn", ErrBad)
		}
		var last games.Seat
		for _, a := range line {
			last = pos.ToAct()
			if _, err := pos.Apply(a); err != nil {
				return fmt.Errorf("%w: %w", ErrBad, err)
			}
		}
		if last != seat {
			return fmt.Errorf("%w: a line ends with the opponent's move", ErrBad)
		}
	}
	return nil
}
