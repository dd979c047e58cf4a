package othello

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

// Game is Othello's screens.
var Game = &play.Game{
	Speech: speech,
	Puzzle: puzzle,
	Name:   othello.Name, Words: catalogue, Face: face, View: func() play.View { return newView() },
	Versus: play.Versus{Control: "5+3", Controls: []string{"5+3", "1+0", "10+5", "none", lobby.OneDay}, Sides: true, Faces: botFaces},
	Records: play.Records{
		Stats: func(a *app.App, player string) app.Screen { return newStats(player) },
		Count: func(ctx context.Context, l *lobby.Lobby, player string) (play.Tallies, error) {
			return count(ctx, l, player, player)
		},
	},
}

// gameView shows a board of Othello. Columns a to h go from the left, rows 1
// to 8 from the top, the same for both colours.
type gameView struct {
	play.Defaults
	at     othello.Square // the focused square
	armed  othello.Square // chosen once, with "confirm" on
	entry  *ui.Field      // "/d3", nil while closed
	placed bool           // this turn's focus is on a legal square, or was moved since the last turn
}

func newView() *gameView { return &gameView{at: 19, armed: othello.NoSquare} } // d3

// square is the hit of a board cell.
type square othello.Square

// See puts the focus on the nearest legal square when the player's turn comes, unless it was
// moved meanwhile.
func (v *gameView) See(s *play.Scene) {
	view, ok := s.View.(othello.View)
	if !ok || v.placed || !s.Mine() || len(view.Legal) == 0 {
		return
	}
	v.placed = true
	v.at = slices.MinFunc(view.Legal, func(p, q othello.Square) int { return far(v.at, p) - far(v.at, q) })
}

func (v *gameView) Side(a *app.App, seat games.Seat) string { return color(a, seat) }

func (v *gameView) Field() *ui.Field { return v.entry }

func (v *gameView) Commands(_ *app.App, t *play.Table) []app.Command {
	s := &t.Scene
	if v.entry != nil {
		return []app.Command{
			{Key: "enter", Bar: "ot.key.place", Do: func(a *app.App) { v.typed(a, t) }},
			{Key: "esc", Bar: "key.cancel", Do: func(*app.App) { v.entry = nil }},
		}
	}
	mine, passes := s.Mine(), s.ForcedAt != 0 && s.ToAct == s.You
	list := []app.Command{
		{Key: "arrows", Bar: app.When(mine, "ot.key.cell"), Also: []ui.Key{"left", "right", "up", "down", "home", "end"}, Each: v.move},
		{Key: "tab", Turn: func(_ *app.App, by int) { v.walk(s, by) }},
		{Key: "enter", Bar: app.When(mine || passes, app.Either(passes, "key.skip", "ot.key.place")), Do: func(a *app.App) { v.play(a, t) }},
		{Key: "/", Bar: app.When(mine, "ot.key.entry"), Do: func(*app.App) {
			v.armed = othello.NoSquare
			if s.Mine() {
				v.entry = &ui.Field{MaxCells: 4, MaxRunes: 2} // a square, even in Hangul mode
			}
		}},
		{Key: "i", Bar: app.When(!passes, "key.hints")},
	}
	if v.armed != othello.NoSquare {
		list = append(list, app.Command{Key: "esc", Do: func(*app.App) { v.armed = othello.NoSquare }})
	}
	if plans(t) {
		list = append(list, app.Command{Key: "w", Bar: "ot.plan", Menu: "ot.plan", Do: func(a *app.App) { a.Push(newPlan(a, t)) }})
	}
	if swappable(s) {
		list = append(list, app.Command{Key: "o", Do: func(a *app.App) { swap(a, t) }})
	}
	return list
}

// Press ends the motion.
func (v *gameView) Press(_ *app.App, t *play.Table, _ ui.Key) bool {
	t.Scene.Skip()
	return false
}

func (v *gameView) Click(a *app.App, t *play.Table, msg any) {
	t.Scene.Skip()
	if hit, ok := msg.(square); ok && v.entry == nil && !t.TooSoon() {
		v.at, v.placed = othello.Square(hit), true
		v.play(a, t)
	}
}

// swappable reports whether the player may still take the other colour against a bot: the own
// first move has not been made.
func swappable(s *play.Scene) bool {
	return s.You != games.Nobody && !s.Replay && s.Result == nil && len(s.Seats) == 2 &&
		s.Seats[1-s.You].Bot != "" && len(s.Plies) <= int(s.You)
}

// swap takes the other colour: another game with the same bot instead of this one.
func swap(a *app.App, t *play.Table) {
	s := t.Snap
	if err := a.Visit.Do(s.ID, games.Abort); err != nil {
		a.Fail(err)
		return
	}
	play.Offer(a, lobby.Offer{
		Game: othello.Name, Control: s.Control.String(), Bot: s.Seats[1-s.You].Bot, Seat: 1 - s.You,
	}, a.Swap)
}

// drawSwap draws the line that offers the other colour.
func drawSwap(a *app.App, g ui.Region, x, y int, s *play.Scene) {
	if swappable(s) {
		n := g.Text(x, y, ui.Accent, a.T("ot.swap", "c", color(a, 1-s.You)))
		g.Hit(ui.Rect{X: x, Y: y, W: n, H: 1}, ui.Press("o"))
	}
}

// typed plays the typed square.
func (v *gameView) typed(a *app.App, t *play.Table) {
	text := strings.ToLower(ui.Latin(strings.TrimSpace(v.entry.String())))
	v.entry = nil
	sq, ok := othello.ParseSquare(text)
	if !ok {
		a.Warn(a.T("ot.entry.bad"))
		return
	}
	v.at, t.Acted = sq, time.Time{} // nobody types a square by pressing a key twice
	v.play(a, t)
}

// play plays the focused square, if it may be played now.
func (v *gameView) play(a *app.App, t *play.Table) {
	s := &t.Scene
	view, _ := s.View.(othello.View)
	switch {
	case s.You == games.Nobody:
		a.Warn(a.T("tb.spectator"))
	case t.TooSoon(): // with two people at one screen it would play for the other one
	case s.ForcedAt != 0 && s.ToAct == s.You:
		t.Act(a, othello.Pass)
		return // dismisses the notice
	case !s.Mine():
		a.Warn(a.T("err.notyours"))
	case view.Board[v.at] != '-':
		a.Warn(a.T("ot.occupied"))
	case !slices.Contains(view.Legal, v.at):
		a.Warn(a.T("ot.illegal"))
	case a.Set.Confirm && v.armed != v.at:
		v.armed = v.at
		a.Say(a.T("ot.confirm", "sq", v.at.String()))
	default:
		v.armed, v.placed = othello.NoSquare, false
		t.Act(a, games.Action(v.at.String()))
		return
	}
}

// move moves the focus within the board.
func (v *gameView) move(_ *app.App, key ui.Key) {
	v.armed, v.placed = othello.NoSquare, true
	x, y := int(v.at)%8, int(v.at)/8
	switch key {
	case "left":
		x = max(x-1, 0)
	case "right":
		x = min(x+1, 7)
	case "up":
		y = max(y-1, 0)
	case "down":
		y = min(y+1, 7)
	case "home":
		x = 0
	case "end":
		x = 7
	}
	v.at = othello.Square(8*y + x)
}

// walk moves the focus to the next legal square.
func (v *gameView) walk(s *play.Scene, step int) {
	v.armed, v.placed = othello.NoSquare, true
	view, _ := s.View.(othello.View)
	if len(view.Legal) == 0 {
		return
	}
	i, found := slices.BinarySearch(view.Legal, v.at)
	if step > 0 && found {
		i++
	} else if step < 0 {
		i--
	}
	n := len(view.Legal)
	v.at = view.Legal[(i+n)%n]
}

func (v *gameView) Refusal(a *app.App, err error) string {
	switch games.ReasonOf(err) {
	case othello.ReasonOccupied:
		return a.T("ot.occupied")
	case othello.ReasonFlipsNone:
		return a.T("ot.illegal")
	}
	return ""
}

// color returns the word for a seat's colour.
func color(a *app.App, seat games.Seat) string {
	return a.T(app.Either(seat == 0, "ot.black", "ot.white"))
}

func (v *gameView) Prompt(a *app.App, s *play.Scene) string {
	view, _ := s.View.(othello.View)
	if v.entry != nil {
		return a.T("ot.entry") + " /" + v.entry.String() + "_"
	}
	if s.ToAct == games.Nobody {
		return ""
	}
	who := ""
	if len(s.Seats) == 2 {
		who = a.SeatName(s.Seats[s.ToAct])
	}
	switch {
	case s.ForcedAt != 0:
		return passing(a, s)
	case s.Mine() && s.Shared == games.Screen:
		text := a.T("ot.turn.screen", "c", color(a, s.You))
		if n := len(s.Plies); n > 0 {
			text = play.SpokenPly(a, s, n-1)[0] + ". " + text
		}
		return text
	case s.Mine():
		switch {
		case len(s.Plies) > 0:
		case view.Last == "":
			return a.T("ot.turn.first", "c", color(a, s.You))
		default: // a position without its previous moves
			return a.T("ot.turn.screen", "c", color(a, s.You))
		}
		return a.T("ot.turn", "c", color(a, s.You), "said", play.SpokenPly(a, s, len(s.Plies)-1)[0])
	}
	return a.T("ot.wait", "p", who, "c", color(a, s.ToAct))
}

func (v *gameView) Coach(a *app.App) string {
	return a.T(app.Either(a.Set.NoHints, "ot.coach.plain", "ot.coach"))
}

func (v *gameView) Result(a *app.App, s *play.Scene) []string {
	view, _ := s.View.(othello.View)
	var lines []string
	for seat, disc := range []string{"●", "○"} {
		lines = append(lines, disc+" "+ui.PadRight(color(a, games.Seat(seat)), 6)+
			ui.PadRight(a.SeatName(s.Seats[seat]), 14)+fmt.Sprintf("%3d", view.Counts[seat]))
	}
	return lines
}

// flipPace is the time in which one disc turns.
const flipPace = 40 * time.Millisecond

func (v *gameView) Chrome(a *app.App, _ *play.Scene) play.Chrome {
	if a.Glyphs == ui.LevelRich {
		return chromeRich(a)
	}
	return play.Chrome{}
}

func (v *gameView) Motion(a *app.App, s *play.Scene) time.Duration {
	if a.Glyphs == ui.LevelRich {
		return a.Paced(turnTime(s))
	}
	return a.Paced(time.Duration(len(turned(s))) * flipPace)
}

// turned returns the discs that the last ply turned, nearest to the placed one first.
func turned(s *play.Scene) []othello.Square {
	if len(s.Plies) == 0 {
		return nil
	}
	for _, e := range s.Plies[len(s.Plies)-1].Events {
		if m, ok := e.Fact.(othello.EventMove); ok {
			list := slices.Clone(m.Flipped)
			slices.SortStableFunc(list, func(p, q othello.Square) int { return far(m.Square, p) - far(m.Square, q) })
			return list
		}
	}
	return nil
}

// far returns the distance of two squares; a diagonal step counts as one.
func far(p, q othello.Square) int {
	dx, dy := int(p%8-q%8), int(p/8-q/8)
	return max(dx, -dx, dy, -dy)
}

// board returns the position to show now: during the motion of the last ply its discs turn one after the
// other.
func (v *gameView) board(a *app.App, s *play.Scene, view othello.View) string {
	left := s.Unrest(a, v)
	if left == 0 {
		return view.Board
	}
	list, total := turned(s), v.Motion(a, s)
	done := int((total - left) * time.Duration(len(list)) / total)
	b := []byte(view.Board)
	for _, sq := range list[done:] {
		b[sq] = app.Either(b[sq] == 'X', byte('O'), 'X')
	}
	return string(b)
}

func (v *gameView) Draw(a *app.App, c *ui.Canvas, s *play.Scene) {
	view, ok := s.View.(othello.View)
	if !ok {
		return
	}
	if c.Rich {
		v.drawRich(a, ui.Body(c), s, view)
		return
	}
	if board := v.board(a, s, view); board != view.Board { // a disc counts only after it has turned
		view.Counts = [2]int{strings.Count(board, "X"), strings.Count(board, "O")}
	}
	if ui.Full(c.W(), c.H()) {
		v.drawFull(a, ui.Body(c), s, view)
		return
	}
	v.drawCompact(a, ui.Body(c), s, view)
}

// cell is the display of one square.
type cell struct {
	disc        byte // 'X', 'O' or '-'
	focus, last bool
	legal       bool
	better      bool // better than the played one, in an analysis
	pose        pose // pose of the disc, on ui.LevelRich
}

func (v *gameView) cell(a *app.App, s *play.Scene, view othello.View, board string, sq othello.Square) cell {
	last := view.Last == games.Action(sq.String()) // visible through the cursor while there is nothing to choose
	return cell{
		disc:  board[sq],
		focus: sq == v.at && !s.Replay && s.You != games.Nobody && s.Result == nil && (!last || s.Mine()),
		last:  last,
		legal: s.Mine() && !a.Set.NoHints && slices.Contains(view.Legal, sq),

		better: s.Review.Better(len(s.Plies)) == games.Action(sq.String()),
	}
}

// drawCompact draws the board of 80x24: cells of three columns.
func (v *gameView) drawCompact(a *app.App, g ui.Region, s *play.Scene, view othello.View) {
	board := v.board(a, s, view)
	for col := range 8 {
		g.Text(6+4*col, 1, ui.Text, string(rune('a'+col)))
	}
	g.Text(4, 2, felt, "┌"+strings.Repeat("───┬", 7)+"───┐")
	for row := range 8 {
		y := 3 + 2*row
		g.Text(2, y, ui.Text, app.Itoa(row+1))
		g.Text(4, y, felt, "│")
		for col := range 8 {
			sq := othello.Square(8*row + col)
			x := 5 + 4*col
			v.cell(a, s, view, board, sq).compact(g, x, y)
			g.Text(x+3, y, felt, "│")
			g.Hit(ui.Rect{X: x, Y: y, W: 4, H: 1}, square(sq))
		}
		line := app.Either(row == 7, "└"+strings.Repeat("───┴", 7)+"───┘", "├"+strings.Repeat("───┼", 7)+"───┤")
		g.Text(4, y+1, felt, line)
	}
	drawSwap(a, g, 4, 0, s)
	g.VLine(39, 0, 21, ui.Muted)
	v.facts(a, g, s, view, ui.Rect{X: 41, W: 38, H: 21})
	if s.ForcedAt != 0 {
		v.notice(a, g, s, 4, 6)
	}
}

// compact draws a cell of three columns: a mark, the disc, a blank.
func (k cell) compact(g ui.Region, x, y int) {
	mark, disc, tok := " ", " ", felt
	switch {
	case k.focus:
		mark = ">"
	case k.last:
		mark = "*"
	}
	switch k.disc {
	case 'X':
		disc, tok = "●", discBlack
	case 'O':
		disc, tok = "○", discWhite
	default:
		if k.legal {
			disc = app.Either(k.focus, "+", ".")
		}
		if k.better {
			disc, tok = "+", ui.Picked
		}
	}
	switch {
	case k.focus:
		tok = ui.Focus
	case k.last && k.disc == 'X':
		tok = lastBlack
	case k.last && k.disc == 'O':
		tok = lastWhite
	}
	g.Text(x, y, tok, mark+disc+" ")
}

// drawFull draws the board of 120x40: cells of six columns and three rows.
func (v *gameView) drawFull(a *app.App, g ui.Region, s *play.Scene, view othello.View) {
	x0, y0 := (g.W()-120)/2, (g.H()-37)/2
	drawSwap(a, g, x0+6, y0, s)
	board := v.board(a, s, view)
	for col := range 8 {
		g.Text(x0+9+7*col, y0+1, ui.Text, string(rune('a'+col)))
	}
	g.Text(x0+5, y0+2, felt, "┌"+strings.Repeat("──────┬", 7)+"──────┐")
	for row := range 8 {
		y := y0 + 3 + 4*row
		g.Text(x0+3, y+1, ui.Text, app.Itoa(row+1))
		for i := range 3 {
			g.Text(x0+5, y+i, felt, "│")
		}
		for col := range 8 {
			sq := othello.Square(8*row + col)
			x := x0 + 6 + 7*col
			v.cell(a, s, view, board, sq).full(g, x, y)
			for i := range 3 {
				g.Text(x+6, y+i, felt, "│")
			}
			g.Hit(ui.Rect{X: x, Y: y, W: 7, H: 3}, square(sq))
		}
		line := app.Either(row == 7, "└"+strings.Repeat("──────┴", 7)+"──────┘", "├"+strings.Repeat("──────┼", 7)+"──────┤")
		g.Text(x0+5, y+3, felt, line)
	}
	g.VLine(x0+64, 0, g.H(), ui.Muted)
	v.facts(a, g, s, view, ui.Rect{X: x0 + 66, Y: y0, W: 53, H: 37})
	if s.ForcedAt != 0 {
		v.notice(a, g, s, x0+16, y0+14)
	}
}

// full draws a cell of six columns and three rows.
func (k cell) full(g ui.Region, x, y int) {
	tok := felt
	art := [3]string{"    ", "    ", "    "}
	switch k.disc {
	case 'X':
		tok, art = discBlack, [3]string{"▄▄▄▄", "████", "▀▀▀▀"}
	case 'O':
		tok, art = discWhite, [3]string{"▄▄▄▄", "█  █", "▀▀▀▀"} // its middle is painted below
	default:
		if k.legal {
			art[1] = app.Either(k.focus, " ++ ", " .. ")
		}
		if k.better {
			tok, art[1] = ui.Picked, " ++ "
		}
	}
	left, right, edge := " ", " ", felt
	switch {
	case k.focus:
		left, right, edge = "[", "]", ui.Focus
	case k.last:
		left, right, edge = "(", ")", lastBlack
	}
	for i := range 3 {
		l, r := left, right
		if k.last && !k.focus && i != 1 {
			l, r = " ", " "
			g.Text(x, y+i, felt, l)
			g.Text(x+5, y+i, felt, r)
		} else {
			g.Text(x, y+i, edge, l)
			g.Text(x+5, y+i, edge, r)
		}
		g.Text(x+1, y+i, tok, art[i])
	}
	if k.disc == 'O' {
		g.Paint(ui.Rect{X: x + 2, Y: y + 1, W: 2, H: 1}, discFace)
	}
}

// facts draws the facts beside the board.
func (v *gameView) facts(a *app.App, g ui.Region, s *play.Scene, view othello.View, r ui.Rect) {
	if s.Beside != nil {
		s.Beside(a, g, ui.Rect{X: r.X, Y: r.Y + 1, W: r.W - 1, H: r.H - 1})
		return
	}
	rule := func(y int) { g.HLine(r.X-1, y, r.W, ui.Muted) }
	y := r.Y + 1
	for seat, disc := range []string{"●", "○"} {
		tok := app.Either(seat == 1, discWhite, discBlack)
		seats.Draw(a, g, s, games.Seat(seat), seats.Line{Mark: disc + " ", Ink: tok, Side: color(a, games.Seat(seat)), Count: view.Counts[seat]}, r, y)
		y++
		if r.H > 30 {
			y++
		}
	}
	if s.Review != nil {
		play.DrawReview(a, g, s, ui.Rect{X: r.X, Y: y, W: r.W, H: r.Y + r.H - y}, [2]string{"●", "○"})
		return
	}
	v.balance(g, view, r.X, y, r.W-2)
	y++
	if r.H > 30 {
		y++
	}
	rule(y)
	y++
	y = v.moves(a, g, s, view, r, y)
	rule(y)
	y++
	foot := r.Y + r.H - 6
	v.kibo(a, g, s, r, y, foot-1)
	rule(foot)
	g.Text(r.X, foot+1, ui.Text, "● "+a.T("ot.first"))
	plays := s.You != games.Nobody && s.Result == nil && !s.Replay
	if !plays {
		// nothing to choose, so no hints and no cursor either
	} else if !a.Set.NoHints {
		g.Text(r.X, foot+2, ui.Muted, ".  "+a.T("ot.legend.legal"))
	} else {
		g.Text(r.X, foot+2, ui.Muted, "i  "+a.T("ot.legend.nohints"))
	}
	last, cursor := "*  ", ">  "
	if r.H > 30 {
		last, cursor = "( )  ", "[ ]  "
	}
	marks := last + a.T("ot.legend.last")
	if plays {
		marks += "   " + cursor + a.T("ot.legend.cursor")
	}
	g.Text(r.X, foot+3, ui.Muted, marks)
	tok := app.Either(view.Passes > 0, ui.Warn, ui.Muted)
	g.Text(r.X, foot+4, tok, a.T("ot.passes", "n", view.Passes))
}

// balance draws the shares of the discs as one bar.
func (v *gameView) balance(g ui.Region, view othello.View, x, y, w int) {
	total := max(view.Counts[0]+view.Counts[1], 1)
	black := w * view.Counts[0] / total
	g.Text(x, y, ui.Text, strings.Repeat("#", black))
	g.Text(x+black, y, ui.Muted, strings.Repeat(".", w-black))
}

// moves draws the focus's effect and the other legal moves, and returns the next free row.
func (v *gameView) moves(a *app.App, g ui.Region, s *play.Scene, view othello.View, r ui.Rect, y int) int {
	rows := app.Either(r.H > 30, 4, 2)
	switch {
	case s.Result != nil:
		g.Text(r.X, y, ui.Text, ui.Cut(play.ReasonText(a, othello.Name, s.Seats, s.View, s.Result), r.W-2))
	case s.ForcedAt != 0:
		g.Text(r.X, y, ui.Warn, a.T("ot.none"))
	case s.Mine():
		flips := 0
		if i := slices.Index(view.Legal, v.at); i >= 0 {
			flips = view.Flips[i]
		}
		g.Text(r.X, y, ui.Text, a.T("ot.focus", "sq", v.at.String(), "n", flips))
		if a.Set.NoHints {
			break
		}
		list := a.T("ot.legal", "n", len(view.Legal)) + " "
		line, row := list, y+1
		for i, sq := range view.Legal {
			item := " " + sq.String()
			if r.H > 30 {
				item += "(" + app.Itoa(view.Flips[i]) + ")"
			}
			if ui.Width(line)+ui.Width(item) > r.W-4 {
				if row == y+rows-1 {
					line += " +" + app.Itoa(len(view.Legal)-i)
					break
				}
				g.Text(r.X, row, ui.Text, line)
				line, row = "", row+1
			}
			line += item
		}
		g.Text(r.X, row, ui.Text, line)
	case s.ToAct != games.Nobody:
		g.Text(r.X, y, ui.Muted, ui.Cut(a.T("ot.wait", "p", a.SeatName(s.Seats[s.ToAct]), "c", color(a, s.ToAct)), r.W-2))
	}
	return y + rows
}

// kibo draws the moves so far and, if there is room, the chat.
func (v *gameView) kibo(a *app.App, g ui.Region, s *play.Scene, r ui.Rect, y, end int) {
	talk := app.Either(r.H > 30, min(len(s.Chat), 10), min(len(s.Chat), 2))
	g.Text(r.X, y, ui.Muted, a.T("ot.kibo"))
	y++
	last := end - talk
	perRow := 4
	width := (r.W - 2) / perRow
	rows := max(last-y, 0)
	total := (len(s.Plies) + perRow - 1) / perRow
	first := max(total-rows, 0) * perRow
	for i, p := range s.Plies[min(first, len(s.Plies)):] {
		n := first + i
		disc := app.Either(p.Seat == 1, "○", "●")
		text := fmt.Sprintf("%2d.%s %s", n+1, disc, p.Action)
		if p.Action == othello.Pass {
			text = fmt.Sprintf("%2d.%s --", n+1, disc)
		}
		tok := app.Either(n == len(s.Plies)-1, ui.Strong, ui.Text)
		g.Text(r.X+(i%perRow)*width, y+i/perRow, tok, text)
	}
	for i, l := range s.Chat[len(s.Chat)-talk:] {
		g.Text(r.X, last+i, ui.Info, ui.Cut(a.PersonName(l.From)+": "+a.Spoken(l), r.W-2))
	}
}

// passing returns the sentence of the pass that is about to be played.
func passing(a *app.App, s *play.Scene) string {
	return a.T("ot.said.passed", "p", play.SpokenSeat(a, s, s.ToAct))
}

// notice announces an automatic pass over the middle of the board.
func (v *gameView) notice(a *app.App, g ui.Region, s *play.Scene, x, y int) {
	left := max(s.ForcedAt-s.At, 0)
	passes := ""
	view, _ := s.View.(othello.View)
	if view.Passes > 0 {
		passes = a.T("ot.pass2")
	}
	bar := int(14 * left / 1500)
	r := ui.Rect{X: x - 1, Y: y, W: 35, H: 7}
	in := g.Panel(r, a.T("ot.pass.title"))
	for i, l := range ui.Wrap(passing(a, s), in.W()-3) {
		in.TextCut(2, i, in.W()-3, ui.Panel, l)
	}
	in.TextCut(2, 2, in.W()-3, ui.Panel, passes)
	in.TextCut(2, 3, in.W()-3, ui.Panel, strings.Repeat("#", min(bar, 14))+strings.Repeat(".", max(14-bar, 0))+fmt.Sprintf("  %d.%d", left/1000, left%1000/100))
	g.Hit(r, ui.Press("enter"))
}
