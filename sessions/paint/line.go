package paint

// Line returns a row of a canvas as text with the attributes of its cells in 24 bits. It begins in the
// terminal's plain state. Use it for output between other lines.
func Line(c *Canvas, p *Palette, y int) (b []byte) {
	var was Style
	for _, at := range c.Row(y) {
		if at.Rune == Tail {
			continue
		}
		if s := p.Look(at.Surface, at.Ink); s != was {
			params := s.params(nil, was)
			b = append(append(append(b, "\x1b["...), params[1:]...), 'm')
			was = s
		}
		b = append(b, string(at.Rune)...)
	}
	return b
}
