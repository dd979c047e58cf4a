package play

import (
	"fmt"
	"time"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
	"arcade/store"
)

// countUp is the time in which the score and the rating count up, slower towards the end.
const countUp = 600 * time.Millisecond

// counted returns the shown part of the score, in percent.
func (r *Result) counted(a *app.App) int {
	steps := [4]int{40, 70, 90, 100}
	whole, since := a.Paced(countUp), time.Since(r.began)
	if since >= whole { // also without a beginning, whose time four times would overflow
		return 100
	}
	return steps[4*since/whole]
}

// Tick requests the frames in which the score counts up.
func (r *Result) Tick(a *app.App) time.Duration {
	whole := a.Paced(countUp)
	left := whole*3/4 - time.Since(r.began)
	if a.Glyphs != ui.LevelRich || left <= 0 {
		return 0
	}
	return min(left, whole/4)
}

// Draw draws the sheet beside or below the board if there is room, else over it.
func (r *Result) Draw(a *app.App, c *ui.Canvas) {
	o := r.Overlay(a)
	o.At = c.Free
	a.DrawOver(c, o)
}

// Overlay shows the end of the match: in words, or with pictures as the game's tally with what it means.
func (r *Result) Overlay(a *app.App) app.Overlay {
	o := r.Ask.Overlay(a)
	if len(r.notes) > 0 {
		o.Usual = r.notes[len(r.notes)-1]
	}
	tally := r.T.Game.EndPicture(a, &r.T.Scene, r.counted(a))
	if tally == nil {
		return o
	}
	r.Ends(a, &o, r.ink(), func(answers kit.Block) kit.Block {
		return kit.Col(1, 1, kit.Item{Block: kit.Only{In: kit.Unpictured, Block: r.Said()}},
			kit.Item{Block: kit.Only{In: kit.Pictured, Block: r.pictured(a, tally)}, First: true, Fill: 1}, kit.Item{Block: answers, First: true})
	})
	return o
}

// pictured shows the headline, the tally, the ratings, the facts and the notes.
func (r *Result) pictured(a *app.App, tally kit.Block) kit.Block {
	s := r.T.Snap
	text := func(ink ui.Token, lines ...string) kit.Line {
		col := kit.Col(0, 0)
		for _, line := range lines {
			col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ink, Text: line}})
		}
		return col
	}
	head := text(r.ink()|ui.Bold, r.headline(a))
	if why := reason(a, s); s.Result.Reason != games.Aborted && !r.T.singleSeat() && why != r.headline(a) {
		head.Items = append(head.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: why}, Drop: 1})
	}
	col := kit.Col(1, 0, kit.Item{Block: head}, kit.Item{Block: tally, First: true})
	for i, seat := range s.Seats {
		if r.rated(i) {
			col.Items = append(col.Items, kit.Item{Block: gain(a, seat, games.Seat(i) == s.You, r.counted(a))})
		}
	}
	if len(r.facts) > 0 {
		col.Items = append(col.Items, kit.Item{Block: text(ui.Muted, r.facts...), Drop: 2})
	}
	if r.T.Kept() {
		col.Items = append(col.Items, kit.Item{Block: kit.Only{In: kit.Mouse, Block: kit.Code{Ink: ui.Muted, Text: a.House.Command("card " + s.ID)}}, Drop: 4})
	}
	if n := len(r.notes); n > 1 { // the message row has the last one
		col.Items = append(col.Items, kit.Item{Block: text(ui.Text, r.notes[:n-1]...), Drop: 3})
	}
	return col
}

// headline returns the result in a line.
func (r *Result) headline(a *app.App) string {
	switch headline := GameOf(r.T.Snap.Game).Headline; {
	case !r.T.singleSeat():
		return r.T.headline(a)
	case r.T.Snap.Result.Reason == games.Aborted:
		return a.T("res.aborted")
	case headline != nil:
		return headline(a, &r.T.Scene)
	}
	return reason(a, r.T.Snap)
}

// ink returns the colour of the end: gold for the player's own win, coral for a loss.
func (r *Result) ink() ui.Token {
	s := r.T.Snap
	switch w := s.Result.Winner; {
	case len(s.Seats) == 1 && s.Result.Reason == games.Finished:
		return ui.Accent
	case s.You == games.Nobody || s.Shared != games.Apart || w == games.Nobody || s.Result.Reason == games.Aborted:
		return ui.Strong
	case w == s.You:
		return ui.Accent
	}
	return ui.Bad
}

// rated reports whether the rating of a seat is shown: a player sees their own, a spectator all.
func (r *Result) rated(i int) bool {
	s := r.T.Snap
	counted := s.Seats[i].Change != 0 || s.Rated && s.Status == store.Done && s.Result.Reason != games.Aborted
	return counted && (games.Seat(i) == s.You || s.You == games.Nobody)
}

// gain shows a rating before and after, and the change on a chip; part is the shown part of the change, in percent.
func gain(a *app.App, s table.SeatInfo, own bool, part int) kit.Block {
	before := int(s.Rating + 0.5)
	change := (int(s.Rating+s.Change+0.5) - before) * part / 100
	name := a.T("res.rated")
	if !own {
		name = a.SeatName(s)
	}
	chip := kit.Chip{Word: fmt.Sprintf("%+d", change)}
	switch {
	case change > 0:
		chip.Ground = ui.SolidInk(ui.OK)
	case change < 0:
		chip.Ground = ui.SolidInk(ui.Bad)
	}
	return kit.Row(1, kit.Item{Block: kit.Word{Ink: ui.Muted, Text: name, Name: !own}}, kit.Item{Block: kit.Word{Ink: ui.Muted, Text: app.Itoa(before)}},
		kit.Item{Block: kit.Word{Ink: ui.Faint, Text: "›"}}, kit.Item{Block: kit.Word{Ink: ui.Strong | ui.Bold, Text: app.Itoa(before + change)}},
		kit.Item{Block: kit.Chips{chip}})
}
