package screentest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/stones"
	"arcade/lobby"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/streak"
	"arcade/sessions/client"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// ClickText clicks on a text in view, at its last place if there are several.
func (p *Person) ClickText(text string) {
	p.Hall.T.Helper()
	p.LookAs(80, 24, p.Glyphs)
	rows := strings.Split(p.Canvas().Plain(p.Glyphs), "\n")
	for y := len(rows) - 1; y >= 0; y-- {
		if x := strings.Index(rows[y], text); x >= 0 {
			p.Click(cells(rows[y][:x])+1, y)
			return
		}
	}
	p.Hall.T.Fatalf("no %q in\n%s", text, strings.Join(rows, "\n"))
}

// ClickOn clicks a text that is in view.
func (p *Person) ClickOn(text string) {
	p.Hall.T.Helper()
	for y, line := range strings.Split(p.Canvas().Plain(p.Glyphs), "\n") {
		if x := strings.Index(line, text); x >= 0 {
			p.Click(ui.Width(line[:x]), y)
			return
		}
	}
	p.Hall.T.Fatalf("no %q in view:\n%s", text, p.Canvas().Plain(p.Glyphs))
}

// State returns all state that a key may change.
func (p *Person) State() string {
	p.Drawn = false
	return fmt.Sprint(p.Quit, len(p.Out), p.Canvas().Plain(p.Glyphs))
}

// where returns the place to which a key has led, without random parts.
func (p *Person) where() string {
	at := fmt.Sprint(p.Quit, len(p.Out), p.Note)
	for _, s := range p.Stack {
		at += fmt.Sprintf(" %T", s)
	}
	return at
}

// Program returns the visit of a bot's program.
func (h *Hall) Program(name string) *lobby.Visit {
	h.T.Helper()
	v, err := h.House.Lobby.EnterBot(directory.Identity{Fingerprint: KeyOf(name), Login: name, Lang: h.lang.String()}, true)
	h.Must(err)
	return v
}

// Shows wants a text on the screen at 80x24 and at 120x40.
func (p *Person) Shows(where string, texts ...string) {
	p.Hall.T.Helper()
	for _, size := range []client.Size{{Width: 120, Height: 40}, {Width: 80, Height: 24}} {
		p.LookAs(size.Width, size.Height, ui.LevelLines)
		for _, problem := range p.Problems() {
			p.Hall.T.Errorf("%s, %dx%d: %s", where, size.Width, size.Height, problem)
		}
		text := p.Canvas().Plain(ui.LevelLines)
		for _, want := range texts {
			if !strings.Contains(text, want) {
				p.Hall.T.Errorf("%s, %dx%d: no %q in\n%s", where, size.Width, size.Height, want, text)
			}
		}
	}
}

// Pasted pastes a text and lets the form look it up.
func (p *Person) Pasted(text string) *Person {
	p.Send(tea.PasteMsg{Content: text})
	p.Hall.Pass(1100 * time.Millisecond)
	return p
}

// Sees reports whether a person's screen has a text, in one row or broken over several, like notices
// beside a board.
func (p *Person) Sees(text string) bool {
	plain := p.Canvas().Plain(p.Glyphs)
	if strings.Contains(plain, text) {
		return true
	}
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = regexp.QuoteMeta(w)
	}
	return regexp.MustCompile(strings.Join(words, `( | *\n[^\n]*  )`)).MatchString(plain)
}

// Wants wants a text on the screen, or its absence.
func (p *Person) Wants(text string, want bool) {
	p.Hall.T.Helper()
	if p.Sees(text) != want {
		p.Hall.T.Errorf("shows %q: %v, want %v:\n%s", text, !want, want, p.Canvas().Plain(p.Glyphs))
	}
}

// AtTable returns a person's table screen, wherever it is on the stack.
func AtTable(p *Person, id string) (*play.Table, bool) {
	for _, s := range p.Stack {
		if t, ok := s.(*play.Table); ok && t.ID == id {
			return t, true
		}
	}
	return nil, false
}

// RunAlone begins a solo run and plays the first legal actions in it.
func RunAlone(h *Hall, p *Person, game string) string {
	h.T.Helper()
	id := p.Create(pairing.Offer{Game: game, Control: "none"})
	for n := 0; n < 2; n++ {
		s, err := p.Visit.Table(id)
		h.Must(err)
		if s.Result != nil || len(s.Legal) == 0 {
			break
		}
		if wait := s.HeldUntil - s.Now; wait > 0 {
			h.Pass(time.Duration(wait) * time.Millisecond)
		}
		h.Must(p.Visit.Act(id, len(s.Plies), s.Legal[0]))
		h.Pass(3 * time.Second)
	}
	return id
}

// Text returns the screen's text.
func (p *Person) Text() string {
	p.LookAs(p.W, p.H, ui.LevelLines)
	return p.Canvas().Plain(ui.LevelLines)
}

// Finished lets a player finish a game's run of today without the lobby. The day counts for the streak,
// and if board is not "", its row gets the value. It returns the match.
func (h *Hall) Finished(p *Person, game, board string, value float64, result string) string {
	h.T.Helper()
	me, day, now := p.Visit.Me(), h.House.Lobby.Today(), time.Now().UnixMilli()
	h.Rated++
	m := store.Match{
		ID: fmt.Sprintf("DAYRUN%02d", h.Rated), Game: game, Rules: 1, Seed: "42", Control: "none", Status: store.Live, Daily: day, Winner: -1,
		Seats: []store.Seat{{Player: me.ID, Name: me.Name}}, Created: now, Started: now,
	}
	h.Must(h.Store.CreateMatch(h.T.Context(), m))
	m.Status, m.Ended, m.Reason, m.Result = store.Done, now, games.Finished, []byte(result)
	kept, err := json.Marshal(streak.Done{Match: m.ID})
	h.Must(err)
	o := store.Outcome{Player: me.ID, Filed: []store.Filed{{Space: streak.Days.In(me.ID).Name, Note: store.Note{Key: day, Value: kept}}}}
	if board != "" {
		o.Scores = []store.Score{{Player: me.ID, Name: me.Name, Match: m.ID, At: now, Board: ledger.BoardName(game, board, day), Value: value}}
	}
	h.End(m, o)
	return m.ID
}

// Score gives a player a row on a board, from a match that ended some time ago.
func (h *Hall) Score(p *Person, board string, value, tie float64, ago time.Duration) {
	h.T.Helper()
	h.Rated++
	at := time.Now().Add(-ago).UnixMilli()
	m := store.Match{
		ID: fmt.Sprintf("SCQRED%02d", h.Rated), Game: stones.Name, Rules: 1, Seed: "00", Seats: []store.Seat{{Player: p.Visit.Me().ID, Name: p.Visit.Me().Name}},
		Options: json.RawMessage(`{"mode":1}`), Control: "none", Status: store.Live, Created: at, Started: at, Winner: -1,
	}
	h.Must(h.Store.CreateMatch(h.T.Context(), m))
	m.Status, m.Ended, m.Reason = store.Done, at, games.Resigned
	m.Result = json.RawMessage(`{"reason":"resign","winner":null,"mode":1,"reward":0,"cell":0,"picks":0}`)
	row := store.Score{Board: board, Player: p.Visit.Me().ID, Name: p.Visit.Me().Name, Value: value, Tie: tie, Match: m.ID, At: at}
	rows := []store.Score{row}
	if name, day, ok := cutLast(board); ok { // a day's row is also on the board of its week
		if t, err := time.Parse(time.DateOnly, day); err == nil {
			row.Board = name + "/" + ledger.Week(t.UnixMilli())
			if old, _, _, err := h.Store.ScoreOf(h.T.Context(), row.Board, row.Player); err != nil || row.Beats(old) {
				rows = append(rows, row)
			}
		}
	}
	h.End(m, store.Outcome{Player: p.Visit.Me().ID, Scores: rows})
}

// ClickHit clicks on the area of hit.
func (p *Person) ClickHit(hit any) {
	p.Hall.T.Helper()
	for y := range p.H {
		for x := range p.W {
			if got, ok := p.Canvas().HitAt(x, y); ok && got == hit {
				p.Click(x, y)
				return
			}
		}
	}
	p.Hall.T.Fatalf("%#v is nowhere to be clicked:\n%s", hit, p.Canvas().Plain(p.Glyphs))
}

// cutLast splits a board's name before its last part.
func cutLast(board string) (name, last string, ok bool) {
	i := strings.LastIndex(board, "/")
	if i < 0 {
		return board, "", false
	}
	return board[:i], board[i+1:], true
}
