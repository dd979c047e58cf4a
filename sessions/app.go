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
	house  *shared
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
	warned   time.Time       // when it was told that it is about to be disconnected, zero while it is not
	closes   time.Time       // when the server stops, zero while it does not
	leaving  time.Time       // when Ctrl+C was last pressed
	repaints repaints        // by Ctrl+L
	hangul   bool            // told about Hangul mode
	blurred  bool            // the window is away
	gen      int             // of the tick under way
	tickAt   time.Time       // when it is due
	lastTurn string          // the table and ply for which the bell has rung
	pressed  any             // what the button went down on
	releases bool            // the terminal tells when a key is let go
	bye      string          // what is printed after the program
	dropped  bool            // the visit has ended
	invited  map[string]bool // challenges that have been announced, by match id
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
func New(ctx context.Context, house *shared, visit *lobby.Visit, client Client) *App {
	now := time.Now()
	ctx, cancel := context.WithCancel(ctx)
	a := &App{
		house: house, log: house.Log, ctx: ctx, cancel: cancel, invited: map[string]bool{}, visit: visit, term: client,
		w: client.Width, h: client.Height, canvas: ui.New(client.Width, client.Height),
		input: now, opened: now,
	}
	a.set = readSettings(visit.Settings())
	a.apply()
	a.stack = []screen{house.Places.Home(a)}
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
	return tea.Batch(a.wait(), a.house.Places.Start(a, a.term.Command), a.retick())
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
	drawn := a.drawn
	a.drawn = false
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
		if s, ok := a.stack[a.lowest()].(sizer); ok {
			s.sized(a)
		}
	case changed:
		cmd = tea.Batch(a.wait(), a.news())
	case ticked:
		if msg.gen != a.gen {
			a.drawn = drawn
			return a, nil
		}
		a.tickAt = time.Time{}
		cmd = a.second()
	case forScreen:
		if slices.Contains(a.stack, msg.to) {
			cmd = msg.to.handle(a, msg.msg)
		}
	case draining:
		cmd = a.drain(msg.in)
	case repainting:
		cmd = a.repaints.now()
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
	case tea.MouseReleaseMsg:
		if a.holding() != nil {
			cmd = a.letGo(released{mouse: true})
		} else {
			cmd = a.release(msg.Mouse())
		}
	case tea.KeyReleaseMsg:
		key, _ := ui.FromPress(tea.KeyPressMsg(msg))
		a.releases = true
		cmd = a.letGo(released{key: key})
	case tea.KeyboardEnhancementsMsg:
		a.releases = msg.SupportsEventTypes()
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
	if _, text := a.top().(dragged); !a.set.NoMouse && !text {
		v.MouseMode = tea.MouseModeCellMotion
	}
	v.KeyboardEnhancements.ReportEventTypes = a.holding() != nil
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
	if !a.warned.IsZero() {
		notes = append(notes, ui.Note{Text: a.T("sh.idle")})
	}
	if line := a.countdown(); line != "" {
		notes = append(notes, ui.Note{Text: line})
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

// clock is the countdown to the server's stop, or else the running clock of the
// screens in view, for notices that cover them.
func (a *App) clock() string {
	if line := a.countdown(); line != "" {
		return line
	}
	for i := len(a.stack) - 1; i >= 0; i-- {
		if s, ok := a.stack[i].(clocked); ok {
			if line := s.clockLine(a); line != "" {
				return line
			}
		}
	}
	return ""
}

// newcomer tells that the visitor has never been here before and has not played yet.
func (a *App) newcomer() bool { return a.visit.First() && !a.played }

// errIs tells whether err is one of those listed.
func errIs(err error, list ...error) bool {
	for _, e := range list {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
