package sessions

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/yut"
	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/sessions/ui"
)

// yutOver is the screen at the end of a run: how it came out, and two texts to
// send to others. The mouse is the terminal's here, so that they can be dragged
// where the terminal takes no copies.
type yutOver struct {
	t      *table
	counts string // what the run counts for, and the player's place
}

// newYutOver is the screen of a run that came to its end; one that was given up has the common one.
func newYutOver(t *table) screen {
	if t.snap.Result.Reason != games.Finished {
		return nil
	}
	return &yutOver{t: t}
}

func (o *yutOver) topic() string { return "yutover" }
func (o *yutOver) guard()        {} // keys were for the last move
func (o *yutOver) drag()         {}

func (o *yutOver) open(a *App) tea.Cmd { return o.refresh(a) }

func (o *yutOver) refresh(a *App) tea.Cmd {
	o.counts = o.standing(a)
	return nil
}

func (o *yutOver) handle(a *App, msg tea.Msg) tea.Cmd {
	s := o.t.snap
	mine := s.You != games.Nobody
	switch msg {
	case ui.Key("1"), ui.Key("2"):
		text := o.short(a)
		if msg == ui.Key("2") {
			text = strings.Join(o.long(a), "\n")
		}
		a.say(a.T("yt.copy.sent"))
		return tea.SetClipboard(text)
	case ui.Key("enter"):
		if mine {
			a.pop()
			return o.t.another(a)
		}
	case ui.Key("r"):
		if mine && s.Seed != "" {
			return o.again(a)
		}
		a.warn(a.T("yt.noseed"))
	case ui.Key("v"):
		if o.t.kept() {
			return a.push(newReplay(s.ID))
		}
		a.warn(a.T("yt.notkept"))
	case ui.Key("b"):
		return a.push(o.ranks(a))
	case ui.Key("esc"), ui.Key("backspace"):
		return a.pop()
	case ui.Key("q"):
		return a.home()
	}
	return nil
}

// again is one more run with the same seed.
func (o *yutOver) again(a *App) tea.Cmd {
	again := yutOffer()
	again.Seed = o.t.snap.Seed
	return a.offer(again, func(s screen) tea.Cmd {
		a.pop()
		return a.swap(s)
	})
}

// ranks is the board that the run is on.
func (o *yutOver) ranks(a *App) screen {
	switch s := o.t.snap; {
	case s.Daily != "":
		return a.house.Places.Scores(a, yut.Name, yut.Board, s.Daily)
	case s.Seeded && s.Seed != "" && s.Seed == cleanYutSeed(s.Seed):
		return a.house.Places.SeedScores(a, yut.Name, s.Seed)
	}
	return a.house.Places.Ranks(a, yut.Name)
}

// seed is the run's seed as it may be shown: that of the day when the day is over.
func (o *yutOver) seed(a *App) string {
	if s := o.t.snap; s.Seed == "" && s.Daily != "" {
		return a.T("yt.seed.daily", "d", s.Daily)
	}
	return o.t.snap.Seed
}

// names are the run's relics and sticks.
func (o *yutOver) names(a *App, stick func(string) string) (relics, sticks string) {
	view, _ := o.t.snap.View.(yut.View)
	var r, s []string
	for _, have := range view.Relics {
		r = append(r, a.relic(have.ID))
	}
	for _, have := range view.Sticks {
		s = append(s, stick(have.ID))
	}
	if len(r) == 0 {
		r = []string{a.T("yt.norelics")}
	}
	return strings.Join(r, ", "), strings.Join(s, ", ")
}

func (o *yutOver) turns() int {
	view, _ := o.t.snap.View.(yut.View)
	return view.Turn
}

// short is the text of one line, long the one of five.
func (o *yutOver) short(a *App) string {
	return a.T("yt.share", "s", o.seed(a), "t", o.turns())
}

func (o *yutOver) long(a *App) []string {
	relics, sticks := o.names(a, a.stick)
	return []string{
		a.T("yt.share.title"), a.T("yt.share.seed", "s", o.seed(a)), a.T("yt.share.turns", "t", o.turns()),
		a.T("yt.share.relics", "l", relics), a.T("yt.share.sticks", "l", sticks),
	}
}

// standing is what the run counts for, and the player's place.
func (o *yutOver) standing(a *App) string {
	s := o.t.snap
	if s.You == games.Nobody {
		return a.class(s.Daily, s.Seeded, s.Looked)
	}
	if s.Seeded && !s.Looked && !a.visit.Me().Guest && s.Seed != "" && s.Seed == cleanYutSeed(s.Seed) {
		_, place, of, err := a.house.Lobby.ScoreOf(ledger.BoardName(yut.Name, yut.Board, seedBoard(s.Seed)), a.visit.Me().ID)
		if err == nil && place > 0 {
			return a.T("yt.seedplace", "n", place, "of", of)
		}
	}
	return a.standing(s)
}

func (o *yutOver) draw(a *App, c *ui.Canvas) {
	s := o.t.snap
	f := ui.FrameSpec{Place: a.place(a.T("game." + yut.Name)), Facts: o.t.facts(a)}
	f.Message, f.MessageInk = a.said(a.T("yt.over.msg"))
	keys := []string{"1", "yt.key.short", "2", "yt.key.long"}
	if s.You != games.Nobody {
		label := "key.new"
		if s.Daily != "" {
			label = "key.board"
		}
		keys = append(keys, "enter", label)
		if s.Seed != "" {
			keys = append(keys, "r", "yt.key.same")
		}
	}
	if o.t.kept() {
		keys = append(keys, "v", "key.replay")
	}
	f.Keys = a.items(append(keys, "q", "key.home", "esc", "yt.key.board")...)
	ui.Frame(c, f)
	outer := ui.BodyRect(c.W(), c.H()).Centered(74, 21)
	g := c.Panel(outer, a.T("yt.over.title"))
	w := g.W() - 4
	view, _ := s.View.(yut.View)
	g.Text(2, 0, ui.Accent, a.T("yt.over.head", "t", view.Turn, "n", view.Throws))
	g.Text(2, 1, ui.Panel, ui.Cut(o.counts, w))
	relics, sticks := o.names(a, a.shortStick)
	y := 2
	field := func(key, text string) {
		g.Text(2, y, ui.Muted, a.T(key))
		for _, line := range ui.Wrap(text, w-10) {
			g.Text(12, y, ui.Panel, line)
			y++
		}
	}
	field("yt.over.seed", o.seed(a))
	field("yt.over.relics", relics)
	field("yt.over.sticks", sticks)
	text := func(title string, key ui.Key, lines ...string) {
		g.HLine(0, y, g.W(), ui.Muted)
		n := g.Text(2, y, ui.Panel, " "+string(key)+" "+a.T(title)+" ")
		g.Hit(ui.Rect{X: 2, Y: y, W: n, H: 1}, ui.Press(key))
		y++
		for _, l := range lines {
			for _, line := range ui.Wrap(l, w) {
				g.Text(2, y, ui.Strong, line)
				y++
			}
		}
	}
	text("yt.over.short", "1", o.short(a))
	text("yt.over.long", "2", o.long(a)...)
}

// kit is the overlay with what the sticks and relics of a run do.
type kit struct{ t *table }

func newKit(t *table) screen { return &kit{t} }

func (k *kit) over() {}

func (k *kit) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg {
	case ui.Key("esc"), ui.Key("q"), ui.Key("enter"), ui.Key("c"), ui.Key("backspace"), ui.Key("space"):
		return a.pop()
	}
	return nil
}

func (k *kit) draw(a *App, c *ui.Canvas) {
	g := panel(c, 78, 21, a.T("yt.kit"))
	view, _ := k.t.scene.View.(yut.View)
	lang := a.lang.String()
	g.Text(2, 0, ui.Muted, a.T("yt.sticks"))
	for i, have := range view.Sticks {
		e, _ := yut.FindStick(have.ID)
		g.Text(2, 1+2*i, ui.Strong, itoa(i+1)+"  "+e.Name.In(lang)+"  "+itoa(have.Back)+"%")
		g.TextCut(5, 2+2*i, g.W()-6, ui.Panel, e.Text.In(lang))
	}
	g.Text(2, 10, ui.Muted, a.T("yt.relics"))
	for i, have := range view.Relics {
		e, _ := yut.FindRelic(have.ID)
		g.Text(2, 11+2*i, ui.Accent, e.Name.In(lang))
		g.TextCut(5, 12+2*i, g.W()-6, ui.Panel, e.Text.In(lang))
	}
	if len(view.Relics) == 0 {
		g.Text(2, 11, ui.Panel, a.T("yt.norelics.why"))
	}
	ui.Keys(c, a.items("c", "key.close", "esc", "key.close"))
	a.row22(c, a.T("yt.kit.msg"))
}

// newYutSeed asks whose seed's board to show.
func newYutSeed(a *App, show func(a *App, seed string) tea.Cmd) *entry {
	return &entry{
		title: a.T("yt.seedboard"), text: a.T("yt.seedboard.text"), hint: a.T("yt.seed.hint"),
		input: &ui.Field{MaxCells: 2 * yut.SeedRunes, MaxRunes: yut.SeedRunes},
		done: func(a *App, text string) (tea.Cmd, error) {
			seed := cleanYutSeed(text)
			if seed == "" {
				return nil, lobby.ErrBadOffer
			}
			cmd := a.pop()
			return tea.Batch(cmd, show(a, seed)), nil
		},
	}
}
