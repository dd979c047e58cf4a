package pages

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// settingsView is the form of the settings. Each choice applies and is kept at once.
type settingsView struct{ focus int }

func newSettingsScreen(*app.App) *settingsView { return &settingsView{} }

func (v *settingsView) Topic() string { return "settings" }

// option is one row of the settings: its alternatives, which one is in force, and how to take another.
type option struct {
	id     string
	values []string
	at     func(a *app.App, s app.Settings) int
	set    func(s *app.Settings, value string)
}

// onOff is a row with two alternatives.
func onOff(id string, get func(*app.Settings) *bool, first, second string) option {
	return option{
		id: id, values: []string{first, second},
		at: func(_ *app.App, s app.Settings) int {
			if *get(&s) {
				return 1
			}
			return 0
		},
		set: func(s *app.Settings, v string) { *get(s) = v == second },
	}
}

var settingsRows = []option{
	{
		id: "lang", values: []string{"ko", "en"},
		at: func(a *app.App, _ app.Settings) int {
			if a.Lang == words.EN {
				return 1
			}
			return 0
		},
		set: func(s *app.Settings, v string) { s.Lang = v },
	},
	{
		id: "glyphs", values: []string{"default", "safe"},
		at:  func(a *app.App, _ app.Settings) int { return int(a.Glyphs) },
		set: func(s *app.Settings, v string) { s.Glyphs = v },
	},
	{
		id: "theme", values: []string{"auto", "dark", "light", "16", "mono"},
		at: func(_ *app.App, s app.Settings) int {
			return max(slices.Index([]string{"", "dark", "light", "16", "mono"}, s.Theme), 0)
		},
		set: func(s *app.Settings, v string) {
			s.Theme = v
			if v == "auto" {
				s.Theme = ""
			}
		},
	},
	onOff("vision", func(s *app.Settings) *bool { return &s.Vision }, "off", "on"),
	{
		id: "motion", values: []string{"normal", "fast", "none"},
		at: func(_ *app.App, s app.Settings) int {
			return max(slices.Index([]string{"", "fast", "none"}, s.Motion), 0)
		},
		set: func(s *app.Settings, v string) {
			s.Motion = v
			if v == "normal" {
				s.Motion = ""
			}
		},
	},
	onOff("bell", func(s *app.Settings) *bool { return &s.Bell }, "off", "on"),
	onOff("mouse", func(s *app.Settings) *bool { return &s.NoMouse }, "on", "off"),
	onOff("confirm", func(s *app.Settings) *bool { return &s.Confirm }, "off", "on"),
	onOff("hints", func(s *app.Settings) *bool { return &s.NoHints }, "on", "off"),
	onOff("talk", func(s *app.Settings) *bool { return &s.Mute }, "on", "off"),
}

func (v *settingsView) Handle(a *app.App, msg tea.Msg) tea.Cmd {
	n := len(settingsRows)
	row := settingsRows[v.focus]
	take := func(row option, i int) {
		a.Change(func(s *app.Settings) { row.set(s, row.values[i]) })
		a.Say(a.T("sh.save"))
	}
	switch msg := msg.(type) {
	case app.PickHit:
		v.focus = msg.Row
		take(settingsRows[msg.Row], msg.At)
	case ui.Key:
		at, values := row.at(a, a.Set), len(row.values)
		switch msg {
		case "up", "shift+tab":
			v.focus = (v.focus + n - 1) % n
		case "down", "tab":
			v.focus = (v.focus + 1) % n
		case "left":
			take(row, (at+values-1)%values)
		case "right", "enter", "space":
			take(row, (at+1)%values)
		case "n":
			return a.Push(newRename(a))
		case "r":
			a.Change(func(s *app.Settings) { *s = app.Settings{Lang: s.Lang} })
			a.Say(a.T("set.reset"))
		case "esc", "q", "backspace":
			return a.Pop()
		default:
			if i := int(msg[0]) - '1'; len(msg) == 1 && i >= 0 && i < values {
				take(row, i)
			}
		}
	}
	return nil
}

func (v *settingsView) Draw(a *app.App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.Place(a.T("set.place")), Facts: a.Facts()}
	f.Message, f.MessageInk = a.Said(a.T("set.msg"))
	f.Keys = a.Items("updown", "key.row", "leftright", "key.change", "n", "key.name", "r", "key.reset", "?", "key.help", "esc", "key.back")
	ui.Frame(c, f)
	g := ui.Body(c).Sub(ui.Rect{X: 2, W: ui.MinWidth - 3, H: 21})
	for i, row := range settingsRows {
		var labels []string
		for _, value := range row.values {
			labels = append(labels, a.T("set."+row.id+"."+value))
		}
		ui.ChoiceRow(g, 2*i, a.T("set."+row.id), 18, labels, row.at(a, a.Set), i == v.focus, func(n int) any { return app.PickHit{Row: i, At: n} })
	}
	g.Text(0, 20, ui.Muted, a.T("home.glyphs")+" │가나│●  ○  ♥  ─  │")
}
