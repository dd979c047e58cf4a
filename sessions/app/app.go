package app

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/sessions/client"
	"arcade/sessions/paint"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Client describes a connection and its terminal when a session begins.
type Client struct {
	// Lang is the connection's language, or the server's default.
	Lang words.Lang
	// Chooses reports whether Lang is a choice to remember, for example from the login name. Unnamed
	// reports whether nothing names a language, so that Lang is the server's.
	Chooses, Unnamed bool
	Look
	// Command is the first destination: nothing for the home screen, or one of "join CODE", "watch ID",
	// "play GAME", "daily GAME", "daily".
	Command []string
	// Browser reports whether the client is a page in a browser.
	Browser bool
	// Width and Height are the terminal's size in cells.
	Width, Height int
	// Stops is closed when the server begins to stop. Then the screens have to leave within House.Countdown.
	Stops <-chan struct{}
}

// App is the program of one connection: the arcade's one tea.Model, and a [client.Model]. Its screens are
// no models: their methods change the state at once, and return no messages.
type App struct {
	House  *House
	Log    *slog.Logger
	Ctx    context.Context // ends with the session
	cancel context.CancelFunc
	client Terminal // set by Attach
	Visit  *lobby.Visit
	term   Client
	Set    Settings
	theme  *paint.Palette
	Lang   words.Lang
	Glyphs ui.Level

	W, H         int
	Dropped      bool // the visit has ended
	*screenState      // nil for a session in words
}

// screenState is the part of an App that only screens need.
type screenState struct {
	Stack []Screen

	Note    string // the message row until the next key
	NoteTok ui.Token
	Noted   time.Time // time of the note
	spoke   int       // number of notes so far
	unsaid  []string  // sentences after the note, see SayEach
	events  events    // to be read out
	Played  bool      // has been at a table in this visit
	Toasts  []*toast
	Opened  time.Time // opening time of the top screen
	input   time.Time // the last key or click
	warned  time.Time // time of the idle warning, else zero
	// untouched reports whether the person came beside another window, and has pressed nothing here yet.
	untouched bool
	closes    time.Time       // time of the server's stop, else zero
	leaving   time.Time       // time of the last Ctrl+C
	repaints  repaints        // by Ctrl+L
	quit      bool            // the program is to end
	hangul    bool            // told about Hangul mode
	went      int             // the last step of the browser's history that was followed
	Blurred   bool            // the window is not in focus
	due       time.Time       // time of the next tick
	changes   time.Time       // time at which a text on the screen changes by itself, zero for never
	quiet     bool            // nothing to redraw after the last message
	LastTurn  string          // the table and ply for which the bell has rung
	pressed   ui.DragHit      // what the held button was pressed on, and how far it has been dragged
	pressedAt [2]int          // the cell in which it was pressed
	copied    *copied         // a text on its way to the clipboard, nil for none
	Releases  bool            // the terminal reports released keys
	bye       string          // printed after the program
	woken     uint64          // the visit's wake count when its changes were last read
	sight     directory.Sight // the last sight given to the lobby, if any
	looks     bool
	invite    *pairing.Invitation // the invitation in view, nil for none
	invited   time.Time           // when it was first shown
	declined  int                 // number of challenges declined by its key
}

// The time for which toasts stay, the times for which a decision and the end of a game ignore keys and clicks,
// which were for what came before, and the most time between two presses of Ctrl+C.
const (
	ToastTime = 2500 * time.Millisecond
	GuardTime = 300 * time.Millisecond
	EndTime   = 500 * time.Millisecond
	quitTime  = time.Second
)

// New makes the program of a connection whose visit has begun. The caller runs it, then calls End.
func New(ctx context.Context, house *House, visit *lobby.Visit, client Client) *App {
	ctx, cancel := context.WithCancel(ctx)
	a := NewWithoutScreens(ctx, house, visit, client)
	now := time.Now()
	a.cancel, a.screenState = cancel, &screenState{Releases: client.Browser, input: now, Opened: now}
	a.Stack = []Screen{house.Places.Home(a)}
	return a
}

// NewWithoutScreens makes an App without screens, for a session in words: it has the language, the settings and the
// names. The caller calls End.
func NewWithoutScreens(ctx context.Context, house *House, visit *lobby.Visit, client Client) *App {
	a := &App{
		House: house, Log: house.Log, Ctx: ctx, cancel: func() {}, Visit: visit, term: client,
		W: client.Width, H: client.Height,
	}
	a.Set = readSettings(visit.Settings())
	if lang := client.Lang.String(); client.Chooses && a.Set.Lang != lang {
		a.Change(func(s *Settings) { s.Lang = lang })
	}
	a.apply()
	return a
}

// ForPictures makes an App for pictures of a size in cells, without a session.
func ForPictures(lang words.Lang, w, h int) *App {
	return &App{Lang: lang, W: w, H: h, screenState: &screenState{}}
}

// End closes the screens and the visit. It may be called more than once.
func (a *App) End() {
	if a.Dropped {
		return
	}
	a.Dropped = true
	a.cancel()
	a.Visit.Leave() // first: a dropped player has not left the table by choice, and the table waits longer
	if a.screenState == nil {
		return
	}
	for _, s := range slices.Backward(a.Stack) {
		if c, ok := s.(closer); ok {
			c.Close(a)
		}
	}
}

// Bye returns the text to print once the terminal is restored.
func (a *App) Bye() string {
	key := a.UnlessGuest("sh.bye", "sh.bye.guest")
	if a.Closing() {
		key = a.UnlessGuest("sh.closing", "sh.closing.guest")
	}
	return cmp.Or(a.bye, a.T(key, "host", a.House.SSH))
}

// apply applies the settings.
func (a *App) apply() {
	a.Lang = a.language()
	a.Glyphs = a.term.Look.level(a.Set)
	a.theme = nil // until something is drawn
}

// T returns a text of the catalogue in the session's language. For a finger it prefers the key
// "KEY.touch", and on a page "KEY.page", because keys and terminals differ there.
func (a *App) T(key string, args ...any) string {
	touched := a.Touched()
	if touched && words.Has(key+words.Touch) {
		key += words.Touch
	}
	if a.Browser() && words.Has(key+words.Page) {
		if key += words.Page; touched && words.Has(key+words.Touch) {
			key += words.Touch
		}
	}
	return words.T(a.Lang, key, args...)
}

// Short returns the short form of a text of the catalogue.
func (a *App) Short(key string, args ...any) string { return words.Short(a.Lang, key, args...) }

// Init starts the session: it follows the connection's command.
func (a *App) Init() tea.Cmd {
	defer a.client.Contain("start")
	a.start()
	a.look()
	a.retick()
	return nil
}

// Attach gives the session the terminal on which it runs.
func (a *App) Attach(c *client.Client) { a.client = c }

// On gives the session another terminal, for tests.
func (a *App) On(t Terminal) { a.client = t }

// Wake has a token when the lobby has changes for the visit.
func (a *App) Wake() <-chan struct{} { return a.Visit.Wake() }

// Notice returns the channel and the message of the server's stop.
func (a *App) Notice() (<-chan struct{}, tea.Msg) {
	return a.term.Stops, ServerStops{In: a.House.Countdown}
}

// Due returns the time of the next tick.
func (a *App) Due() time.Time {
	return If(!a.changes.IsZero() && (a.due.IsZero() || a.changes.Before(a.due)), a.changes, a.due)
}

// Quiet reports whether the last message needs no redraw.
func (a *App) Quiet() bool { return a.quiet }

// Update passes a message to the router. The only command that it returns is tea.Quit.
func (a *App) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	m = a
	defer a.client.Contain("update")
	if !a.quit {
		a.take(msg)
	}
	if a.quit {
		cmd = tea.Quit
	}
	return m, cmd
}

// View shows the newest frame on the client's terminal, as soon as that accepts one. The returned view
// for Bubble Tea's renderer is empty, because no such renderer runs.
func (a *App) View() tea.View {
	defer a.client.Contain("view")
	a.client.Show(client.Frame{Quiet: a.quiet, Due: a.Due, Paint: a.Paint, By: a.House.Painters})
	return tea.View{}
}

// take is the router: it turns the terminal's messages into keys and clicks for the top screen.
func (a *App) take(msg tea.Msg) {
	a.quiet = false
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.W, a.H = msg.Width, msg.Height
		if s, ok := a.Stack[a.Lowest()].(Sizer); ok {
			s.Sized(a)
		}
	case client.Woken:
		if a.quiet = a.Visit.Woken() == a.woken; a.quiet { // the wake was for the visitor's own action, which has been shown
			return
		}
		a.CatchUp()
	case client.Ticked:
		a.due, a.changes = time.Time{}, time.Time{}
		a.second()
	case ForScreen:
		if slices.Contains(a.Stack, msg.To) {
			a.hand(msg.To, msg.Msg)
		}
	case ServerStops:
		a.drain(msg.In)
	case tea.FocusMsg:
		a.Blurred = false
	case tea.BlurMsg:
		a.Blurred = true
	case tea.PasteMsg:
		a.active()
		if f := a.typing(); f != nil {
			f.Paste(msg)
			a.warnLost(f)
		}
	case client.Typed:
		a.active()
		if f := a.typing(); f != nil {
			f.Set(msg.Text, msg.At)
			a.warnLost(f)
		}
	case client.Prefers:
		a.term.Look.Light, a.term.Look.Clear, a.term.Look.Finger = msg.Light, msg.Clear, msg.Finger
		a.apply()
	case client.Went:
		a.follow(msg)
	case tea.KeyPressMsg:
		a.press(msg)
	case tea.MouseClickMsg:
		a.click(msg.Mouse())
	case tea.MouseWheelMsg:
		a.wheel(msg.Mouse())
	case tea.MouseMotionMsg:
		a.Drag(msg.Mouse())
	case tea.MouseReleaseMsg:
		if a.holding() != nil {
			a.letGo(Released{Mouse: true})
		} else {
			a.release(msg.Mouse())
		}
	case tea.KeyReleaseMsg:
		key, _ := ui.FromPress(tea.KeyPressMsg(msg))
		a.Releases = true
		a.letGo(Released{Key: key})
	case tea.KeyboardEnhancementsMsg:
		a.Releases = msg.SupportsEventTypes()
	case copyLate:
		a.copyLate(msg)
	case tea.ClipboardMsg:
		if !a.clipboard(msg) && len(a.Stack) > 0 {
			a.hand(a.Top(), msg)
		}
	default:
		if len(a.Stack) > 0 {
			a.hand(a.Top(), msg)
		}
	}
	a.look()
	a.retick()
}

// Paint returns the frame, drawn on a canvas that all sessions share.
func (a *App) Paint(d client.Display, dst []byte) []byte {
	c := a.drawn()
	defer c.Return()
	return d.Show(dst, client.Picture{Frame: a.Frame(c), Scene: a.Scene(c)})
}

// Frame returns the terminal's frame for the drawn canvas c.
func (a *App) Frame(c *ui.Canvas) paint.Frame {
	_, text := a.Top().(dragged)
	text = text || a.byHand()
	if a.theme == nil {
		a.theme = a.term.Look.theme(a.Set)
	}
	return paint.Frame{
		Canvas: c.Cells(), Palette: a.theme, Glyph: a.Glyphs.Replaces(),
		Mouse: !a.Set.NoMouse && !text, Releases: a.holding() != nil,
	}
}

// drawn returns a borrowed canvas with the frame.
func (a *App) drawn() *ui.Canvas {
	c := ui.Borrow(a.W, a.H)
	c.Rich = a.Glyphs == ui.LevelRich
	a.Draw(c)
	return c
}

// hitAt returns the message of a click on a cell. It draws the frame again, since no frame is kept.
func (a *App) hitAt(x, y int) (any, bool) {
	c := a.drawn()
	defer c.Return()
	return c.HitAt(x, y)
}

// Draw draws the stack from the lowest visible screen.
func (a *App) Draw(c *ui.Canvas) {
	a.changes = time.Time{}
	if !ui.FitsTable(a.W, a.H) {
		a.tooSmall(c)
		return
	}
	for i, s := range a.Stack[a.Lowest():] {
		if i > 0 {
			c.BlockClicks(c.Rect()) // only the overlay can be clicked
		}
		s.Draw(a, c)
	}
	if c.Short {
		c.Reset(a.W, a.H)
		a.tooSmall(c)
		return
	}
	a.notes(c)
}

// tooSmall draws the notice of a window in which the screen has no room.
func (a *App) tooSmall(c *ui.Canvas) {
	c.Short = true
	running, _ := a.turn()
	if stays := " " + a.T("sh.small.stays"); running != "" && !a.Closing() && ui.Width(running+stays) <= a.W {
		running += stays
	}
	ui.TooSmall(c, a.W, a.H, running, a.goesBack())
}

// goesBack reports whether Esc goes back from a screen that has no room, to one that may have it: a table.
func (a *App) goesBack() bool { return ui.FitsTable(a.W, a.H) && len(a.Stack) > 1 }

// InView reports whether the window shows the screen, not the notice that it is too small.
func (a *App) InView() bool {
	if ui.Fits(a.W, a.H) || !ui.FitsTable(a.W, a.H) {
		return ui.Fits(a.W, a.H)
	}
	c := a.drawn()
	defer c.Return()
	return !c.Short
}

// Lowest returns the index of the lowest visible screen, on which overlays stand.
func (a *App) Lowest() int {
	i := len(a.Stack) - 1
	for i > 0 {
		if _, ok := a.Stack[i].(overlay); !ok {
			break
		}
		i--
	}
	return i
}

// Clock returns the countdown to the server's stop, or else the running clock of the visible screens, for
// notices that cover them.
func (a *App) Clock() string {
	if line, runs := a.turn(); runs {
		return line
	}
	return ""
}

// turn returns the same, or else whose turn it is.
func (a *App) turn() (line string, runs bool) {
	if line := a.countdown(); line != "" {
		return line, true
	}
	for _, s := range slices.Backward(a.Stack) {
		if s, ok := s.(clocked); ok {
			if line, runs = s.ClockLine(a); line != "" {
				break
			}
		}
	}
	return line, runs
}

// Rings reports whether the bell calls the visitor. A page always rings, because it has its own switch.
func (a *App) Rings() bool { return a.Blurred && (a.Set.Bell || a.Browser()) }

// Browser reports whether the visitor came by the page.
func (a *App) Browser() bool { return a.term.Browser }

// Newcomer reports whether this is the visitor's first visit, before the first game.
func (a *App) Newcomer() bool { return a.Visit.First() && !a.Played }
