package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// Replay reads a match again: first, previous, next, last, autoplay and a slider.
type Replay struct {
	ID       string
	Data     *lobby.Replay
	view     GameView
	Scene    Scene
	Ply      int
	auto     bool
	paces    []Pace
	speed    int // index into paces
	due      time.Time
	sheet    bool // the result is shown over the board
	from     int  // the ply at which it opens, -1 for the last
	reviewed bool // it opens with its analysis
}

// paged is a view with a page about what was dealt.
type paged interface {
	Page(a *app.App, s *Scene) tea.Cmd
}

// rereader is a view that looks up records for a replay.
type rereader interface{ Reread(a *app.App, r *Replay) }

// bookmarked is a view that knows a ply of a replay to which one may want to go, -1 for
// none; text says what is there, or why there is none, "" for nothing.
type bookmarked interface {
	Bookmark(a *app.App) (text string, ply int)
}

// Bookmark is the view's; no text and -1 where it has none.
func (r *Replay) Bookmark(a *app.App) (text string, ply int) {
	if v, ok := r.view.(bookmarked); ok {
		return v.Bookmark(a)
	}
	return "", -1
}

// paces are the speeds of autoplay where a game has none of its own.
var paces = []Pace{
	{"x1/2", 2 * time.Second}, {"x1", time.Second}, {"x2", 500 * time.Millisecond}, {"x4", 250 * time.Millisecond}, {"x8", 125 * time.Millisecond},
}

func NewReplay(id string) *Replay { return NewReplayAt(id, -1) }

// NewReplayAt opens at a ply, -1 for the last.
func NewReplayAt(id string, ply int) *Replay {
	return &Replay{ID: id, paces: paces, speed: 1, from: ply}
}

// newReviewed opens a replay with its analysis.
func newReviewed(id string) *Replay {
	r := NewReplay(id)
	r.reviewed = true
	return r
}

// step is how long a ply is shown.
func (r *Replay) step() time.Duration { return r.paces[r.speed].Step }

func (r *Replay) Topic() string {
	if r.Scene.Review != nil {
		return "review"
	}
	return "replay"
}

func (r *Replay) Open(a *app.App) tea.Cmd {
	data, err := a.House.Lobby.Replay(a.Visit.Me().ID, r.ID)
	if err != nil {
		return a.Gone(err)
	}
	r.Data, r.view = data, GameOf(data.Match.Game).View()
	if d := GameOf(data.Match.Game); d.Paces != nil {
		r.paces, r.speed = d.Paces, d.Pace
	}
	r.view.See(&r.Scene)
	r.Ply = len(data.Plies)
	if r.from >= 0 {
		r.Ply = r.from
	}
	r.show(r.Ply, false)
	r.Reread(a)
	if r.reviewed {
		return r.toggleReview(a)
	}
	return nil
}

func (r *Replay) Close(*app.App) { r.stopReview() }

// Reread looks up records that belong to the match.
func (r *Replay) Reread(a *app.App) {
	if v, ok := r.view.(rereader); ok {
		v.Reread(a, r)
	}
}

// show brings a ply into view; step tells that it is the next one and may move.
func (r *Replay) show(ply int, step bool) {
	d := r.Data
	ply = min(max(ply, 0), len(d.Plies))
	s := &r.Scene
	s.Before, s.Moved = nil, time.Time{}
	if step && ply > 0 {
		s.Before, s.Moved = d.Views[ply-1], time.Now()
	}
	r.Ply = ply
	s.View, s.Plies, s.Seats = d.Views[ply], d.Plies[:ply], lobby.SeatsOf(d.Match)
	s.You, s.ToAct, s.Replay = games.Nobody, games.Nobody, true
	s.Result, s.Ended = nil, 0
	if ply == len(d.Plies) {
		s.Result, s.Ended = d.Result, d.Match.Ended
	}
	s.Control, _ = games.ParseControl(d.Match.Control)
	s.Daily, s.Seeded, s.Round = d.Match.Daily, d.Match.Seeded, d.Match.Round
}

func (r *Replay) Handle(a *app.App, msg tea.Msg) tea.Cmd {
	if r.Data == nil { // the bots of an exhibit are still at it
		if msg == ui.Key("esc") || msg == ui.Key("q") || msg == ui.Key("backspace") {
			return a.Pop()
		}
		return nil
	}
	if msg == ui.Key("enter") && r.reviewable(a) {
		return r.toggleReview(a)
	}
	if msg == ui.Key("enter") {
		r.sheet = !r.sheet && r.scored()
		return nil
	}
	r.sheet = false
	switch msg := msg.(type) {
	case ui.SlideHit:
		r.auto = false
		r.show(int(msg), false)
	case ui.Key:
		if cmd, ok := r.reviewKey(a, msg); ok {
			return cmd
		}
		switch msg {
		case "left", "up":
			r.auto = false
			r.show(r.Ply-1, false)
		case "right", "down":
			r.auto = false
			r.show(r.Ply+1, true)
		case "home", "pgup":
			r.auto = false
			r.show(0, false)
		case "end", "pgdn":
			r.auto = false
			r.show(len(r.Data.Plies), false)
		case "space":
			r.auto = !r.auto
			if r.auto && r.Ply == len(r.Data.Plies) {
				r.show(0, false)
			}
			r.due = time.Now().Add(r.step())
		case "tab", "+", "=":
			r.speed = (r.speed + 1) % len(r.paces)
		case "shift+tab", "-":
			r.speed = (r.speed + len(r.paces) - 1) % len(r.paces)
		case "g", "/":
			return a.Push(newGoTo(a, r))
		case "c":
			if v, ok := r.view.(guided); ok {
				return a.Push(v.Guide(a))
			}
		case "i":
			if v, ok := r.view.(paged); ok {
				return v.Page(a, &r.Scene)
			}
			if len(r.Data.Match.Seats) == 1 {
				r.Scene.Best = !r.Scene.Best
			}
		case "w":
			if _, ply := r.Bookmark(a); ply >= 0 {
				r.auto = false
				r.show(ply, false)
			}
		case "x":
			return CopyExport(a, r.Data.Match.Game, r.ID)
		case "esc", "q", "backspace":
			return a.Pop()
		default:
			if n := int(msg[0]) - '1'; len(msg) == 1 && n >= 0 && n < len(r.paces) {
				r.speed = n
			}
		}
	}
	return nil
}

// scored tells that the end is in view, and that the game has a sheet for it.
func (r *Replay) scored() bool {
	return r.Ply == len(r.Data.Plies) && r.Data.Result != nil && GameOf(r.Data.Match.Game).Panel != nil
}

// Refresh is the passing of time: autoplay goes on.
func (r *Replay) Refresh(a *app.App) tea.Cmd {
	if r.Data != nil {
		r.Reread(a)
		r.Scene.Review.follow()
	}
	if r.Data == nil || !r.auto || time.Now().Before(r.due) {
		return nil
	}
	r.show(r.Ply+1, true)
	r.due = time.Now().Add(r.step())
	r.auto = r.Ply < len(r.Data.Plies)
	return nil
}

func (r *Replay) Tick(a *app.App) time.Duration {
	frame := r.Scene.Tick(a, r.view)
	if !r.auto {
		return frame
	}
	due := max(time.Until(r.due), 10*time.Millisecond)
	if frame > 0 {
		return min(frame, due)
	}
	return due
}

// CopyExport copies the command that exports a match, and names its game's own format
// where there is one.
func CopyExport(a *app.App, game, id string) tea.Cmd {
	text := a.T("sh.copy.sent")
	if g, err := a.House.Lobby.Game(game); err == nil {
		if e, ok := g.(games.Exporter); ok {
			text = a.T("sh.copy.format", "f", e.Formats()[0], "game", a.T("game."+game))
		}
	}
	a.Say(text)
	return tea.SetClipboard(a.Piped("kibo export " + id))
}

func (r *Replay) Draw(a *app.App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.Place(a.T("rp.place")), Facts: a.Facts()}
	if r.Data == nil {
		f.Keys = a.Items("esc", "key.back")
		ui.Frame(c, f)
		return
	}
	m := r.Data.Match
	n := len(r.Data.Plies)
	f.Place = a.Place(a.T("rp.place"), a.T("game."+m.Game), m.ID)
	f.Facts = a.T("rp.ply", "n", r.Ply, "of", n) + "   " + a.Control(m.Control)
	if m.Round > 0 {
		f.Facts = a.T("mg.round", "n", m.Round) + "   " + a.T("rp.ply", "n", r.Ply, "of", n)
	}
	r.frame(a, &f)
	play := "key.play"
	if r.auto {
		play = "key.pause"
	}
	last, label := "end", "key.last"
	if r.scored() {
		last, label = "enter", "key.result"
	}
	f.Keys = a.Items(r.reviewItems(a, []string{"home", "key.first", "left", "key.prev", "right", "key.next", last, label, "space", play, "tab", "key.speed", "?", "key.help", "esc", "key.back"})...)
	ui.Frame(c, f)
	r.paint(a, c)
}

// frame says which ply is in view and how fast it plays.
func (r *Replay) frame(a *app.App, f *ui.FrameSpec) {
	m, n := r.Data.Match, len(r.Data.Plies)
	f.Message, f.MessageInk = a.Said(a.T("rp.start"))
	if a.Note == "" {
		if r.Ply > 0 {
			p := r.Data.Plies[r.Ply-1]
			f.Message = fmt.Sprintf("%d. %s  %s", r.Ply, a.SeatName(r.Scene.Seats[p.Seat]), p.Action)
			if v, ok := r.view.(chronicler); ok {
				if lines := v.Chronicle(a, &r.Scene, r.Ply-1); len(lines) > 0 {
					f.Message = lines[0]
				}
			}
		}
		if r.Ply == n && r.Data.Result != nil {
			f.Message += "   " + a.ReasonText(m.Game, r.Scene.Seats, r.Data.Result.Reason, r.Data.Result.Winner)
		}
	}
	f.Clock = r.paces[r.speed].Name
	if r.auto {
		f.Clock = a.T("rp.playing") + " " + f.Clock
	}
	f.Message = ui.Cut(f.Message, a.W-4-ui.Width(f.Clock))
}

// chronicler is a view that says in words what a ply was, and what came of it: a
// line each, none where there is nothing to say.
type chronicler interface {
	Chronicle(a *app.App, s *Scene, ply int) []string
}

// paint draws the board with the slider.
func (r *Replay) paint(a *app.App, c *ui.Canvas) {
	r.view.Draw(a, c, &r.Scene)
	g := ui.Body(c)
	ui.Slider(g, 2, g.H()-1, 36, r.Ply, len(r.Data.Plies), func(pos int) any { return ui.SlideHit(pos) })
	r.drawBookmark(a, g, 2, g.H()-1, 36)
	if r.sheet && r.scored() && r.Scene.Unrest(a, r.view) == 0 {
		GameOf(r.Data.Match.Game).Panel(a, c, &r.Scene)
	}
}

// drawBookmark says beside the slider what the bookmark is, and marks it there; a click
// on either goes to it.
func (r *Replay) drawBookmark(a *app.App, g ui.Region, x, y, w int) {
	text, ply := r.Bookmark(a)
	if ply >= 0 {
		text = "w " + text
		if cell := ui.SliderCell(w, ply, len(r.Data.Plies)); cell != ui.SliderCell(w, r.Ply, len(r.Data.Plies)) {
			g.Fill(ui.Rect{X: x + cell, Y: y, W: 1, H: 1}, ui.Accent)
			g.Text(x+cell, y, ui.Accent, "w")
		}
		g.Hit(ui.Rect{X: x + w + 1, Y: y, W: ui.Width(text), H: 1}, ui.Press("w"))
	}
	g.Text(x+w+1, y, ui.Accent, text)
}

// newGoTo asks for the ply to go to.
func newGoTo(a *app.App, r *Replay) *app.Entry {
	n := len(r.Data.Plies)
	return &app.Entry{
		Title: a.T("rp.goto"), Text: a.T("rp.goto.text", "n", n), Hint: a.T("rp.goto.hint", "n", n), Input: ui.NewField(4),
		Done: func(a *app.App, text string) (tea.Cmd, error) {
			ply, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil || ply < 0 || ply > n {
				a.Warn(a.T("rp.goto.hint", "n", n))
				return nil, nil
			}
			r.auto = false
			cmd := a.Pop()
			r.show(ply, false)
			return cmd, nil
		},
	}
}
