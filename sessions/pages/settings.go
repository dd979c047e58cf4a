package sessions

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// settingsView is the form of the settings. Each choice applies and is kept at once.
type settingsView struct{ focus int }

func newSettingsScreen(*App) *settingsView { return &settingsView{} }

func (v *settingsView) topic() string { return "settings" }

// option is one row of the settings: its alternatives, which one is in force, and how to take another.
type option struct {
	id     string
	values []string
	at     func(a *App, s Settings) int
	set    func(s *Settings, value string)
}

// onOff is a row with two alternatives.
func onOff(id string, get func(*Settings) *bool, first, second string) option {
	return option{
		id: id, values: []string{first, second},
		at: func(_ *App, s Settings) int {
			if *get(&s) {
				return 1
			}
			return 0
		},
		set: func(s *Settings, v string) { *get(s) = v == second },
	}
}

var settingsRows = []option{
	{
		id: "lang", values: []string{"ko", "en"},
		at: func(a *App, _ Settings) int {
			if a.lang == words.EN {
				return 1
			}
			return 0
		},
		set: func(s *Settings, v string) { s.Lang = v },
	},
	{
		id: "glyphs", values: []string{"default", "safe"},
		at:  func(a *App, _ Settings) int { return int(a.glyphs) },
		set: func(s *Settings, v string) { s.Glyphs = v },
	},
	{
		id: "theme", values: []string{"auto", "dark", "light", "16", "mono"},
		at: func(_ *App, s Settings) int {
			return max(slices.Index([]string{"", "dark", "light", "16", "mono"}, s.Theme), 0)
		},
		set: func(s *Settings, v string) {
			s.Theme = v
			if v == "auto" {
				s.Theme = ""
			}
		},
	},
	onOff("vision", func(s *Settings) *bool { return &s.Vision }, "off", "on"),
	{
		id: "motion", values: []string{"normal", "fast", "none"},
		at: func(_ *App, s Settings) int { return max(slices.Index([]string{"", "fast", "none"}, s.Motion), 0) },
		set: func(s *Settings, v string) {
			s.Motion = v
			if v == "normal" {
				s.Motion = ""
			}
		},
	},
	onOff("bell", func(s *Settings) *bool { return &s.Bell }, "off", "on"),
	onOff("mouse", func(s *Settings) *bool { return &s.NoMouse }, "on", "off"),
	onOff("confirm", func(s *Settings) *bool { return &s.Confirm }, "off", "on"),
	onOff("hints", func(s *Settings) *bool { return &s.NoHints }, "on", "off"),
	onOff("talk", func(s *Settings) *bool { return &s.Mute }, "on", "off"),
}

func (v *settingsView) handle(a *App, msg tea.Msg) tea.Cmd {
	n := len(settingsRows)
	row := settingsRows[v.focus]
	take := func(row option, i int) {
		a.change(func(s *Settings) { row.set(s, row.values[i]) })
		a.say(a.T("sh.save"))
	}
	switch msg := msg.(type) {
	case pickHit:
		v.focus = msg.row
		take(settingsRows[msg.row], msg.at)
	case ui.Key:
		at, values := row.at(a, a.set), len(row.values)
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
			return a.push(newRename(a))
		case "r":
			a.change(func(s *Settings) { *s = Settings{Lang: s.Lang} })
			a.say(a.T("set.reset"))
		case "esc", "q", "backspace":
			return a.pop()
		default:
			if i := int(msg[0]) - '1'; len(msg) == 1 && i >= 0 && i < values {
				take(row, i)
			}
		}
	}
	return nil
}

func (v *settingsView) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("set.place")), Facts: a.facts()}
	f.Message, f.MessageInk = a.said(a.T("set.msg"))
	f.Keys = a.items("updown", "key.row", "leftright", "key.change", "n", "key.name", "r", "key.reset", "?", "key.help", "esc", "key.back")
	ui.Frame(c, f)
	g := body(c).Sub(ui.Rect{X: 2, W: ui.MinWidth - 3, H: 21})
	for i, row := range settingsRows {
		var labels []string
		for _, value := range row.values {
			labels = append(labels, a.T("set."+row.id+"."+value))
		}
		ui.ChoiceRow(g, 2*i, a.T("set."+row.id), 18, labels, row.at(a, a.set), i == v.focus, func(n int) any { return pickHit{i, n} })
	}
	g.Text(0, 20, ui.Muted, a.T("home.glyphs")+" │가나│●  ○  ♥  ─  │")
}
