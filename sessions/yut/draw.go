package yut

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

func (v *gameView) Draw(a *app.App, c *ui.Canvas, s *play.Scene) {
	view, ok := s.View.(yut.View)
	if !ok {
		return
	}
	if c.Rich {
		v.drawRich(a, c, s, view)
		return
	}
	g, l := ui.Body(c), &board.SmallLayout
	if ui.Full(c.W(), c.H()) {
		g, l = g.Sub(ui.Rect{X: (g.W() - 120) / 2, Y: (g.H() - 37) / 2, W: 120, H: 37}), &board.LargeLayout
	}
	full := l == &board.LargeLayout
	board := g.Sub(ui.Rect{W: l.W, H: l.H})
	facts := g.Sub(ui.Rect{X: l.W + 1, W: g.W() - l.W - 1, H: l.H})
	g.VLine(l.W, 0, l.H, ui.Muted)
	v.column(a, facts, s, view, full)
	tray := g.Sub(ui.Rect{Y: l.H, W: g.W(), H: 4})
	asked := s.You != games.Nobody && s.Result == nil && !s.Replay
	panel := asked && (view.Ask == yut.AskStick || view.Ask == yut.AskRelic) && s.Unrest(a, v) == 0
	if panel {
		if full {
			board = board.Sub(ui.Rect{X: 8, Y: 5, W: 61, H: 21})
		}
		if view.Ask == yut.AskStick {
			v.offer(a, board, view)
		} else {
			v.reward(a, board, view)
		}
	} else {
		l.Draw(a, board, v.board(a, s, view))
	}
	switch {
	case !asked:
		v.looker(a, tray, s, view)
	case view.Ask == yut.AskMove:
		v.moveTray(a, tray, view)
	case panel:
		v.panelTray(a, tray, view)
	default:
		v.throwTray(a, tray, view)
	}
}

// tokenName returns a token's name.
func tokenName(a *app.App, t yut.Token) string { return a.T(tokenKeys[t]) }

var tokenKeys = [...]string{"yt.none", yut.Do: "yt.do", yut.Gae: "yt.gae", yut.Geol: "yt.geol", yut.Yut: "yt.yut", yut.Mo: "yt.mo"}

// stick returns a stick's name by its id, relic a relic's.
func stick(a *app.App, id string) string {
	e, _ := yut.FindStick(id)
	return e.Name.In(a.Lang.String())
}

func relic(a *app.App, id string) string {
	e, _ := yut.FindRelic(id)
	return e.Name.In(a.Lang.String())
}

// shortStick returns a stick's name without the word for a stick.
func shortStick(a *app.App, id string) string {
	name := stick(a, id)
	for _, word := range []string{" 윷가락", " Stick"} {
		name = strings.TrimSuffix(name, word)
	}
	return name
}

// rule draws a line with a title on it.
func rule(g ui.Region, title, right string) {
	g.HLine(0, 0, g.W(), ui.Muted)
	g.Text(3, 0, ui.Strong, " "+title+" ")
	if right != "" {
		g.TextRight(g.W()-2, 0, ui.Muted, " "+right+" ")
	}
}

// column draws the column beside the board: the run's state, the sticks and their throw, the relics; in the
// full layout also the relics' effects and the last events.
func (v *gameView) column(a *app.App, g ui.Region, s *play.Scene, view yut.View, full bool) {
	switch name := (yut.Game{}).SeedName(s.Seed); {
	case s.Daily != "":
		g.Text(1, 0, ui.Muted, a.T("yt.day", "d", s.Daily[min(5, len(s.Daily)):]))
	case s.Seeded && name != "":
		g.Text(1, 0, ui.Muted, a.T("yt.seed", "s", name))
	default:
		g.Text(1, 0, ui.Muted, a.T("yt.menu.noseed"))
	}
	g.Text(1, 1, ui.Text, a.T("yt.pieces", "home", view.Home, "board", yut.Pieces-view.Home-view.Finished, "done", view.Finished))
	g.HLine(0, 2, g.W(), ui.Muted)
	g.Text(1, 3, ui.Muted, a.T("yt.sticks"))
	for i, st := range view.Sticks {
		tok := app.Either(st.Special, board.StickInk, ui.Text)
		g.Text(2, 4+i, ui.Muted, app.Itoa(i+1))
		g.Text(4, 4+i, tok, ui.PadRight(ui.Cut(shortStick(a, st.ID), 15), 15))
		g.TextRight(24, 4+i, ui.Text, app.Itoa(st.Back)+"%")
		g.Text(25, 4+i, ui.Info, strings.Repeat("#", min((st.Back+8)/15, g.W()-26)))
	}
	y := v.odds(a, g, view, full)
	g.HLine(0, y, g.W(), ui.Muted)
	if full {
		v.relicsAndLog(a, g, s, view, y+1)
		v.legend(a, g, 29)
		return
	}
	y++
	n := g.Text(1, y, ui.Muted, a.T("yt.relics")) + 3
	for i, r := range view.Relics {
		g.Text(n, y+i, ui.Accent, relic(a, r.ID))
	}
	if len(view.Relics) == 0 {
		g.Text(n, y, ui.Muted, a.T("yt.norelics"))
	}
	v.legend(a, g, 15)
}

// odds draws the chance of each throw, from row 8 on, and returns the row below.
func (v *gameView) odds(a *app.App, g ui.Region, view yut.View, full bool) (y int) {
	g.Text(1, 8, ui.Muted, a.T("yt.odds"))
	g.TextRight(31, 8, ui.Muted, a.T("yt.throws", "n", view.Throws))
	y = 9
	if full {
		for t := yut.Do; t <= yut.Mo; t++ {
			p := view.Odds[t-1]
			g.Text(2, y, ui.Text, tokenName(a, t)+" "+app.Itoa(t.Steps()))
			g.TextRight(14, y, ui.Text, app.Itoa(app.Percent(p))+"%")
			g.Text(15, y, ui.Info, ui.BarText(int(p*1000), 1000, g.W()-17))
			y++
		}
	} else {
		text := ""
		for _, gap := range []string{" ", ""} { // long numbers stand closer together
			line := make([]string, 0, yut.Tokens)
			for t := yut.Do; t <= yut.Mo; t++ {
				line = append(line, tokenName(a, t)+gap+app.Itoa(app.Percent(view.Odds[t-1])))
			}
			if text = strings.Join(line, " "); ui.Width(text) < g.W() {
				break
			}
		}
		g.Text(1, y, ui.Text, text)
		g.Text(2, y+1, ui.Muted, a.T("yt.oddsagain", "n", app.Percent(view.Odds.Again())))
		y += 2
	}
	return y
}

// relicsAndLog draws, from row y on, the relics with their effects and the latest lines of the log.
func (v *gameView) relicsAndLog(a *app.App, g ui.Region, s *play.Scene, view yut.View, y int) {
	g.Text(1, y, ui.Muted, a.T("yt.relics"))
	y++
	for _, r := range view.Relics {
		e, _ := yut.FindRelic(r.ID)
		g.Text(2, y, ui.Accent, e.Name.In(a.Lang.String()))
		y++
		for _, line := range ui.Wrap(e.Text.In(a.Lang.String()), g.W()-5) {
			g.Text(4, y, ui.Text, line)
			y++
		}
	}
	g.HLine(0, y, g.W(), ui.Muted)
	y++
	g.Text(1, y, ui.Muted, a.T("yt.log"))
	y++
	var lines []string
	for ply := len(s.Plies) - 1; ply >= 0 && len(lines) < g.H(); ply-- {
		for _, line := range slices.Backward(spokenPly(a, s, ply)) {
			lines = append(lines, line)
		}
	}
	for _, line := range lines[:min(len(lines), max(28-y, 0))] {
		g.Text(2, y, ui.Text, ui.Cut(line, g.W()-3))
		y++
	}
}

// legend explains the signs of the special nodes.
func (v *gameView) legend(a *app.App, g ui.Region, y int) {
	n := g.Text(1, y, board.StickInk, "{ + }") + 2
	n += g.Text(n, y, ui.Muted, a.T("yt.legend.stick")) + 2
	n += g.Text(n, y, board.RefreshInk, "< ~ >") + 1
	g.Text(n, y, ui.Muted, a.T("yt.legend.refresh"))
	g.Text(1, y+1, ui.Muted, a.T("yt.slip"))
}

// handText returns the tokens of a hand, each with its number.
func handText(a *app.App, hand []yut.Token) string {
	var list []string
	for _, t := range kinds(hand) {
		list = append(list, tokenName(a, t)+count(hand, t))
	}
	return strings.Join(list, "  ")
}

// count returns " x2" for a token that the hand has twice, "" for once.
func count(hand []yut.Token, t yut.Token) string {
	n := 0
	for _, have := range hand {
		if have == t {
			n++
		}
	}
	if n < 2 {
		return ""
	}
	return " x" + app.Itoa(n)
}

// sides draws four sticks and their visible sides.
func sides(a *app.App, g ui.Region, x, y int, backs [yut.Slots]bool) {
	for i, back := range backs {
		word, stick := a.T("yt.front"), "|#|"
		if back {
			word, stick = a.T("yt.back"), "|.|"
		}
		g.Text(x+5*i, y, ui.Muted, ui.PadRight(word, 3))
		g.Text(x+5*i, y+1, ui.Text, stick)
	}
}

// throwTray has the button that throws, the hand, and the button that begins to move.
func (v *gameView) throwTray(a *app.App, g ui.Region, view yut.View) {
	if v.roll != nil {
		v.rollTray(a, g)
		return
	}
	title := "yt.tray.throw"
	switch {
	case view.Ask == yut.AskStart:
		title = "yt.tray.start"
	case view.Moving:
		title = "yt.tray.more"
	}
	rule(g, a.T(title), "")
	throws := view.Ask == yut.AskThrow
	label := app.Either(throws, a.T("yt.button.throw", "n", view.ThrowsLeft), a.T("yt.button.none"))
	bigButton(g, ui.Rect{X: 1, Y: 1, W: 30, H: 3}, label, throws, board.ThrowHit{})
	g.Text(34, 1, ui.Muted, a.T("yt.hand"))
	hand := cmp.Or(handText(a, view.Hand), a.T("yt.handempty"))
	g.TextCut(34, 2, 27, ui.Strong, hand)
	if view.Last != nil && len(view.Hand) > 0 && !view.Moving {
		text := tokenName(a, view.Last.Token) + "!"
		if view.Last.Token != view.Last.Thrown {
			text = tokenName(a, view.Last.Thrown) + " > " + text
		}
		if throws {
			text += "  " + a.T("yt.more")
		}
		if v.landing(a) {
			text = a.T("yt.thud") + " " + text
		}
		g.TextCut(34, 3, 27, ui.Accent, text)
	}
	bigButton(g, ui.Rect{X: 62, Y: 1, W: 17, H: 3}, a.T("yt.button.start"), view.Ask == yut.AskStart, board.StartHit{})
	if g.W() >= 120 && view.Last != nil {
		sides(a, g, 90, 1, view.Last.Backs)
	}
}

// rollTray has the sticks while they are held.
func (v *gameView) rollTray(a *app.App, g ui.Region) {
	rule(g, a.T("yt.tray.roll"), "")
	r := ui.Rect{X: 1, Y: 1, W: 40, H: 3}
	g.Box(r, "", ui.Accent, false)
	g.Text(3, 2, ui.Strong, v.roll.bar(26))
	g.TextRight(39, 2, ui.Text, a.T("yt.seconds", "n", v.roll.seconds()))
	g.Hit(r, board.ThrowHit{})
	sides(a, g, 45, 1, v.roll.shuffled(a))
	g.Text(45, 3, ui.Muted, a.T("yt.undecided"))
	if rollSetting.Of(a) == "" {
		g.Text(68, 2, ui.Accent, v.roll.marks())
	}
}

// bigButton is a button of three rows.
func bigButton(g ui.Region, r ui.Rect, label string, on bool, hit any) {
	tok, mark := ui.Mark(on, ui.Strong, ui.Muted)
	g.Box(r, "", tok, false)
	if on {
		g.Fill(ui.Rect{X: r.X + 1, Y: r.Y + 1, W: r.W - 2, H: 1}, ui.ButtonFocus)
		tok = ui.ButtonFocus
	}
	g.Text(r.X+2, r.Y+1, tok, mark+" "+label)
	g.Hit(r, hit)
}

// moveTray has the tokens, the pieces that can move with the one in focus, and their targets.
func (v *gameView) moveTray(a *app.App, g ui.Region, view yut.View) {
	m, ok := v.focused(view)
	ways := v.ways(view)
	path := app.Either(len(ways) > 1, "yt.tray.fork", "yt.tray.move")
	rule(g, a.T(path), a.T("yt.noundo"))
	for i, t := range kinds(view.Hand) {
		tok, mark := ui.Mark(t == v.token, ui.ButtonFocus, ui.Button)
		r := ui.Rect{X: 1 + 13*(i/3), Y: 1 + i%3, W: 12, H: 1}
		g.Text(r.X, r.Y, tok, ui.PadRight("["+mark+tokenName(a, t)+" "+app.Itoa(t.Steps())+count(view.Hand, t)+"]", r.W))
		g.Hit(r, board.TokenHit(t))
	}
	row, last := 0, yut.Finished
	for i, o := range movesWith(view, v.token) {
		if i > 0 && o.From == last {
			continue
		}
		last = o.From
		tok, mark := ui.Text, "  "
		if ok && o.From == m.From {
			tok, mark = ui.Focus, "> "
		}
		name := o.From.String()
		pieces := o.Pieces
		if o.From == yut.Home {
			name, pieces = a.T("yt.home"), view.Home
		}
		r := ui.Rect{X: 28 + 11*(row/3), Y: 1 + row%3, W: 10, H: 1}
		g.Text(r.X, r.Y, tok, ui.PadRight(mark+name+" x"+app.Itoa(pieces), r.W))
		hit := i
		if ok && o.From == m.From {
			hit = v.at // a second press plays the way in focus
		}
		g.Hit(r, board.MoveHit(hit))
		row++
	}
	const x = 51
	for i, w := range ways {
		tok, mark := ui.Mark(w.Action == m.Action, ui.Focus, ui.Text)
		text := mark + string(rune('a'+i)) + "  " + way(a, view, w, len(ways) > 1)
		width := g.W() - x - 1
		g.Text(x, 1+i, tok, ui.PadRight(ui.Cut(text, width), width))
		g.Hit(ui.Rect{X: x, Y: 1 + i, W: width, H: 1}, wayHit(w.Action))
	}
	if g.W() >= 120 && view.Last != nil {
		return
	}
	if len(ways) == 1 && ways[0].Steps != ways[0].Token.Steps() {
		g.Text(x+1, 3, ui.Info, a.T("yt.steps", "n", ways[0].Steps))
	}
}

// wayHit is a click that plays a way.
type wayHit games.Action

// way returns a move's target in words: the way, the place, and the pieces there.
func way(a *app.App, view yut.View, m yut.Move, fork bool) string {
	text := spot(a, m.To)
	if fork {
		key := "yt.way.out"
		switch m.First {
		case yut.A1, yut.B1:
			key = "yt.way.in"
		case yut.A3:
			key = "yt.way.a"
		case yut.B3:
			key = "yt.way.b"
		}
		text = a.T(key) + " > " + text
	}
	for _, s := range view.Special {
		if s.Node == m.To {
			text += " " + a.T(map[yut.Kind]string{yut.Stick: "yt.at.stick", yut.Refresh: "yt.at.refresh"}[s.Kind])
		}
	}
	for _, s := range view.Stacks {
		if s.Node == m.To {
			text += " " + a.T("yt.at.stack", "k", s.Pieces+m.Pieces)
		}
	}
	return text
}

// panelTray names the pending tokens while a choice is open.
func (v *gameView) panelTray(a *app.App, g ui.Region, view yut.View) {
	title := app.Either(view.Ask == yut.AskRelic, "yt.tray.relic", "yt.tray.stick")
	rule(g, a.T(title), "")
	if len(view.Hand) > 0 {
		g.Text(2, 2, ui.Strong, handText(a, view.Hand))
		g.Text(40, 2, ui.Muted, a.T("yt.left", "n", len(view.Hand)))
	}
}

// looker draws a spectator's tray: the throw and the tokens left.
func (v *gameView) looker(a *app.App, g ui.Region, s *play.Scene, view yut.View) {
	rule(g, a.T("yt.tray.look"), "")
	x := 2
	if view.Last != nil {
		sides(a, g, x, 1, view.Last.Backs)
		g.Text(x+21, 2, ui.Accent, tokenName(a, view.Last.Token)+"!")
	}
	g.Text(34, 1, ui.Muted, a.T("yt.hand"))
	hand := cmp.Or(handText(a, view.Hand), a.T("yt.handempty"))
	g.TextCut(34, 2, 26, ui.Strong, hand)
	if s.Result == nil && view.Ask == yut.AskStick {
		g.Text(62, 1, ui.Muted, a.T("yt.tray.stick"))
		g.TextCut(62, 2, 17, board.StickInk, stick(a, view.Offer.ID))
	}
	if s.Result == nil && view.Ask == yut.AskRelic {
		g.Text(62, 1, ui.Muted, a.T("yt.tray.relic"))
		g.TextCut(62, 2, 17, ui.Accent, a.T("yt.choices", "n", len(view.Reward.Relics)))
	}
}

// oddsCells are the widths of the columns with the chances of the five tokens.
var oddsCells = [yut.Tokens]int{4, 4, 5, 4, 4}

// odds draws chances as whole hundredths in columns that end at x.
func odds(g ui.Region, x, y int, tok ui.Token, cell func(t yut.Token) string) {
	for t := yut.Mo; t >= yut.Do; t-- {
		g.TextRight(x, y, tok, cell(t))
		x -= oddsCells[t-1]
	}
}

// offer draws the panel of an offered stick: its effect, and the chances with it in each slot.
func (v *gameView) offer(a *app.App, g ui.Region, view yut.View) {
	g.Shade(g.Rect())
	in := g.Panel(g.Rect(), a.T("yt.offer.title"))
	e, _ := yut.FindStick(view.Offer.ID)
	n := in.Text(2, 1, ui.Strong, e.Name.In(a.Lang.String()))
	in.Text(4+n, 1, ui.Panel, a.T("yt.offer.back", "n", view.Offer.Back))
	for i, line := range ui.Wrap(e.Text.In(a.Lang.String()), in.W()-4) {
		in.Text(2, 2+i, ui.Panel, line)
	}
	end := in.W() - 2
	in.Text(2, 5, ui.Panel, a.T("yt.offer.which"))
	in.TextRight(end, 4, ui.Panel, a.T("yt.offer.after"))
	odds(in, end, 5, ui.Panel, func(t yut.Token) string { return tokenName(a, t) })
	row := func(i int, label, back string, o yut.Odds) {
		y := 6 + i
		tok, mark := ui.Panel, " "
		if v.pick == i {
			tok, mark = ui.Focus, ">"
			in.Fill(ui.Rect{X: 1, Y: y, W: in.W() - 2, H: 1}, tok)
		}
		in.Text(1, y, tok, mark+label)
		in.TextRight(22, y, tok, back)
		odds(in, end, y, tok, func(t yut.Token) string { return app.Itoa(app.Percent(o[t-1])) })
		in.Hit(ui.Rect{X: 0, Y: y, W: in.W(), H: 1}, board.SlotHit(i))
	}
	for i, st := range view.Sticks {
		row(i+1, fmt.Sprintf("[%d] %s", i+1, ui.Cut(shortStick(a, st.ID), 12)), app.Itoa(st.Back)+"%", view.Offer.Odds[i])
	}
	row(yut.Slots+1, "[0] "+a.T("yt.offer.keep"), "", view.Odds)
	swap := app.Either(v.pick > 0 && v.pick <= yut.Slots, a.T("yt.offer.swap", "n", v.pick), a.T("yt.offer.none"))
	x := 2
	x += in.Button(x, in.H()-2, swap, "enter", v.pick > 0 && v.pick <= yut.Slots) + 3
	in.Button(x, in.H()-2, "0 "+a.T("yt.key.drop"), "0", v.pick > yut.Slots)
}

// reward draws the panel of relics for a finish.
func (v *gameView) reward(a *app.App, g ui.Region, view yut.View) {
	g.Shade(g.Rect())
	in := g.Panel(g.Rect(), a.T("yt.reward.title"))
	in.Text(2, 1, ui.Panel, a.T("yt.reward.why", "k", view.Reward.Pieces, "n", len(view.Reward.Relics)))
	in.Text(2, 2, ui.Panel, a.T("yt.reward.rule"))
	y := 4
	for i, id := range view.Reward.Relics {
		e, _ := yut.FindRelic(id)
		tok, mark := ui.Mark(v.pick == i+1, ui.Focus, ui.Strong)
		in.Text(1, y, tok, ui.PadRight(fmt.Sprintf("%s[%d] %s", mark, i+1, e.Name.In(a.Lang.String())), in.W()-2))
		rows := 1
		for _, line := range ui.Wrap(e.Text.In(a.Lang.String()), in.W()-8) {
			in.Text(6, y+rows, ui.Panel, line)
			rows++
		}
		in.Hit(ui.Rect{X: 0, Y: y, W: in.W(), H: rows}, board.SlotHit(i+1))
		y += 3
	}
	in.Button(2, in.H()-1, "Enter "+a.T("key.choose"), "enter", v.pick > 0)
}
