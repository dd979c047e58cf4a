package play

import (
	"slices"

	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// history is the overlay with everything that happened at the table, newest first.
type history struct {
	t    *Table
	list ui.Scroll
	of   *table.Snapshot // the snapshot from which text was made
	text []string
}

// logRows is the most rows in view, logWidth their usual width.
const logRows, logWidth = 14, 50

func newLog(t *Table) app.Screen { return &history{t: t} }

func (h *history) Over() {}

func (h *history) Commands(a *app.App) []app.Command {
	return []app.Command{
		{Key: "updown", Bar: "key.scroll"},
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

// ply returns the sentences of a ply, with its number.
func (h *history) ply(a *app.App, ply int) (lines []string) {
	said := SpokenPly(a, &h.t.Scene, ply)
	if len(said) == 0 {
		return nil
	}
	said[0] = app.Itoa(ply+1) + ". " + said[0]
	for i, text := range said {
		lines = append(lines, app.TextIf(i > 0, "    ")+text)
	}
	return lines
}

func (h *history) Draw(a *app.App, c *ui.Canvas) { a.DrawOver(c, h.Overlay(a)) }

// Overlay shows the sentences.
func (h *history) Overlay(a *app.App) app.Overlay {
	lines := h.lines(a)
	h.list.Clamp(len(lines))
	return app.Overlay{
		Title: a.T("log.title"), Usual: a.T("log.msg"), Keys: a.Bar(h.Commands(a)), W: logWidth,
		Body: kit.Paper{Lines: lines, Focus: h.list.Focus, Few: 5, Most: logRows},
	}
}
