// Package connectfour is Connect Four: two players drop discs into seven columns, and the first with four in a row
// wins. RULES.md has the rules in words.
package connectfour

import (
	"encoding/json"
	"fmt"
	"strings"

	"arcade/games"
)

const (
	// Name is the game's name in the registry, the log and the commands.
	Name = "connectfour"
	// Cols and Rows are the size of the board.
	Cols, Rows = 7, 6
	// Four and Full are the reasons with which the rules end a match: four in a row, and a draw.
	Four, Full = "four", "columns_full"
	// ReasonFull refuses a disc for a column without room.
	ReasonFull = "column_full"
)

// Game is Connect Four for the registry.
type Game struct{}

// Info describes the game.
func (Game) Info() games.Info { return games.Info{Name: Name, Seats: 2, Rules: 1, Options: []string{}} }

// Bots lists the bots, weakest first.
func (Game) Bots() []games.Bot {
	return []games.Bot{seer{"random", 0}, seer{"glance", 2}, seer{"ahead", 6}}
}

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
type position struct{ seen View }

func (p *position) ToAct() games.Seat { return p.seen.ToAct }

func (p *position) Legal() (list []games.Action) {
	for col, discs := range p.seen.Board {
		if len(discs) < Rows && p.seen.ToAct != games.Nobody {
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
	v, seat := &p.seen, p.seen.ToAct
	col, ok := ParseDrop(a)
	switch {
	case seat == games.Nobody:
		return nil, &games.IllegalError{Action: a, Reason: games.ReasonOver}
	case !ok:
		return nil, &games.IllegalError{Action: a, Reason: games.ReasonNotation}
	case len(v.Board[col]) == Rows:
		return nil, &games.IllegalError{Action: a, Reason: ReasonFull}
	}
	v.Board.drop(col, seat)
	v.Last, v.Four, v.ToAct = a, v.Board.four(col), 1-seat
	if v.Four != nil || v.Board.full() {
		v.ToAct = games.Nobody
	}
	return []games.Event{{Seat: seat, Fact: EventDrop{col, len(v.Board[col]) - 1}}}, nil
}

// Result returns the result: four in a row are the last player's.
func (p *position) Result() *games.Result {
	switch v := p.seen; {
	case v.ToAct != games.Nobody:
		return nil
	case v.Four != nil:
		return &games.Result{Reason: Four, Winner: v.Board.Disc(v.Four[0][0], v.Four[0][1])}
	}
	return &games.Result{Reason: Full, Winner: games.Nobody}
}

// View is the part of a match that everybody may see: everything.
type View struct {
	Board Board `json:"board"`
	// ToAct is the seat on turn, -1 after the end.
	ToAct games.Seat `json:"to_act"`
	// Last is the last action, "" before the first.
	Last games.Action `json:"last"`
	// Four has the cells of four in a row, or more, each as column and row like [EventDrop].
	Four [][2]int `json:"four,omitempty"`
}

// View returns the same [View] for every seat and every spectator.
func (p *position) View(games.Seat) any { return p.seen }

// Drop returns the action for a column, counted from 0: "1" to "7".
func Drop(col int) games.Action { return games.Action(rune('1' + col)) }

// ParseDrop reads an action. It does not check that the column has room.
func ParseDrop(a games.Action) (col int, ok bool) {
	col = strings.Index("1234567", string(a))
	return max(col, 0), len(a) == 1 && col >= 0
}

// Board has the discs of each column from below: X of seat 0, O of seat 1.
type Board [Cols]string

// Disc returns the seat of the disc in a cell, [games.Nobody] if there is none.
func (b *Board) Disc(col, row int) games.Seat {
	if col < 0 || col >= Cols || row < 0 || row >= len(b[col]) {
		return games.Nobody
	}
	return games.Seat(strings.IndexByte("XO", b[col][row]))
}

func (b *Board) drop(col int, seat games.Seat) { b[col] += "XO"[seat : seat+1] }

func (b *Board) full() bool { return len(strings.Join(b[:], "")) == Cols*Rows }

// four returns the cells of all lines of four or more through the highest disc of a column.
func (b *Board) four(col int) (cells [][2]int) {
	row := len(b[col]) - 1
	for _, step := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		line := make([][2]int, 1, Cols)
		line[0] = [2]int{col, row}
		for _, way := range []int{1, -1} {
			x, y := col+way*step[0], row+way*step[1]
			for ; b.Disc(x, y) == b.Disc(col, row); x, y = x+way*step[0], y+way*step[1] {
				line = append(line, [2]int{x, y})
			}
		}
		if len(line) >= 4 {
			cells = append(cells, line...)
		}
	}
	return cells
}

// Stats holds a player's statistics over all matches; what is neither won nor drawn is lost.
type Stats struct {
	Matches int `json:"matches"`
	Won     int `json:"won"`
	Drawn   int `json:"drawn"`
}

// ReadStats reads a player's statistics. nil means that there was no match yet.
func ReadStats(raw json.RawMessage) (s Stats, err error) {
	err = games.ReadStats(Name, raw, &s)
	return s, err
}

// Boards is empty: there are no boards by points besides the ratings.
func (Game) Boards() []string { return nil }

// Record adds a match to a player's statistics.
func (Game) Record(stats json.RawMessage, run games.Run) (json.RawMessage, []games.Score, error) {
	s, err := ReadStats(stats)
	if err != nil {
		return nil, nil, err
	}
	s.Matches++
	switch run.Result.Winner {
	case run.Seat:
		s.Won++
	case games.Nobody:
		s.Drawn++
	}
	raw, err := json.Marshal(s)
	return raw, nil, err
}
