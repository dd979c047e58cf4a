// Package replays shows finished matches ply by ply: from the records, as a film, and matches between
// bots.
package replays

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// Replay shows a match again: first, previous, next, last, autoplay and a slider.
type Replay struct {
	ID       string
	Data     *records.Replay
	view     play.View
	Scene    play.Scene
	Ply      int
	auto     bool
	paces    []play.Pace
	speed    int // index into paces
	due      time.Time
	sheet    bool       // the result is shown over the board
	from     int        // the ply at which it opens, -1 for the last
	reviewed bool       // it opens with its analysis
	you      games.Seat // the viewer's seat in a match in play
	around   play.SideColumn
}

// usualPaces are the speeds of autoplay of a game without its own.
var usualPaces = []play.Pace{
	{Name: "x1/2", Step: 2 * time.Second},
	{Name: "x1", Step: time.Second},
	{Name: "x2", Step: 500 * time.Millisecond},
	{Name: "x4", Step: 250 * time.Millisecond},
	{Name: "x8", Step: 125 * time.Millisecond},
}

// Address returns the replay's address on a page.
func (r *Replay) Address() string { return "/replay/" + r.ID }

// New opens at the last ply.
func New(id string) *Replay { return NewAt(id, -1) }

// NewAt opens at a ply, -1 for the last.
func NewAt(id string, ply int) *Replay {
	return &Replay{ID: id, paces: usualPaces, speed: 1, from: ply}
}

// NewReviewed opens a replay with its analysis.
func NewReviewed(id string) *Replay {
	r := New(id)
	r.reviewed = true
	return r
}

// step returns the time for which a ply is shown.
func (r *Replay) step() time.Duration { return r.paces[r.speed].Step }

func (r *Replay) Topic() string {
	if r.Scene.Review != nil {
		return "review." + r.Data.Match.Game
	}
	return "replay"
}

func (r *Replay) Open(a *app.App) {
	data, err := a.House.Lobby.Replay(a.Ctx, a.Visit.Me().ID, r.ID)
	if store.ErrIs(err, table.ErrHidden) { // in play with hidden hands: only the player's own view
		data, err = a.House.Lobby.SoFar(a.Ctx, a.Visit.Me().ID, r.ID)
	}
	if err == nil {
		err = a.Visit.Hold(data)
	}
	if err != nil {
		a.Gone(err)
		return
	}
	a.Visit.NotReady(r.ID) // a player who reads a replay is not at the table
	r.Data, r.view = data, play.GameOf(data.Match.Game).View()
	if d := play.GameOf(data.Match.Game); d.Paces != nil {
		r.paces, r.speed = d.Paces, d.Pace
	}
	r.you = games.Seat(data.Match.SeatOf(a.Visit.Me().ID))
	r.view.Update(&r.Scene)
	r.Ply = app.If(r.from >= 0, r.from, len(data.Plies))
	r.show(r.Ply, false)
	r.recall(a)
	if r.reviewed {
		r.toggleReview(a)
		return
	}
}

func (r *Replay) Close(a *app.App) {
	r.stopReview()
	a.Visit.Drop(r.Data)
}

func (r *Replay) recall(a *app.App) {
	r.view.LoadRecords(a, &r.Scene)
}

// mark returns the ply worth going to, nil for none.
func (r *Replay) mark(a *app.App) *play.Mark { return r.view.Around(a, &r.Scene).Mark }

// Watches returns the changes of the tables beside it in a roomy window, or else of what all pages show.
func (r *Replay) Watches() directory.Sight {
	return r.around.Watches().And(directory.Sight{Changes: directory.Counts | directory.Deals})
}

// show brings a ply into view; step means that it is the next ply and may move.
func (r *Replay) show(ply int, step bool) {
	d := r.Data
	ply = min(max(ply, 0), len(d.Plies))
	s := &r.Scene
	if s.Whole != d {
		s.Match, s.Game, s.Whole = r.ID, d.Match.Game, d
		s.Control, _ = games.ParseControl(d.Match.Control)
	}
	s.Before, s.Moved = nil, time.Time{}
	if step && ply > 0 {
		s.Before, s.Moved = d.View(ply-1), time.Now()
	}
	r.Ply = ply
	s.Show(d, ply, r.you)
}

// Commands returns the keys; Draw picks the ones that fit into the key bar.
func (r *Replay) Commands(a *app.App) []app.Command {
	if r.Data == nil { // the bots of an exhibit are still playing
		return []app.Command{app.BackKey}
	}
	to := func(ply int, step bool) func(*app.App) {
		return func(*app.App) { r.goTo(ply, step) }
	}
	pace := func(_ *app.App, by int) {
		r.speed = (r.speed + len(r.paces) + by) % len(r.paces)
	}
	run := app.If(r.auto, "key.pause", "key.play")
	list := []app.Command{
		{Key: "home", Also: []ui.Key{"pgup"}, Bar: "key.first", Do: to(0, false)},
		{Key: "left", Also: []ui.Key{"up"}, Bar: "key.prev", Do: to(r.Ply-1, false)},
		{Key: "right", Also: []ui.Key{"down"}, Bar: "key.next", Do: to(r.Ply+1, true)},
		{Key: "end", Also: []ui.Key{"pgdn"}, Bar: "key.last", Do: to(len(r.Data.Plies), false)},
		{Key: "[", Bar: "key.prevturn", Do: to(r.turn(-1), false)},
		{Key: "]", Bar: "key.nextturn", Do: to(r.turn(1), false)},
		{Key: "space", Bar: run, Do: r.play},
		{Key: "tab", Bar: "key.speed", Turn: pace},
		{Key: "/", Do: func(a *app.App) { a.Push(newGoTo(a, r)) }},
		{Key: "y", Do: func(a *app.App) { play.TellLine(a, r.Data) }},
		{Key: "x", Do: func(a *app.App) { play.CopyExport(a, r.Data.Match.Game, r.ID) }},
		app.HelpKey, app.BackKey,
	}
	if guide := play.GameOf(r.Data.Match.Game).Guide; guide != nil {
		list = append(list, app.Command{Key: "c", Do: app.To(guide)})
	}
	list = append(append(list, r.pages()...), r.reviewCommands(a)...)
	if m := r.mark(a); m != nil && m.Ply >= 0 {
		list = append(list, app.Command{Key: "w", Do: to(m.Ply, false)})
	}
	if play.GameOf(r.Data.Match.Game).Panel != nil { // for other games Enter is the analysis
		list = append(list, app.Command{Key: "enter", Bar: app.TextIf(r.scored(), "key.result"), Do: func(*app.App) {
			r.sheet = !r.sheet && r.scored()
		}})
	}
	return list
}

// Press closes the sheet, which only Enter opens.
func (r *Replay) Press(_ *app.App, key ui.Key) (used bool) {
	r.sheet = r.sheet && key == "enter"
	return false
}

func (r *Replay) Handle(_ *app.App, msg tea.Msg) {
	switch msg := msg.(type) {
	case ui.SlideHit:
		r.sheet = false
		r.goTo(int(msg), false)
	case ui.Key:
		if n := int(msg[0]) - '1'; r.Data != nil && len(msg) == 1 && n >= 0 && n < len(r.paces) {
			r.speed = n
		}
	}
}

// turn returns the ply at which the previous turn ended, or the next one will: several plies of one seat
// are one turn.
func (r *Replay) turn(by int) int {
	at := r.Ply
	for list := r.Data.Plies; at+by >= 0 && at+by <= len(list); {
		at += by
		if at == 0 || at == len(list) || list[at-1].Seat != list[at].Seat {
			break
		}
	}
	return at
}

// byTurns reports whether turns may have several plies.
func (r *Replay) byTurns() bool {
	list := r.Data.Plies
	for i := range list {
		if len(r.Data.Match.Seats) > 1 && i > 0 && list[i].Seat == list[i-1].Seat {
			return true
		}
	}
	return false
}

// goTo shows a ply, and stops autoplay.
func (r *Replay) goTo(ply int, step bool) {
	r.auto = false
	r.show(ply, step)
}

// play starts autoplay, from the start if the end is in view, or stops it. A match without plies has
// nothing to play.
func (r *Replay) play(*app.App) {
	r.auto = !r.auto && len(r.Data.Plies) > 0
	if r.auto && r.Ply == len(r.Data.Plies) {
		r.show(0, false)
	}
	r.due = time.Now().Add(r.step())
}

// pages returns the game's pages beside a replay: the page about the deal, and the best play.
func (r *Replay) pages() (list []app.Command) {
	g := play.GameOf(r.Data.Match.Game)
	if g.Dealt != nil {
		list = append(list, app.Command{Key: "c", Do: func(a *app.App) { a.Push(g.Dealt(&r.Scene)) }})
	}
	if g.Best {
		list = append(list, app.Command{Key: "z", Do: func(*app.App) {
			r.Scene.Best = !r.Scene.Best
		}})
	}
	return list
}

// scored reports whether the end is in view and the game has a sheet for it.
func (r *Replay) scored() bool {
	return r.Ply == len(r.Data.Plies) && r.Data.Result != nil && play.GameOf(r.Data.Match.Game).Panel != nil
}

// Refresh lets autoplay go on, and follows a match in play at the table below.
func (r *Replay) Refresh(a *app.App) {
	for _, s := range a.Stack {
		if t, ok := s.(*play.Table); ok && t.ID == r.ID && t.Live() {
			t.Refresh(a)
		}
	}
	if r.Data == nil {
		return
	}
	r.recall(a)
	r.Scene.Review.Follow()
	if !r.auto { // during autoplay this may run for each frame
		r.around.Read(a, r.ID)
	}
	if !r.auto || time.Now().Before(r.due) {
		return
	}
	r.show(r.Ply+1, true)
	r.due = time.Now().Add(r.step())
	r.auto = r.Ply < len(r.Data.Plies)
}

func (r *Replay) Tick(a *app.App) time.Duration {
	frame := r.Scene.Tick(a, r.view)
	if frame == 0 && a.Clock() != "" {
		frame = time.Second
	}
	if !r.auto {
		return frame
	}
	due := max(time.Until(r.due), 10*time.Millisecond)
	if frame > 0 {
		return min(frame, due)
	}
	return due
}

// View arranges the parts of the game with a slider below them.
func (r *Replay) View(a *app.App) app.View {
	v := r.page(a)
	v.Body, v.Whole = r.body(a), true
	return v
}

// body returns the board with what belongs to it.
func (r *Replay) body(a *app.App) kit.Block {
	if r.Data == nil {
		return kit.Col(0, 0)
	}
	parts := r.view.Parts(a, &r.Scene)
	var board kit.Block = parts.Stage(a, &r.Scene, &r.around)
	if r.sheet && r.scored() && r.Scene.MotionLeft(a, r.view) == 0 {
		if over, ok := play.GameOf(r.Data.Match.Game).Panel(a, &r.Scene, board); ok {
			board = over
		}
	}
	return kit.Col(0, 0,
		kit.Item{Block: board, Fill: 1},
		kit.Item{Block: kit.Pad{Block: r.seek(a), X: 2}},
	)
}

// seek is the slider, with a text about the mark beside it, or above it. A click on the text goes to the mark.
func (r *Replay) seek(a *app.App) kit.Block {
	slider := kit.Slider{Pos: r.Ply, Total: len(r.Data.Plies), Hit: func(pos int) any { return ui.SlideHit(pos) }}
	m := r.mark(a)
	if m == nil {
		return slider
	}
	word, text := kit.Block(kit.Word{Ink: ui.Accent, Text: m.Text}), kit.Block(kit.Text{Ink: ui.Accent, Text: m.Text})
	if m.Ply >= 0 {
		slider.Mark, slider.Sign = m.Ply, "w"
		words := a.Keyed("w", m.Text)
		word = kit.Tap{Block: kit.Word{Ink: ui.Accent, Text: words}, Msg: ui.Press("w")}
		text = kit.Tap{Block: kit.Text{Ink: ui.Accent, Text: words}, Msg: ui.Press("w")}
	}
	return kit.Fit{
		kit.Row(2, kit.Item{Block: slider, Fill: 1}, kit.Item{Block: word}),
		kit.Col(0, 0, kit.Item{Block: text}, kit.Item{Block: slider}),
	}
}

func (r *Replay) Draw(a *app.App, c *ui.Canvas) { r.draw(a, c, r.page(a)) }

// draw draws a page of the replay.
func (r *Replay) draw(a *app.App, c *ui.Canvas, v app.View) {
	v.Body, v.Whole = r.body(a), true
	a.Show(c, v)
}

// page returns the frame's texts and keys.
func (r *Replay) page(a *app.App) app.View {
	v := app.View{Place: []string{a.T("rp.place")}}
	if r.Data == nil {
		v.Keys = a.Bar(r.Commands(a))
		return v
	}
	m, n := r.Data.Match, len(r.Data.Plies)
	v.Place = []string{a.T("rp.place"), a.Game(m.Game, m.Options), m.ID}
	ply := a.T("rp.ply", "n", r.Ply, "of", n)
	switch {
	case m.Round > 0:
		v.Facts = a.T("tb.round", "n", m.Round) + "   " + ply
	case play.GameOf(m.Game).Alone(): // its actions are not plies, and it has no clock
		v.Facts = fmt.Sprintf("%d / %d   %s", r.Ply, n, a.SeatName(r.Scene.Seats[0]))
	default:
		v.Facts = ply + "   " + a.Terms(r.Scene.Control)
	}
	r.texts(a, &v)
	keys := []ui.Key{"home", "left", "right", "end", "space", "tab", "?", "esc"}
	if r.byTurns() {
		keys[0], keys[3] = "[", "]"
	}
	if r.scored() {
		keys[3] = "enter"
	}
	if r.reviewable(a) {
		keys[0] = r.reviewKey()
	}
	if review := r.Scene.Review; review != nil && review.Turn > 0 {
		keys[3] = "w"
	}
	if review := r.Scene.Review; review != nil && review.Finished() && review.Next(0) > 0 {
		keys[5] = "n"
	}
	if r.scored() && keys[3] != "enter" && (a.W < ui.MinWidth || ui.BarWidth(a.Bar(r.Commands(a), append(keys, "enter")...)) <= ui.Wide(a.W)) {
		keys = slices.Insert(keys, 3, "enter")
	}
	v.Keys = a.Bar(r.Commands(a), keys...)
	return v
}

// texts says which ply is in view and how fast it plays.
func (r *Replay) texts(a *app.App, v *app.View) {
	m, n := r.Data.Match, len(r.Data.Plies)
	v.Message, v.MessageInk = a.MessageText(a.T("rp.start"))
	if a.Note == "" {
		if r.Ply > 0 {
			v.Message = app.Itoa(r.Ply) + ". " + strings.Join(play.SpokenPly(a, &r.Scene, r.Ply-1), ". ")
		}
		if r.Ply == n && r.Data.Result != nil {
			v.Message += "   " + play.ReasonText(a, m.Game, r.Scene.Seats, r.Scene.View, r.Data.Result)
		}
	}
	v.Clock = r.paces[r.speed].Name
	if r.auto {
		v.Clock = a.T("rp.playing") + " " + v.Clock
	}
	if line := a.Clock(); line != "" {
		v.Clock = line
	}
	if a.W >= ui.MinWidth { // a narrower frame has two rows for it
		v.Message = ui.Cut(v.Message, ui.Wide(a.W)-4-ui.Width(v.Clock))
	}
}

// newGoTo asks for the ply to go to.
func newGoTo(a *app.App, r *Replay) *app.Entry {
	n := len(r.Data.Plies)
	return &app.Entry{
		Title: a.T("rp.goto"), Text: a.T("rp.goto.text", "n", n), Hint: a.T("rp.goto.hint", "n", n), Input: ui.NewField(4),
		Done: func(a *app.App, text string) error {
			ply, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil || ply < 0 || ply > n {
				a.Warn(a.T("rp.goto.hint", "n", n))
				return nil
			}
			a.Pop()
			r.goTo(ply, false)
			return nil
		},
	}
}
