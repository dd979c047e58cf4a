package sessions

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
)

// replay reads a match again: first, previous, next, last, autoplay and a slider.
type replay struct {
	id       string
	data     *lobby.Replay
	view     gameView
	scene    scene
	ply      int
	auto     bool
	paces    []pace
	speed    int // index into paces
	due      time.Time
	sheet    bool // the result is shown over the board
	from     int  // the ply at which it opens, -1 for the last
	reviewed bool // it opens with its analysis
}

// paged is a view with a page about what was dealt.
type paged interface {
	page(a *App, s *scene) tea.Cmd
}

// rereader is a view that looks up records for a replay.
type rereader interface{ reread(a *App, r *replay) }

// bookmarked is a view that knows a ply of a replay to which one may want to go, -1 for
// none; text says what is there, or why there is none, "" for nothing.
type bookmarked interface {
	bookmark(a *App) (text string, ply int)
}

// bookmark is the view's; no text and -1 where it has none.
func (r *replay) bookmark(a *App) (text string, ply int) {
	if v, ok := r.view.(bookmarked); ok {
		return v.bookmark(a)
	}
	return "", -1
}

// paces are the speeds of autoplay where a game has none of its own.
var paces = []pace{
	{"x1/2", 2 * time.Second}, {"x1", time.Second}, {"x2", 500 * time.Millisecond}, {"x4", 250 * time.Millisecond}, {"x8", 125 * time.Millisecond},
}

func newReplay(id string) *replay { return newReplayAt(id, -1) }

// newReplayAt opens at a ply, -1 for the last.
func newReplayAt(id string, ply int) *replay {
	return &replay{id: id, paces: paces, speed: 1, from: ply}
}

// newReviewed opens a replay with its analysis.
func newReviewed(id string) *replay {
	r := newReplay(id)
	r.reviewed = true
	return r
}

// step is how long a ply is shown.
func (r *replay) step() time.Duration { return r.paces[r.speed].step }

func (r *replay) topic() string {
	if r.scene.Review != nil {
		return "review"
	}
	return "replay"
}

func (r *replay) open(a *App) tea.Cmd {
	data, err := a.house.Lobby.Replay(a.visit.Me().ID, r.id)
	if err != nil {
		return a.gone(err)
	}
	r.data, r.view = data, gameOf(data.Match.Game).view()
	if d := gameOf(data.Match.Game); d.paces != nil {
		r.paces, r.speed = d.paces, d.pace
	}
	r.view.see(&r.scene)
	r.ply = len(data.Plies)
	if r.from >= 0 {
		r.ply = r.from
	}
	r.show(r.ply, false)
	r.reread(a)
	if r.reviewed {
		return r.toggleReview(a)
	}
	return nil
}

func (r *replay) close(*App) { r.stopReview() }

// reread looks up records that belong to the match.
func (r *replay) reread(a *App) {
	if v, ok := r.view.(rereader); ok {
		v.reread(a, r)
	}
}

// show brings a ply into view; step tells that it is the next one and may move.
func (r *replay) show(ply int, step bool) {
	d := r.data
	ply = min(max(ply, 0), len(d.Plies))
	s := &r.scene
	s.Before, s.moved = nil, time.Time{}
	if step && ply > 0 {
		s.Before, s.moved = d.Views[ply-1], time.Now()
	}
	r.ply = ply
	s.View, s.Plies, s.Seats = d.Views[ply], d.Plies[:ply], lobby.SeatsOf(d.Match)
	s.You, s.ToAct, s.Replay = games.Nobody, games.Nobody, true
	s.Result, s.Ended = nil, 0
	if ply == len(d.Plies) {
		s.Result, s.Ended = d.Result, d.Match.Ended
	}
	s.Control, _ = games.ParseControl(d.Match.Control)
	s.Daily, s.Seeded, s.Round = d.Match.Daily, d.Match.Seeded, d.Match.Round
}

func (r *replay) handle(a *App, msg tea.Msg) tea.Cmd {
	if r.data == nil { // the bots of an exhibit are still at it
		if msg == ui.Key("esc") || msg == ui.Key("q") || msg == ui.Key("backspace") {
			return a.pop()
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
	case slideHit:
		r.auto = false
		r.show(int(msg), false)
	case ui.Key:
		if cmd, ok := r.reviewKey(a, msg); ok {
			return cmd
		}
		switch msg {
		case "left", "up":
			r.auto = false
			r.show(r.ply-1, false)
		case "right", "down":
			r.auto = false
			r.show(r.ply+1, true)
		case "home", "pgup":
			r.auto = false
			r.show(0, false)
		case "end", "pgdn":
			r.auto = false
			r.show(len(r.data.Plies), false)
		case "space":
			r.auto = !r.auto
			if r.auto && r.ply == len(r.data.Plies) {
				r.show(0, false)
			}
			r.due = time.Now().Add(r.step())
		case "tab", "+", "=":
			r.speed = (r.speed + 1) % len(r.paces)
		case "shift+tab", "-":
			r.speed = (r.speed + len(r.paces) - 1) % len(r.paces)
		case "g", "/":
			return a.push(newGoTo(a, r))
		case "c":
			if v, ok := r.view.(guided); ok {
				return a.push(v.guide(a))
			}
		case "i":
			if v, ok := r.view.(paged); ok {
				return v.page(a, &r.scene)
			}
			if len(r.data.Match.Seats) == 1 {
				r.scene.Best = !r.scene.Best
			}
		case "w":
			if _, ply := r.bookmark(a); ply >= 0 {
				r.auto = false
				r.show(ply, false)
			}
		case "x":
			return a.copyExport(r.data.Match.Game, r.id)
		case "esc", "q", "backspace":
			return a.pop()
		default:
			if n := int(msg[0]) - '1'; len(msg) == 1 && n >= 0 && n < len(r.paces) {
				r.speed = n
			}
		}
	}
	return nil
}

// scored tells that the end is in view, and that the game has a sheet for it.
func (r *replay) scored() bool {
	return r.ply == len(r.data.Plies) && r.data.Result != nil && gameOf(r.data.Match.Game).panel != nil
}

// refresh is the passing of time: autoplay goes on.
func (r *replay) refresh(a *App) tea.Cmd {
	if r.data != nil {
		r.reread(a)
		r.scene.Review.follow()
	}
	if r.data == nil || !r.auto || time.Now().Before(r.due) {
		return nil
	}
	r.show(r.ply+1, true)
	r.due = time.Now().Add(r.step())
	r.auto = r.ply < len(r.data.Plies)
	return nil
}

func (r *replay) tick(a *App) time.Duration {
	frame := r.scene.tick(a, r.view)
	if !r.auto {
		return frame
	}
	due := max(time.Until(r.due), 10*time.Millisecond)
	if frame > 0 {
		return min(frame, due)
	}
	return due
}

// copyExport copies the command that exports a match, and names its game's own format
// where there is one.
func (a *App) copyExport(game, id string) tea.Cmd {
	text := a.T("sh.copy.sent")
	if g, err := a.house.Lobby.Game(game); err == nil {
		if e, ok := g.(games.Exporter); ok {
			text = a.T("sh.copy.format", "f", e.Formats()[0], "game", a.T("game."+game))
		}
	}
	a.say(text)
	return tea.SetClipboard(a.piped("kibo export " + id))
}

func (r *replay) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("rp.place")), Facts: a.facts()}
	if r.data == nil {
		f.Keys = a.items("esc", "key.back")
		ui.Frame(c, f)
		return
	}
	m := r.data.Match
	n := len(r.data.Plies)
	f.Place = a.place(a.T("rp.place"), a.T("game."+m.Game), m.ID)
	f.Facts = a.T("rp.ply", "n", r.ply, "of", n) + "   " + a.control(m.Control)
	if m.Round > 0 {
		f.Facts = a.T("mg.round", "n", m.Round) + "   " + a.T("rp.ply", "n", r.ply, "of", n)
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
	f.Keys = a.items(r.reviewItems(a, []string{"home", "key.first", "left", "key.prev", "right", "key.next", last, label, "space", play, "tab", "key.speed", "?", "key.help", "esc", "key.back"})...)
	ui.Frame(c, f)
	r.paint(a, c)
}

// frame says which ply is in view and how fast it plays.
func (r *replay) frame(a *App, f *ui.FrameSpec) {
	m, n := r.data.Match, len(r.data.Plies)
	f.Message, f.MessageInk = a.said(a.T("rp.start"))
	if a.note == "" {
		if r.ply > 0 {
			p := r.data.Plies[r.ply-1]
			f.Message = fmt.Sprintf("%d. %s  %s", r.ply, a.seatName(r.scene.Seats[p.Seat]), p.Action)
			if v, ok := r.view.(chronicler); ok {
				if lines := v.chronicle(a, &r.scene, r.ply-1); len(lines) > 0 {
					f.Message = lines[0]
				}
			}
		}
		if r.ply == n && r.data.Result != nil {
			f.Message += "   " + a.reasonText(m.Game, r.scene.Seats, r.data.Result.Reason, r.data.Result.Winner)
		}
	}
	f.Clock = r.paces[r.speed].name
	if r.auto {
		f.Clock = a.T("rp.playing") + " " + f.Clock
	}
	f.Message = ui.Cut(f.Message, a.w-4-ui.Width(f.Clock))
}

// chronicler is a view that says in words what a ply was, and what came of it: a
// line each, none where there is nothing to say.
type chronicler interface {
	chronicle(a *App, s *scene, ply int) []string
}

// paint draws the board with the slider.
func (r *replay) paint(a *App, c *ui.Canvas) {
	r.view.draw(a, c, &r.scene)
	g := body(c)
	ui.Slider(g, 2, g.H()-1, 36, r.ply, len(r.data.Plies), func(pos int) any { return slideHit(pos) })
	r.drawBookmark(a, g, 2, g.H()-1, 36)
	if r.sheet && r.scored() && r.scene.unrest(a, r.view) == 0 {
		gameOf(r.data.Match.Game).panel(a, c, &r.scene)
	}
}

// drawBookmark says beside the slider what the bookmark is, and marks it there; a click
// on either goes to it.
func (r *replay) drawBookmark(a *App, g ui.Region, x, y, w int) {
	text, ply := r.bookmark(a)
	if ply >= 0 {
		text = "w " + text
		if cell := ui.SliderCell(w, ply, len(r.data.Plies)); cell != ui.SliderCell(w, r.ply, len(r.data.Plies)) {
			g.Fill(ui.Rect{X: x + cell, Y: y, W: 1, H: 1}, ui.Accent)
			g.Text(x+cell, y, ui.Accent, "w")
		}
		g.Hit(ui.Rect{X: x + w + 1, Y: y, W: ui.Width(text), H: 1}, ui.Press("w"))
	}
	g.Text(x+w+1, y, ui.Accent, text)
}

// newGoTo asks for the ply to go to.
func newGoTo(a *App, r *replay) *entry {
	n := len(r.data.Plies)
	return &entry{
		title: a.T("rp.goto"), text: a.T("rp.goto.text", "n", n), hint: a.T("rp.goto.hint", "n", n), input: newField(4),
		done: func(a *App, text string) (tea.Cmd, error) {
			ply, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil || ply < 0 || ply > n {
				a.warn(a.T("rp.goto.hint", "n", n))
				return nil, nil
			}
			r.auto = false
			cmd := a.pop()
			r.show(ply, false)
			return cmd, nil
		},
	}
}
