package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/othello"
)

// Two games to play: a game of 61 plies with a pass in the middle that White wins on a full board, and
// the shortest game, which Black wins after nine plies.
var (
	longGame = strings.Fields(`d3 c5 e6 f5 c4 c3 b5 e7 f7 c6 e8 d7 b3 a5 b7 g8 a6 b4 g7 a2 g6 c2 c7 e2 d2 e3 c1 d1 b1 a7
		e1 b2 a4 a3 pass f1 f2 g5 b6 d6 g4 a1 h5 f8 f4 c8 a8 h3 b8 g2 h8 h6 g3 h4 h2 f6 d8 h1 g1 f3 h7`)
	shortGame = strings.Fields(`e6 f4 e3 f6 g5 d6 e7 f5 c5`)
)

// state is a position of a scripted game on a screen.
type state struct {
	board  string // 64 characters X, O and -
	counts [2]int
	toAct  games.Seat
}

// states folds moves. The first state is the position before them.
func states(t testing.TB, moves []string) []state {
	t.Helper()
	p, err := othello.Game{}.Start(games.Setup{Game: othello.Name, Rules: othello.Game{}.Info().Rules, Seed: "e2e"})
	if err != nil {
		t.Fatal(err)
	}
	take := func() state {
		v := p.View(games.Everything).(othello.View)
		return state{v.Board, v.Counts, p.ToAct()}
	}
	list := []state{take()}
	for _, m := range moves {
		if _, err := p.Apply(games.Action(m)); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		list = append(list, take())
	}
	return list
}

var boardRow = regexp.MustCompile(`^ *([1-8]) [│|]((?:...[│|]){8}|(?:.....[│|]){8})`)

// readBoard reads the board of lines from a screen, compact or with wider squares, and the place of each square. ok is false if no board
// is in full view.
func readBoard(lines []string) (board string, at map[string][2]int, ok bool) {
	at = map[string][2]int{}
	for y, line := range lines {
		m := boardRow.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		if want := strconv.Itoa(len(board)/8 + 1); line[m[2]:m[3]] != want {
			return "", nil, false
		}
		x := len([]rune(line[:m[4]])) // no wide character is left of the board
		r := []rune(line[m[4]:m[5]])
		cell := len(r) / 8 // with the line behind it
		for col := range 8 {
			switch disc := r[cell*col+cell/2-1]; disc {
			case '●', 'X':
				board += "X"
			case '○', 'O':
				board += "O"
			case ' ', '.', '+':
				board += "-"
			default:
				return "", nil, false
			}
			at[fmt.Sprintf("%c%d", 'a'+col, len(board)/8+b2i(len(board)%8 > 0))] = [2]int{x + cell*col + cell/2 - 1, y}
		}
	}
	return board, at, len(board) == 64
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// awaitBoard waits until a position is on the screen with its counts and the side on turn.
func (c *client) awaitBoard(want state) {
	c.T.Helper()
	c.Until(fmt.Sprintf("the board %s, discs %v, to act %d", want.board, want.counts, want.toAct), want.on)
}

// on reports whether a screen shows the position.
func (want state) on(lines []string) bool {
	board, _, ok := readBoard(lines)
	if !ok || board != want.board {
		return false
	}
	for i, r := range seatRows(lines) {
		if r == nil || r.discs != want.counts[i] || r.turn != (want.toAct == games.Seat(i)) {
			return false
		}
	}
	return true
}

// seatRow holds a table's data of one seat.
type seatRow struct {
	turn, me bool
	name     string
	discs    int
	clock    int // ms; -1 without a clock
}

var seatLine = door.RX(`([> ]) [●○XO] +(?:(<ot.black>)|<ot.white>) +(\S.*?) +(\d+)(?: +((?:\d+d \d+h)|(?:\d+h \d+m)|(?:\d+일 \d+시간)|(?:\d+시간 \d+분)|(?:\d+:\d\d(?:\.\d)?)))?$`)

// seatRows reads the two players' lines beside the board.
func seatRows(lines []string) (rows [2]*seatRow) {
	for _, line := range lines {
		m := seatLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		seat := b2i(m[2] == "")
		r := &seatRow{turn: m[1] == ">", name: m[3], clock: -1}
		r.discs, _ = strconv.Atoi(m[4])
		r.me = door.RX(`<tb.me>`).MatchString(r.name)
		if m[5] != "" {
			r.clock = readClock(m[5])
		}
		rows[seat] = r
	}
	return rows
}

// readClock converts 4:59, 0:07.3 and 23h 59m to ms.
func readClock(s string) int {
	n := func(s string) int { v, _ := strconv.Atoi(s); return v }
	if h, m, ok := strings.Cut(s, "h "); ok {
		return (60*n(h) + n(strings.TrimSuffix(m, "m"))) * 60_000
	}
	m, rest, _ := strings.Cut(s, ":")
	sec, tenth, _ := strings.Cut(rest, ".")
	return (60*n(m)+n(sec))*1000 + 100*n(tenth)
}

// seats waits for the two players' lines.
func (c *client) seats() (rows [2]*seatRow) {
	c.T.Helper()
	c.Until("both players' lines", func(lines []string) bool {
		rows = seatRows(lines)
		return rows[0] != nil && rows[1] != nil
	})
	return rows
}

// seat returns the client's own seat at the table on its screen.
func (c *client) seat() int {
	c.T.Helper()
	seat := -1
	c.Until("an own seat", func(lines []string) bool {
		for i, r := range seatRows(lines) {
			if r != nil && r.me {
				seat = i
			}
		}
		return seat >= 0
	})
	return seat
}

// myTurn matches the screen of the player on turn: what the focused square flips.
const myTurn = `[a-h][1-8] ` + flips

const flips = `(?:<ot.flips>|<ot.flips n=1>)`

// over matches the screen of a finished game. The notice of a second pass has a similar text.
const over = `[═=] <res.title>`

// move types a move on the client's turn. The table plays a pass.
func (c *client) move(m string) {
	c.T.Helper()
	if m == "pass" {
		return
	}
	c.Until("the own turn", func(lines []string) bool { // by the own row too, which an older version writes in the same words
		rows := seatRows(lines)
		own := slices.ContainsFunc(rows[:], func(r *seatRow) bool { return r != nil && r.me && r.turn })
		return own || door.RX(myTurn).MatchString(strings.Join(lines, "\n"))
	})
	c.Keys("/"+m, "Enter")
}

// inOrder returns the two clients of a table as Black and White.
func inOrder(a, b *client) [2]*client {
	a.T.Helper()
	if a.seat() == 0 {
		return [2]*client{a, b}
	}
	return [2]*client{b, a}
}

// follow plays moves at a table of two and checks each on both screens. states has the whole game, and
// from is the number of moves already played.
func follow(sides [2]*client, moves []string, all []state, from int) {
	defer func() {
		if sides[0].T.Failed() {
			sides[0].T.Logf("they see\n%s\n%s", door.Frame(sides[0].Text()), door.Frame(sides[1].Text()))
		}
	}()
	for i, m := range moves {
		sides[all[from+i].toAct].move(m)
		for _, c := range sides {
			if i+1 < len(moves) && moves[i+1] == "pass" {
				c.Await(passNotice(from + i + 2)) // the notice covers the board
			} else {
				c.awaitBoard(all[from+i+1])
			}
		}
	}
}

// passNotice returns the pattern of the notice that the player of a ply has no move. A late client may
// see only the pass in the list of moves.
func passNotice(ply int) string {
	return fmt.Sprintf(`<ot.said.passed>|─ <ot.pass.title> ─|%d  [●○] --`, ply)
}

// pair brings two people to one rated table by the arcade's own pairing, and returns them as Black and
// White.
func pair(a, b *client) [2]*client {
	a.T.Helper()
	a.Keys("f")
	a.Await(`<wait.title>`)
	b.Keys("f")
	for _, c := range []*client{a, b} {
		c.Await(`5:00`) // the match begins by itself when the countdown is over
	}
	time.Sleep(2 * door.Calm) // a table that has just opened ignores keys
	return inOrder(a, b)
}

// ready answers for every client that is asked whether it is ready.
func ready(list ...*client) {
	for _, c := range list {
		c.T.Helper()
		c.Await(`<meet.go>`)
		time.Sleep(door.Calm)
		c.Keys("Enter")
	}
	for _, c := range list {
		c.Gone(`<meet.title>`)
	}
	time.Sleep(2 * door.Calm) // the key for ready must not count as a move, even if the screen comes late
}

// twoPlayers connects two people with keys and pairs them.
func twoPlayers(t *testing.T, h *house) (sides [2]*client) {
	t.Helper()
	a := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "kim"})
	b := visit(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.English, User: "lee"})
	return pair(a, b)
}

// midGame pairs two people and plays n moves of the short game.
func midGame(t *testing.T, h *house, n int) (sides [2]*client, all []state) {
	t.Helper()
	sides, all = twoPlayers(t, h), states(t, shortGame)
	follow(sides, shortGame[:n], all, 0)
	return sides, all
}

// atHome matches only the home screen.
const atHome = door.AtHome
