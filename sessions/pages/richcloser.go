package pages

import (
	"fmt"
	"slices"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// closer draws the focused table alone: a picture, its terms, its players, the visitor's results against
// them, and their last matches.
func (v *lobbyView) closer(a *app.App, g ui.Region, s *lobby.Summary) {
	g.Text(0, 0, ui.Strong|ui.Bold, a.T("lobby.closer"))
	lines := []ui.Line{{Text: a.T("game." + s.Game), Ink: ui.Strong | ui.Bold}, {Text: terms(a, s), Ink: ui.Muted}}
	for _, text := range ui.Wrap(a.RatedWord(s.Rated, a.Visit.Uncounted(s)), g.W()-3) {
		lines = append(lines, ui.Line{Text: text, Ink: ui.Muted})
	}
	for _, seat := range s.Seats {
		if seat.ID == "" && seat.Bot == "" && !seat.Gone {
			continue
		}
		lines = append(lines, ui.Line{}, ui.Line{Text: a.SeatName(seat), Ink: ui.Text})
		if seat.Rating > 0 {
			lines = append(lines, ui.Line{Text: a.Rating(seat.Rating, seat.Provisional), Ink: ui.Muted})
		}
	}
	known := v.record(a, s)
	if t := known.met; t != (store.Tally{}) {
		text := fmt.Sprintf("%s %d %s %d", a.T("prof.col.won"), t.Won, a.T("prof.col.lost"), t.Lost)
		lines = append(lines, ui.Line{}, ui.Line{Text: a.T("lobby.met"), Ink: ui.Muted}, ui.Line{Text: text, Ink: ui.Text})
	}
	chart := -1 // the line of the last matches
	if len(known.last) > 0 {
		lines = append(lines, ui.Line{}, ui.Line{Text: a.T("lobby.last"), Ink: ui.Muted}, ui.Line{}, ui.Line{Text: a.T("lobby.last.high"), Ink: ui.Muted})
		chart = len(lines) - 2
	}
	in := ui.Rect{Y: 2, W: g.W(), H: min(len(lines)+8, g.H()-2)}
	p := g.Sheet(in, ui.Panel)
	g.Hit(in, ui.RowHit(v.list[0].Focus))
	view, mini := any(nil), play.GameOf(s.Game).Face.Mini
	if mini != nil && s.Status == store.Live {
		view = a.House.Lobby.Peek(s.ID)
	}
	if view != nil {
		mini(p, 4, 1, view)
	} else {
		emblemOf(a, p, 4, 1, s.Game)
	}
	for i, l := range firstOf(lines, in.H-7) {
		p.TextCut(2, 6+i, in.W-3, l.Ink, l.Text)
		for k, won := range known.last {
			switch {
			case i != chart:
			case won == 0:
				p.Text(2+k, 6+i, ui.Muted, "─")
			default: // the upper half of a cell is a win, the lower a loss
				p.Pixel(2+k, 2*(6+i)+app.Either(won > 0, 0, 1), app.Either(won > 0, ui.OK, ui.Bad))
			}
		}
	}
}

// record has a player's results from the lists of matches: the visitor's results against the player in its
// game, and the player's last matches of it, the oldest first: 1 won, 0 drawn, -1 lost.
type record struct {
	met  store.Tally
	last []int
}

// lastMatches is the number of matches in a closer look, of the lastRead newest.
const lastMatches, lastRead = 10, 30

// record reads, once while the lobby is open, the results of the first other person at a table.
func (v *lobbyView) record(a *app.App, s *lobby.Summary) (r record) {
	me := a.Visit.Me()
	i := slices.IndexFunc(s.Seats, func(seat lobby.SeatInfo) bool { return seat.ID != "" && seat.ID != me.ID })
	if i < 0 {
		return r
	}
	id := s.Seats[i].ID
	if r, ok := v.records[s.Game+" "+id]; ok {
		return r
	}
	if v.records == nil {
		v.records = map[string]record{}
	}
	if !me.Guest {
		if mine, err := a.House.Lobby.Profile(a.Ctx, me.ID); err == nil {
			for _, t := range mine.Versus {
				if t.Game == s.Game && t.Opponent == id {
					r.met = t.Tally
				}
			}
		}
	}
	list, err := a.House.Lobby.Matches(a.Ctx, id, "", lastRead)
	if err != nil {
		a.Report("lobby", err)
	}
	for _, m := range list {
		if m.Game != s.Game || m.Status != store.Done || m.Reason == games.Aborted || len(r.last) == lastMatches {
			continue
		}
		won := app.Either(m.Winner == m.SeatOf(id), 1, -1)
		r.last = append(r.last, app.Either(m.Winner < 0, 0, won))
	}
	slices.Reverse(r.last)
	v.records[s.Game+" "+id] = r
	return r
}
