// Package connectfour is Connect Four: two players drop discs into seven columns, and the first with four in a row
// wins. RULES.md has the rules in words.
package connectfour

import (
	"fmt"
	"strings"

	"arcade/games"
)

// Name is the game's name in the registry, the log and the commands.
const Name = "connectfour"

// rules is the current version of the rules.
const rules = 1

// Cols and Rows are the size of the board.
const (
	Cols = 7
	Rows = 6
)

// Reasons with which the rules end a match.
const (
	Four = "four"         // four in a row
	Full = "columns_full" // a draw: no column has room
)

// ReasonFull refuses a disc for a column without room.
const ReasonFull = "column_full"

// Game is Connect Four for the registry.
type Game struct{}

// Info describes the game.
func (Game) Info() games.Info {
	return games.Info{Name: Name, Seats: 2, Rules: rules, Options: []string{}}
}

// Bots lists the bots, weakest first.
func (Game) Bots() []games.Bot { return []games.Bot{random{}, seer{"glance", 2}, seer{"ahead", 6}} }

// Start returns the empty board. There are no options and no chance.
func (Game) Start(setup games.Setup) (games.Position, error) {
	if err := (Game{}).Info().Check(setup); err != nil {
		return nil, err
	}
	if err := games.DecodeOptions(setup.Options, &struct{}{}); err != nil {
		return nil, fmt.Errorf("connectfour: %w", err)
	}
	return &position{}, nil
}

// position is a match in play.
type position struct {
	board
	last games.Action
}

func (p *position) over() bool { return p.four(1-p.turn()) != 0 || p.n == Cols*Rows }

func (p *position) ToAct() games.Seat {
	if p.over() {
		return games.Nobody
	}
	return p.turn()
}

func (p *position) Legal() (list []games.Action) {
	if p.over() {
		return nil
	}
	for col := range Cols {
		if p.height(col) < Rows {
			list = append(list, Drop(col))
		}
	}
	return list
}

// EventDrop reports a disc: its column from the left and its row from below, both counted from 0.
type EventDrop struct {
	Column int `json:"column"`
	Row    int `json:"row"`
}

// Kind is "drop".
func (EventDrop) Kind() string { return "drop" }

// Apply drops a disc.
func (p *position) Apply(a games.Action) ([]games.Event, error) {
	col, ok := ParseDrop(a)
	switch {
	case p.over():
		return nil, &games.IllegalError{Action: a, Reason: games.ReasonOver}
	case !ok:
		return nil, &games.IllegalError{Action: a, Reason: games.ReasonNotation}
	case p.height(col) == Rows:
		return nil, &games.IllegalError{Action: a, Reason: ReasonFull}
	}
	event := games.Event{Seat: p.turn(), Fact: EventDrop{col, p.height(col)}}
	p.drop(col)
	p.last = a
	return []games.Event{event}, nil
}

// Result returns the result: only the player who has just moved can have four in a row.
func (p *position) Result() *games.Result {
	switch {
	case p.four(1-p.turn()) != 0:
		return &games.Result{Reason: Four, Winner: 1 - p.turn()}
	case p.over():
		return &games.Result{Reason: Full, Winner: games.Nobody}
	}
	return nil
}

// View is the part of a match that everybody may see: everything.
type View struct {
	// Board has a row of text for each row, the highest first: X and O for the discs of the seats 0 and 1, and dots.
	Board [Rows]string `json:"board"`
	// ToAct is the seat on turn, -1 after the end.
	ToAct games.Seat `json:"to_act"`
	// Last is the last action, "" before the first.
	Last games.Action `json:"last"`
}

// View returns the same [View] for every seat and every spectator.
func (p *position) View(games.Seat) any {
	return View{Board: p.text(), ToAct: p.ToAct(), Last: p.last}
}

// Four reports which cells, counted row by row from the top left, are part of four in a row.
func (v View) Four() (in [Rows * Cols]bool) {
	b, _ := read(v)
	for i := range in {
		in[i] = (b.four(0)|b.four(1))&bit(i%Cols, Rows-1-i/Cols) != 0
	}
	return in
}

// Height returns the number of discs in a column.
func (v View) Height(col int) int {
	b, _ := read(v)
	return b.height(col)
}

// Drop returns the action for a column, counted from 0: "1" to "7".
func Drop(col int) games.Action { return games.Action(rune('1' + col)) }

// ParseDrop reads an action. It does not check that the column has room.
func ParseDrop(a games.Action) (col int, ok bool) {
	if len(a) != 1 || a[0] < '1' || a[0] >= '1'+Cols {
		return 0, false
	}
	return int(a[0] - '1'), true
}

// board has a set of cells for each seat, a bit each. A column has eight bits from below; two stay empty, so that no
// line goes on in the next column.
type board struct {
	discs [2]uint64
	n     int // discs in all
}

func bit(col, row int) uint64 { return 1 << (8*col + row) }

func (b *board) turn() games.Seat { return games.Seat(b.n % 2) }

func (b *board) height(col int) (row int) {
	for row < Rows && (b.discs[0]|b.discs[1])&bit(col, row) != 0 {
		row++
	}
	return row
}

func (b *board) drop(col int) {
	b.discs[b.turn()] |= bit(col, b.height(col))
	b.n++
}

// four returns the discs of a seat that are part of four in a row.
func (b *board) four(seat games.Seat) (in uint64) {
	own := b.discs[seat]
	for _, step := range []int{1, 7, 8, 9} { // up, down to the right, right, up to the right
		from := own & (own >> step) & (own >> (2 * step)) & (own >> (3 * step))
		in |= from | from<<step | from<<(2*step) | from<<(3*step)
	}
	return in
}

// text returns the board as in a [View].
func (b *board) text() (rows [Rows]string) {
	for i := range rows {
		row := Rows - 1 - i
		for col := range Cols {
			sign := byte('.')
			for seat, own := range b.discs {
				if own&bit(col, row) != 0 {
					sign = "XO"[seat]
				}
			}
			rows[i] += string(sign)
		}
	}
	return rows
}

// read reads a view. It returns false for a board that no match has.
func read(v View) (b board, ok bool) {
	for i, text := range v.Board {
		for col, sign := range text {
			if seat := strings.IndexRune("XO", sign); seat >= 0 && col < Cols {
				b.discs[seat] |= bit(col, Rows-1-i)
				b.n++
			}
		}
		if len(text) != Cols {
			return b, false
		}
	}
	return b, true
}
