package pages

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// settingsView is the form of the settings. Each choice applies and is kept at once.
type settingsView struct{ app.Form }

func newSettingsScreen(a *app.App) *settingsView {
	v := &settingsView{}
	for _, o := range settingsRows {
		if o.id == "talk" && a.House.Alone {
			continue
		}
		v.Rows = append(v.Rows, app.Choice{ID: o.id, Values: o.values})
	}
	v.Picked = func(a *app.App, r *app.Choice) {
		i := slices.IndexFunc(settingsRows, func(o option) bool { return o.id == r.ID })
		a.Change(func(s *app.Settings) { settingsRows[i].set(s, r.Value()) })
		a.Say(a.T("sh.save"))
	}
	v.follow(a)
	return v
}

// follow takes what is in force, which keys may change that work everywhere.
func (v *settingsView) follow(a *app.App) {
	for i, o := range settingsRows[:len(v.Rows)] { // the last is not there for who is alone
		v.Rows[i].At = o.at(a, a.Set)
		v.Rows[i].Labels = nil
		for _, value := range o.values {
			v.Rows[i].Labels = append(v.Rows[i].Labels, a.T("set."+o.id+"."+value))
		}
	}
}

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
		at:  func(_ *app.App, s app.Settings) int { return app.Either(*get(&s), 1, 0) },
		set: func(s *app.Settings, v string) { *get(s) = v == second },
	}
}

var settingsRows = []option{
	{
		id: "lang", values: []string{"ko", "en"},
		at:  func(a *app.App, _ app.Settings) int { return app.Either(a.Lang == words.EN, 1, 0) },
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
			s.Theme = app.Either(v == "auto", "", v)
		},
	},
	onOff("vision", func(s *app.Settings) *bool { return &s.Vision }, "off", "on"),
	{
		id: "motion", values: []string{"slow", "normal", "fast", "none"},
		at: func(a *app.App, _ app.Settings) int {
			return max(slices.Index([]string{"slow", "normal", "fast", "none"}, a.Pace()), 0)
		},
		set: func(s *app.Settings, v string) { s.Motion = v },
	},
	onOff("bell", func(s *app.Settings) *bool { return &s.Bell }, "off", "on"),
	{
		id: "roll", values: []string{"mark", "bell", "off"},
		at: func(_ *app.App, s app.Settings) int { return max(slices.Index([]string{"", "bell", "off"}, s.Roll), 0) },
		set: func(s *app.Settings, v string) {
			s.Roll = app.Either(v == "mark", "", v)
		},
	},
	onOff("mouse", func(s *app.Settings) *bool { return &s.NoMouse }, "on", "off"),
	onOff("confirm", func(s *app.Settings) *bool { return &s.Confirm }, "off", "on"),
	onOff("hints", func(s *app.Settings) *bool { return &s.NoHints }, "on", "off"),
	onOff("talk", func(s *app.Settings) *bool { return &s.Mute }, "on", "off"),
}

func (v *settingsView) Commands(*app.App) []app.Command {
	return []app.Command{
		{Key: "updown", Bar: "key.row"}, {Key: "leftright", Bar: "key.change"},
		{Key: "enter", Do: func(a *app.App) { v.Handle(a, ui.Key("right")) }},
		{Key: "n", Bar: "key.name", Do: app.To(newRename)},
		{Key: "r", Bar: "key.reset", Do: func(a *app.App) {
			a.Change(func(s *app.Settings) { *s = app.Settings{Lang: s.Lang} })
			a.Say(a.T("set.reset"))
		}},
		app.HelpKey, app.BackKey,
	}
}

func (v *settingsView) Handle(a *app.App, msg tea.Msg) {
	v.follow(a)
	v.Form.Handle(a, msg)
}

func (v *settingsView) Draw(a *app.App, c *ui.Canvas) {
	g := a.Page(c, v.Commands(a), a.T("set.msg"), a.T("set.place")).Sub(ui.Rect{X: 2, W: ui.MinWidth - 3, H: 21})
	v.follow(a)
	y := 0
	for i, r := range v.Rows {
		v.Form.Draw(g, y, i, a.T("set."+r.ID), 18)
		if y += 2; r.ID == "bell" { // both are about sounds, and there is no room for one more blank row
			y--
		}
	}
	g.Text(0, 20, ui.Muted, a.T("home.glyphs")+" │가나│●  ○  ♥  ─  │")
}
