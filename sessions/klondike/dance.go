package klondike

import (
	"math"
	"time"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/kit"
)

// When a deal is solved its cards jump off the foundations, and leave traces: danceFrames frames, one every
// dancePace.
const (
	danceFrames = 60
	dancePace   = 100 * time.Millisecond
)

// danceDecks are the cards of a solved table, which takes all of the screen.
var danceDecks = [...]deck{
	{w: 12, h: 8, felt: true, least: 44}, {w: 7, h: 5, felt: true, least: 26}, {w: 7, h: 3, felt: true, least: 12},
}

// The widths of a solved table, and its most rows.
const danceWidest, danceNarrowest, danceRows = 200, 40, 57

// danceAt returns the n-th size of a solved table with its cards: the highest first, and of these the widest.
func danceAt(n int) (k deck, s kit.Size, ok bool) {
	const widths = danceWidest - danceNarrowest + 1
	s = kit.Size{W: danceWidest - n%widths, H: danceRows - n/widths}
	for _, k := range danceDecks {
		if s.H >= k.least && s.W >= 12*k.w || s.H >= k.least && k.h == 3 {
			return k, s, true
		}
	}
	return deck{}, s, false
}

// flight is the departure of a suit from its foundation at a frame, from the queen down, to the left. Its speed is in
// cells of a usual terminal.
type flight struct {
	home, frame int
	speed, lift float64
}

var flights = [...]flight{{1, 0, 2.9, 0}, {0, 4, 4.4, 0}, {3, 16, 3.7, 0.6}, {2, 22, 2.4, 1}, {0, 34, 3.1, 1.2}, {1, 42, 4.8, 0.4}}

// danced returns the number of past frames of the dance, and whether there are more: none if the table was
// not solved just now, all once a key has ended it.
func (v *gameView) danced(a *app.App) (frames int, more bool) {
	pace := a.Paced(dancePace)
	if v.wonAt.IsZero() || pace == 0 {
		return 0, false
	}
	frames = danceFrames
	if v.stopped == 0 {
		frames = min(int(time.Since(v.wonAt)/pace), danceFrames)
		return frames, frames < danceFrames
	}
	return v.stopped, false
}

// stopDance ends the dance at its present frame.
func (v *gameView) stopDance(a *app.App) {
	if frames, more := v.danced(a); more {
		v.stopped = max(frames, 1)
	}
}

// The cells and rows for which the speeds of flights are given, and gravity there.
const (
	usualWidth, usualHeight = 116.0, 35.0
	gravity                 = 0.62
)

// solved draws a solved board: the kings on their foundations, and the dance.
func (d *drawing) solved() {
	d.feltIn(d.g.Rect())
	d.top = min(d.height/18, 2)
	var at [klondike.Suits]int
	for i := range at {
		at[i] = d.width - (klondike.Suits-i)*(d.w+max(d.width/24, 1))
	}
	frames, _ := d.v.danced(d.a)
	d.dance(at, frames)
	for i, suit := range homes {
		d.whole(at[i], klondike.CardOf(suit, klondike.King), calm)
	}
}

// dance draws the traces of that many frames. A card bounces off the lower edge, each time lower, until it
// has left at the side.
func (d *drawing) dance(from [klondike.Suits]int, frames int) {
	type place struct{ x, y, fall float64 }
	var at [len(flights)]place
	floor := float64(d.height - d.h)
	sideways, down := float64(d.width)/usualWidth, float64(d.height)/usualHeight
	for f := range frames {
		for i, fl := range flights {
			n := f - fl.frame
			if n < 0 {
				continue
			}
			c := &at[i]
			if n == 0 {
				*c = place{float64(from[fl.home]), float64(d.top), -fl.lift * down}
			}
			c.x -= fl.speed * sideways
			c.fall += gravity * down
			if c.y += c.fall; c.y > floor {
				c.y, c.fall = floor, -0.8*c.fall
			}
			if x := int(math.Round(c.x)); x > 0 && int(c.y) >= 0 {
				rank := klondike.Rank(max(int(klondike.King)-1-n/2, 0))
				y := int(math.Round(c.y))
				d.card(x, y, klondike.CardOf(homes[fl.home], rank), look{rows: d.h, top: true, last: true})
				d.shadow(x, y, d.h)
			}
		}
	}
}
