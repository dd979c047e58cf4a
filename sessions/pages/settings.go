package pages

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// settingsView is the form of the settings. Each choice applies and is stored at once.
type settingsView struct {
	app.Form
	options []app.Option
}

func newSettingsScreen(a *app.App) *settingsView {
	v := &settingsView{options: optionsFor(a)}
	for _, o := range v.options {
		v.Rows = append(v.Rows, app.Choice{ID: o.ID, Values: o.Values})
	}
	v.Picked = func(a *app.App, r *app.Choice) {
		i := slices.IndexFunc(v.options, func(o app.Option) bool { return o.ID == r.ID })
		a.Change(func(s *app.Settings) { v.options[i].Set(s, r.Value()) })
		a.Say(a.T("sh.save"))
	}
	v.follow(a)
	return v
}

// optionsFor returns the shell's and the games' options, in the order of the page.
func optionsFor(a *app.App) []app.Option {
	list := slices.Clone(shellOptions)
	if a.House.Alone {
		list = slices.DeleteFunc(list, func(o app.Option) bool { return o.ID == "talk" || o.ID == "named" })
	}
	for _, g := range a.House.Lobby.Games() {
		for _, o := range play.GameOf(g.Info().Name).Settings {
			at := slices.IndexFunc(list, func(above app.Option) bool { return above.ID == o.Below }) + 1
			list = slices.Insert(list, app.If(at > 0, at, len(list)), o)
		}
	}
	return list
}

// follow shows the settings in force, which keys that work everywhere may change.
func (v *settingsView) follow(a *app.App) {
	for i, o := range v.options {
		v.Rows[i].At = o.At(a)
		v.Rows[i].Labels = nil
		for _, value := range o.Values {
			v.Rows[i].Labels = append(v.Rows[i].Labels, a.T("set."+o.ID+"."+value))
		}
	}
}

func (v *settingsView) Topic() string { return "settings" }

// onOff returns a row with two alternatives.
func onOff(id string, get func(*app.Settings) *bool, first, second string) app.Option {
	return app.Option{
		ID: id, Values: []string{first, second},
		At:  func(a *app.App) int { return app.If(*get(&a.Set), 1, 0) },
		Set: func(s *app.Settings, v string) { *get(s) = v == second },
	}
}

// themes has the choices of colours.
var themes = []string{"auto", "dark", "light", "contrast", "true", "16", "mono"}

var shellOptions = []app.Option{
	{
		ID: "lang", Values: []string{"ko", "en"},
		At:  func(a *app.App) int { return app.If(a.Lang == words.EN, 1, 0) },
		Set: func(s *app.Settings, v string) { s.Lang = v },
	},
	{
		ID: "glyphs", Values: []string{"rich", "default", "safe"},
		At: func(a *app.App) int {
			return slices.Index([]ui.Level{ui.LevelRich, ui.LevelLines, ui.LevelPlain}, a.Glyphs)
		},
		Set: func(s *app.Settings, v string) { s.Glyphs = v },
	},
	{
		ID: "theme", Values: themes,
		At: func(a *app.App) int { return max(slices.Index(themes, a.Set.Theme), 0) },
		Set: func(s *app.Settings, v string) {
			s.Theme = app.If(v == "auto", "", v)
		},
	},
	onOff("vision", func(s *app.Settings) *bool { return &s.Vision }, "off", "on"),
	{
		ID: "motion", Values: []string{"slow", "normal", "fast", "none"},
		At: func(a *app.App) int {
			return max(slices.Index([]string{"slow", "normal", "fast", "none"}, a.Pace()), 0)
		},
		Set: func(s *app.Settings, v string) { s.Motion = v },
	},
	onOff("bell", func(s *app.Settings) *bool { return &s.Bell }, "off", "on"),
	onOff("mouse", func(s *app.Settings) *bool { return &s.NoMouse }, "on", "off"),
	onOff("confirm", func(s *app.Settings) *bool { return &s.Confirm }, "off", "on"),
	onOff("hints", func(s *app.Settings) *bool { return &s.NoHints }, "on", "off"),
	onOff("talk", func(s *app.Settings) *bool { return &s.Mute }, "on", "off"),
	onOff("named", func(s *app.Settings) *bool { return &s.Named }, "off", "on"),
	onOff("reader", func(s *app.Settings) *bool { return &s.Reader }, "off", "on"),
}

func (v *settingsView) Commands(*app.App) []app.Command {
	return []app.Command{
		{Key: "updown", Bar: "key.row"}, {Key: "leftright", Bar: "key.change"},
		{Key: "enter", Do: func(a *app.App) { v.Handle(a, ui.Key("right")) }},
		{Key: "u", Bar: "key.name", Do: app.To(newRename)},
		{Key: "r", Bar: "key.reset", Do: askReset},
		app.HelpKey, app.BackKey,
	}
}

// askReset asks before all settings get their defaults.
func askReset(a *app.App) {
	a.Push(&app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title, q.Lines = a.T("set.reset.title"), []string{a.T("set.reset.text")}
		q.Confirm(a.T("acc.keep"), a.T("key.reset"), func(a *app.App) {
			a.Change(func(s *app.Settings) { *s = app.Settings{Lang: s.Lang} })
			a.Say(a.T("set.reset"))
		})
	}})
}

func (v *settingsView) Handle(a *app.App, msg tea.Msg) {
	v.follow(a)
	v.Form.Handle(a, msg)
}

// sampleFrom and sampleWidth are the least width of settings with a sample of the looks beside them, and its width.
const sampleFrom, sampleWidth = 74, 20

// Draw draws the form.
func (v *settingsView) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, v) }

// View shows the form, and beside it how it looks.
func (v *settingsView) View(a *app.App) app.View {
	v.follow(a)
	form := v.Form.Block(func(id string) string { return a.T("set." + id) })
	return app.View{Place: []string{a.T("set.place")}, Usual: a.T("set.msg"), Body: kit.Fit{
		kit.From{W: sampleFrom, Block: kit.Row(2, kit.Item{Block: form, Fill: 1}, kit.Item{Block: kit.Col(0, 0, kit.Item{Block: sample(a)}), Fix: sampleWidth})},
		form,
	}}
}

// sample shows the settings' effect on colours and symbols.
func sample(a *app.App) kit.Block {
	const tiles = 2
	text := func(text string) kit.Item { return kit.Item{Block: kit.Text{Ink: ui.Text, Text: text}} }
	faces := kit.Picture{Size: kit.Size{W: tiles*8 - 2, H: 2}, Paint: func(_ kit.Look, g ui.Region) {
		x := 0
		for _, game := range a.House.Lobby.Games() {
			if s := play.GameOf(game.Info().Name).Face.Tile; s != nil && x+s.W <= g.W() {
				g.Stamp(x, 0, s)
				x += s.W + 2
			}
		}
	}}
	inks := kit.Row(1)
	for _, ink := range []ui.Token{ui.Accent, ui.Info, ui.OK, ui.Warn, ui.Bad} {
		inks.Items = append(inks.Items, kit.Item{Block: kit.Word{Ink: ink | ui.Bold, Text: "Aa"}})
	}
	return kit.Sheet{Inset: true, Block: kit.Col(1, 0, kit.Item{Block: kit.Heading{Title: a.T("set.sample")}},
		kit.Item{Block: kit.Only{In: kit.Pictured, Block: faces}},
		kit.Item{Block: kit.Col(0, 0, text("● 14  ○ 12"), text("♠ ♥ ♦ ♣  가나"), kit.Item{Block: kit.Only{In: kit.Unpictured, Block: kit.Word{Ink: ui.Text, Text: "│가나│ ─"}}})},
		kit.Item{Block: kit.Bar{Part: 62, Whole: 100, Number: "62", Ink: ui.Info}}, kit.Item{Block: inks})}
}
