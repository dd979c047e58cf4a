package play

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

// newTableMenu lists everything that can be done at a table besides playing, so that players need not
// know the keys.
func newTableMenu(t *Table) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title, q.Width, q.Left = a.T("menu.title"), 36, true // harmless entries come first
		list := t.commands(a)
		fill := func(keys ...ui.Key) { q.Fill(a, app.Pick(list, keys...)) }
		talk := func() {
			if a.House.Alone {
				return
			}
			fill("t")
			q.Add(true, "x", a.T(app.Either(a.Set.Mute, "menu.unmute", "menu.mute")), t.mute)
		}
		fill("i", "z", "e", guideKey)
		others := !alone(t.Snap)
		if others {
			talk()
		}
		if own, ok := t.View.(MenuFiller); ok {
			own.FillMenu(a, t, q)
		}
		fill("p", "u", "d", "q", "r")
		if t.shown(a) {
			q.Add(true, "y", a.T("menu.watch"), t.share)
		}
		if !others && t.Snap.Watchers > 0 { // last, so that no number changes when a spectator comes
			talk()
		}
	}}
}

// shown reports whether people with the line may watch the table.
func (t *Table) shown(a *app.App) bool {
	s := t.Snap
	return !a.House.Alone && s.Status == store.Live && s.Result == nil && !s.Private && len(s.Seats) > 1
}

// share copies the line for spectators, and the page's address below it.
func (t *Table) share(a *app.App) {
	line := a.House.SSH + " watch " + t.ID
	a.Copy(strings.TrimSpace(line+"\n"+a.House.Page("/watch/"+t.ID)), a.T("tb.share"), a.T("game."+t.Snap.Game), t.ID)
}

// mute hides the chat of others, or shows it again.
func (t *Table) mute(a *app.App) {
	a.Change(func(s *app.Settings) { s.Mute = !s.Mute })
	a.Say(a.T(app.Either(a.Set.Mute, "talk.muted", "talk.heard")))
	t.Refresh(a)
}

// doing returns a function that does an entry at the table.
func (t *Table) doing(kind games.Kind) func(*app.App) {
	return func(a *app.App) { t.do(a, kind) }
}

// talk is the overlay of fixed phrases with a line for free text.
type talk struct {
	t     *Table
	focus int
	line  *ui.Field
}

// NewTalk returns the overlay for chat at a table.
func NewTalk(t *Table) app.Screen { return &talk{t: t, line: ui.NewField(lobby.MaxChat)} }

func (k *talk) Over() {}

// Field takes typed text while the last row, the free text, is in focus.
func (k *talk) Field() *ui.Field {
	if k.focus == lobby.Phrases {
		return k.line
	}
	return nil
}

// Start opens the free text for a letter. Digits choose a phrase, and "/" and "?" are keys.
func (k *talk) Start(text string) *ui.Field {
	if r, _ := utf8.DecodeRuneInString(text); !unicode.IsLetter(r) {
		return nil
	}
	k.focus = lobby.Phrases
	return k.line
}

func (k *talk) Handle(a *app.App, msg tea.Msg) {
	if hit, ok := msg.(ui.RowHit); ok {
		k.focus = int(hit)
		if k.focus < lobby.Phrases {
			k.say(a)
			return
		}
		return
	}
	key, ok := msg.(ui.Key)
	if !ok {
		return
	}
	n := lobby.Phrases + 1
	switch key {
	case "up", "shift+tab":
		k.focus = (k.focus + n - 1) % n
	case "down", "tab":
		k.focus = (k.focus + 1) % n
	case "enter":
		k.say(a)
		return
	case "/":
		k.focus = lobby.Phrases
	case "esc":
		a.Pop()
		return
	default:
		if len(key) == 1 && key[0] >= '1' && int(key[0]-'1') < lobby.Phrases {
			k.focus = int(key[0] - '1')
			k.say(a)
			return
		}
	}
}

func (k *talk) say(a *app.App) {
	phrase, text := k.focus+1, ""
	if k.focus == lobby.Phrases {
		phrase, text = 0, k.line.String()
		if strings.TrimSpace(text) == "" {
			return
		}
	}
	err := a.Visit.Say(k.t.ID, phrase, text)
	if err != nil && phrase == 0 { // the text stays
		a.Fail(err)
		return
	}
	a.Pop()
	if err != nil {
		a.Fail(err)
		return
	}
	a.Say(a.T("talk.said"))
	a.CatchUp()
}

func (k *talk) Draw(a *app.App, c *ui.Canvas) {
	g := ui.OverlayBox(c, 48, lobby.Phrases+6, a.T("talk.title"))
	for i := range lobby.Phrases {
		ui.ListRow(g, i+1, i == k.focus, app.Itoa(i+1)+"  "+a.T("talk."+app.Itoa(i+1)), ui.RowHit(i))
	}
	y := 1 + lobby.Phrases
	own := k.focus == lobby.Phrases
	ui.ListRow(g, y, own, "/  "+a.T("talk.own"), ui.RowHit(lobby.Phrases))
	if own {
		k.line.Draw(g, 5, y+1, g.W()-7)
	}
	ui.Keys(c, a.Items("digits", "key.phrase", "enter", "key.say", "esc", "key.close"))
	a.Row22(c, a.T("talk.msg"))
}

// history is the overlay with everything that happened at the table, newest first.
type history struct {
	t    *Table
	list ui.Scroll
	of   *lobby.Snapshot // the snapshot from which text was made
	text []string
}

// logRows is how many lines are in view, logWidth their width.
const logRows, logWidth = 14, 50

func newLog(t *Table) app.Screen { return &history{t: t} }

func (h *history) Over() {}

func (h *history) Commands(a *app.App) []app.Command {
	return []app.Command{
		{Key: "arrows", Bar: "key.scroll", Off: len(h.lines(a)) <= logRows},
		{Key: "esc", Also: []ui.Key{"q", "e", "enter"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

func (h *history) List(a *app.App) app.List {
	return app.List{Scroll: &h.list, N: len(h.lines(a)), Page: logRows}
}

// lines returns the plies and the chat, newest first. They are made once for each snapshot.
func (h *history) lines(a *app.App) []string {
	s := h.t.Snap
	if s == h.of {
		return h.text
	}
	h.of, h.text = s, nil
	type moment struct {
		at   int64
		text string
	}
	var list []moment
	for i, p := range s.Plies {
		for _, text := range slices.Backward(h.ply(a, i)) { // newest first: the last line of a ply comes first
			list = append(list, moment{p.At, text})
		}
	}
	for _, l := range s.Chat {
		if a.Set.Mute && l.From.ID != a.Visit.Me().ID {
			continue
		}
		at := len(list)
		for at > 0 && list[at-1].at > l.At {
			at--
		}
		list = slices.Insert(list, at, moment{l.At, a.PersonName(l.From) + ": " + a.Spoken(l)})
	}
	for _, m := range slices.Backward(list) {
		h.text = append(h.text, m.text)
	}
	if len(list) == 0 {
		h.text = append(h.text, a.T("log.empty"))
	}
	hash := s.SeedHash
	if !h.t.singleSeat() { // no clock limits a run
		h.text = append(h.text, a.T("log.start", "control", a.Terms(s.Control)))
	}
	h.text = append(h.text, a.T("log.hash"), " "+hash[:32], " "+hash[32:])
	return h.text
}

// ply returns the sentences of a ply, with its number and in lines that fit.
func (h *history) ply(a *app.App, ply int) (lines []string) {
	said := SpokenPly(a, &h.t.Scene, ply)
	if len(said) == 0 {
		return nil
	}
	said[0] = app.Itoa(ply+1) + ". " + said[0]
	for i, text := range said {
		for j, line := range ui.Wrap(text, logWidth-10) {
			lines = append(lines, app.When(i+j > 0, "    ")+line)
		}
	}
	return lines
}

func (h *history) Draw(a *app.App, c *ui.Canvas) {
	g := ui.OverlayBox(c, logWidth, 18, a.T("log.title"))
	lines := h.lines(a)
	h.list.Clamp(len(lines))
	from, to := ui.Window(h.list.Focus, len(lines), logRows)
	for i, l := range lines[from:to] {
		ui.ListRow(g, 1+i, from+i == h.list.Focus, l, nil)
	}
	ui.Keys(c, a.Bar(h.Commands(a)))
	a.Row22(c, a.T("log.msg"))
}

// Result is the overlay at the end of a match.
type Result struct {
	app.Ask
	T     *Table
	began time.Time // start of counting up the score and the rating, on ui.LevelRich
	notes []string  // whether and why the rating counts, and the opponent's wish
}

// note adds a line to the sheet.
func (r *Result) note(text string) {
	r.Lines, r.notes = append(r.Lines, text), append(r.notes, text)
}

func (r *Result) Open(a *app.App) {
	if r.T.Scene.Fresh {
		r.began = time.Now()
	}
	r.Refresh(a)
}

func (r *Result) Refresh(a *app.App) {
	r.build(a)
}

// build writes the sheet from the newest snapshot: the opponent may ask for a rematch meanwhile.
func (r *Result) build(a *app.App) {
	s := r.T.Snap
	r.Extra = nil
	if r.T.Kept() {
		tell := TellCommand(s.ID)
		tell.Bar = "key.copy"
		r.Extra = []app.Command{tell}
	}
	if r.T.singleSeat() {
		r.soloResult(a)
		return
	}
	r.Title, r.Width, r.Left = a.T("res.title"), 40, true
	r.Lines = []string{r.T.headline(a), ""}
	r.Lines = append(r.Lines, r.T.View.Result(a, &r.T.Scene)...)
	if s.Result.Reason != games.Aborted {
		r.Lines = append(r.Lines, "", reason(a, s))
	}
	r.notes = nil
	for i, seat := range s.Seats {
		if r.rated(i) {
			r.Lines = append(r.Lines, RatingChange(a, seat, games.Seat(i) == s.You))
			if why := Counted(a, seat, s.Result.Reason, len(s.Plies)); why != "" && games.Seat(i) == s.You {
				r.note(why)
			}
		}
	}
	left := r.T.deserted()
	for i, seat := range s.Seats {
		switch {
		case games.Seat(i) == s.You && seat.Rematch && !left:
			r.note(a.T("res.asked"))
		case games.Seat(i) == s.You:
		case s.You != games.Nobody && seat.Bot == "" && !seat.Here && !s.Control.Correspondence():
			r.note(a.T("res.gone", "p", a.SeatName(seat)))
		case seat.Rematch:
			r.note(a.T("res.wants", "p", a.SeatName(seat)))
		}
	}
	var held ui.Key // the focused answer keeps the focus when another comes or goes
	if r.Focus < len(r.Answers) {
		held = r.Answers[r.Focus].Key
	}
	r.Clear()
	if s.Own != games.Nobody && s.Arena != "" {
		r.Add(true, "enter", a.T("arena.back"), func(a *app.App) {
			a.Home()
			a.Push(a.House.Places.Arena(a, s.Arena))
		})
	} else if s.Own != games.Nobody && s.Result.Reason != games.Aborted {
		if left && r.T.CanAskAgain(a) {
			r.note(a.T("res.later"))
			left = false
		}
		r.Add(!left, "enter", a.T("res.rematch"), func(a *app.App) { r.rematch(a) })
	}
	if r.T.Kept() {
		r.Add(true, "v", a.T("key.replay"), func(a *app.App) { a.Push(a.House.Places.Replay(a, s.ID, false)) })
		if len(s.Plies) > 0 && a.House.Lobby.CanAnalyse(s.Game) {
			r.Add(true, "a", a.T("an.key.on"), func(a *app.App) { a.Push(a.House.Places.Replay(a, s.ID, true)) })
		}
	}
	r.Add(true, "esc", a.T("res.board"), nil)
	r.Add(true, "q", a.T("key.home"), func(a *app.App) { a.Home() })
	r.Settle(held)
}

// deserted reports whether another player has left the table, so that there is nobody to ask for a
// rematch. Players of a correspondence match need not be here.
func (t *Table) deserted() bool {
	if t.Snap.Control.Correspondence() {
		return false
	}
	for i, seat := range t.Snap.Seats {
		if games.Seat(i) != t.Snap.You && seat.Bot == "" && !seat.Here {
			return true
		}
	}
	return false
}

// CanAskAgain reports whether the visitor can ask a player who has left the table for a rematch. The
// question waits on the other's first screen, even when the visitor leaves.
func (t *Table) CanAskAgain(a *app.App) bool {
	s := t.Snap
	if a.Visit.Me().Guest || len(s.Seats) != 2 || s.Own == games.Nobody || s.Shared != games.Apart || s.Result == nil || s.Result.Reason == games.Aborted {
		return false
	}
	other := s.Seats[1-s.Own]
	return other.Bot == "" && !other.Guest && !other.Gone && !other.Remote && other.ID != ""
}

// AskAgain asks a player who has left the table for a rematch, and shows the open seat.
func (t *Table) AskAgain(a *app.App) {
	id, err := a.Visit.AskAgain(t.ID)
	if err != nil {
		a.Fail(err)
		return
	}
	a.Swap(NewTable(id))
}

// rematch asks for a rematch; the sheet stays until it begins. For an absent player the question waits.
func (r *Result) rematch(a *app.App) {
	s := r.T.Snap
	if (s.Control.Correspondence() || r.T.deserted()) && r.T.CanAskAgain(a) {
		if other := s.Seats[1-s.You]; !other.Here && !other.Rematch {
			r.T.AskAgain(a)
			return
		}
	}
	err := a.Visit.Rematch(r.T.ID)
	r.T.Refresh(a)
	a.Push(&Result{T: r.T})
	a.Fail(err)
}

// headline returns the result in one line.
func (t *Table) headline(a *app.App) string {
	s := t.Snap
	switch w := s.Result.Winner; {
	case s.Late:
		return reason(a, s)
	case s.Result.Reason == games.Aborted:
		return a.T("res.aborted")
	case w == games.Nobody:
		return a.T("res.draw")
	case w == s.You:
		return a.T("res.youwin")
	case t.View.Side(a, w) != "":
		return a.T("res.wins", "p", a.SeatName(s.Seats[w])+" ("+t.View.Side(a, w)+")")
	default:
		return a.T("res.wins", "p", a.SeatName(s.Seats[w]))
	}
}

// Kept reports whether the finished match can be read again. A match that was called off, or played by
// guests alone, is not kept.
func (t *Table) Kept() bool {
	return t.Snap.Result.Reason != games.Aborted &&
		slices.ContainsFunc(t.Snap.Seats, func(s lobby.SeatInfo) bool { return s.ID != "" && !s.Guest && s.Bot == "" })
}

// Counted returns why a rated match has counted only in part for a seat, "" if it has counted.
func Counted(a *app.App, s lobby.SeatInfo, reason string, plies int) string {
	switch {
	case s.Change == 0 && ledger.Early(reason, plies):
		return a.T("res.early")
	case s.Nth > 1:
		return a.T("res.part", "n", s.Nth, "d", s.Nth*s.Nth)
	}
	return ""
}

// RatingChange returns a rating before and after, the visitor's own or another's.
func RatingChange(a *app.App, s lobby.SeatInfo, own bool) string {
	before, after := int(s.Rating+0.5), int(s.Rating+s.Change+0.5)
	change := fmt.Sprintf("%+d", after-before)
	if own {
		return a.T("res.rating", "a", before, "b", after, "d", change)
	}
	return a.T("res.rating.of", "p", a.SeatName(s), "a", before, "b", after, "d", change)
}
