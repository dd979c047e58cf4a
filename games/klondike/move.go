package klondike

import (
	"fmt"
	"strconv"
	"strings"

	"arcade/games"
)

// Kind is the kind of a move.
type Kind uint8

// The kinds of moves. Undo, Redo and Resign belong to the match; a [State] knows the others.
const (
	None         Kind = iota
	Draw              // draw
	Recycle           // recycle
	WasteUp           // w>f
	WasteTo           // w>3
	ColumnUp          // 3>f
	ColumnTo          // 3>5*2
	FoundationTo      // H>4
	Undo              // undo
	Redo              // redo
	Resign            // resign
)

// Move is an action in the typed form of this package.
type Move struct {
	Kind Kind
	// From and To are columns, 0 to 6. A FoundationTo has the suit in From.
	From, To uint8
	// N is the number of cards that a ColumnTo takes, 1 to 13.
	N uint8
}

// words has the moves that are one word.
var words = map[string]Move{
	"draw": {Kind: Draw}, "recycle": {Kind: Recycle}, "w>f": {Kind: WasteUp},
	"undo": {Kind: Undo}, "redo": {Kind: Redo}, "resign": {Kind: Resign},
}

// ParseMove reads the notation of an action, exactly as [Move.Action] writes it.
func ParseMove(text string) (Move, bool) {
	if m, ok := words[text]; ok {
		return m, true
	}
	if len(text) < 3 || len(text) > 6 || text[1] != '>' {
		return Move{}, false
	}
	from, to, rest := text[0], text[2], text[3:]
	target, toColumn := column(to)
	source, fromColumn := column(from)
	if fromColumn && toColumn {
		if n, ok := count(rest); ok {
			return Move{ColumnTo, source, target, n}, true
		}
		return Move{}, false
	}
	if rest != "" {
		return Move{}, false
	}
	switch {
	case fromColumn && to == 'f':
		return Move{Kind: ColumnUp, From: source}, true
	case from == 'w' && toColumn:
		return Move{Kind: WasteTo, To: target}, true
	case toColumn:
		if s := strings.IndexByte(suitLetters, from); s >= 0 {
			return Move{Kind: FoundationTo, From: uint8(s), To: target}, true
		}
	}
	return Move{}, false
}

// column reads the digit of a column.
func column(b byte) (c uint8, ok bool) { return b - '1', b >= '1' && b < '1'+Columns }

// count reads "*1" to "*13".
func count(text string) (n uint8, ok bool) {
	switch {
	case len(text) == 2 && text[0] == '*' && text[1] >= '1' && text[1] <= '9':
		return text[1] - '0', true
	case len(text) == 3 && text[:2] == "*1" && text[2] >= '0' && text[2] <= '3':
		return 10 + text[2] - '0', true
	}
	return 0, false
}

// shifts has the actions of the moves between columns.
var shifts = func() (t [Columns][Columns][Ranks + 1]games.Action) {
	for from := range t {
		for to := range t[from] {
			for n := range t[from][to] {
				t[from][to][n] = games.Action(fmt.Sprintf("%d>%d*%d", from+1, to+1, n))
			}
		}
	}
	return
}()

// Action returns the move in the notation of the log.
func (m Move) Action() games.Action {
	// column returns a part of three letters for a column.
	column := func(texts games.Action, c uint8) games.Action { return texts[3*c : 3*c+3] }
	switch m.Kind {
	case Draw:
		return "draw"
	case Recycle:
		return "recycle"
	case WasteUp:
		return "w>f"
	case WasteTo:
		return column("w>1w>2w>3w>4w>5w>6w>7", m.To)
	case ColumnUp:
		return column("1>f2>f3>f4>f5>f6>f7>f", m.From)
	case ColumnTo:
		return shifts[m.From][m.To][m.N]
	case FoundationTo:
		return games.Action(Suit(m.From).String() + ">" + strconv.Itoa(int(m.To)+1))
	case Undo:
		return "undo"
	case Redo:
		return "redo"
	case Resign:
		return "resign"
	}
	return ""
}
