package kit

import (
	"strconv"

	"arcade/sessions/ui"
)

// Curve is the course of a value, with the range of its axis at the left and where it begins and ends below.
type Curve struct {
	Values     []float64
	Lo, Hi     int
	From, To   string
	Ink, Shade ui.Token // of the line and of the area below it, where there are pictures
}

// The cells of the axis' numbers, and the least and the usual rows of the curve; from manySteps rows on the axis has
// five numbers, else three.
const (
	curveAxis  = 5
	leastCurve = 3
	usualCurve = 12
	manySteps  = 9
)

// Least returns the size of a low curve.
func (c Curve) Least(Look, int) Size {
	return Size{curveAxis + max(20, ui.Width(c.From)+ui.Width(c.To)+2), leastCurve + 1}
}

// Wish returns the usual height.
func (c Curve) Wish(Look, int) int { return usualCurve + 1 }

// Draw draws the axis, the curve and the ends.
func (c Curve) Draw(l Look, g ui.Region) {
	in := ui.Rect{X: curveAxis, W: g.W() - curveAxis, H: g.H() - 1}
	steps := 3
	if in.H >= manySteps {
		steps = 5
	}
	for i := range steps {
		y := (in.H - 1) * i / (steps - 1)
		g.TextRight(curveAxis-1, y, ui.Muted, strconv.Itoa(c.Hi-(c.Hi-c.Lo)*i/(steps-1)))
		for x := in.X; l.Rich && x < g.W(); x++ {
			g.Cell(x, y, '─', ui.SolidInk(ui.Track), g.At(x, y))
		}
	}
	if l.Rich {
		g.LineChart(in, c.Values, float64(c.Lo), float64(c.Hi), c.Ink, c.Shade)
	} else {
		c.text(g.Sub(in))
	}
	g.Text(in.X, g.H()-1, ui.Muted, c.From)
	g.TextRight(g.W(), g.H()-1, ui.Muted, c.To)
}

// text draws the area below the curve in blocks.
func (c Curve) text(g ui.Region) {
	for x := range g.W() {
		i := x * (len(c.Values) - 1) / max(g.W()-1, 1)
		levels := int((c.Values[i]-float64(c.Lo))/float64(c.Hi-c.Lo)*float64(8*g.H()) + 0.5)
		for y := g.H() - 1; y >= 0 && levels > 0; y-- {
			g.Text(x, y, ui.Info, Bars[min(levels, 8)])
			levels -= 8
		}
	}
}
