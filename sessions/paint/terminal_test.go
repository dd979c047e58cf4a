package paint

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// shown is a cell that a terminal shows.
type shown struct {
	r     rune // Tail for the right half of a wide character
	style Style
}

// spoilt stands for the half of a wide character that has lost its other half, about which terminals
// disagree. A Screen must not leave it.
const spoilt = '¿'

// terminal understands the sequences of a Screen and nothing else. Its fields set the behaviour in which
// terminals differ. It keeps to the properties that Screen may rely on.
type terminal struct {
	bce    bool // erasing leaves the pen's background
	margin int  // the behaviour after the last column, below

	margins   bool // another program has set them: lines do not move as they should
	ambiguous int  // the width of a symbol in cells; 0: one

	w, h      int
	cells     []shown
	x, y      int
	after     bool // the last column is written
	pen       Style
	wrap      bool
	visible   bool
	shape     int
	alt       bool
	saved     [2]int
	modes     map[int]bool
	kitty     []int
	otherKeys int
	asked     []string
	sync      bool
	main      []shown
	scrolled  bool
}

// The behaviours of terminals after the last column.
const (
	waits = iota // the next character wraps, on nearly all
	wraps        // they wrap at once
	stays        // they wait, and a backspace leaves the last column
	margins
)

func newTerminal(w, h int) *terminal {
	t := &terminal{bce: true, wrap: true, visible: true, modes: map[int]bool{}, kitty: []int{0}}
	t.resize(w, h)
	return t
}

// resize changes its size; its cells are random afterwards.
func (t *terminal) resize(w, h int) {
	t.w, t.h = w, h
	t.cells = make([]shown, w*h)
	for i := range t.cells {
		t.cells[i].r = spoilt
	}
	t.x, t.y, t.after = min(t.x, max(0, w-1)), min(t.y, max(0, h-1)), false
}

func (t *terminal) at(x, y int) *shown { return &t.cells[y*t.w+x] }

// blank returns the cell that erasing leaves.
func (t *terminal) blank() shown {
	if t.bce {
		return shown{' ', Style{Bg: t.pen.Bg}}
	}
	return shown{' ', Style{}}
}

// fill puts c into the cells from x up to end of a row. It may cut wide characters in two.
func (t *terminal) fill(x, end, y int, c shown) {
	if x > 0 && x < t.w && t.at(x, y).r == Tail {
		t.at(x-1, y).r = spoilt
	}
	if end < t.w && end > x && t.at(end, y).r == Tail {
		t.at(end, y).r = spoilt
	}
	for ; x < end; x++ {
		*t.at(x, y) = c
	}
}

func (t *terminal) down() {
	if t.margins {
		panic("a line feed within margins")
	}
	if t.y++; t.y == t.h {
		t.y--
		t.scrolled = true
		copy(t.cells, t.cells[t.w:])
		t.fill(0, t.w, t.y, shown{spoilt, Style{}})
	}
}

func (t *terminal) print(r rune) {
	n := 1
	if wide(r) {
		n = 2
	}
	if r == '●' && t.ambiguous > 0 {
		n = t.ambiguous
	}
	if t.after && t.wrap {
		t.x, t.after = 0, false
		t.down()
	}
	if t.x+n > t.w {
		panic(fmt.Sprintf("%q at the right edge", r))
	}
	t.fill(t.x, t.x+n, t.y, shown{Tail, t.pen})
	t.at(t.x, t.y).r = r
	if t.x += n; t.x < t.w {
		return
	}
	t.x = t.w - 1
	switch {
	case t.margin == wraps && t.wrap:
		t.x = 0
		t.down()
	case t.wrap:
		t.after = true
	}
}

func wide(r rune) bool {
	return r >= 0xAC00 && r <= 0xD7A3 || r >= 0x4E00 && r <= 0x9FFF || r >= 0x3131 && r <= 0x3163
}

// write shows b. It returns an error for an unknown sequence or one cut short.
func (t *terminal) write(b []byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	for len(b) > 0 {
		switch c := b[0]; {
		case c == '\r':
			t.x, t.after = 0, false
			b = b[1:]
		case c == '\n':
			if t.x != 0 || t.after {
				return fmt.Errorf("a bare line feed at %d,%d: some move to the line's begin, some do not", t.x, t.y)
			}
			t.down()
			b = b[1:]
		case c == '\b':
			if t.after && t.margin == waits {
				return fmt.Errorf("a backspace after the last column")
			}
			t.x, t.after = max(0, t.x-1), false
			b = b[1:]
		case c == 0x1b:
			n, err := t.sequence(string(b))
			if err != nil {
				return err
			}
			b = b[n:]
		case c < ' ' || c == 0x7f:
			return fmt.Errorf("a control character %q", c)
		default:
			r, n := utf8.DecodeRune(b)
			if r == utf8.RuneError || r >= 0x80 && r < 0xA0 {
				return fmt.Errorf("not a character: %q", b[:n])
			}
			t.print(r)
			b = b[n:]
		}
	}
	return nil
}

func (t *terminal) sequence(s string) (int, error) {
	if strings.HasPrefix(s, "\x1bM") {
		if t.y == 0 {
			return 0, fmt.Errorf("a reverse index at the top")
		}
		t.y--
		return 2, nil
	}
	if len(s) < 3 || s[1] != '[' {
		return 0, fmt.Errorf("unknown: %.10q", s)
	}
	end := 2
	for end < len(s) && (s[end] < '@' || s[end] > '~') {
		end++
	}
	if end == len(s) {
		return 0, fmt.Errorf("cut short: %q", s)
	}
	params, final := s[2:end], s[end]
	n := 1
	if params != "" {
		if i, err := strconv.Atoi(params); err == nil {
			n = i
		}
	}
	switch whole := s[2 : end+1]; {
	case final == 'm' && !strings.HasPrefix(params, ">"):
		return end + 1, t.sgr(params)
	case whole == ">4;2m", whole == ">4m":
		t.otherKeys = strings.Count(whole, ";") * 2
	case final == 'u':
		return end + 1, t.keys(params)
	case final == 'h' || final == 'l':
		n, err := strconv.Atoi(strings.TrimPrefix(params, "?"))
		if err != nil || params[0] != '?' {
			return 0, fmt.Errorf("unknown: %q", whole)
		}
		return end + 1, t.mode(n, final == 'h')
	case final == 'q' && strings.HasSuffix(params, " "):
		t.shape, _ = strconv.Atoi(params[:1])
	case final == 'H':
		row, column, _ := strings.Cut(params, ";")
		y, x := 1, 1
		if row != "" {
			y, _ = strconv.Atoi(row)
		}
		if column != "" {
			x, _ = strconv.Atoi(column)
		}
		if x < 1 || y < 1 || x > t.w || y > t.h {
			return 0, fmt.Errorf("%q leaves %dx%d", whole, t.w, t.h)
		}
		t.x, t.y, t.after = x-1, y-1, false
	case whole == "r":
		t.x, t.y, t.after, t.margins = 0, 0, false, false
	case final == 'G':
		if n < 1 || n > t.w {
			return 0, fmt.Errorf("%q leaves %dx%d", whole, t.w, t.h)
		}
		t.x, t.after = n-1, false
	case strings.IndexByte("ABCD", final) >= 0:
		if t.after && (final == 'C' || final == 'D') {
			return 0, fmt.Errorf("%q after the last column", whole)
		}
		if final == 'A' || final == 'B' {
			if final == 'A' {
				n = -n
			}
			t.y += n
		} else {
			if final == 'D' {
				n = -n
			}
			t.x += n
		}
		if t.x < 0 || t.x >= t.w || t.y < 0 || t.y >= t.h {
			return 0, fmt.Errorf("%q leaves %dx%d", whole, t.w, t.h)
		}
	case (final == 'L' || final == 'M') && !t.margins:
		if t.x != 0 || t.after {
			return 0, fmt.Errorf("%q at %d,%d: some move to the line's begin, some do not", whole, t.x, t.y)
		}
		n = min(n, t.h-t.y) * t.w
		part := t.cells[t.y*t.w:]
		if final == 'L' {
			copy(part[n:], part)
			part = part[:n]
		} else {
			copy(part, part[n:])
			part = part[len(part)-n:]
		}
		for i := range part {
			part[i] = shown{r: spoilt}
		}
	case final == 'P' || final == '@':
		if t.after {
			return 0, fmt.Errorf("%q after the last column", whole)
		}
		row := t.cells[t.y*t.w : (t.y+1)*t.w]
		for _, c := range row {
			if c.r == Tail {
				return 0, fmt.Errorf("%q on a line with wide characters", whole)
			}
		}
		part := row[t.x:]
		n = min(n, len(part))
		if final == '@' {
			copy(part[n:], part)
			part = part[:n]
		} else {
			copy(part, part[n:])
			part = part[len(part)-n:]
		}
		for i := range part {
			part[i] = shown{r: spoilt}
		}
	case whole == "J" && t.x == 0 && t.y == 0:
		for y := range t.h {
			t.fill(0, t.w, y, t.blank())
		}
	case whole == "K", final == 'X':
		if t.after {
			return 0, fmt.Errorf("%q after the last column", whole)
		}
		if t.pen.Attr&onBlank != 0 {
			return 0, fmt.Errorf("%q with a pen that shows on blanks", whole)
		}
		end := t.w
		if final == 'X' {
			end = min(end, t.x+n)
		}
		t.fill(t.x, end, t.y, t.blank())
	default:
		return 0, fmt.Errorf("unknown: %q", whole)
	}
	return end + 1, nil
}

func (t *terminal) keys(params string) error {
	switch params[0] {
	case '?':
		t.asked = append(t.asked, "keys")
	case '>':
		n, _ := strconv.Atoi(params[1:])
		t.kitty = append(t.kitty, n)
	case '<':
		t.kitty = t.kitty[:len(t.kitty)-1]
	case '=':
		n, _ := strconv.Atoi(strings.TrimSuffix(params[1:], ";1"))
		t.kitty[len(t.kitty)-1] = n
	default:
		return fmt.Errorf("unknown keys: %q", params)
	}
	return nil
}

func (t *terminal) mode(n int, on bool) error {
	switch n {
	case 7:
		t.wrap = on
	case 25:
		t.visible = on
	case 1049:
		if on && !t.alt {
			t.saved, t.main = [2]int{t.x, t.y}, t.cells
			t.cells = make([]shown, t.w*t.h)
		}
		if !on && t.alt {
			t.x, t.y = t.saved[0], t.saved[1]
		}
		t.alt = on
	case 2026:
		t.sync = on
	case 1002, 1004, 1006, 2004:
		t.modes[n] = on
	default:
		return fmt.Errorf("unknown mode %d", n)
	}
	return nil
}

func (t *terminal) sgr(params string) error {
	var list []int
	for _, f := range strings.Split(params, ";") {
		n, err := strconv.Atoi(f)
		if err != nil && f != "" {
			return fmt.Errorf("unknown style %q", params)
		}
		list = append(list, n)
	}
	for i := 0; i < len(list); i++ {
		n := list[i]
		colour := func(basic int) (c Colour) {
			switch {
			case n == 9+basic:
			case n == 8+basic && list[i+1] == 5:
				c = Index(uint8(list[i+2]))
				i += 2
			case n == 8+basic && list[i+1] == 2:
				c = RGB(uint32(list[i+2])<<16 | uint32(list[i+3])<<8 | uint32(list[i+4]))
				i += 4
			default:
				c = Index(uint8(n - basic))
			}
			return c
		}
		switch {
		case n == 0:
			t.pen = Style{}
		case n == 1:
			t.pen.Attr |= Bold
		case n == 4:
			t.pen.Attr |= Underline
		case n == 7:
			t.pen.Attr |= Reverse
		case n == 22:
			t.pen.Attr &^= Bold
		case n == 24:
			t.pen.Attr &^= Underline
		case n == 27:
			t.pen.Attr &^= Reverse
		case n >= 30 && n < 40:
			t.pen.Fg = colour(30)
		case n >= 40 && n < 50:
			t.pen.Bg = colour(40)
		case n >= 90 && n < 98:
			t.pen.Fg = Index(uint8(n - 90 + 8))
		case n >= 100 && n < 108:
			t.pen.Bg = Index(uint8(n - 100 + 8))
		default:
			return fmt.Errorf("unknown style %q", params)
		}
	}
	return nil
}

// look returns the visible part of a cell.
func (c shown) look() shown {
	if c.r == ' ' {
		c.style = c.style.blank()
	}
	return c
}
