package share

import (
	"bytes"
	"io"

	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/paint"
	"arcade/sessions/paste"
	"arcade/sessions/picture"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Formats lists the formats of a card.
var Formats = []string{"text", "ansi", "svg", "png"}

// Write writes the card of a finished match in one of the formats.
func Write(w io.Writer, format string, lang words.Lang, r *records.Replay, way app.Way) error {
	return write(w, format, lang, func(lang words.Lang, rich bool) *ui.Canvas { return Card(lang, r, way, rich) })
}

// WriteLine writes a line to paste as a card in one of the formats.
func WriteLine(w io.Writer, format string, lang words.Lang, line func(words.Lang) paste.Line) error {
	return write(w, format, lang, func(lang words.Lang, rich bool) *ui.Canvas { return LineCard(lang, line(lang), rich) })
}

// write writes the drawing.
func write(w io.Writer, format string, lang words.Lang, draw func(lang words.Lang, rich bool) *ui.Canvas) error {
	if format == "text" {
		_, err := io.WriteString(w, Text(draw(lang, false)))
		return err
	}
	c, palette := draw(lang, true), ui.Night.Palette()
	switch format {
	case "svg":
		_, err := io.WriteString(w, picture.Of(c.Cells(), palette).SVG())
		return err
	case "png":
		p := picture.Of(c.Cells(), palette)
		p.Ground = p.At(0, 0).Bg
		return p.PNG(w, picture.Usual)
	}
	_, err := w.Write(ansi(c.Cells(), palette))
	return err
}

// ansi returns a canvas as lines with colours of 24 bits, for cat at any place of the cursor.
func ansi(c *paint.Canvas, p *paint.Palette) []byte {
	var b bytes.Buffer
	for y := range c.H() {
		b.Write(paint.Line(c, p, y))
		b.WriteString("\x1b[0m\n")
	}
	return b.Bytes()
}
