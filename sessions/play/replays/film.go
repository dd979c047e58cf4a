package replays

import (
	"time"

	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// The size of a film's frames, and the time between two of them during motion.
const (
	FilmWidth, FilmHeight = 80, 24
	filmPace              = 100 * time.Millisecond
)

// Film shows the frames of a replay one after the other, each with its time from the start: the plies at
// the usual pace, with their motion. It returns the first error of show.
func Film(lang words.Lang, data *records.Replay, show func(at time.Duration, c *ui.Canvas) error) error {
	a := app.ForPictures(lang, FilmWidth, FilmHeight)
	a.Set.Motion = "normal"
	game := play.GameOf(data.Match.Game)
	r := &Replay{ID: data.Match.ID, Data: data, view: game.View(), paces: usualPaces, speed: 1}
	if game.Paces != nil {
		r.paces, r.speed = game.Paces, game.Pace
	}
	c, at := ui.New(FilmWidth, FilmHeight), time.Duration(0)
	frame := func() error {
		c.Reset(FilmWidth, FilmHeight)
		c.Rich = true
		v := app.View{
			Place: []string{a.T("rp.place"), a.Game(data.Match.Game, data.Match.Options), r.ID}, Facts: a.T("rp.ply", "n", r.Ply, "of", len(data.Plies)),
		}
		r.texts(a, &v)
		v.Clock = ""
		r.draw(a, c, v)
		return show(at, c)
	}
	for ply := range len(data.Plies) + 1 {
		r.show(ply, ply > 0)
		r.Scene.Moved = time.Now()
		begun, motion := at, time.Duration(0)
		if ply > 0 {
			motion = min(r.view.Motion(a, &r.Scene), play.Slowest)
		}
		for moved := filmPace / 2; moved < motion; moved += filmPace {
			r.Scene.Moved = time.Now().Add(-moved)
			if err := frame(); err != nil {
				return err
			}
			at += filmPace
		}
		r.Scene.Skip()
		if err := frame(); err != nil {
			return err
		}
		at = max(begun+r.step(), at+r.step()/2)
	}
	return nil
}
