// Package sessions is what one connection sees: a Bubble Tea program with a
// stack of screens. Screens ask the lobby and never touch store or games
// directly; each game has one view here.
package sessions

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Client is what is known of a connection's terminal when it comes in.
type Client struct {
	// Lang is the connection's language, or the server's default.
	Lang words.Lang
	Look
	// Command is where to go first: nothing for the home screen, or one of
	// "join CODE", "watch ID", "play GAME".
	Command []string
	// Width and Height are the terminal's size in cells.
	Width, Height int
}

// App is the program of one connection, a [tea.Model].
type App struct {
	house  *House
	log    *slog.Logger
	ctx    context.Context // ends with the session
	cancel context.CancelFunc
	visit  *lobby.Visit
	term   Client
	set    Settings
	lang   words.Lang
	theme  *ui.Theme
	glyphs ui.Glyphs

	w, h   int
	stack  []screen
	canvas *ui.Canvas
	frame  string
	drawn  bool // frame shows the present state

	note     string // row 22 until the next key
	noteTok  ui.Token
	noted    time.Time // when the note came
	played   bool      // has been at a table in this visit
	toasts   []*toast
	opened   time.Time       // when the top screen came
	input    time.Time       // the last key or click
	warned   bool            // told that it is about to be disconnected
	leaving  time.Time       // when Ctrl+C was last pressed
	hangul   bool            // told about Hangul mode
	blurred  bool            // the window is away
	gen      int             // of the tick under way
	tickAt   time.Time       // when it is due
	lastTurn string          // the table and ply for which the bell has rung
	bye      string          // what is printed after the program
	dropped  bool            // the visit has ended
	invited  map[string]bool // challenges that have been announced, by match id
}

// toast is a line that needs no answer.
type toast struct {
	text  string
	until time.Time
	act   func(*App) tea.Cmd // done by o or a click; nil for none
}

// How long toasts stay, how long a decision ignores keys, and how close two
// presses of Ctrl+C must be.
const (
	toastTime = 2500 * time.Millisecond
	guardTime = 300 * time.Millisecond
	quitTime  = time.Second
)

// New makes the program of a connection whose visit has begun. The caller runs
// it, then calls End.
func New(ctx context.Context, house *House, visit *lobby.Visit, client Client) *App {
	now := time.Now()
	ctx, cancel := context.WithCancel(ctx)
	a := &App{
		house: house, log: house.Log, ctx: ctx, cancel: cancel, invited: map[string]bool{}, visit: visit, term: client,
		w: client.Width, h: client.Height, canvas: ui.New(client.Width, client.Height),
		input: now, opened: now,
	}
	a.set = readSettings(visit.Settings())
	a.apply()
	a.stack = []screen{newHome(a)}
	return a
}

// End closes the screens and the visit. It may be called more than once.
func (a *App) End() {
	if a.dropped {
		return
	}
	a.dropped = true
	a.cancel()
	a.visit.Leave() // first: whose connection drops has not left the table by choice, and is waited for longer
	for i := len(a.stack) - 1; i >= 0; i-- {
		if c, ok := a.stack[i].(closer); ok {
			c.close(a)
		}
	}
}

// Bye is what to print once the terminal is restored.
func (a *App) Bye() string {
	if a.bye == "" {
		return a.T("sh.bye", "host", a.house.SSH)
	}
	return a.bye
}

// apply takes the settings into use.
func (a *App) apply() {
	a.lang = a.language()
	a.glyphs = ui.Default
	if a.set.Glyphs == "safe" || a.set.Glyphs == "" && a.term.Safe {
		a.glyphs = ui.Safe
	}
	a.theme = a.term.Look.theme(a.set)
	a.drawn = false
}

// T is a sentence of the catalogue in the session's language.
func (a *App) T(key string, args ...any) string { return words.T(a.lang, key, args...) }

// Init starts the session: it waits for news of the lobby and goes where the
// connection's command says.
func (a *App) Init() tea.Cmd {
	return tea.Batch(a.wait(), a.start(), a.retick())
}

// wait turns the visit's wake-ups into messages.
func (a *App) wait() tea.Cmd {
	return func() tea.Msg {
		select {
		case <-a.visit.Wake():
			return changed{}
		case <-a.ctx.Done():
			return nil
		}
	}
}

// Update is the router: it turns the terminal's messages into keys and clicks
// for the top screen.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	a.drawn = false
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
	case changed:
		cmd = tea.Batch(a.wait(), a.news())
	case ticked:
		if msg.gen != a.gen {
			a.drawn = true
			return a, nil
		}
		a.tickAt = time.Time{}
		cmd = a.second()
	case forScreen:
		if slices.Contains(a.stack, msg.to) {
			cmd = msg.to.handle(a, msg.msg)
		}
	case draining:
		a.bye = a.T("sh.closing", "host", a.house.SSH)
		cmd = tea.Quit
	case tea.FocusMsg:
		a.blurred = false
	case tea.BlurMsg:
		a.blurred = true
	case tea.PasteMsg:
		a.active()
		if f := a.typing(); f != nil {
			f.Paste(msg)
		}
	case tea.KeyPressMsg:
		cmd = a.press(msg)
	case tea.MouseClickMsg:
		cmd = a.click(msg.Mouse())
	case tea.MouseWheelMsg:
		cmd = a.wheel(msg.Mouse())
	case tea.MouseMotionMsg:
		cmd = a.drag(msg.Mouse())
	case tea.KeyReleaseMsg, tea.MouseReleaseMsg:
		a.drawn = true
		return a, nil
	default:
		if len(a.stack) > 0 {
			cmd = a.top().handle(a, msg)
		}
	}
	return a, tea.Batch(cmd, a.retick())
}

// View is the frame; it is drawn once for each state.
func (a *App) View() tea.View {
	if !a.drawn {
		a.draw()
		a.frame = a.canvas.Render(a.theme, a.glyphs)
		a.drawn = true
	}
	v := tea.NewView(a.frame)
	v.AltScreen, v.ReportFocus = true, true
	if !a.set.NoMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if x, y, ok := a.canvas.Cursor(); ok {
		v.Cursor = tea.NewCursor(x, y)
		v.Cursor.Blink = false
	}
	return v
}

// draw paints the stack from the lowest screen that shows.
func (a *App) draw() {
	c := a.canvas
	c.Reset(a.w, a.h)
	if !ui.Fits(a.w, a.h) {
		ui.TooSmall(c, a.w, a.h, a.clock())
		return
	}
	for i, s := range a.stack[a.lowest():] {
		if i > 0 {
			c.Shade(c.Rect()) // an overlay has the clicks to itself
		}
		s.draw(a, c)
	}
	var notes []ui.Note
	for _, t := range a.toasts {
		note := ui.Note{Text: t.text}
		if t.act != nil {
			note.Msg = t
		}
		notes = append(notes, note)
	}
	ui.Toasts(c, notes)
}

// lowest is the index of the lowest screen that shows: overlays stand on it.
func (a *App) lowest() int {
	i := len(a.stack) - 1
	for i > 0 {
		if _, ok := a.stack[i].(overlay); !ok {
			break
		}
		i--
	}
	return i
}

// clock is the running clock of the screens in view, for notices that cover them.
func (a *App) clock() string {
	for i := len(a.stack) - 1; i >= 0; i-- {
		if s, ok := a.stack[i].(clocked); ok {
			if line := s.clockLine(a); line != "" {
				return line
			}
		}
	}
	return ""
}

// top is the screen that has the keys.
func (a *App) top() screen { return a.stack[len(a.stack)-1] }

// push opens a screen over the present one.
func (a *App) push(s screen) tea.Cmd {
	a.stack = append(a.stack, s)
	a.opened, a.note = time.Now(), ""
	if o, ok := s.(opener); ok {
		return o.open(a)
	}
	return nil
}

// pop closes the top screen; the last one stays.
func (a *App) pop() tea.Cmd {
	if len(a.stack) < 2 {
		return nil
	}
	s := a.top()
	a.stack = a.stack[:len(a.stack)-1]
	if c, ok := s.(closer); ok {
		c.close(a)
	}
	a.note = ""
	if r, ok := a.top().(refresher); ok {
		return r.refresh(a)
	}
	return nil
}

// swap puts a screen in the place of the top one.
func (a *App) swap(s screen) tea.Cmd {
	if len(a.stack) > 1 {
		old := a.top()
		a.stack = a.stack[:len(a.stack)-1]
		if c, ok := old.(closer); ok {
			c.close(a)
		}
	}
	return a.push(s)
}

// home closes everything down to the first screen.
func (a *App) home() tea.Cmd {
	var cmd tea.Cmd
	for len(a.stack) > 1 {
		cmd = a.pop()
	}
	return cmd
}

// say puts a sentence in row 22 until the next key; warn does so in the colour of a refusal.
func (a *App) say(s string)  { a.note, a.noteTok, a.noted = s, ui.Text, time.Now() }
func (a *App) warn(s string) { a.note, a.noteTok, a.noted = s, ui.Warn, time.Now() }

// noteTime is for how long a note keeps row 22 from what presses more.
const noteTime = 2 * time.Second

// newcomer tells that the visitor has never been here before and has not played yet.
func (a *App) newcomer() bool { return a.visit.First() && !a.played }

// toast shows a line that needs no answer for a moment; act is done by o or a click on it.
func (a *App) toast(text string, act func(*App) tea.Cmd) {
	a.toasts = append(a.toasts, &toast{text, time.Now().Add(toastTime), act})
	if len(a.toasts) > 2 {
		a.toasts = a.toasts[len(a.toasts)-2:]
	}
}

// fail shows an error of the lobby as a sentence in row 22.
func (a *App) fail(err error) {
	if err != nil {
		a.warn(a.sentence(err))
	}
}

// active notes that there is a person at the other end.
func (a *App) active() { a.input, a.warned = time.Now(), false }

// typing is the text field that takes what is typed, nil where there is none.
func (a *App) typing() *ui.Field {
	if t, ok := a.top().(typer); ok {
		return t.field()
	}
	return nil
}

// press routes a key.
func (a *App) press(msg tea.KeyPressMsg) tea.Cmd {
	a.active()
	key, hangul := ui.FromPress(msg)
	if f := a.typing(); f != nil && f.Press(msg) {
		return nil
	}
	if hangul && !a.hangul && a.lang == words.KO && a.typing() == nil {
		a.hangul = true
		a.toast(a.T("sh.hangul"), nil)
	}
	return a.key(key)
}

// key does what a key means: everywhere, then on the top screen.
func (a *App) key(key ui.Key) tea.Cmd {
	switch key {
	case "":
		return nil
	case "ctrl+c":
		if now := time.Now(); now.Sub(a.leaving) <= quitTime {
			return tea.Quit
		} else {
			a.leaving = now
		}
		if _, ok := a.top().(*leave); ok {
			return nil
		}
		return a.push(&leave{})
	case "ctrl+l":
		return tea.ClearScreen
	case "f2":
		a.change(func(s *Settings) {
			s.Glyphs = "safe"
			if a.glyphs == ui.Safe {
				s.Glyphs = "default"
			}
		})
		return nil
	}
	if !ui.Fits(a.w, a.h) { // nobody plays blind, nor answers what cannot be seen
		if key == "esc" {
			return tea.Quit
		}
		return nil
	}
	if _, ok := a.top().(guarded); ok && time.Since(a.opened) < guardTime {
		return nil
	}
	if key == "?" {
		if _, ok := a.top().(*help); !ok {
			return a.push(newHelp(a))
		}
	}
	if key == "o" {
		for _, t := range slices.Backward(a.toasts) {
			if t.act != nil {
				return a.answer(t)
			}
		}
	}
	a.note = ""
	if m, ok := a.top().(menued); ok && key == "space" {
		return a.push(newMenu(m))
	}
	return a.top().handle(a, key)
}

// answer does what a toast is for, and takes it away.
func (a *App) answer(t *toast) tea.Cmd {
	a.toasts = slices.DeleteFunc(a.toasts, func(u *toast) bool { return u == t })
	return t.act(a)
}

// click does what is drawn under the mouse; the right button is Esc.
func (a *App) click(m tea.Mouse) tea.Cmd {
	a.active()
	if m.Button == tea.MouseRight {
		return a.key("esc")
	}
	if m.Button != tea.MouseLeft {
		return nil
	}
	return a.hit(m)
}

// drag follows the button held down over what wants it, such as a slider.
func (a *App) drag(m tea.Mouse) tea.Cmd {
	if m.Button != tea.MouseLeft {
		return nil
	}
	if hit, ok := a.canvas.HitAt(m.X, m.Y); ok {
		if s, ok := hit.(slideHit); ok {
			return a.top().handle(a, s)
		}
	}
	return nil
}

func (a *App) hit(m tea.Mouse) tea.Cmd {
	hit, ok := a.canvas.HitAt(m.X, m.Y)
	if !ok {
		return nil
	}
	if key, ok := hit.(ui.Press); ok {
		return a.key(ui.Key(key))
	}
	if _, ok := a.top().(guarded); ok && time.Since(a.opened) < guardTime {
		return nil
	}
	if t, ok := hit.(*toast); ok {
		return a.answer(t)
	}
	a.note = ""
	return a.top().handle(a, hit)
}

// wheel moves the focus in lists.
func (a *App) wheel(m tea.Mouse) tea.Cmd {
	a.active()
	switch m.Button {
	case tea.MouseWheelUp:
		return a.key("up")
	case tea.MouseWheelDown:
		return a.key("down")
	}
	return nil
}

// news looks at what the lobby has for the visit: another window, a table that
// has begun, an invitation; then the screens look for themselves.
func (a *App) news() tea.Cmd {
	if a.visit.Superseded() {
		if _, ok := a.top().(*moved); !ok {
			return a.push(&moved{})
		}
		return nil
	}
	var cmds []tea.Cmd
	if id := a.visit.Call(); id != "" {
		cmds = append(cmds, a.called(id))
	}
	a.invites()
	// What is not in view looks for itself when it comes back. From below: a
	// result sheet shows what the table under it has learnt.
	for i := a.lowest(); i < len(a.stack); i++ {
		if r, ok := a.stack[i].(refresher); ok {
			cmds = append(cmds, r.refresh(a))
		}
	}
	return tea.Batch(cmds...)
}

// second is what the passing of time brings: toasts go, an idle connection ends.
func (a *App) second() tea.Cmd {
	now := time.Now()
	for len(a.toasts) > 0 && !now.Before(a.toasts[0].until) {
		a.toasts = a.toasts[1:]
	}
	if idle := a.house.Idle; idle > 0 && !a.seated() {
		if left := idle - now.Sub(a.input); left <= 0 {
			a.bye = a.T("sh.idle.bye", "host", a.house.SSH)
			return tea.Quit
		} else if left <= time.Minute && !a.warned {
			a.warned = true
			a.toast(a.T("sh.idle"), nil)
		}
	}
	if r, ok := a.top().(refresher); ok {
		return r.refresh(a)
	}
	return nil
}

// seated tells that the connection sits at a live table, where it may wait as long as its clock.
func (a *App) seated() bool {
	for _, s := range a.stack {
		if t, ok := s.(*table); ok && t.playing() {
			return true
		}
	}
	return false
}

// retick asks for the next tick, if one sooner than that under way is wanted.
func (a *App) retick() tea.Cmd {
	wait := 30 * time.Second
	if len(a.toasts) > 0 {
		wait = min(wait, time.Until(a.toasts[0].until))
	}
	for i := len(a.stack) - 1; i >= 0; i-- {
		if t, ok := a.stack[i].(ticker); ok {
			if d := t.tick(a); d > 0 {
				wait = min(wait, d)
			}
		}
		if _, ok := a.stack[i].(overlay); !ok {
			break
		}
	}
	wait = max(wait, 20*time.Millisecond)
	due := time.Now().Add(wait)
	if !a.tickAt.IsZero() && !due.Before(a.tickAt) {
		return nil
	}
	a.tickAt = due
	a.gen++
	gen := a.gen
	return func() tea.Msg { // not tea.Tick, whose goroutine would outlive the session
		t := time.NewTimer(wait)
		defer t.Stop()
		select {
		case <-t.C:
			return ticked{gen}
		case <-a.ctx.Done():
			return nil
		}
	}
}

// errIs tells whether err is one of those listed.
func errIs(err error, list ...error) bool {
	for _, e := range list {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
