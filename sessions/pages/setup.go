package pages

import (
	"cmp"
	"slices"
	"strings"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
	"arcade/store"
)

// Setup is the form of a new table: one row a choice, Enter starts.
type Setup struct {
	app.Form
	game string
	to   store.Player // the player to challenge, if already known
}

func newSetup(a *app.App, game string) *Setup {
	s := &Setup{game: game}
	g, err := a.House.Lobby.Game(game)
	if err != nil {
		return s
	}
	s.Rows = []app.Choice{
		{ID: "who", Values: []string{"bot", "anybody", "friend", "player", "watch", "screen"}},
		{ID: "seat", Values: []string{"0", "1", "-1"}, At: 2},
		{ID: "variant"},
		{ID: "second", Input: ui.NewField(12)},
		{ID: "bot"},
		{ID: "bot2"},
		{ID: "control", Values: []string{play.GameOf(game).Control}},
		{ID: "rated", Values: []string{"yes", "no"}},
	}
	for _, id := range []string{"bot", "bot2"} {
		bots := s.Row(id)
		bots.Values = append(bots.Values, games.BotNames(g)...)
		bots.At = max(len(bots.Values)-1, 0)
	}
	s.Row("bot").At = 0
	if a.Visit.Me().Guest {
		s.Row("rated").At = 1
	}
	for i := range play.GameOf(game).Variants {
		s.Row("variant").Values = append(s.Row("variant").Values, app.Itoa(i))
	}
	s.Row("who").At = 1
	if a.House.Alone {
		*s.Row("who") = app.Choice{ID: "who", Values: []string{"bot", "watch", "screen"}}
		s.Row("control").Values = []string{"none"} // a clock runs on while nobody sits here
	}
	s.Picked = func(a *app.App, _ *app.Choice) { s.update(a) }
	s.update(a)
	return s
}

func (s *Setup) Topic() string { return "setup" }

// Value returns the choice in a row.
func (s *Setup) Value(id string) string { return s.Row(id).Value() }

// update hides the rows that do not apply to the choices, and names the alternatives.
func (s *Setup) update(a *app.App) {
	who := s.Value("who")
	d := play.GameOf(s.game)
	s.Row("seat").Hidden = !d.Sides || who == "watch"
	s.Row("variant").Hidden = len(d.Variants) == 0 || who == "watch"
	s.Row("second").Hidden = who != "screen"
	s.Row("bot").Hidden = who != "bot" && who != "watch" || len(s.Row("bot").Values) < 2
	s.Row("bot2").Hidden = who != "watch" || len(s.Row("bot").Values) < 2
	s.Row("rated").Hidden = who == "screen" || who == "bot" || who == "friend" || who == "watch" || a.Visit.Me().Guest
	clocks, was := s.Row("control"), s.Value("control")
	clocks.Hidden, clocks.Values = who == "watch" || who == "screen", d.Controls
	if who == "bot" && d.BotControls != nil {
		clocks.Values = d.BotControls
	}
	if clocks.At = slices.Index(clocks.Values, was); clocks.At < 0 {
		clocks.At = max(slices.Index(clocks.Values, d.Control), 0)
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		r.Labels = nil
		for _, v := range r.Values {
			switch r.ID {
			case "bot", "bot2":
				r.Labels = append(r.Labels, a.T("bot."+v))
			case "control":
				r.Labels = append(r.Labels, a.Control(v))
			case "variant":
				r.Labels = append(r.Labels, d.Variant(a, len(r.Labels)))
			case "seat":
				r.Labels = append(r.Labels, a.T("setup.seat."+s.game+"."+v))
			default:
				r.Labels = append(r.Labels, a.T("setup."+r.ID+"."+v))
			}
		}
	}
}

func (s *Setup) Commands(*app.App) []app.Command {
	if s.Field() != nil {
		return solo.TypingCommands(s.start)
	}
	return []app.Command{
		{Key: "updown", Bar: "key.row"}, {Key: "leftright", Bar: "key.change"},
		{Key: "enter", Bar: "key.start", Do: s.start},
		app.HelpKey, app.BackKey,
	}
}

// Offer returns the form's offer.
func (s *Setup) Offer() pairing.Offer {
	o := pairing.Offer{Game: s.game, Control: s.Value("control")}
	if list := play.GameOf(s.game).Variants; len(list) > 0 {
		o.Options = list[s.Row("variant").At]
	}
	switch s.Value("seat") {
	case "0":
		o.Seat = 0
	case "1":
		o.Seat = 1
	default:
		o.Seat = games.Nobody
	}
	switch s.Value("who") {
	case "bot":
		o.Bot = s.Value("bot")
	case "friend":
		o.Private = true
	case "screen":
		o.Control, o.Second = "none", cmp.Or(strings.TrimSpace(s.Row("second").Input.String()), pairing.SecondName)
	default:
		o.Rated = !s.Row("rated").Hidden && s.Value("rated") == "yes"
	}
	return o
}

// start opens the table, or asks for the player to challenge first.
func (s *Setup) start(a *app.App) {
	if s.Value("who") == "watch" {
		a.Swap(replays.NewExhibit(s.game, []string{s.Value("bot"), s.Value("bot2")}))
		return
	}
	o := s.Offer()
	if s.Value("who") == "player" {
		if s.to.ID == "" {
			a.Push(newChallenge(a, o))
			return
		}
		o.Player = s.to.ID
	}
	play.Offer(a, o, a.Swap)
}

// beside returns the side of the second player at one screen, if it has been chosen, and the name that an empty
// field means.
func (s *Setup) beside(a *app.App) string {
	blank := app.TextIf(strings.TrimSpace(s.Row("second").Input.String()) == "", pairing.SecondName)
	other, ok := map[string]string{"0": "1", "1": "0"}[s.Value("seat")]
	if !ok || s.Row("seat").Hidden {
		return blank
	}
	return strings.TrimSpace(a.T("setup.seat."+s.game+"."+other) + "  " + blank)
}

// note explains a row: the kind of game, and the side and the name of the second player.
func (s *Setup) note(a *app.App, id string) string {
	switch id {
	case "who":
		return a.T("setup.about." + s.Value("who"))
	case "second":
		return s.beside(a)
	}
	return ""
}

// Draw draws the form.
func (s *Setup) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, s) }

// formWidth is the most cells of the form.
const formWidth = 90

// View shows the form.
func (s *Setup) View(a *app.App) app.View {
	usual := a.T("setup.msg." + s.Value("who"))
	if s.In().ID == "bot" {
		usual = a.T("bot.about." + s.Value("bot"))
	}
	challenges := s.to.ID != "" && s.Value("who") == "player"
	if challenges {
		usual = a.T("setup.msg.to", "p", a.NameWithMark(s.to.Name, s.to.Bot))
	}
	rows := s.Form.Noted(func(id string) string { return a.T("setup." + id) }, func(id string) string { return s.note(a, id) })
	title := kit.Col(0, 0, kit.Item{Block: kit.Heading{Title: a.T("setup.title", "game", a.T("game."+s.game))}})
	if challenges {
		title.Items = append(title.Items, kit.Item{Block: kit.Text{Ink: ui.Strong, Text: a.T("setup.to", "p", a.NameWithMark(s.to.Name, s.to.Bot))}})
	}
	keys := kit.Keys{{Name: "Enter", Key: "enter", Label: a.T("key.start")}, {Name: "Esc", Key: "esc", Label: a.T("key.back")}}
	form := kit.Sheet{Inset: true, Block: kit.Col(1, 0,
		kit.Item{Block: title}, kit.Item{Block: rows, First: true},
		kit.Item{Block: kit.Text{Ink: ui.Accent, Text: a.T("setup.note." + s.game)}, Drop: 2}, kit.Item{Block: keys, Drop: 1})}
	return app.View{Place: []string{a.T("game." + s.game), a.T("setup.place")}, Usual: usual, Body: kit.Middle{W: formWidth, Block: form}}
}
