package sessions

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
)

// setup is the form of a new table: one row a choice, Enter starts.
type setup struct {
	form
	game string
	to   lobby.PlayerRecord // whom to challenge, where that is known already
}

// form are the rows of a form, of which some may be hidden.
type form struct {
	rows  []choice
	focus int // among the rows that are shown
}

// row finds a row by id.
func (f *form) row(id string) *choice {
	return &f.rows[slices.IndexFunc(f.rows, func(r choice) bool { return r.id == id })]
}

// shown are the indexes of the rows that are not hidden.
func (f *form) shown() (list []int) {
	for i, r := range f.rows {
		if !r.hidden {
			list = append(list, i)
		}
	}
	return list
}

// choice is one row of a form.
type choice struct {
	id     string
	values []string // what each alternative stands for
	labels []string // their words, or catalogue keys
	at     int
	hidden bool
}

func newSetup(a *App, game string) *setup {
	s := &setup{game: game}
	g, err := a.house.Lobby.Game(game)
	if err != nil {
		return s
	}
	s.rows = []choice{
		{id: "who", values: []string{"bot", "anybody", "friend", "player", "watch"}},
		{id: "seat", values: []string{"0", "1", "-1"}, at: 2},
		{id: "bot"},
		{id: "bot2"},
		{id: "control", values: []string{UsualControl(game)}},
		{id: "rated", values: []string{"yes", "no"}},
	}
	for _, id := range []string{"bot", "bot2"} {
		bots := s.row(id)
		bots.values = append(bots.values, games.BotNames(g)...)
		bots.at = max(len(bots.values)-1, 0)
	}
	s.row("bot").at = 0
	if a.visit.Me().Guest {
		s.row("rated").at = 1
	}
	s.row("who").at = 1
	s.update(a)
	return s
}

func (s *setup) topic() string { return "setup" }

// value is what is chosen in a row.
func (s *setup) value(id string) string {
	r := s.row(id)
	if r.at < len(r.values) {
		return r.values[r.at]
	}
	return ""
}

// update hides the rows that mean nothing for what is chosen and names the alternatives.
func (s *setup) update(a *App) {
	who := s.value("who")
	d := gameOf(s.game)
	s.row("seat").hidden = !d.sides || who == "watch"
	s.row("bot").hidden = who != "bot" && who != "watch" || len(s.row("bot").values) < 2
	s.row("bot2").hidden = who != "watch" || len(s.row("bot").values) < 2
	s.row("rated").hidden = who == "bot" || who == "friend" || who == "watch" || a.visit.Me().Guest
	clocks, was := s.row("control"), s.value("control")
	clocks.hidden, clocks.values = who == "watch", d.controls
	if who == "bot" && d.botControls != nil {
		clocks.values = d.botControls
	}
	if clocks.at = slices.Index(clocks.values, was); clocks.at < 0 {
		clocks.at = max(slices.Index(clocks.values, d.control), 0)
	}
	for i := range s.rows {
		r := &s.rows[i]
		r.labels = nil
		for _, v := range r.values {
			switch r.id {
			case "bot", "bot2":
				r.labels = append(r.labels, a.T("bot."+v))
			case "control":
				r.labels = append(r.labels, a.control(v))
			case "seat":
				r.labels = append(r.labels, a.T("setup.seat."+s.game+"."+v))
			default:
				r.labels = append(r.labels, a.T("setup."+r.id+"."+v))
			}
		}
	}
}

// pickHit chooses an alternative of a row.
type pickHit struct{ row, at int }

func (s *setup) handle(a *App, msg tea.Msg) tea.Cmd {
	shown := s.shown()
	s.focus = min(s.focus, len(shown)-1)
	switch msg := msg.(type) {
	case pickHit:
		for i, r := range shown {
			if r == msg.row {
				s.focus = i
			}
		}
		s.rows[msg.row].at = msg.at
		s.update(a)
	case ui.Key:
		r := &s.rows[shown[s.focus]]
		switch msg {
		case "up", "shift+tab":
			s.focus = (s.focus + len(shown) - 1) % len(shown)
		case "down", "tab":
			s.focus = (s.focus + 1) % len(shown)
		case "left":
			r.at = (r.at + len(r.values) - 1) % len(r.values)
		case "right", "space":
			r.at = (r.at + 1) % len(r.values)
		case "enter":
			return s.start(a)
		case "esc", "q", "backspace":
			return a.pop()
		default:
			if n := int(msg[0]) - '1'; len(msg) == 1 && n >= 0 && n < len(r.values) {
				r.at = n
			}
		}
		s.update(a)
	}
	return nil
}

// offer is what the form says.
func (s *setup) offer() lobby.Offer {
	o := lobby.Offer{Game: s.game, Control: s.value("control")}
	switch s.value("seat") {
	case "0":
		o.Seat = 0
	case "1":
		o.Seat = 1
	default:
		o.Seat = games.Nobody
	}
	switch s.value("who") {
	case "bot":
		o.Bot = s.value("bot")
	case "friend":
		o.Private = true
	default:
		o.Rated = !s.row("rated").hidden && s.value("rated") == "yes"
	}
	return o
}

// start opens the table, or asks for the player to challenge first.
func (s *setup) start(a *App) tea.Cmd {
	if s.value("who") == "watch" {
		return a.swap(newExhibit(s.game, []string{s.value("bot"), s.value("bot2")}))
	}
	o := s.offer()
	if s.value("who") == "player" {
		if s.to.ID == "" {
			return a.push(newChallenge(a, o))
		}
		o.Player = s.to.ID
	}
	return a.offer(o, a.swap)
}

func (s *setup) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("game."+s.game), a.T("setup.place")), Facts: a.facts()}
	usual := a.T("setup.msg." + s.value("who"))
	if at := s.shown(); s.focus < len(at) && s.rows[at[s.focus]].id == "bot" {
		usual = a.T("bot.about." + s.value("bot"))
	}
	if s.to.ID != "" && s.value("who") == "player" {
		usual = a.T("setup.msg.to", "p", a.marked(s.to.Name, s.to.Bot))
	}
	f.Message, f.MessageInk = a.said(usual)
	f.Keys = a.items("updown", "key.row", "leftright", "key.change", "enter", "key.start", "?", "key.help", "esc", "key.back")
	ui.Frame(c, f)
	g := c.Box(ui.BodyRect(c.W(), c.H()).Centered(76, 17), a.T("setup.title", "game", a.T("game."+s.game)), ui.Text, false)
	y := 1
	for i, at := range s.shown() {
		row := s.rows[at]
		ui.ChoiceRow(g, y, a.T("setup."+row.id), 10, row.labels, row.at, i == s.focus, func(n int) any { return pickHit{at, n} })
		y += 2
	}
	if s.to.ID != "" && s.value("who") == "player" {
		g.Text(2, y, ui.Strong, a.T("setup.to", "p", a.marked(s.to.Name, s.to.Bot)))
	}
	g.Text(2, g.H()-4, ui.Accent, a.T("setup.note."+s.game))
	x := 2
	x += g.Button(x, g.H()-2, "Enter "+a.T("key.start"), "enter", true) + 3
	g.Button(x, g.H()-2, "Esc "+a.T("key.back"), "esc", false)
}
