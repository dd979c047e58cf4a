package klondike

import (
	"math"
	"time"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// When a deal is solved its cards jump off the foundations, and leave traces: danceFrames frames, one every
// dancePace.
const (
	danceFrames = 60
	dancePace   = 100 * time.Millisecond
)

// danceLayout has the places of a solved table's foundations, and the speeds of its cards, in cells a
// frame: the felt takes the whole width.
type danceLayout struct {
	felt     ui.Rect
	homes    [klondike.Suits]int // their columns
	top      int                 // their row
	pull     float64             // gravity, a frame
	sideways float64             // part of a flight's speed
}

var (
	danceSmall = danceLayout{ui.Rect{X: 1, W: 78, H: 21}, [klondike.Suits]int{42, 51, 60, 69}, 1, 0.34, 0.62}
	danceBig   = danceLayout{ui.Rect{X: 2, Y: 1, W: 116, H: 35}, [klondike.Suits]int{66, 78, 90, 102}, 2, 0.62, 1}
)

// flight is the departure of a suit from its foundation at a frame, from the queen down, to the left.
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

// solved draws a solved table: the kings on their foundations, and the dance.
func (p *picturing) solved() {
	l := danceSmall
	if p.big {
		l = danceBig
	}
	p.at.felt, p.at.top = l.felt, l.top
	p.felt()
	frames, _ := p.v.danced(p.a)
	p.dance(l, frames)
	for i, suit := range homes {
		p.card(l.homes[i], l.top, klondike.CardOf(suit, klondike.King), cardLook{rows: p.at.h, top: true, last: true})
		p.shadow(l.homes[i], l.top, p.at.h)
	}
}

// dance draws the traces of that many frames. A card bounces off the lower edge, each time lower, until it
// has left at the side.
func (p *picturing) dance(l danceLayout, frames int) {
	type place struct{ x, y, fall float64 }
	var at [len(flights)]place
	floor := float64(l.felt.Y + l.felt.H - p.at.h)
	for f := range frames {
		for i, fl := range flights {
			n := f - fl.frame
			if n < 0 {
				continue
			}
			c := &at[i]
			if n == 0 {
				*c = place{float64(l.homes[fl.home]), float64(l.top), -fl.lift}
			}
			c.x -= fl.speed * l.sideways
			c.fall += l.pull
			if c.y += c.fall; c.y > floor {
				c.y, c.fall = floor, -0.8*c.fall
			}
			if x := int(math.Round(c.x)); x > l.felt.X && int(c.y) >= l.felt.Y {
				rank := klondike.Rank(max(int(klondike.King)-1-n/2, 0))
				y := int(math.Round(c.y))
				p.card(x, y, klondike.CardOf(homes[fl.home], rank), cardLook{rows: p.at.h, top: true, last: true})
				p.shadow(x, y, p.at.h)
			}
		}
	}
}
