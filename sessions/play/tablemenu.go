package sessions

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/store"
)

// newTableMenu lists what can be done at a table besides playing, so that
// nothing depends on knowing a letter.
func newTableMenu(a *App, t *table) screen {
	return &lazyAsk{build: func(a *App, q *ask) {
		s := t.snap
		q.title, q.width, q.left = a.T("menu.title"), 36, true
		add := func(key ui.Key, label string, do func(*App) tea.Cmd) {
			q.add(true, key, a.T(label), do)
		}
		if s.You != games.Nobody && !t.alonely() && s.Round == 0 { // in a series there are neither
			if !s.Rated {
				q.add(s.CanTakeback, "u", a.T("menu.takeback"), t.doing(games.AskTakeback))
			}
			q.add(s.CanDraw, "d", a.T("menu.draw"), t.doing(games.OfferDraw))
		}
		own, spaced := t.view.(spaced)
		if spaced {
			own.menu(a, t, q)
		}
		if s.You != games.Nobody {
			if t.alonely() && !spaced {
				add("i", pick(t.scene.Best, "solo.menu.nobest", "solo.menu.best"), t.hint)
			}
			end := pick(t.alonely(), "solo.menu.giveup", "menu.resign")
			add("r", pick(s.CanAbort, "menu.abort", end), func(a *App) tea.Cmd { return a.push(newConfirm(t)) })
		}
		talk := func() {
			add("t", "menu.talk", func(a *App) tea.Cmd { return a.push(newTalk(t)) })
			add("x", pick(a.set.Mute, "menu.unmute", "menu.mute"), t.mute)
		}
		if !t.alonely() {
			talk()
			add("i", pick(a.set.NoHints, "menu.hints.on", "menu.hints.off"), func(a *App) tea.Cmd {
				a.change(func(s *Settings) { s.NoHints = !s.NoHints })
				return nil
			})
		}
		add("e", "menu.log", func(a *App) tea.Cmd { return a.push(newLog(t)) })
		add("q", "menu.leave", t.leave)
		if t.alonely() && s.Watchers > 0 { // last, so that no number changes when somebody comes to watch
			talk()
		}
	}}
}

// pick is one key of the catalogue or another.
func pick(first bool, key, other string) string {
	if first {
		return key
	}
	return other
}

// mute stops what others say, or lets it be heard again.
func (t *table) mute(a *App) tea.Cmd {
	a.change(func(s *Settings) { s.Mute = !s.Mute })
	if a.set.Mute {
		a.say(a.T("talk.muted"))
	} else {
		a.say(a.T("talk.heard"))
	}
	return t.refresh(a)
}

// doing gives what an answer does at the table.
func (t *table) doing(kind games.Kind) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		t.do(a, kind)
		return nil
	}
}

// talk is the overlay of fixed phrases with a line for one's own words.
type talk struct {
	t     *table
	focus int
	line  *ui.Field
}

func newTalk(t *table) screen { return &talk{t: t, line: newField(lobby.MaxChat)} }

func (k *talk) over() {}

// field takes what is typed once the last row, one's own words, is in focus.
func (k *talk) field() *ui.Field {
	if k.focus == lobby.Phrases {
		return k.line
	}
	return nil
}

func (k *talk) handle(a *App, msg tea.Msg) tea.Cmd {
	if hit, ok := msg.(rowHit); ok {
		k.focus = int(hit)
		if k.focus < lobby.Phrases {
			return k.say(a)
		}
		return nil
	}
	key, ok := msg.(ui.Key)
	if !ok {
		return nil
	}
	n := lobby.Phrases + 1
	switch key {
	case "up", "shift+tab":
		k.focus = (k.focus + n - 1) % n
	case "down", "tab":
		k.focus = (k.focus + 1) % n
	case "enter":
		return k.say(a)
	case "/":
		k.focus = lobby.Phrases
	case "esc":
		return a.pop()
	default:
		if len(key) == 1 && key[0] >= '1' && int(key[0]-'1') < lobby.Phrases {
			k.focus = int(key[0] - '1')
			return k.say(a)
		}
	}
	return nil
}

func (k *talk) say(a *App) tea.Cmd {
	phrase, text := k.focus+1, ""
	if k.focus == lobby.Phrases {
		phrase, text = 0, k.line.String()
		if strings.TrimSpace(text) == "" {
			return nil
		}
	}
	if err := a.visit.Say(k.t.id, phrase, text); err != nil {
		a.fail(err)
		return nil
	}
	cmd := a.pop()
	a.say(a.T("talk.said"))
	return tea.Batch(cmd, k.t.refresh(a))
}

func (k *talk) draw(a *App, c *ui.Canvas) {
	g := panel(c, 48, lobby.Phrases+6, a.T("talk.title"))
	for i := range lobby.Phrases {
		listRow(g, i+1, i == k.focus, itoa(i+1)+"  "+a.T("talk."+itoa(i+1)), rowHit(i))
	}
	y := 1 + lobby.Phrases
	own := k.focus == lobby.Phrases
	listRow(g, y, own, "/  "+a.T("talk.own"), rowHit(lobby.Phrases))
	if own {
		k.line.Draw(g, 5, y+1, g.W()-7)
	}
	ui.Keys(c, a.items("digits", "key.phrase", "enter", "key.say", "esc", "key.close"))
	a.row22(c, a.T("talk.msg"))
}

// history is the overlay with everything that happened at the table, newest first.
type history struct {
	t    *table
	list scroll
	of   *lobby.Snapshot // what text was made from
	text []string
}

func newLog(t *table) screen { return &history{t: t} }

func (h *history) over() {}

func (h *history) handle(a *App, msg tea.Msg) tea.Cmd {
	key, _ := msg.(ui.Key)
	if h.list.key(key, len(h.lines(a)), 14) {
		return nil
	}
	switch key {
	case "esc", "q", "e", "enter":
		return a.pop()
	}
	return nil
}

// lines are what was played and said, newest first. They are made once for each snapshot.
func (h *history) lines(a *App) []string {
	s := h.t.snap
	if s == h.of {
		return h.text
	}
	h.of, h.text = s, nil
	type moment struct {
		at   int64
		text string
	}
	var list []moment
	own, _ := h.t.view.(chronicler)
	for i, p := range s.Plies {
		if own != nil { // newest first: the last line of a ply is the first
			for _, text := range slices.Backward(own.chronicle(a, &h.t.scene, i)) {
				list = append(list, moment{p.At, text})
			}
			continue
		}
		text := itoa(i+1) + ". " + a.seatName(s.Seats[p.Seat]) + "  " + string(p.Action)
		list = append(list, moment{p.At, text})
	}
	for _, l := range s.Chat {
		if a.set.Mute && l.From.ID != a.visit.Me().ID {
			continue
		}
		at := len(list)
		for at > 0 && list[at-1].at > l.At {
			at--
		}
		list = slices.Insert(list, at, moment{l.At, a.personName(l.From) + ": " + a.spoken(l)})
	}
	for _, m := range slices.Backward(list) {
		h.text = append(h.text, m.text)
	}
	hash := s.SeedHash
	h.text = append(h.text, a.T("log.start", "control", a.control(s.Control.String())), a.T("log.hash"), " "+hash[:32], " "+hash[32:])
	return h.text
}

func (h *history) draw(a *App, c *ui.Canvas) {
	g := panel(c, 50, 18, a.T("log.title"))
	lines := h.lines(a)
	h.list.clamp(len(lines))
	from, to := ui.Window(h.list.focus, len(lines), 14)
	for i, l := range lines[from:to] {
		listRow(g, 1+i, from+i == h.list.focus, l, nil)
	}
	ui.Keys(c, a.items("arrows", "key.scroll", "esc", "key.close"))
	a.row22(c, a.T("log.msg"))
}

// result is the overlay at the end of a match.
type result struct {
	ask
	t *table
}

func (r *result) open(a *App) tea.Cmd { return r.refresh(a) }

func (r *result) refresh(a *App) tea.Cmd {
	r.build(a)
	return nil
}

// build writes the sheet from the newest snapshot: the opponent may ask for another match meanwhile.
func (r *result) build(a *App) {
	s := r.t.snap
	if r.t.alonely() {
		r.soloResult(a)
		return
	}
	r.title, r.width, r.left = a.T("res.title"), 40, true
	r.lines = []string{r.t.headline(a), ""}
	r.lines = append(r.lines, r.t.view.result(a, &r.t.scene)...)
	if s.Result.Reason != games.Aborted {
		r.lines = append(r.lines, "", a.reason(s))
	}
	for i, seat := range s.Seats {
		if seat.Change != 0 || s.Rated && s.Status == store.Done && s.Result.Reason != games.Aborted {
			if games.Seat(i) == s.You || s.You == games.Nobody {
				r.lines = append(r.lines, a.ratingChange(seat, games.Seat(i) == s.You))
			}
		}
	}
	left := r.t.deserted()
	for i, seat := range s.Seats {
		switch {
		case games.Seat(i) == s.You && seat.Rematch && !left:
			r.lines = append(r.lines, a.T("res.asked"))
		case games.Seat(i) == s.You:
		case s.You != games.Nobody && seat.Bot == "" && !seat.Here:
			r.lines = append(r.lines, a.T("res.gone", "p", a.seatName(seat)))
		case seat.Rematch:
			r.lines = append(r.lines, a.T("res.wants", "p", a.seatName(seat)))
		}
	}
	var held ui.Key // what is in focus stays so when an answer comes or goes
	if r.focus < len(r.answers) {
		held = r.answers[r.focus].key
	}
	r.answers = nil
	if s.You != games.Nobody && s.Result.Reason != games.Aborted && !left {
		r.answers = append(r.answers, answer{"enter", a.T("res.rematch"), func(a *App) tea.Cmd { return r.rematch(a) }})
	}
	if r.t.kept() {
		r.answers = append(r.answers, answer{"v", a.T("key.replay"), func(a *App) tea.Cmd { return a.push(newReplay(s.ID)) }})
		if len(s.Plies) > 0 && a.house.Lobby.CanAnalyse(s.Game) {
			r.answers = append(r.answers, answer{"a", a.T("an.key.on"), func(a *App) tea.Cmd { return a.push(newReviewed(s.ID)) }})
		}
	}
	r.answers = append(r.answers,
		answer{"esc", a.T("res.board"), nil},
		answer{"q", a.T("key.home"), func(a *App) tea.Cmd { return a.home() }},
	)
	r.focus = max(slices.IndexFunc(r.answers, func(b answer) bool { return b.key == held }), 0)
}

// deserted tells that somebody with whom one has played has left the table: there is
// nobody to ask for another match. Over days nobody need sit there.
func (t *table) deserted() bool {
	if t.snap.Control.Correspondence() {
		return false
	}
	for i, seat := range t.snap.Seats {
		if games.Seat(i) != t.snap.You && seat.Bot == "" && !seat.Here {
			return true
		}
	}
	return false
}

// rematch asks for another match; the sheet stays until it begins.
func (r *result) rematch(a *App) tea.Cmd {
	if err := a.visit.Rematch(r.t.id); err != nil {
		a.fail(err)
		return nil
	}
	return tea.Batch(r.t.refresh(a), a.push(&result{t: r.t}))
}

// headline is who won, in one line.
func (t *table) headline(a *App) string {
	s := t.snap
	switch w := s.Result.Winner; {
	case s.Late:
		return a.reason(s)
	case s.Result.Reason == games.Aborted:
		return a.T("res.aborted")
	case w == games.Nobody:
		return a.T("res.draw")
	case w == s.You:
		return a.T("res.youwin")
	case t.view.side(a, w) != "":
		return a.T("res.wins", "p", a.seatName(s.Seats[w])+" ("+t.view.side(a, w)+")")
	default:
		return a.T("res.wins", "p", a.seatName(s.Seats[w]))
	}
}

// kept tells that the match, once over, can be read again: one that was called
// off or played by guests alone leaves nothing.
func (t *table) kept() bool {
	if t.snap.Result.Reason == games.Aborted {
		return false
	}
	for _, seat := range t.snap.Seats {
		if seat.ID != "" && !seat.Guest && seat.Bot == "" {
			return true
		}
	}
	return false
}

// ratingChange is a rating before and after, one's own or another's.
func (a *App) ratingChange(s lobby.SeatInfo, own bool) string {
	before, after := int(s.Rating+0.5), int(s.Rating+s.Change+0.5)
	change := fmt.Sprintf("%+d", after-before)
	if own {
		return a.T("res.rating", "a", before, "b", after, "d", change)
	}
	return a.T("res.rating.of", "p", a.seatName(s), "a", before, "b", after, "d", change)
}
