package picture

import (
	"bytes"
	"compress/gzip"
	_ "embed"
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

// Usual is the usual height of a PNG's cells.
const Usual = 40

// pixels are the measures of a PNG: a cell, the border around all cells, the foot of letters below a cell's top.
type pixels struct{ w, h, edge, foot int }

func measures(h int) pixels { return pixels{h / 2, h, h * 4 / 5, h * 3 / 4} }

// hangul is a font that has Hangul alone. hangul/make.sh makes it.
//
//go:embed hangul/hangul.ttf.gz
var hangul []byte

// fonts are the letters of a PNG: Latin ones, lines and signs in two weights, and Hangul in one.
type fonts struct{ plain, bold, hangul *opentype.Font }

// loaded loads the fonts for the first PNG.
var loaded = sync.OnceValues(func() (fonts, error) {
	zipped, err := gzip.NewReader(bytes.NewReader(hangul))
	if err != nil {
		return fonts{}, err
	}
	unzipped, err := io.ReadAll(zipped)
	if err != nil {
		return fonts{}, err
	}
	var list [3]*opentype.Font
	for i, data := range [3][]byte{gomono.TTF, gomonobold.TTF, unzipped} {
		if list[i], err = opentype.Parse(data); err != nil {
			return fonts{}, err
		}
	}
	return fonts{list[0], list[1], list[2]}, nil
})

// faces are the fonts for cells of a height. Like all faces they are for one goroutine.
type faces struct{ plain, bold, hangul font.Face }

func newFaces(h int) (f faces, err error) {
	all, err := loaded()
	if err != nil {
		return f, err
	}
	face := func(of *opentype.Font, size float64) (made font.Face) {
		if err == nil {
			made, err = opentype.NewFace(of, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
		}
		return made
	}
	text, syllable := 0.8*float64(h), 0.9*float64(h)
	return faces{face(all.plain, text), face(all.bold, text), face(all.hangul, syllable)}, err
}

// PNG writes the picture as a PNG whose cells are h pixels high, at least 8. It leaves out characters that the fonts
// do not have.
func (p Picture) PNG(w io.Writer, h int) error {
	px := measures(h)
	letters, err := newFaces(h)
	if err != nil {
		return err
	}
	img := image.NewRGBA(image.Rect(0, 0, p.W*px.w+2*px.edge, p.H*px.h+2*px.edge))
	draw.Draw(img, img.Bounds(), image.NewUniform(rgba(p.Ground)), image.Point{}, draw.Src)
	for y := range p.H {
		for x := range p.W {
			if cell := p.At(x, y); cell.Width > 0 {
				cell.png(img, px, letters, px.edge+x*px.w, px.edge+y*px.h)
			}
		}
	}
	return png.Encode(w, img)
}

// png draws a cell with its left top corner at x, y.
func (c Cell) png(img *image.RGBA, px pixels, letters faces, x, y int) {
	w, h := float64(px.w), float64(px.h)
	fill := func(r rect, rgb uint32) {
		at := image.Rect(x+int(r.x*w), y+int(r.y*h), x+int((r.x+r.w)*w), y+int((r.y+r.h)*h))
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
	face, bolder := letters.plain, 0
	if c.Bold {
		face = letters.bold
	}
	wide, ok := face.GlyphAdvance(r)
	if !ok {
		face = letters.hangul
		if wide, ok = face.GlyphAdvance(r); !ok {
			return
		}
		if c.Bold { // its one weight, drawn once more a pixel further right
			bolder = 1
		}
	}
	for more := range bolder + 1 {
		dot := fixed.Point26_6{X: fixed.I(x+more) + (fixed.I(c.Width*px.w)-wide)/2, Y: fixed.I(y + px.foot)}
		d := font.Drawer{Dst: img, Src: image.NewUniform(rgba(c.Fg)), Face: face, Dot: dot}
		d.DrawString(string(r))
	}
}

func rgba(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF}
}
