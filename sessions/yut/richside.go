package yut

import (
	"strings"
	"time"

	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// column draws the column beside the board on ui.LevelRich.
type column struct {
	v     *gameView
	a     *app.App
	s     *play.Scene
	view  yut.View
	asked bool // the viewer plays, and the run goes on
}

// drawSmall draws the column at 80x24: the mat, its sticks, their throw, the hand, relics.
func (k *column) drawSmall(g ui.Region) {
	in := g.Sheet(g.Rect(), ui.Panel)
	k.mat(in, ui.Rect{X: 1, W: 28, H: matRows})
	if k.v.roll != nil {
		k.rolling(in, 1, matRows, 28)
	} else {
		for i, st := range k.view.Sticks {
			k.side(in, 1+7*i, matRows, 7, i, st)
		}
	}
	k.odds(in, 1, 10)
	k.counts(in, 11, 1, 30)
	if rows := k.hand(in, ui.Rect{X: 2, Y: 12, W: 26, H: 2}); rows < 2 {
		k.next(in, 2, 13, 26)
	}
	relics := ui.Rect{X: 2, Y: 14, W: 27, H: 7}
	if len(k.view.Relics) < 2 {
		relics.Y, relics.H = 15, 6
	}
	k.relics(in, relics, 18)
}

// drawLarge draws the column at 120x40: the same in three sheets, with more room.
func (k *column) drawLarge(g ui.Region) {
	in := g.Sheet(ui.Rect{W: 36, H: 18}, ui.Panel)
	k.mat(in, ui.Rect{X: 1, W: 34, H: matRows})
	for i, st := range k.view.Sticks {
		x := 1 + (17*i+1)/2
		if k.v.roll == nil {
			k.side(in, x, 9, 8, i, st)
		}
		in.Text(x, 10, ui.Muted, k.a.T("yt.back")+" "+app.Itoa(st.Back)+"%")
	}
	if k.v.roll != nil {
		k.rolling(in, 1, 9, 34)
	}
	for t := yut.Do; t <= yut.Mo; t++ {
		n := app.Percent(k.view.Odds[t-1])
		y := 11 + int(t)
		in.Text(2, y, ui.Strong|ui.Bold, tokenName(k.a, t))
		in.Bar(7, y, 22, n, 40, face.Accent, ui.Track)
		in.TextRight(34, y, ui.Muted, app.Itoa(n)+"%")
	}
	in.Text(2, 17, ui.Muted, k.a.T("yt.oddsagain", "n", app.Percent(k.view.Odds.Again())))
	in.TextRight(34, 17, ui.Muted, k.a.T("yt.throws", "n", k.view.Throws))

	mine := ui.Rect{Y: 19, W: 36, H: 6}
	if k.asked {
		in = g.SheetEdge(mine, ui.Raised, ui.Accent)
	} else {
		in = g.Sheet(mine, ui.Raised)
	}
	k.counts(in, 1, 2, 34)
	y := 2
	if len(kinds(k.view.Hand)) < 3 && len(k.v.ways(k.view)) < 2 {
		y = 3
	}
	rows := k.hand(in, ui.Rect{X: 2, Y: y, W: 32, H: 2})
	k.next(in, 2, y+rows, 32)

	in = g.Sheet(ui.Rect{Y: 26, W: 36, H: 9}, ui.Panel)
	relics := ui.Rect{X: 2, Y: 1, W: 33, H: 7}
	if len(k.view.Relics) == 3 {
		relics.Y, relics.H = 0, 9
	}
	k.relics(in, relics, 23)
}

// mat draws the mat; a click on it throws.
func (k *column) mat(g ui.Region, r ui.Rect) {
	k.v.mat(k.a, g, r, k.view.Last)
	if k.asked && (k.view.Ask == yut.AskThrow || k.view.Ask == yut.AskStart) {
		g.Hit(r, board.ThrowHit{})
	}
}

// side writes a stick's visible side and its name.
func (k *column) side(g ui.Region, x, y, w, i int, st yut.Carried) {
	n := 0
	if k.view.Last != nil {
		word, ground, ink := k.a.T("yt.front"), board.FrontFace, board.FrontText
		if k.view.Last.Backs[i] {
			word, ground, ink = k.a.T("yt.back"), board.BackFace, board.NodeText
		}
		g.Fill(ui.Rect{X: x, Y: y, W: ui.Width(word), H: 1}, ground)
		n = g.Text(x, y, ink|ui.Bold, word)
	}
	name := shortStick(k.a, st.ID)
	if n > 0 && n+1+ui.Width(name) < w {
		n++
	}
	g.Text(x+n, y, app.Either(st.Special, board.StickInk, ui.Text), clip(name, w-n-1))
}

// clip returns the part of a word that fits into w cells.
func clip(word string, w int) string {
	n := 0
	for i, r := range word {
		if n += ui.Width(string(r)); n > w {
			return word[:i]
		}
	}
	return word
}

// rolling draws the time for which the sticks have rolled, and its limit.
func (k *column) rolling(g ui.Region, x, y, w int) {
	spent := min(time.Since(k.v.roll.since), mostRoll)
	text := k.a.T("yt.seconds", "n", k.v.roll.seconds())
	marks := ""
	if rollSetting.Of(k.a) == "" {
		marks = " " + k.v.roll.marks()
	}
	bar := w - 8 - ui.Width(marks)
	g.Bar(x, y, bar, int(spent/time.Millisecond), int(mostRoll/time.Millisecond), face.Accent, ui.Track)
	g.TextRight(x+bar+7, y, ui.Strong|ui.Bold, text)
	g.Text(x+w-ui.Width(marks), y, ui.Accent, marks)
}

// odds draws the chances of the five tokens in one row.
func (k *column) odds(g ui.Region, x, y int) {
	for t := yut.Do; t <= yut.Mo; t++ {
		n, name := app.Percent(k.view.Odds[t-1]), tokenName(k.a, t)
		x += g.Text(x, y, ui.Strong|ui.Bold, name)
		if ui.Width(name) == 2 && len(name) > 2 { // a Hangul syllable is as wide as a column
			g.Spark(x, y, []int{n}, 48, face.Accent)
			x++
		}
		x += g.Text(x, y, ui.Muted, app.Itoa(n)) + 1
	}
}

// counts draws the places of the pieces, and the number of throws left.
func (k *column) counts(g ui.Region, y, x, right int) {
	k.pieces(g, y, x, 0, 3)
	k.throwsLeft(g, y, right)
}

// pieces draws the numbers of pieces in some of the three places: at the start, on the board, home.
func (k *column) pieces(g ui.Region, y, x, from, to int) {
	for _, c := range []struct {
		key string
		n   int
	}{{"yt.home", k.view.Home}, {"yt.out", yut.Pieces - k.view.Home - k.view.Finished}, {"yt.finished", k.view.Finished}}[from:to] {
		x += g.Text(x, y, ui.Muted, k.a.T(c.key)) + 1
		x += g.Text(x, y, ui.Strong|ui.Bold, app.Itoa(c.n)) + 1
	}
}

// throwsLeft draws the number of throws left; a click on it throws.
func (k *column) throwsLeft(g ui.Region, y, right int) {
	ink := ui.Muted
	if k.asked && k.view.Ask == yut.AskThrow {
		ink = ui.Accent | ui.Bold
	}
	w := g.TextRight(right, y, ink, k.a.T("yt.throwsleft", "n", k.view.ThrowsLeft))
	if k.asked && k.view.Ask == yut.AskThrow {
		g.Hit(ui.Rect{X: right - w, Y: y, W: w, H: 1}, board.ThrowHit{})
	}
}

// hand draws the tokens in hand, each with its key, and returns the number of rows.
func (k *column) hand(g ui.Region, r ui.Rect) (rows int) {
	if len(k.view.Hand) == 0 {
		n, empty := g.Text(r.X, r.Y, ui.Muted, k.a.T("yt.hand"))+2, k.a.T("yt.handempty")
		if n+ui.Width(empty) > r.W {
			g.Text(r.X, r.Y+1, ui.Muted, empty)
			return 2
		}
		g.Text(r.X+n, r.Y, ui.Muted, empty)
		return 1
	}
	x, y := r.X, r.Y
	for _, t := range kinds(k.view.Hand) {
		words := tokenName(k.a, t) + count(k.view.Hand, t)
		w := 4 + ui.Width(words)
		if x+w > r.X+r.W && y+1 == r.Y+r.H {
			break // its key works
		}
		if x+w > r.X+r.W {
			x, y = r.X, y+1
		}
		ground, ink := ui.Cap, ui.Text
		if k.asked && k.view.Ask == yut.AskMove && t == k.v.token {
			ground, ink = ui.Focus, ui.Accent|ui.Bold
		}
		g.Chip(x, y, app.Itoa(int(t)), ground)
		g.Text(x+4, y, ink, words)
		if k.asked && k.view.Ask == yut.AskMove {
			g.Hit(ui.Rect{X: x, Y: y, W: w, H: 1}, board.TokenHit(t))
		}
		x += w + 2
	}
	return y - r.Y + 1
}

// next draws the row below the hand: the targets of the piece in focus, or the last throw.
func (k *column) next(g ui.Region, x, y, w int) {
	switch {
	case k.v.roll != nil:
		for i, line := range ui.Wrap(k.a.T("yt.undecided"), w) {
			g.Text(x, y+i, ui.Muted, line)
		}
	case k.asked && k.view.Ask == yut.AskMove:
		k.ways(g, x, y, w)
	case k.asked && k.view.Ask == yut.AskStart:
		n := g.Chip(x, y, k.a.T("yt.button.start"), ui.Focus)
		g.Hit(ui.Rect{X: x, Y: y, W: n, H: 1}, board.StartHit{})
	case !k.asked && k.s.Result == nil && k.view.Ask == yut.AskStick:
		g.TextCut(x, y, w, ui.Strong, k.a.T("yt.tray.stick")+": "+stick(k.a, k.view.Offer.ID))
	case !k.asked && k.s.Result == nil && k.view.Ask == yut.AskRelic:
		g.TextCut(x, y, w, ui.Strong, k.a.T("yt.tray.relic")+": "+k.a.T("yt.choices", "n", len(k.view.Reward.Relics)))
	case k.view.Last != nil && len(k.view.Hand) > 0 && !k.view.Moving:
		text := tokenName(k.a, k.view.Last.Token) + "!"
		if k.view.Last.Token != k.view.Last.Thrown {
			text = tokenName(k.a, k.view.Last.Thrown) + " > " + text
		}
		if k.view.Ask == yut.AskThrow {
			text += "  " + k.a.T("yt.more")
		}
		g.TextCut(x, y, w, app.Either(k.asked, ui.Accent, ui.Strong)|ui.Bold, text)
	}
}

// ways draws the ways of the piece in focus: if there is room one a row, with the pieces at its end.
func (k *column) ways(g ui.Region, x, y, w int) {
	m, ok := k.v.focused(k.view)
	ways := k.v.ways(k.view)
	if !ok {
		return
	}
	from := m.From.String()
	if m.From == yut.Home {
		from = k.a.T("yt.home")
	}
	stacked := g.H()-y > len(ways) && (w > 30 || w < 20)
	for i, way := range ways {
		text := wayWords(k.a, k.view, way, len(ways) > 1, w > 30 && stacked || len(ways) == 1)
		if len(ways) == 1 {
			text = from + " > " + text
		}
		ink := app.Either(way.Action == m.Action, ui.Strong|ui.Bold, ui.Text)
		letter := g.Chip(x, y, string(rune('a'+i)), app.Either(way.Action == m.Action, ui.Picked, ui.Cap))
		room := w - letter - 1
		if !stacked && len(ways) > 1 {
			room = (w+2)/2 - letter - 2
		}
		n := letter + 1 + g.TextCut(x+letter+1, y, room, ink, text)
		g.Hit(ui.Rect{X: x, Y: y, W: n, H: 1}, wayHit(way.Action))
		if stacked {
			y++
		} else {
			x += (w + 2) / 2
		}
	}
}

// wayWords returns a way in words; in brief only its target.
func wayWords(a *app.App, view yut.View, m yut.Move, fork, whole bool) string {
	text := way(a, view, m, fork)
	if !whole {
		text = strings.ReplaceAll(text, " > ", ">")
		text, _, _ = strings.Cut(text, " (")
	}
	if whole && m.Steps != m.Token.Steps() {
		text += "  " + a.T("yt.did.steps", "n", m.Steps-m.Token.Steps())
	}
	return text
}

// relics draws the relics won: each as a picture, with its effect if there is room.
func (k *column) relics(g ui.Region, r ui.Rect, w int) {
	list := k.view.Relics
	switch {
	case len(list) == 0:
		for i := range 3 {
			board.Tile(g, r.X+9*i, r.Y, "")
		}
		for i, line := range ui.Wrap(k.a.T("yt.norelics.why"), r.W-2) {
			if 4+i < r.H {
				g.Text(r.X, r.Y+4+i, ui.Muted, line)
			}
		}
	case len(list) == 3 && r.H < 9:
		for i, have := range list {
			board.Tile(g, r.X+9*i, r.Y, have.ID)
			g.Text(r.X, r.Y+3+i, ui.Strong|ui.Bold, relic(k.a, have.ID))
		}
	default:
		step := app.Either(len(list) == 3, 3, 4)
		for i, have := range list {
			k.relic(g, r.X, r.Y+step*i, w, have.ID)
		}
	}
}

// relic draws a relic in three rows: its picture, its name and its effect.
func (k *column) relic(g ui.Region, x, y, w int, id string) {
	e, _ := yut.FindRelic(id)
	lang := k.a.Lang.String()
	board.Tile(g, x, y, id)
	names := ui.Wrap(e.Name.In(lang), w)
	for i, line := range names {
		g.Text(x+9, y+i, ui.Strong|ui.Bold, line)
	}
	lines, room := ui.Wrap(e.Text.In(lang), w), 3-len(names)
	if len(lines) > room {
		lines[room-1] = ui.Cut(strings.Join(lines[room-1:], " "), w)
	}
	for i, line := range lines[:min(room, len(lines))] {
		g.Text(x+9, y+len(names)+i, ui.Text, line)
	}
}
