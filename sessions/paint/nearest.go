package paint

import (
	"math"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// Oklab is a colour in the space of that name, in which equal distances look equally large.
type Oklab struct{ L, A, B float64 }

// OklabOf returns 0xRRGGBB in Oklab.
func OklabOf(rgb uint32) Oklab {
	linear := func(shift int) float64 {
		v := float64(rgb>>shift&0xFF) / 255
		if v > 0.04045 {
			return math.Pow((v+0.055)/1.055, 2.4)
		}
		return v / 12.92
	}
	r, g, b := linear(16), linear(8), linear(0)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return Oklab{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// Chroma returns the distance from grey.
func (c Oklab) Chroma() float64 { return math.Hypot(c.A, c.B) }

// HueTo returns the angle between two hues, from 0 to 180 degrees.
func (c Oklab) HueTo(d Oklab) float64 {
	angle := math.Abs(math.Atan2(c.B, c.A)-math.Atan2(d.B, d.A)) * 180 / math.Pi
	return min(angle, 360-angle)
}

// Hued reports whether the eye names a colour by its hue: it is not nearly grey or black.
func (c Oklab) Hued() bool { return c.Chroma() >= hued && c.L >= dark }

// The least chroma of a colour with a name, and the lightness below which the table of 256 has only greys and
// glaring colours. The largest gain of chroma, and the largest change of a hue, in degrees.
const (
	hued     = 0.03
	dark     = 0.3
	glaring  = 0.09
	hueRange = 22
)

// table is the table of 256 in Oklab.
var table = sync.OnceValue(func() (list [256]Oklab) {
	for n := range list {
		r, g, b, _ := ansi.IndexedColor(uint8(n)).RGBA()
		list[n] = OklabOf(r>>8<<16 | g>>8<<8 | b>>8)
	}
	return list
})

// Nearest returns the colour of the table of 256 that looks most like 0xRRGGBB. A colour with a hue keeps it:
// the next one by distance alone is often a grey, or green becomes cyan. The first 16 are not used, because
// users redefine them.
func Nearest(rgb uint32) uint8 {
	from, best, least := OklabOf(rgb), 0, math.Inf(1)
	for n, to := range table() {
		if n < 16 {
			continue
		}
		other := to.Chroma() >= hued/2 && from.HueTo(to) > hueRange // has another hue
		switch {
		case from.Hued() && (other || to.Chroma() < hued/2), other && from.Chroma() >= hued/4, other && to.Chroma() >= hued:
			continue
		case to.Chroma() > from.Chroma()+glaring:
			continue
		}
		if d := math.Hypot(from.L-to.L, math.Hypot(from.A-to.A, from.B-to.B)); d < least {
			best, least = n, d
		}
	}
	if best == 0 { // every colour of its hue glares
		return greyNear(from.L)
	}
	return uint8(best)
}

// greyNear returns the grey of the table with the nearest lightness.
func greyNear(l float64) uint8 {
	best := 232
	for n := 233; n < 256; n++ {
		if math.Abs(table()[n].L-l) < math.Abs(table()[best].L-l) {
			best = n
		}
	}
	return uint8(best)
}
