package pages

import (
	"slices"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// ratedLine is how a player's rating has gone: in the game for two with the most rated matches
// among the latest, a value after each.
type ratedLine struct {
	game     string
	values   []float64
	from, to int64 // when the first and the last of them ended
	matches  int   // how many rated matches there were when it was read
}

// read reads it, where there is another rated match since.
func (r *ratedLine) read(a *app.App, p lobby.Profile) {
	matches := 0
	for _, g := range p.Games {
		matches += g.Rating.Games
	}
	if matches == r.matches {
		return
	}
	*r = ratedLine{matches: matches}
	list, err := a.House.Lobby.Matches(p.ID, "", app.MatchPage)
	if err != nil {
		a.Log.Error("profile", "err", err)
		return
	}
	lines := map[string]*ratedLine{}
	for _, m := range slices.Backward(list) {
		seat := m.SeatOf(p.ID)
		if seat < 0 || !m.Rated || m.Private || m.Status != store.Done || m.Reason == games.Aborted {
			continue
		}
		line := lines[m.Game]
		if line == nil {
			line = &ratedLine{game: m.Game, from: m.Ended, matches: matches}
			lines[m.Game] = line
		}
		line.values, line.to = append(line.values, m.Seats[seat].Rating+m.Seats[seat].Change), m.Ended
	}
	for _, g := range p.Games {
		if line := lines[g.Game]; line != nil && len(line.values) > len(r.values) {
			*r = *line
		}
	}
}

// drawn reports whether there is a line: a single point is none.
func (r *ratedLine) drawn() bool { return len(r.values) > 1 }

// span is the range that is shown: whole tens, and no less than forty points.
func (r *ratedLine) span() (lo, hi int) {
	lo, hi = int(slices.Min(r.values))/10*10, (int(slices.Max(r.values))/10+1)*10
	if few := 40 - (hi - lo); few > 0 {
		lo, hi = lo-few/20*10, hi+(few-few/20*10)
	}
	return lo, hi
}

// draw draws the line in a region, with its range on the left and the days below.
func (r *ratedLine) draw(a *app.App, g ui.Region, steps int) {
	lo, hi := r.span()
	in := ui.Rect{X: 5, W: g.W() - 5, H: g.H() - 1}
	for i := range steps {
		v := hi - (hi-lo)*i/(steps-1)
		y := (in.H - 1) * i / (steps - 1)
		g.TextRight(4, y, ui.Muted, app.Itoa(v))
		for x := range in.W {
			g.Cell(in.X+x, y, '─', ui.Ground(ui.Track), g.At(in.X+x, y))
		}
	}
	face := play.GameOf(r.game).Face
	g.LineChart(in, r.values, float64(lo), float64(hi), accentOf(r.game), app.Either(face.Shade != 0, face.Shade, ui.Panel))
	g.Text(in.X, g.H()-1, ui.Muted, a.When(r.from))
	g.TextRight(g.W(), g.H()-1, ui.Muted, a.When(r.to))
}
