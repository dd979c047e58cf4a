package yut

import (
	"math"
	"sync"
	"time"

	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// The least cells of the mat and its rows; twice the size has sticks of twice the size.
const matLeast, matRows, matLarge = 24, 9, 17

// matMost is the most cells of a mat with sticks of the usual size.
const matMost = 40

// newMat makes the straw mat.
func newMat(w, h int) *ui.Picture {
	p := ui.NewPicture(w, h, board.Straw)
	for y := range p.H {
		for x := range w {
			switch {
			case x == 0 || x == w-1 || y == 0 || y == p.H-1:
				p.Set(x, y, board.StrawRim)
			case y/2%2 == 1:
				p.Set(x, y, board.DarkStraw)
			}
		}
	}
	return p
}

// straws has the bare mats by their size.
var straws sync.Map

// straw returns the bare mat of a size.
func straw(size kit.Size) *ui.Picture {
	if p, ok := straws.Load(size); ok {
		return p.(*ui.Picture)
	}
	p := newMat(size.W, size.H)
	straws.Store(size, p)
	return p
}

// matScale returns how many times the usual size the sticks of a mat have.
func matScale(h int) int { return app.If(h == matLarge, 2, 1) }

// lying draws the sticks at rest: a pale flat side is a back.
func lying(p *ui.Picture, backs [yut.Slots]bool) {
	k := matScale(p.H / 2)
	for i, back := range backs {
		s := board.Sprites[app.If(back, "stick-flat", "stick-round")]
		x := (2*i+1)*p.W/(2*yut.Slots) - 5*k/2 + []int{1, 0, 0, -1}[i]
		lean := []int{1, -1, 1, -1}[i]
		y := p.H/2 - 8*k
		dot := func(x, y int, tok ui.Token) {
			for n := range k * k {
				p.Set(x+n%k, y+n/k, tok)
			}
		}
		each(s, lean, func(i, j int, _ ui.Token) { dot(x+k*(i+1), y+k*(j+1), board.StrawShade) })
		each(s, lean, func(i, j int, tok ui.Token) { dot(x+k*i, y+k*j, tok) })
	}
}

// each calls f for each pixel of a sprite that leans so many pixels.
func each(s board.Sprite, lean int, f func(x, y int, tok ui.Token)) {
	for j, row := range s {
		off := int(math.Round(float64(lean*(j-len(s)/2)) / float64(len(s)-1)))
		for i, tok := range row {
			if tok != 0 {
				f(i+off, j, tok)
			}
		}
	}
}

// The colours of a stick in the air: of the flat side, its rim, and the round side's three tones
// with its crosses.
var air = [...]*ui.Soft{
	inAir(0xf7e3b4, 230), inAir(0xc99a58, 179), inAir(0x9c5f2c, 130), inAir(0x7a4520, 94), inAir(0x4f2a10, 52), inAir(0xffe6b0, 223),
}

func inAir(rgb uint32, index uint8) *ui.Soft {
	return ui.NewSoft(board.Shade(rgb, rgb, index), board.Straw, board.DarkStraw, board.StrawRim, board.StrawShade)
}

// poses is the number of fixed pictures of tumbling sticks; in the first one they rise.
const poses = 5

// tumbling has the mats with sticks in the air, by their size. They are the same for every throw, so that rolling
// sticks reveal nothing.
var tumbling sync.Map

// tumble returns the mats of a size with sticks in the air.
func tumble(size kit.Size) [poses]*ui.Picture {
	if list, ok := tumbling.Load(size); ok {
		return list.([poses]*ui.Picture)
	}
	var list [poses]*ui.Picture
	turns := [yut.Slots]float64{-0.6, 0.9, -1.2, 0.5}
	scale := float64(matScale(size.H))
	for pose := range list {
		p := newMat(size.W, size.H)
		for k, turn := range turns {
			x, y := (float64(k)+0.5)*float64(size.W)/yut.Slots, float64(size.H)
			s := rod{x: x + float64([]int{-1, 1, 0, 1}[k]), y: y, angle: turn + 0.7*float64(pose*(2*(k%2)-1)), long: 12.2, wide: 3.8, flat: (k+pose)%2 == 1}
			if pose == 0 {
				s = rod{x: x, y: y - 2*scale, angle: []float64{1.1, -0.7, 1.9, 0.4}[k], long: 9.5, wide: 3.2, flat: k%2 == 0}
			}
			s.long, s.wide = s.long*scale, s.wide*scale
			if pose > 0 {
				shadow := s
				shadow.x, shadow.y = s.x+1.2*scale, s.y+1.2*scale
				shadow.draw(p, func(_, _ float64) *ui.Soft { return shadowStraw })
			}
			s.draw(p, s.tone)
		}
		list[pose] = p
	}
	tumbling.Store(size, list)
	return list
}

var shadowStraw = ui.NewSoft(board.StrawShade, board.Straw, board.DarkStraw)

// rod is a stick in the air, in pixels: its middle, its angle and its size.
type rod struct {
	x, y, angle, long, wide float64
	flat                    bool
}

// draw draws the rod. tone returns the colour at a place on it, both coordinates from -1 to 1.
func (r rod) draw(p *ui.Picture, tone func(across, along float64) *ui.Soft) {
	sin, cos := math.Sincos(r.angle)
	at := func(x, y float64) (across, along float64) {
		dx, dy := x-r.x, y-r.y
		return (dx*cos + dy*sin) / (r.wide / 2), (dy*cos - dx*sin) / (r.long / 2)
	}
	for y := int(r.y - r.long); y <= int(r.y+r.long)+1; y++ {
		for x := int(r.x - r.long); x <= int(r.x+r.long)+1; x++ {
			quarters := 0
			for k := range 4 {
				across, along := at(float64(x)+0.25+float64(k%2)/2, float64(y)+0.25+float64(k/2)/2)
				if math.Abs(along) <= 1 && math.Abs(across) <= 1-0.18*math.Pow(along, 4) {
					quarters++
				}
			}
			if x < 1 || x >= p.W-1 || y < 1 || y >= p.H-1 {
				continue // within the mat's rim
			}
			across, along := at(float64(x)+0.5, float64(y)+0.5)
			p.Dot(x, y, quarters, tone(across, along))
		}
	}
}

// tone returns the colour of a stick at a place on it.
func (r rod) tone(across, along float64) *ui.Soft {
	if r.flat {
		return app.If(math.Abs(across) < 0.62, air[0], air[1])
	}
	for m := -1.0; m <= 1; m++ {
		f := along*4.4/2 - 1.25*m
		if math.Abs(f) < 0.42 && math.Abs(math.Abs(across)-math.Abs(f)*1.7) < 0.42 {
			return air[5]
		}
	}
	switch {
	case across < -0.3:
		return air[2]
	case across < 0.5:
		return air[3]
	}
	return air[4]
}

// risePace is the time for which the sticks rise before they tumble.
const risePace = 180 * time.Millisecond

// thrown is the last throw: the mat, or the sides of the sticks in words.
func (d *desk) thrown() kit.Block {
	return kit.ByLevel{Pictures: mat{d}, Signs: sidesInWords{mat{d}}}
}

// mat is the straw mat: with the sticks in the air while they are held, else as they last fell; before the first throw
// with their fronts up. A click on it throws.
type mat struct{ *desk }

// sides returns the visible sides of the sticks, false if there are none yet.
func (m mat) sides() (backs [yut.Slots]bool, ok bool) {
	switch last := m.view.Last; {
	case m.v.roll != nil:
		return m.v.roll.shuffled(m.a), true
	case last != nil:
		return last.Backs, true
	}
	return backs, false
}

// throws makes a region the place that throws.
func (m mat) throws(g ui.Region) {
	if m.asked && (m.view.Ask == yut.AskThrow || m.view.Ask == yut.AskStart) {
		g.HitNamed(g.Rect(), board.ThrowHit{}, func(int) string { return m.a.T("yt.key.throw") }, 0)
	}
}

// Least returns the size of the mat.
func (m mat) Least(kit.Look, int) kit.Size { return kit.Size{W: matLeast, H: matRows} }

// Wish returns the rows of large sticks where they have room.
func (m mat) Wish(_ kit.Look, w int) int { return app.If(w >= 2*matLeast, matLarge, matRows) }

// Draw draws the straw and the sticks in the middle.
func (m mat) Draw(_ kit.Look, g ui.Region) {
	at := g.Rect().Centered(min(g.W(), matMost), matRows)
	if g.W() >= 2*matLeast && g.H() >= matLarge {
		at = g.Rect().Centered(min(g.W(), 2*matMost), matLarge)
	}
	g = g.Sub(at)
	m.throws(g)
	if m.v.roll != nil {
		pose, since := 0, time.Since(m.v.roll.since)
		if since >= risePace && m.a.Pace() != "none" {
			pose = 1 + int(since/stickFrame)%(poses-1)
		}
		g.Show(0, 0, tumble(kit.Size{W: g.W(), H: g.H()})[pose])
		return
	}
	backs, _ := m.sides()
	g.ShowWith(0, 0, straw(kit.Size{W: g.W(), H: g.H()}), func(p *ui.Picture) { lying(p, backs) })
}

// sidesInWords is the mat in words and signs: the sides of the sticks, nothing before the first throw.
type sidesInWords struct{ mat }

// sideWidth is the width of a stick's side in words.
const sideWidth = 5

// Least returns the size of the words.
func (m sidesInWords) Least(l kit.Look, _ int) kit.Size {
	if _, ok := m.sides(); !ok {
		return kit.Size{}
	}
	return kit.Size{W: sideWidth*yut.Slots - 2, H: app.If(l.Touch, 3, 2)}
}

// Wish returns the least height.
func (m sidesInWords) Wish(l kit.Look, w int) int { return m.Least(l, w).H }

// Draw writes the four sides.
func (m sidesInWords) Draw(_ kit.Look, g ui.Region) {
	m.throws(g)
	backs, ok := m.sides()
	for i, back := range backs {
		if !ok {
			return
		}
		word, stick := m.a.T("yt.front"), "|#|"
		if back {
			word, stick = m.a.T("yt.back"), "|.|"
		}
		g.Text(sideWidth*i, 0, ui.Muted, word)
		g.Text(sideWidth*i, 1, ui.Text, stick)
	}
}
