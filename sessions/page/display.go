// Package page connects a session to a page in a browser: lines to the page show frames, and messages from
// the page report its user's actions. docs/page.md describes both.
package page

import (
	"bytes"
	"cmp"
	"strconv"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/client"
	"arcade/sessions/paint"
)

// display shows frames on a page, a line of JSON for each.
type display struct {
	screen paint.Screen
	part   [parts][]byte // the page's present parts of a scene
	area   [][]byte      // and areas
	of     any           // the field in view
	number int           // of that field
	typed  int           // the page's last text
	event  int           // the number of the last event that it was sent
}

// The parts of a scene, each sent when it has changed.
const (
	title = iota
	keys
	field
	spoken
	modes
	cursor
	ground
	lang
	place
	parts
)

// names has the parts' names in a line.
var names = [parts]string{"title", "keys", "field", "", "modes", "cursor", "ground", "lang", "at"}

func newDisplay() *display {
	return &display{screen: paint.Screen{Terminal: paint.Terminal{Depth: paint.TrueColour}}}
}

// Show appends a line with the changes, or nothing.
func (d *display) Show(dst []byte, p client.Picture) []byte {
	at := len(dst)
	c := p.Canvas
	dst = append(dst, `{"w":`...)
	dst = strconv.AppendInt(dst, int64(c.W()), 10)
	dst = append(dst, `,"h":`...)
	dst = strconv.AppendInt(dst, int64(c.H()), 10)
	empty := len(dst)
	rows := 0
	d.screen.Changed(p.Frame, func(y, from int, runs []paint.Run) {
		if rows++; rows == 1 {
			dst = append(dst, `,"rows":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = appendRow(dst, y, from, runs)
	})
	if rows > 0 {
		dst = append(dst, ']')
	}
	dst = d.scene(dst, p)
	if len(dst) == empty {
		return dst[:at]
	}
	return append(dst, "}\n"...)
}

// scene appends the changed parts of a picture's scene.
func (d *display) scene(dst []byte, p client.Picture) []byte {
	part := func(n int, b []byte) {
		if !bytes.Equal(b, d.part[n]) {
			d.part[n] = append(d.part[n][:0], b...)
			dst = append(append(append(dst, `,"`...), names[n]...), `":`...)
			dst = append(dst, b...)
		}
	}
	var b []byte
	b = append(b, '[')
	b = append(appendBool(b, p.Mouse), ',')
	b = append(appendBool(b, p.Releases), ',')
	b = append(appendBool(b, p.Scene != nil && p.Scene.Tabs()), ']')
	part(modes, b)
	b = append(b[:0], "null"...)
	if x, y, ok := p.Canvas.Cursor(); ok {
		b = append(appendInts(append(b[:0], '['), x, y), ']')
	}
	part(cursor, b)
	part(ground, appendColour(b[:0], colour(p.Palette.Look(0, 0).Bg), "", false))
	if p.Scene == nil {
		return dst
	}
	part(title, appendText(b[:0], p.Scene.Title()))
	addresses, went := p.Scene.Place()
	b = appendInts(append(b[:0], '['), went)
	for _, at := range addresses {
		b = appendText(append(b, ','), at)
	}
	part(place, append(b, ']'))
	part(lang, appendText(b[:0], p.Scene.Lang()))
	dst = d.areas(dst, p.Scene.Areas())
	b = append(b[:0], '[')
	for i, k := range p.Scene.Keys() {
		b = appendText(append(comma(b, i), '['), k.Key)
		b = append(appendText(append(b, ','), k.Label), ']')
	}
	part(keys, append(b, ']'))
	part(field, d.appendField(b[:0], p.Scene))
	return d.spoken(dst, b[:0], p.Scene.Spoken(d.event))
}

// spoken appends what is to be read out, if there is something new: the number of the first of the new events and of
// the last of all, the new events, and what is to be done, which is made in now.
func (d *display) spoken(dst, now []byte, s client.Spoken) []byte {
	now = appendTexts(now, s.Now)
	if s.Last == d.event && bytes.Equal(now, d.part[spoken]) {
		return dst
	}
	d.event, d.part[spoken] = s.Last, append(d.part[spoken][:0], now...)
	dst = appendInts(append(dst, `,"say":[`...), s.First, s.Last)
	dst = append(appendTexts(append(dst, ','), s.Events), ',')
	return append(append(dst, now...), ']')
}

// areas appends the number of areas and the changed areas, each after its index; nothing if none has
// changed.
func (d *display) areas(dst []byte, list []client.Area) []byte {
	from := len(dst)
	dst = appendInts(append(dst, `,"areas":[`...), len(list))
	same := len(list) == len(d.area)
	for len(d.area) < len(list) {
		d.area = append(d.area, nil)
	}
	d.area = d.area[:len(list)]
	var b []byte
	for i, a := range list {
		if b = appendArea(b[:0], a); bytes.Equal(b, d.area[i]) {
			continue
		}
		same = false
		d.area[i] = append(d.area[i][:0], b...)
		dst = append(append(appendInts(append(dst, ",["...), i), ','), b...)
		dst = append(dst, ']')
	}
	if same {
		return dst[:from]
	}
	return append(dst, ']')
}

// appendField appends the field that takes typed text, null for none.
func (d *display) appendField(b []byte, s client.Scene) []byte {
	f, ok := s.Field()
	if !ok {
		d.of = nil
		return append(b, "null"...)
	}
	if f.Of != d.of {
		d.of, d.typed = f.Of, 0
		d.number++
	}
	b = append(appendInts(append(b, '['), d.number, f.X, f.Y, f.W, f.At, f.Max, d.typed), ',')
	return append(appendText(b, f.Text), ']')
}

// Attributes of a run, besides its style's.
const wide = 8

// appendRow appends a stretch of a row: the row's number, its first column, and for each run ink, ground,
// attributes and text. A colour is a string of six digits, "" for the page's own, "g" for the page's ground
// as an ink, "i" for its ink as a ground, or 0 for the colour of the previous run. A text of blanks alone
// is their number. A few blanks in the ground of the previous run belong to that run, whatever their ink.
func appendRow(b []byte, y, from int, runs []paint.Run) []byte {
	b = appendInts(append(b, '['), y, from)
	var last look
	var room [256]byte
	for i := 0; i < len(runs); {
		is := lookOf(runs[i])
		text := append(room[:0], runs[i].Text...)
		for i++; i < len(runs) && !is.wide() && !blank(text); i++ {
			next := lookOf(runs[i])
			switch joins := next.bg == is.bg && !next.underlined() && !is.underlined() && len(runs[i].Text) <= fewBlanks && blank(runs[i].Text); {
			case joins, next == is:
				text = append(text, runs[i].Text...)
				continue
			}
			break
		}
		b = appendColour(append(b, ','), is.fg, last.fg, last.known)
		b = appendColour(append(b, ','), is.bg, last.bg, last.known)
		last = is
		last.known = true
		b = append(strconv.AppendInt(append(b, ','), is.attr, 10), ',')
		if blank(text) {
			b = strconv.AppendInt(b, int64(len(text)), 10)
		} else {
			b = appendText(b, string(text))
		}
	}
	return append(b, ']')
}

// fewBlanks is the largest number of blanks that is shorter in a run's text than as a separate run.
const fewBlanks = 10

func blank(text []byte) bool { return len(bytes.TrimLeft(text, " ")) == 0 }

// look has a run's colours and attributes.
type look struct {
	fg, bg string
	attr   int64
	known  bool
}

func lookOf(run paint.Run) look {
	l := look{fg: colour(run.Style.Fg), bg: colour(run.Style.Bg), attr: int64(run.Style.Attr &^ paint.Reverse)}
	if run.Style.Attr&paint.Reverse != 0 {
		l.fg, l.bg = cmp.Or(l.bg, "g"), cmp.Or(l.fg, "i")
	}
	if run.Wide {
		l.attr |= wide
	}
	return l
}

func (l look) wide() bool       { return l.attr&wide != 0 }
func (l look) underlined() bool { return l.attr&int64(paint.Underline) != 0 }

func appendColour(b []byte, is, was string, same bool) []byte {
	if same && is == was {
		return append(b, '0')
	}
	return append(append(append(b, '"'), is...), '"')
}

// colour returns a colour's six digits, "" for the page's own.
func colour(c paint.Colour) string {
	rgb, ok := c.Shade()
	if !ok {
		return ""
	}
	return strconv.FormatUint(uint64(rgb|1<<24), 16)[1:]
}

func appendArea(b []byte, a client.Area) []byte {
	flags := 0
	if a.Drags {
		flags |= 1
	}
	if a.Slides {
		flags |= 2
	}
	if a.Told {
		flags |= 4
	}
	b = appendInts(b, a.X, a.Y, a.W, a.H, a.AtX, a.AtY, flags)
	return appendText(append(b, ','), a.Label)
}

func appendInts(b []byte, list ...int) []byte {
	for i, n := range list {
		b = strconv.AppendInt(comma(b, i), int64(n), 10)
	}
	return b
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

func appendBool(b []byte, is bool) []byte { return strconv.AppendBool(b, is) }

// appendTexts appends a list of strings as JSON.
func appendTexts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		b = appendText(comma(b, i), s)
	}
	return append(b, ']')
}

// appendText appends a string as JSON.
func appendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ' || r == 0x7F:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

// Ring sounds the bell.
func (d *display) Ring(dst []byte) []byte { return append(dst, `{"ring":1}`+"\n"...) }

// Copy asks the page to copy a text, and with ask to report whether it could.
func (d *display) Copy(dst []byte, text string, ask bool) []byte {
	dst = append(appendBool(append(dst, `{"ask":`...), ask), `,"copy":`...)
	return append(appendText(dst, text), "}\n"...)
}

// Save asks the page to run a command and to store its output as a file.
func (d *display) Save(dst []byte, name, command string) []byte {
	dst = appendText(append(dst, `{"save":`...), name)
	return append(appendText(append(dst, `,"run":`...), command), "}\n"...)
}

// Resize makes all rows be sent again.
func (d *display) Resize() { d.screen.Resized() }

// Repaint makes everything be sent again. The page knows the events that it has by their numbers.
func (d *display) Repaint() {
	d.screen.Repaint()
	d.part, d.area, d.event = [parts][]byte{}, nil, 0
}

// Take keeps texts for other fields than the one in view from the model, and notes the page's present text.
func (d *display) Take(msg tea.Msg) bool {
	t, ok := msg.(client.Typed)
	if !ok {
		return false
	}
	if d.of == nil || t.Of != d.number {
		return true
	}
	d.typed = t.No
	return false
}

// Close sends nothing: the session sends its own last words.
func (d *display) Close(dst []byte) []byte { return dst }

// Bye returns the line with a session's last words.
func Bye(text string) string { return string(appendText([]byte(`{"bye":`), text)) + "}\n" }
