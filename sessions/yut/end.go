package yut

import (
	"strings"
	"time"

	"arcade/games"
	"arcade/games/yut"
	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
)

// runOver is the screen at the end of a run: the result, and two texts to send to others.
type runOver struct {
	t      *play.Table
	counts string // the boards for which the run counts, and the player's place
}

// newRunOver returns the screen of a finished run; a run that was given up has the common one.
func newRunOver(t *play.Table) app.Screen {
	if t.Snap.Result.Reason != games.Finished {
		return nil
	}
	return &runOver{t: t}
}

func (o *runOver) Topic() string { return "yutover" }

// Guard returns the time in which keys are for the last move.
func (o *runOver) Guard() time.Duration { return app.EndTime }

func (o *runOver) Open(a *app.App) { o.Refresh(a) }

func (o *runOver) Refresh(a *app.App) {
	o.counts = o.standing(a)
	if s := o.t.Snap; s.Daily != "" && s.Seed == "" && s.Daily < a.House.Lobby.Today() { // the day is over meanwhile
		if r, err := a.House.Lobby.Replay(a.Ctx, a.Visit.Me().ID, s.ID); err == nil {
			s.Seed = r.Match.Seed
		}
	}
}

func (o *runOver) Commands(a *app.App) []app.Command {
	s := o.t.Snap
	keyed := a.Glyphs != ui.LevelRich // otherwise the keys stand beside the texts
	mine := s.You != games.Nobody
	next := app.Either(s.Daily != "" && mine, "key.board", app.When(o.t.Kept(), "key.replay"))
	return []app.Command{
		{Key: "1", Bar: app.When(keyed, "yt.key.short"), Do: func(a *app.App) { copyText(a, o.short(a)) }},
		{Key: "2", Bar: app.When(keyed, "yt.key.long"), Do: func(a *app.App) { copyText(a, strings.Join(o.long(a), "\n")) }},
		{Key: "enter", Bar: next, Do: func(a *app.App) {
			switch next {
			case "key.board":
				a.Push(o.ranks(a))
			case "key.replay":
				a.Push(replays.New(s.ID))
			default:
				a.Pop()
			}
		}},
		{Key: "n", Bar: app.When(mine && s.Daily == "", "key.new"), Do: func(a *app.App) {
			if !mine {
				return
			}
			a.Pop()
			o.t.Another(a)
		}},
		{Key: "r", Bar: app.When(mine && s.Seed != "", "yt.key.same"), Do: func(a *app.App) {
			if mine && s.Seed != "" {
				o.again(a)
				return
			}
			a.Warn(a.T("yt.noseed"))
		}},
		{Key: "v", Bar: app.When(o.t.Kept() && next != "key.replay", "key.replay"), Do: func(a *app.App) {
			if o.t.Kept() {
				a.Push(replays.New(s.ID))
				return
			}
			a.Warn(a.T("yt.notkept"))
		}},
		{Key: "b", Do: app.To(o.ranks)},
		{Key: "q", Bar: "key.home", Do: (*app.App).Home},
		{Key: "esc", Also: []ui.Key{"backspace"}, Bar: "yt.key.board", Do: (*app.App).Pop},
	}
}

// again begins another run with the same seed.
func (o *runOver) again(a *app.App) {
	again := offer()
	again.Seed = yut.Game{}.SeedName(o.t.Snap.Seed)
	play.Offer(a, again, func(s app.Screen) {
		a.Pop()
		a.Swap(s)
	})
}

// ranks returns the board of the run.
func (o *runOver) ranks(a *app.App) app.Screen {
	switch s := o.t.Snap; {
	case s.Daily != "":
		return a.House.Places.Scores(a, yut.Name, yut.Board, s.Daily)
	case s.Seeded && (yut.Game{}).SeedName(s.Seed) != "":
		return a.House.Places.SeedScores(a, yut.Name, yut.Game{}.SeedName(s.Seed))
	}
	return a.House.Places.Ranks(a, yut.Name)
}

// seed returns the public name of the run's seed: of a daily seed only after the end of its day.
func (o *runOver) seed(a *app.App) string {
	if s := o.t.Snap; s.Seed == "" && s.Daily != "" {
		return a.T("yt.seed.daily", "d", s.Daily)
	}
	return yut.Game{}.SeedName(o.t.Snap.Seed)
}

// names returns the run's relics and sticks.
func (o *runOver) names(a *app.App, stick func(string) string) (relics, sticks string) {
	view, _ := o.t.Snap.View.(yut.View)
	var r, s []string
	for _, have := range view.Relics {
		r = append(r, relic(a, have.ID))
	}
	for _, have := range view.Sticks {
		s = append(s, stick(have.ID))
	}
	if len(r) == 0 {
		r = []string{a.T("yt.norelics")}
	}
	return strings.Join(r, ", "), strings.Join(s, ", ")
}

func (o *runOver) turns() int {
	view, _ := o.t.Snap.View.(yut.View)
	return view.Turn
}

// short returns the text of one line, long the one of several.
func (o *runOver) short(a *app.App) string {
	return a.T("yt.share", "s", o.seed(a), "t", o.turns())
}

func (o *runOver) long(a *app.App) []string {
	relics, sticks := o.names(a, func(id string) string { return stick(a, id) })
	return []string{
		a.T("yt.share.title"), a.T("yt.share.seed", "s", o.seed(a)), a.T("yt.share.turns", "t", o.turns()),
		a.T("yt.share.relics", "l", relics), a.T("yt.share.sticks", "l", sticks),
	}
}

// shown returns the longer text as the sheet shows it: with the line that brings a picture of the run.
func (o *runOver) shown(a *app.App) []string {
	if !o.t.Kept() {
		return o.long(a)
	}
	return append(o.long(a), a.Piped("card "+o.t.Snap.ID))
}

// standing returns the boards for which the run counts, and the player's place.
func (o *runOver) standing(a *app.App) string {
	s := o.t.Snap
	if s.You == games.Nobody {
		return a.Class(s.Daily, s.Seeded, s.Hinted)
	}
	if name := (yut.Game{}).SeedName(s.Seed); s.Seeded && !s.Hinted && !a.Visit.Me().Guest && name != "" {
		_, place, of, err := a.House.Lobby.ScoreOf(a.Ctx, ledger.BoardName(yut.Name, yut.Board, solo.SeedBoard(name)), a.Visit.Me().ID)
		if err == nil && place > 0 {
			return a.T("yt.seedplace", "n", place, "of", of)
		}
	}
	return play.Standing(a, s)
}

func (o *runOver) Draw(a *app.App, c *ui.Canvas) {
	s := o.t.Snap
	f := ui.FrameSpec{Place: a.Place(a.T("game." + yut.Name)), Facts: o.t.Facts(a)}
	f.Message, f.MessageInk = a.Said(a.T("yt.over.msg"))
	f.Keys = a.Bar(o.Commands(a))
	ui.Frame(c, f)
	if c.Rich {
		o.drawRich(a, c)
		return
	}
	outer := c.Area().Centered(74, 21)
	g := c.Panel(outer, a.T("yt.over.title"))
	w := g.W() - 4
	view, _ := s.View.(yut.View)
	g.Text(2, 0, ui.Accent, a.T("yt.over.head", "t", view.Turn, "n", view.Throws))
	g.Text(2, 1, ui.Panel, ui.Cut(o.counts, w))
	relics, sticks := o.names(a, func(id string) string { return shortStick(a, id) })
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
		n := g.Text(2, y, ui.Button, "["+string(key)+" "+a.T(title)+"]")
		g.Hit(ui.Rect{X: 2, Y: y, W: n, H: 1}, ui.Press(key))
		y++
		for _, l := range lines {
			for _, line := range ui.Wrap(l, w) {
				g.Text(2, y, ui.Strong, line)
				y++
			}
		}
	}
	text("yt.key.short", "1", o.short(a))
	text("yt.key.long", "2", o.shown(a)...)
}

// copyText copies a text about a run.
func copyText(a *app.App, text string) {
	a.Copy(text, "", a.T("game."+yut.Name), a.T("yt.over.title"))
}

// outfit is the overlay with the effects of a run's sticks and relics.
type outfit struct{ t *play.Table }

func newOutfit(t *play.Table) app.Screen { return &outfit{t} }

func (k *outfit) Over() {}

func (k *outfit) Commands(*app.App) []app.Command {
	return []app.Command{
		{Key: "c", Bar: "key.close", Do: (*app.App).Pop},
		{Key: "esc", Also: []ui.Key{"q", "enter", "backspace", "space"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

func (k *outfit) Draw(a *app.App, c *ui.Canvas) {
	if c.Rich {
		k.drawRich(a, c)
		return
	}
	g := ui.OverlayBox(c, 78, 21, a.T("yt.kit"))
	view, _ := k.t.Scene.View.(yut.View)
	lang := a.Lang.String()
	g.Text(2, 0, ui.Muted, a.T("yt.sticks"))
	for i, have := range view.Sticks {
		e, _ := yut.FindStick(have.ID)
		g.Text(2, 1+2*i, ui.Strong, app.Itoa(i+1)+"  "+e.Name.In(lang)+"  "+app.Itoa(have.Back)+"%")
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
	ui.Keys(c, a.Bar(k.Commands(a)))
	a.Row22(c, a.T("yt.kit.msg"))
}

// newSeed asks for the seed of the board to show.
func newSeed(a *app.App, show func(a *app.App, seed string)) *app.Entry {
	return &app.Entry{
		Title: a.T("yt.seedboard"), Text: a.T("yt.seedboard.text"), Hint: a.T("yt.seed.hint"),
		Input: &ui.Field{MaxCells: 2 * yut.SeedRunes, MaxRunes: yut.SeedRunes},
		Done: func(a *app.App, text string) error {
			seed := cleanSeed(text)
			if seed == "" {
				return lobby.ErrBadOffer
			}
			a.Pop()
			show(a, seed)
			return nil
		},
	}
}
