package sessions

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
	"arcade/store/bolt"
)

// hall is a house in a bubble of fake time, with people who sit before their
// screens: a real lobby on a real store, and programs that are driven message by
// message, so that a test says when everything happens.
type hall struct {
	t     testing.TB
	lang  words.Lang
	house *shared
	store *bolt.Store
	inbox chan delivery
	done  chan struct{}
	here  []*person
	rated int      // how many ratings were given
	dealt *dealing // what Matgo deals
	table string   // the table of which a test asks

	analyst *analyst // who analyses Othello

	people []string // what they are called
}

// delivery is a message on its way to a program.
type delivery struct {
	to  *person
	msg tea.Msg
}

// person is somebody before a screen.
type person struct {
	*App
	hall *hall
	quit bool
	out  []tea.Msg // what the program asked of the terminal
}

// newHall opens a house; to be called within a bubble.
func newHall(t testing.TB, lang words.Lang) *hall {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(loud{t})
	dealt, analyst := newDealt(), &analyst{}
	l, err := lobby.New(lobby.Config{Store: s, Games: games.NewRegistry(quickOthello{analyst: analyst}, stones.Game{}, advisedKlondike{}, dealt, yut.Game{}), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{
		t: t, lang: lang, store: s, dealt: dealt.dealing, analyst: analyst, inbox: make(chan delivery, 64), done: make(chan struct{}), people: names[lang],
		house: &shared{Lobby: l, SSH: "ssh -t arcade.example", Log: log, Places: rooms{}},
	}
	t.Cleanup(func() {
		close(h.done)
		for _, p := range h.here {
			p.End()
		}
		l.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// loud makes an error in the log an error of the test.
type loud struct{ t testing.TB }

func (l loud) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelError }
func (l loud) Handle(_ context.Context, r slog.Record) error {
	text := r.Message
	r.Attrs(func(a slog.Attr) bool { text += " " + a.String(); return true })
	l.t.Error("log: " + text)
	return nil
}
func (l loud) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l loud) WithGroup(string) slog.Handler      { return l }

// names are the people of the tests, of usual length, the viewer first.
var names = map[words.Lang][]string{
	words.KO: {"백파이", "홍련", "달건이", "나리", "미나"},
	words.EN: {"backpie", "hongryeon", "dalgun", "nari", "mina"},
}

// name is the i-th name.
func (h *hall) name(i int) string { return h.people[i] }

// enter lets somebody in; a fingerprint of "" is a guest.
func (h *hall) enter(fingerprint, name string, command ...string) *person {
	h.t.Helper()
	v, err := h.house.Lobby.Enter(lobby.Identity{Fingerprint: fingerprint, Login: name, Lang: h.lang.String()})
	if err == nil && fingerprint == "" {
		err = v.Rename(name)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	p := &person{hall: h, App: New(h.t.Context(), h.house, v, Client{Lang: h.lang, Command: command, Width: 80, Height: 24})}
	p.canvas.Strict = true
	h.here = append(h.here, p)
	p.View()
	p.run(p.Init())
	h.settle()
	return p
}

// keyOf is the fingerprint of somebody's key.
func keyOf(name string) string { return "SHA256:" + name + "-Yx7Qm2Lw9Zt4Rb6Kc1Vn8Hd3Js5" }

// first is somebody with a key on a first visit, player one who has been here before.
func (h *hall) first(name string) *person { return h.enter(keyOf(name), name) }
func (h *hall) player(name string, command ...string) *person {
	h.t.Helper()
	h.first(name).End()
	return h.enter(keyOf(name), name, command...)
}

// me and other are the first two players.
func (h *hall) me() *person    { return h.player(h.name(0)) }
func (h *hall) other() *person { return h.player(h.name(1)) }

// guest is somebody without a key.
func (h *hall) guest() *person {
	if h.lang == words.KO {
		return h.enter("", "손님-4821")
	}
	return h.enter("", "guest-4821")
}

// settle delivers messages until nobody has anything to do at this moment.
func (h *hall) settle() {
	for {
		synctest.Wait()
		select {
		case d := <-h.inbox:
			h.deliver(d)
		default:
			for _, p := range h.here { // the screens are drawn, as the programs do
				p.View()
			}
			return
		}
	}
}

// pass lets time go by.
func (h *hall) pass(d time.Duration) {
	h.settle()
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case d := <-h.inbox:
			h.deliver(d)
		case <-timer.C:
			h.settle()
			return
		}
	}
}

func (h *hall) deliver(d delivery) {
	switch msg := d.msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.to.run(cmd)
		}
	case tea.QuitMsg:
		d.to.quit = true
	default:
		if d.to.quit {
			return
		}
		switch msg.(type) {
		case changed, ticked, draining, repainting, forScreen, tea.KeyPressMsg, tea.MouseClickMsg, tea.MouseWheelMsg, tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.KeyReleaseMsg, tea.KeyboardEnhancementsMsg, tea.WindowSizeMsg, tea.PasteMsg:
			_, cmd := d.to.Update(msg)
			d.to.run(cmd)
		default:
			d.to.out = append(d.to.out, msg)
		}
	}
}

// run runs a command beside the others, as the program would.
func (p *person) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		if msg := cmd(); msg != nil {
			select {
			case p.hall.inbox <- delivery{p, msg}:
			case <-p.hall.done:
			}
		}
	}()
}

// send is a message of the terminal.
func (p *person) send(msg tea.Msg) {
	p.hall.deliver(delivery{p, msg})
	p.hall.settle()
}

// do lets the program do something without a key.
func (p *person) do(f func(*App) tea.Cmd) {
	p.run(f(p.App))
	p.drawn = false
	p.hall.settle()
}

// press presses keys: names, or single characters.
func (p *person) press(list ...string) {
	for _, k := range list {
		p.send(pressOf(k))
	}
}

// pressOf is the message of a key by name.
func pressOf(name string) tea.KeyPressMsg {
	switch name {
	case "shift+tab":
		return tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}
	case "ctrl+c", "ctrl+l", "ctrl+y", "ctrl+z":
		return tea.KeyPressMsg{Code: rune(name[5]), Mod: tea.ModCtrl}
	case "space":
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	if code, ok := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "enter": tea.KeyEnter,
		"esc": tea.KeyEscape, "tab": tea.KeyTab, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "pgup": tea.KeyPgUp, "pgdn": tea.KeyPgDown,
		"home": tea.KeyHome, "end": tea.KeyEnd, "f2": tea.KeyF2,
	}[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	r := []rune(name)
	if len(r) != 1 {
		panic("no key " + name)
	}
	return tea.KeyPressMsg{Code: r[0], Text: name}
}

// typed types a text, character by character.
func (p *person) typed(text string) {
	for _, r := range text {
		p.press(string(r))
	}
}

// click clicks on a cell.
func (p *person) click(x, y int) {
	p.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// create opens a table and gives its id.
func (p *person) create(o lobby.Offer) string {
	p.hall.t.Helper()
	if o.Game == "" {
		o.Game = othello.Name
	}
	if o.Control == "" {
		o.Control = "5+3"
	}
	id, err := p.visit.Create(o)
	if err != nil {
		p.hall.t.Fatal(err)
	}
	p.hall.pass(time.Second) // tables are listed by when they were made
	return id
}

// duel seats two people at a table, host first, and plays the moves there. Both look at it.
func (h *hall) duel(host, guest *person, o lobby.Offer, moves string) string {
	h.t.Helper()
	id := host.create(o)
	guest.do(func(a *App) tea.Cmd { return a.take(id) })
	for _, p := range []*person{host, guest} { // a match over days calls nobody
		if t, ok := p.top().(*table); !ok || t.id != id {
			p.do(openTable(id))
		}
	}
	h.play(id, moves, host, guest)
	return id
}

// play plays moves for whoever is on turn; a pass is played by the table.
func (h *hall) play(id, moves string, people ...*person) {
	h.t.Helper()
	for _, m := range strings.Fields(moves) {
		if m == "pass" {
			h.pass(1600 * time.Millisecond)
			continue
		}
		played := false
		for _, p := range people {
			s, err := p.visit.Table(id)
			if err != nil {
				h.t.Fatal(err)
			}
			if s.ToAct == s.You {
				if err := p.visit.Act(id, len(s.Plies), games.Action(m)); err != nil {
					h.t.Fatalf("%s: %v", m, err)
				}
				played = true
				break
			}
		}
		if !played {
			h.t.Fatalf("%s: nobody of these is on turn", m)
		}
	}
	h.pass(1200 * time.Millisecond) // what moves has come to rest
}

// must is for the lobby's answers that may not be errors.
func (h *hall) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	h.settle()
}

// rate gives a player a rating, as the end of a match does.
func (h *hall) rate(p *person, rating, deviation float64, n int) {
	h.t.Helper()
	h.rated++
	id := fmt.Sprintf("RATING%02d", h.rated)
	m := store.Match{
		ID: id, Game: othello.Name, Rules: 1, Seed: "00", Seats: []store.Seat{{Player: p.visit.Me().ID}, {Bot: "greedy"}},
		Control: "5+3", Status: store.Live, Created: time.Now().UnixMilli(), Winner: -1,
	}
	h.must(h.store.CreateMatch(m))
	m.Status, m.Ended, m.Reason = store.Done, m.Created, games.Resigned
	r := store.Rating{Rating: rating, Deviation: deviation, Volatility: 0.06, Games: n, At: m.Ended, Name: p.visit.Me().Name}
	h.must(h.store.Finish(store.Finish{Match: m, Outcomes: []store.Outcome{{Player: p.visit.Me().ID, Rating: &r}}}))
}

// lookAs shows the screen in a size and a glyph set.
func (p *person) lookAs(w, h int, g ui.Glyphs) {
	p.w, p.h = w, h
	if s, ok := p.stack[p.lowest()].(sizer); ok {
		s.sized(p.App)
	}
	p.glyphs = g
	p.drawn = false
	p.View()
}
