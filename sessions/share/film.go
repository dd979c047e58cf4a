package share

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"arcade/games"
	"arcade/lobby/records"
	"arcade/lobby/turns"
	"arcade/sessions/paint"
	"arcade/sessions/play/replays"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Film writes the replay of a match as an asciinema file, version 2: a line about the file, then a line for
// each frame, with the bytes for a terminal of 24 bits.
func Film(ctx context.Context, w io.Writer, lang words.Lang, r *records.Replay) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	head := struct {
		Version   int               `json:"version"`
		Width     int               `json:"width"`
		Height    int               `json:"height"`
		Timestamp int64             `json:"timestamp"`
		Title     string            `json:"title"`
		Env       map[string]string `json:"env"`
	}{2, replays.FilmWidth, replays.FilmHeight, r.Match.Started / 1000, words.Game(lang, r.Match.Game, games.RulesIn(r.Match.Options)) + " " + r.Match.ID, map[string]string{"TERM": "xterm-256color"}}
	if err := e.Encode(head); err != nil {
		return err
	}
	screen := paint.Screen{Terminal: paint.Terminal{Depth: paint.TrueColour, Erases: true}}
	var out []byte
	return replays.Film(lang, r, func(at time.Duration, c *ui.Canvas) error {
		if err := turns.Pace(ctx); err != nil {
			return err
		}
		if out = screen.Paint(out[:0], paint.Frame{Canvas: c.Cells(), Palette: ui.Night.Palette()}); len(out) == 0 {
			return nil
		}
		return e.Encode([]any{at.Seconds(), "o", string(out)})
	})
}
