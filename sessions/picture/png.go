package picture

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// In pixels: a cell of a PNG, the border around all cells, and the size of letters.
const pngW, pngH, pngEdge, pngText = 20, 40, 32, 32

// faces loads the two weights of the letters for the first PNG. The font has Latin letters, lines and
// signs, and no Hangul.
var faces = sync.OnceValues(func() (list [2]*opentype.Font, err error) {
	for i, data := range [2][]byte{gomono.TTF, gomonobold.TTF} {
		if list[i], err = opentype.Parse(data); err != nil {
			return list, err
		}
	}
	return list, nil
})

// PNG writes the picture as a PNG. It leaves out characters that the font does not have.
func (p Picture) PNG(w io.Writer) error {
	fonts, err := faces()
	if err != nil {
		return err
	}
	var weights [2]font.Face
	for i, f := range fonts {
		if weights[i], err = opentype.NewFace(f, &opentype.FaceOptions{Size: pngText, DPI: 72, Hinting: font.HintingFull}); err != nil {
			return err
		}
		defer weights[i].Close()
	}
	img := image.NewRGBA(image.Rect(0, 0, p.W*pngW+2*pngEdge, p.H*pngH+2*pngEdge))
	draw.Draw(img, img.Bounds(), image.NewUniform(rgba(p.Ground)), image.Point{}, draw.Src)
	for y := range p.H {
		for x := range p.W {
			if cell := p.At(x, y); cell.Width > 0 {
				cell.png(img, weights, pngEdge+x*pngW, pngEdge+y*pngH)
			}
		}
	}
	return png.Encode(w, img)
}

// png draws a cell with its left top corner at x, y.
func (c Cell) png(img *image.RGBA, weights [2]font.Face, x, y int) {
	fill := func(r rect, rgb uint32) {
		at := image.Rect(x+int(r.x*pngW), y+int(r.y*pngH), x+int((r.x+r.w)*pngW), y+int((r.y+r.h)*pngH))
		draw.Draw(img, at, image.NewUniform(rgba(rgb)), image.Point{}, draw.Src)
	}
	fill(rect{0, 0, float64(c.Width), 1}, c.Bg)
	if c.Text == "" || c.Text == " " {
		return
	}
	r := []rune(c.Text)[0]
	if list := blocks(r); list != nil {
		for _, b := range list {
			fill(b, c.Fg)
		}
		return
	}
	face := weights[0]
	if c.Bold {
		face = weights[1]
	}
	wide, ok := face.GlyphAdvance(r)
	if !ok {
		return
	}
	const foot = 30 // of letters, below the cell's top
	dot := fixed.Point26_6{X: fixed.I(x) + (fixed.I(c.Width*pngW)-wide)/2, Y: fixed.I(y + foot)}
	d := font.Drawer{Dst: img, Src: image.NewUniform(rgba(c.Fg)), Face: face, Dot: dot}
	d.DrawString(string(r))
}

func rgba(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF}
}
