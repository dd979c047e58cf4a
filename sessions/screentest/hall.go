package screentest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/puzzles"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/paint"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
	"arcade/store/bolt"
)

// Hall is a house in a bubble of fake time, with people before their screens: a real lobby on a real
// store, and programs that are driven message by message, so that a test decides when everything happens.
type Hall struct {
	T     testing.TB
	lang  words.Lang
	House *app.House
	Store *bolt.Store
	inbox chan delivery
	done  chan struct{}
	Here  []*Person
	Rated int    // number of ratings given
	Dealt *deals // Matgo's deals
	Table string // the table of a test

	Analyst *analyst // analyses Othello and Matgo

	finger bool     // people point with a finger, on a phone
	people []string // their names
}

// delivery is a message on its way to a program.
type delivery struct {
	to  *Person
	msg tea.Msg
}

// Person is a person before a screen.
type Person struct {
	*app.App
	Hall *Hall
	Quit bool
	Out  []string // requests to the terminal: texts to copy, Bell, Whole
	// Hold keeps the functions given to App.Go until Release.
	Hold bool
	held []func() tea.Msg

	canvas *ui.Canvas // the newest frame
	Drawn  bool       // it shows the present state
	Ticks  int        // number of ticks
	due    time.Time  // of the timer
	timer  *time.Timer
}

// Places are the places of every hall. The test's package sets them, since it may test one of them.
var Places app.Places

// brought are additional engines.
var brought []games.Game

// Bring adds an engine to every later hall: the engine of the tested game, if the halls do not have it.
func Bring(engine games.Game) { brought = append(brought, engine) }

// NewHall opens a house, with more games than the usual ones. It is called within a bubble.
func NewHall(t testing.TB, lang words.Lang, more ...games.Game) *Hall {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(loud{t})
	analyst := &analyst{}
	deals := newDealt(analyst)
	list := []games.Game{quickOthello{analyst: analyst}, stones.Game{}, advisedKlondike{}, deals, yut.Game{}}
	list = slices.Concat(list, brought, more)
	standIns.Do(func() { // once, before any hall reads them
		for _, g := range list {
			standIn(g)
		}
	})
	l, err := lobby.New(config.Config{Store: s, Games: games.NewRegistry(list...), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	h := &Hall{
		T: t, lang: lang, Store: s, Dealt: deals.deals, Analyst: analyst, inbox: make(chan delivery, 64), done: make(chan struct{}), people: names[lang],
		House: &app.House{Lobby: l, Way: app.Way{SSH: "ssh -t arcade.example"}, Log: log, Places: Places},
	}
	t.Cleanup(func() {
		close(h.done)
		for _, p := range h.Here {
			p.End()
		}
		l.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// loud turns an error in the log into an error of the test.
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

// names are the people of the tests, with names of usual length, the viewer first.
var names = map[words.Lang][]string{
	words.KO: {"백파이", "홍련", "달건이", "나리", "미나"},
	words.EN: {"backpie", "hongryeon", "dalgun", "nari", "mina"},
}

// Name returns the i-th name.
func (h *Hall) Name(i int) string { return h.people[i] }

// Enter starts a person's visit; a fingerprint of "" is a guest.
func (h *Hall) Enter(fingerprint, name string, command ...string) *Person {
	h.T.Helper()
	v, err := h.House.Lobby.Enter(directory.Identity{Fingerprint: fingerprint, Login: name, Lang: h.lang.String(), Code: "7F3K"})
	if err == nil && fingerprint == "" {
		err = v.Rename(name)
	}
	if err != nil {
		h.T.Fatal(err)
	}
	return h.sit(v, app.Client{Lang: h.lang, Command: command, Width: 80, Height: 24})
}

// Unnamed starts the visit of a person with a key, or a guest, whose client names no language.
func (h *Hall) Unnamed(fingerprint, name string, command ...string) *Person {
	h.T.Helper()
	v, err := h.House.Lobby.Enter(directory.Identity{Fingerprint: fingerprint, Login: name, Lang: h.lang.String()})
	h.Must(err)
	return h.sit(v, app.Client{Lang: h.lang, Unnamed: true, Command: command, Width: 80, Height: 24})
}

// sit starts the program of a visit.
func (h *Hall) sit(v *lobby.Visit, c app.Client) *Person {
	p := &Person{Hall: h, App: app.New(h.T.Context(), h.House, v, c)}
	p.On(desk{p})
	p.canvas = ui.New(80, 24)
	p.canvas.Strict = true
	h.Here = append(h.Here, p)
	p.Init()
	p.arm()
	go p.listen()
	if h.finger {
		p.Send(client.Prefers{Finger: true})
		p.LookAs(48, 40, ui.LevelRich)
	}
	h.Settle()
	return p
}

// listen passes the lobby's wakes to the program.
func (p *Person) listen() {
	for {
		select {
		case <-p.Wake():
			p.Hall.bring(delivery{p, client.Woken{}})
		case <-p.Hall.done:
			return
		}
	}
}

// arm sets the timer to the program's next tick.
func (p *Person) arm() {
	due := p.Due()
	if due.Equal(p.due) {
		return
	}
	if p.due = due; p.timer != nil {
		p.timer.Stop()
	}
	if !due.IsZero() {
		p.timer = time.AfterFunc(time.Until(due), func() { p.Hall.bring(delivery{p, client.Ticked{}}) })
	}
}

// bring puts a message on its way.
func (h *Hall) bring(d delivery) {
	select {
	case h.inbox <- d:
	case <-h.done:
	}
}

// Canvas returns the frame in view. It is drawn once for each state, when somebody asks for it or time goes by.
func (p *Person) Canvas() *ui.Canvas {
	if !p.Drawn {
		p.canvas.Reset(p.W, p.H)
		p.canvas.Rich = p.Glyphs == ui.LevelRich
		p.Draw(p.canvas)
		p.Drawn = true
		p.arm()
	}
	return p.canvas
}

// Frame returns the frame for the terminal.
func (p *Person) Frame() paint.Frame {
	return p.App.Frame(p.Canvas())
}

// Look returns the frame with its colours, as a terminal gets it.
func (p *Person) Look() string {
	s := paint.Screen{Terminal: paint.Terminal{Depth: paint.Colours256}}
	return string(s.Paint(nil, p.Frame()))
}

// In runs f in a house in its own bubble, with more games than the usual ones.
func In(t *testing.T, lang words.Lang, f func(t *testing.T, h *Hall), more ...games.Game) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, NewHall(t, lang, more...)) })
}

// KeyOf returns the fingerprint of a person's key.
func KeyOf(name string) string { return "SHA256:" + name + "-Yx7Qm2Lw9Zt4Rb6Kc1Vn8Hd3Js5" }

// First returns a person with a key on a first visit.
func (h *Hall) First(name string) *Person { return h.Enter(KeyOf(name), name) }

// Player returns a person with a key who has been here before.
func (h *Hall) Player(name string, command ...string) *Person {
	h.T.Helper()
	h.First(name).End()
	return h.Enter(KeyOf(name), name, command...)
}

// Me and Other return the first two players.
func (h *Hall) Me() *Person    { return h.Player(h.Name(0)) }
func (h *Hall) Other() *Person { return h.Player(h.Name(1)) }

// Guest returns a person without a key.
func (h *Hall) Guest() *Person {
	if h.lang == words.KO {
		return h.Enter("", "손님-4821")
	}
	return h.Enter("", "guest-4821")
}

// Settle delivers messages until no program has anything to do now.
func (h *Hall) Settle() {
	for {
		synctest.Wait()
		select {
		case d := <-h.inbox:
			h.deliver(d)
		default:
			return
		}
	}
}

// Pass lets time go by, while everybody looks: what is drawn may move.
func (h *Hall) Pass(d time.Duration) {
	h.Settle()
	for _, p := range h.Here {
		p.Canvas()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case d := <-h.inbox:
			h.deliver(d)
		case <-timer.C:
			h.Settle()
			return
		}
	}
}

func (h *Hall) deliver(d delivery) {
	p := d.to
	if p.Quit {
		return
	}
	if _, tick := d.msg.(client.Ticked); tick {
		if due := p.Due(); p.Dropped || due.IsZero() || time.Now().Before(due) {
			return // it is another test's turn
		}
		p.Ticks++
	}
	p.Update(d.msg)
	p.Quit = p.Quits()
	p.Drawn = p.Drawn && p.Quiet()
	p.arm()
}

// Release runs the functions that Hold has kept.
func (p *Person) Release() {
	held := p.held
	p.Hold, p.held = false, nil
	for _, f := range held {
		desk{p}.Go(f)
	}
}

// The entries of Person.Out for the bell, and for a whole frame.
const (
	Bell  = "\a"
	Whole = "whole frame"
)

// desk is the terminal before a person. It shows nothing: tests draw the frames.
type desk struct{ p *Person }

func (d desk) Show(client.Frame)        {}
func (d desk) Ring()                    { d.p.Out = append(d.p.Out, Bell) }
func (d desk) Copy(text string, _ bool) { d.p.Out = append(d.p.Out, text) }
func (d desk) Save(name, command string) {
	d.p.Out = append(d.p.Out, name+": "+command)
}
func (d desk) Repaint()       { d.p.Out = append(d.p.Out, Whole) }
func (d desk) Contain(string) {}
func (d desk) Go(f func() tea.Msg) {
	if d.p.Hold {
		d.p.held = append(d.p.held, f)
		return
	}
	go func() {
		if msg := f(); msg != nil {
			d.p.Hall.bring(delivery{d.p, msg})
		}
	}()
}

// Send sends a message of the terminal.
func (p *Person) Send(msg tea.Msg) {
	p.Hall.deliver(delivery{p, msg})
	p.Hall.Settle()
}

// Do lets the program do something without a key.
func (p *Person) Do(f func(*app.App)) {
	f(p.App)
	p.Quit = p.Quits()
	p.Drawn = false
	p.Hall.Settle()
}

// Press presses keys: names, or single characters.
func (p *Person) Press(list ...string) {
	for _, k := range list {
		p.Send(PressOf(k))
	}
}

// PressOf returns the message of a key by name.
func PressOf(name string) tea.KeyPressMsg {
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

// Typed types a text, character by character.
func (p *Person) Typed(text string) {
	for _, r := range text {
		p.Press(string(r))
	}
}

// Click clicks on a cell.
func (p *Person) Click(x, y int) { p.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }

// Create opens a table and returns its id.
func (p *Person) Create(o pairing.Offer) string {
	p.Hall.T.Helper()
	if o.Game == "" {
		o.Game = othello.Name
	}
	if o.Control == "" {
		o.Control = "5+3"
	}
	id, err := p.Visit.Create(o)
	if err != nil {
		p.Hall.T.Fatal(err)
	}
	p.Hall.Pass(time.Second) // tables are sorted by their creation time
	return id
}

// Duel seats two people at a table, host first, and plays the moves there. Both look at it.
func (h *Hall) Duel(host, guest *Person, o pairing.Offer, moves string) string {
	h.T.Helper()
	id := host.Create(o)
	guest.Do(func(a *app.App) { play.Take(a, id) })
	for _, p := range []*Person{host, guest} { // a correspondence match calls nobody
		if t, ok := p.Top().(*play.Table); !ok || t.ID != id {
			p.Do(play.OpenTable(id))
		}
	}
	h.Must(host.Visit.Ready(id))
	h.play(id, moves, host, guest)
	return id
}

// play plays moves for the seat on turn; the table plays passes.
func (h *Hall) play(id, moves string, people ...*Person) {
	h.T.Helper()
	for _, m := range strings.Fields(moves) {
		if m == "pass" {
			h.Pass(1600 * time.Millisecond)
			continue
		}
		played := false
		for _, p := range people {
			s, err := p.Visit.Table(id)
			if err != nil {
				h.T.Fatal(err)
			}
			if s.ToAct == s.You {
				if err := p.Visit.Act(id, len(s.Plies), games.Action(m)); err != nil {
					h.T.Fatalf("%s: %v", m, err)
				}
				played = true
				break
			}
		}
		if !played {
			h.T.Fatalf("%s: nobody of these is on turn", m)
		}
	}
	h.Pass(1200 * time.Millisecond) // all motion has come to rest
}

// Must fails the test on an error of the lobby.
func (h *Hall) Must(err error) {
	h.T.Helper()
	if err != nil {
		h.T.Fatal(err)
	}
	h.Settle()
}

// Rate gives a player a rating, like the end of a match.
func (h *Hall) Rate(p *Person, rating, deviation float64, n int) {
	h.T.Helper()
	h.Rated++
	id := fmt.Sprintf("RATING%02d", h.Rated)
	m := store.Match{
		ID: id, Game: othello.Name, Rules: 1, Seed: "00", Seats: []store.Seat{{Player: p.Visit.Me().ID}, {Bot: "greedy"}},
		Control: "5+3", Status: store.Live, Created: time.Now().UnixMilli(), Winner: -1,
	}
	h.Must(h.Store.CreateMatch(h.T.Context(), m))
	m.Status, m.Ended, m.Reason = store.Done, m.Created, games.Resigned
	r := store.Rating{Rating: rating, Deviation: deviation, Volatility: 0.06, Games: n, At: m.Ended, Name: p.Visit.Me().Name}
	h.End(m, store.Outcome{Player: p.Visit.Me().ID, Rating: &r})
}

// End ends a match of a player in the store, without the lobby.
func (h *Hall) End(m store.Match, o store.Outcome) {
	h.T.Helper()
	var err error
	o.Standing, err = h.Store.Standing(h.T.Context(), m.Game, o.Player)
	h.Must(err)
	h.Must(h.Store.Finish(h.T.Context(), store.Finish{Match: m, Outcomes: []store.Outcome{o}}))
}

// List puts players, by id, on the boards of a game for two, as if they had met enough opponents.
func (h *Hall) List(game string, players ...string) {
	h.T.Helper()
	for _, me := range players {
		h.Rated++
		r, err := h.Store.Rating(h.T.Context(), game, me)
		h.Must(err)
		m := store.Match{
			ID: fmt.Sprintf("LISTED%02d", h.Rated), Game: game, Rules: 1, Seed: "00", Seats: []store.Seat{{Player: me}, {Bot: "greedy"}},
			Control: "30s", Status: store.Live, Created: r.At, Winner: -1,
		}
		h.Must(h.Store.CreateMatch(h.T.Context(), m))
		m.Status, m.Ended, m.Reason = store.Done, r.At, games.Resigned
		r.Opponents, r.Unlisted = 5, false
		h.End(m, store.Outcome{Player: me, Rating: &r, Listed: true})
	}
}

// Stock adds the puzzle at a place in a file to the house.
func (h *Hall) Stock(file, game string, at int) {
	h.T.Helper()
	h.StockAs(file, game, at, game+"/"+strconv.Itoa(at))
}

// StockAs is Stock with another key for the position, so that one position can be several puzzles.
func (h *Hall) StockAs(file, game string, at int, key string) {
	h.T.Helper()
	data, err := os.ReadFile(file)
	h.Must(err)
	var list []puzzles.Record
	h.Must(json.Unmarshal(data, &list))
	r := list[at]
	r.Found = time.Now().UnixMilli()
	r.Puzzle.Key = key
	id := puzzles.IDOf(game, r.Puzzle)
	r.Puzzle.Key = ""
	_, err = h.House.Lobby.Puzzles.Add(game, id, r)
	h.Must(err)
}

// LookAs shows the screen in a size and a glyph set.
func (p *Person) LookAs(w, h int, g ui.Level) {
	p.W, p.H = w, h
	if s, ok := p.Stack[p.Lowest()].(app.Sizer); ok {
		s.Sized(p.App)
	}
	p.Glyphs = g
	p.Drawn = false
	p.Canvas()
}
