package yut

import (
	"strings"
	"time"

	"arcade/games"
	"arcade/games/yut"
	"arcade/lobby/ledger"
	runs "arcade/lobby/solo"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
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
	mine := s.You != games.Nobody
	next := app.If(s.Daily != "" && mine, "key.board", app.TextIf(o.t.Kept(), "key.replay"))
	return []app.Command{
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
		{Key: "n", Bar: app.TextIf(mine && s.Daily == "", "key.new"), Do: func(a *app.App) {
			if !mine {
				return
			}
			a.Pop()
			o.t.Another(a)
		}},
		{Key: "r", Bar: app.TextIf(mine && s.Seed != "", "yt.key.same"), Do: func(a *app.App) {
			if mine && s.Seed != "" {
				o.again(a)
				return
			}
			a.Warn(a.T("yt.noseed"))
		}},
		{Key: "v", Bar: app.TextIf(o.t.Kept() && next != "key.replay", "key.replay"), Do: func(a *app.App) {
			if o.t.Kept() {
				a.Push(replays.New(s.ID))
				return
			}
			a.Warn(a.T("yt.notkept"))
		}},
		{Key: "1", Bar: "yt.key.short", Do: func(a *app.App) { copyText(a, o.short(a)) }},
		{Key: "2", Bar: "yt.key.long", Do: func(a *app.App) { copyText(a, strings.Join(o.long(a), "\n")) }},
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
	return append(o.long(a), a.House.Command("card "+o.t.Snap.ID))
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

func (o *runOver) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, o) }

// View shows the result on wood, the relics and the sticks, and the texts to send, which the player can also select.
func (o *runOver) View(a *app.App) app.View {
	s := o.t.Snap
	v := app.View{Place: []string{a.T("game." + yut.Name), a.T("yt.over.title")}, Facts: o.t.Facts(a), Usual: a.T("yt.over.msg")}
	view, ok := s.View.(yut.View)
	if !ok {
		return v
	}
	var relics, sticks []kit.Block
	for _, have := range view.Relics {
		relics = append(relics, relicBlock(a, have.ID))
	}
	for _, have := range view.Sticks {
		sticks = append(sticks, stickBlock(a, have))
	}
	won, carried := o.names(a, func(id string) string { return shortStick(a, id) })
	facts := kit.Facts{{Label: a.T("yt.over.seed"), Text: o.seed(a)}, {Label: a.T("yt.over.relics"), Text: won}, {Label: a.T("yt.over.sticks"), Text: carried}}
	head := a.T("yt.over.head", "t", view.Turn, "n", view.Throws)
	items := []kit.Item{{Block: kit.Only{In: kit.Unpictured, Block: facts}, Drop: 3}}
	for i, list := range [][]kit.Block{relics, sticks} {
		if len(list) > 0 {
			items = append(items, kit.Item{Block: kit.Fit{
				kit.Sheet{Inset: true, Block: &kit.Flow{Gap: 1, Blocks: list}}, kit.Sheet{Block: &kit.Flow{Blocks: list}},
			}, Drop: 4 + i})
		}
	}
	for _, t := range o.texts(a) {
		lines := kit.Col(0, 0, kit.Item{Block: kit.Row(2,
			kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: t.lines[0]}, Fill: 1},
			kit.Item{Block: kit.Cap{Name: string(t.key), Label: a.T(t.label), Key: t.key}})})
		for _, line := range t.lines[1:] {
			lines.Items = append(lines.Items, kit.Item{Block: kit.Code{Ink: ui.Text, Text: line}})
		}
		items = append(items, kit.Item{Block: lines})
	}
	words := kit.Item{Block: kit.Col(0, 0, kit.Item{Block: kit.Text{Ink: ui.Accent | ui.Bold, Text: head}}, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: o.counts}})}
	under := func(top ...kit.Item) kit.Block { return kit.Col(1, 0, append(top, items...)...) }
	v.Body = kit.ByLevel{Signs: under(words), Pictures: kit.Fit{
		under(kit.Item{Block: banner{a, view, []string{head, o.counts}}}),
		under(kit.Item{Block: banner{a, view, nil}}, words), under(words),
	}}
	return v
}

// sent is a text to send, with the key that copies it.
type sent struct {
	key   ui.Key
	label string
	lines []string
}

// texts returns the texts to send.
func (o *runOver) texts(a *app.App) []sent {
	return []sent{{"1", "yt.key.short", []string{o.short(a)}}, {"2", "yt.key.long", o.shown(a)}}
}

// banner is the wood with the word of the end, the turns, and the pieces that came home. A wide one
// is twice as high.
type banner struct {
	a     *app.App
	view  yut.View
	words []string // beside the turns, nil for none
}

// The least cells of a banner and its rows, and the cells of a large one.
const bannerLeast, bannerRows, bannerLarge = 40, 8, 120

// The cells right of everything on a banner, and the rows beside the turns.
const bannerRight, bannerWords = 3, 3

// scale returns the size of the words on the wood in w by h cells.
func (b banner) scale(w, h int) int {
	return app.If(w >= bannerLarge && h >= 2*bannerRows, 2, 1)
}

// at returns the columns of the turns and of the words beside them, on wood with words k times as large.
func (b banner) at(k int) (turns, words int) {
	turns = k * (len(board.BigWords[b.a.T("yt.end.word")][0]) + 7)
	return turns, turns + ui.LettersWidth(app.Itoa(b.view.Turn), k) + 2
}

// lines returns the words in rows of w cells; the first bold ones belong to the first sentence.
func (b banner) lines(w int) (lines []string, bold int) {
	for i, text := range b.words {
		if lines = append(lines, ui.Wrap(text, max(w, 2))...); i == 0 {
			bold = len(lines)
		}
	}
	return lines, bold
}

// Least returns the size of the wood; it has no room in w cells if the words have none on it.
func (b banner) Least(_ kit.Look, w int) kit.Size {
	size := kit.Size{W: bannerLeast, H: bannerRows}
	if b.words != nil {
		_, x := b.at(1)
		if lines, _ := b.lines(w - x - bannerRight); len(lines) > bannerWords || w < x+22 {
			size.W = w + 1
		}
	}
	return size
}

// Wish returns the rows of the wood, twice as many where it is wide.
func (b banner) Wish(l kit.Look, w int) int {
	if w >= bannerLarge {
		return 2 * bannerRows
	}
	return b.Least(l, w).H
}

// bannerShade is the ink of the turns on the banner.
var bannerShade = ui.GradientOf(board.WoodText, board.WoodText)

// Draw draws the word, and what has room beside it: the turns, the words, the pieces.
func (b banner) Draw(_ kit.Look, g ui.Region) {
	k := b.scale(g.W(), g.H())
	p := board.Woodgrain(g.W(), k*bannerRows, false)
	word := b.a.T("yt.end.word")
	board.WordOf(p, 3*k, k*(1+(15-len(board.BigWords[word]))/2), k, word, board.EndInk)
	turns, words := b.at(k)
	if turns+20*k+bannerRight <= g.W() {
		under, top := ui.Disc(2.1*float64(k), 0), ui.Disc(1.7*float64(k), 0.3)
		for i := range b.view.Finished {
			p.Stamp(turns+k*(2+6*i), k*6-k/2, under, board.ShadowRed)
			p.Stamp(turns+k*(2+6*i), k*6-k/2, top, board.Red)
		}
	}
	g.Show(0, 0, p)
	g.Strip(ui.Rect{W: g.W(), H: 1}, ui.Accent)
	if words-2+bannerRight <= g.W() {
		g.Letters(turns, k+k/2, app.Itoa(b.view.Turn), k, bannerShade)
	}
	lines, bold := b.lines(g.W() - words - bannerRight)
	for i, line := range lines {
		y := k + k/2 + i
		g.Fill(ui.Rect{X: words, Y: y, W: ui.Width(line), H: 1}, board.WoodgrainTone(y))
		g.Text(words, y, app.If(i < bold, board.WoodText|ui.Bold, board.WoodText), line)
	}
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

func (k *outfit) Draw(a *app.App, c *ui.Canvas) { a.DrawOver(c, k.Overlay(a)) }

// Overlay shows the sticks and the relics with their effects.
func (k *outfit) Overlay(a *app.App) app.Overlay {
	view, _ := k.t.Scene.View.(yut.View)
	lang := a.Lang.String()
	whole := kit.Col(1, 0, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("yt.sticks")}, Drop: 2})
	var brief kit.Points
	point := func(sign string, ink ui.Token, name, text string) {
		brief.List = append(brief.List, kit.Point{Sign: sign, SignInk: ui.Muted, Ink: ink, Text: name + ": " + text})
	}
	for i, have := range view.Sticks {
		e, _ := yut.FindStick(have.ID)
		whole.Items = append(whole.Items, kit.Item{Block: stickBlock(a, have)})
		point(app.Itoa(i+1), ui.Text, shortStick(a, have.ID)+" "+app.Itoa(have.Back)+"%", e.Text.In(lang))
	}
	whole.Items = append(whole.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("yt.relics")}, Drop: 1})
	for _, have := range view.Relics {
		e, _ := yut.FindRelic(have.ID)
		whole.Items = append(whole.Items, kit.Item{Block: relicBlock(a, have.ID)})
		point("", board.RelicInk, relic(a, have.ID), e.Text.In(lang))
	}
	if len(view.Relics) == 0 {
		none := a.T("yt.norelics.why")
		whole.Items = append(whole.Items, kit.Item{Block: kit.Row(1, kit.Item{Block: tiles[""]}, kit.Item{Block: kit.Text{Ink: ui.Text, Text: none}, Fill: 1})})
		point("", ui.Muted, a.T("yt.relics"), none)
	}
	told := kit.Told{Block: brief, Text: func() string {
		var list []string
		for _, p := range brief.List {
			list = append(list, p.Text)
		}
		return strings.Join(list, ". ")
	}}
	return app.Overlay{Title: a.T("yt.kit"), Body: kit.Fit{whole, told}, Usual: a.T("yt.kit.msg"), Keys: a.Bar(k.Commands(a)), W: outfitWidth}
}

// outfitWidth is the width of the sticks and relics with their effects.
const outfitWidth = 70

// stickBlock is a stick: its picture, its name, the chance of its back, and its effect.
func stickBlock(a *app.App, have yut.Carried) kit.Block {
	e, _ := yut.FindStick(have.ID)
	title, text := e.Name.In(a.Lang.String()), e.Text.In(a.Lang.String())
	picture := kit.Picture{Size: kit.Size{W: 3, H: 2}, Art: true, Paint: func(_ kit.Look, g ui.Region) { g.Show(0, 0, standing(have.Special)) }}
	name := kit.Row(2, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: title}},
		kit.Item{Block: kit.Word{Ink: app.If(have.Special, ui.Accent, ui.Muted), Text: app.Itoa(have.Back) + "%"}})
	row := kit.Row(1, kit.Item{Block: picture}, kit.Item{Fill: 1, Block: kit.Col(0, 0, kit.Item{Block: name}, kit.Item{Block: kit.Text{Ink: ui.Text, Text: text}})})
	return kit.Told{Block: row, Text: func() string { return title + ", " + a.T("yt.offer.back", "n", have.Back) + ": " + text }}
}

// standing draws a small stick, 2 by 2 cells: a stick from an offer has a golden edge.
func standing(special bool) *ui.Picture {
	p := ui.NewPicture(2, 2, board.BackFace)
	for y := range p.H {
		p.Set(1, y, app.If(special, board.Gold, board.FrontFace))
	}
	return p
}

// newSeed asks for the seed of the board to show.
func newSeed(a *app.App, show func(a *app.App, seed string)) *app.Entry {
	return &app.Entry{
		Title: a.T("yt.seedboard"), Text: a.T("yt.seedboard.text"), Hint: a.T("yt.seed.hint"),
		Input: &ui.Field{MaxCells: 2 * yut.SeedRunes, MaxRunes: yut.SeedRunes},
		Done: func(a *app.App, text string) error {
			seed := cleanSeed(text)
			if seed == "" {
				return runs.ErrBadOffer
			}
			a.Pop()
			show(a, seed)
			return nil
		},
	}
}
