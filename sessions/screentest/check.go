package screentest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// cells returns a line's width by the Unicode tables alone, with ambiguous characters as one cell. It is
// independent of the measure that layouts use.
func cells(line string) (n int) {
	for _, r := range line {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// ambiguous reports whether terminals disagree about the width of a character.
func ambiguous(r rune) bool { return width.LookupRune(r).Kind() == width.EastAsianAmbiguous }

// Problems returns the frame's offences against the rules for all screens (SCREENS.md, checklist A, B2,
// I5).
func (p *Person) Problems() (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	c := p.Canvas()
	for _, err := range append(c.Errors, c.Lint()...) {
		add("%v", err)
	}
	text := c.Plain(p.Glyphs)
	if strings.TrimSpace(text) == "" {
		add("nothing is drawn")
	}
	lines := strings.Split(text, "\n")
	if len(lines) != p.H {
		add("%d lines of %d", len(lines), p.H)
	}
	for y, line := range lines {
		if n := cells(line); n > p.W {
			add("line %d: %d cells of %d", y, n, p.W)
		}
		for _, r := range line {
			if p.Glyphs == ui.LevelPlain && r >= 0x80 && (ambiguous(r) || !unicode.Is(unicode.Hangul, r)) {
				add("line %d: %q in the plain symbols", y, r)
			}
			if p.Glyphs != ui.LevelRich && (strings.ContainsRune(forbidden, r) || r >= 0x2800 && r <= 0x28FF) || r >= 0x1F000 {
				add("line %d: %q on a screen", y, r)
			}
		}
		if strings.Contains(line, "!") {
			if m := Missing.FindString(line); m != "" {
				add("line %d: no words for %s", y, m)
			}
		}
		for _, m := range keyLike.FindAllString(line, -1) {
			if words.Has(m) {
				add("line %d: the key %s itself, not its words", y, m)
			}
		}
		if m := unfilled.FindString(line); m != "" {
			add("line %d: no value for %s", y, m)
		}
	}
	if !ui.Fits(p.W, p.H) || len(lines) != p.H {
		return list
	}
	if p.W < ui.MinWidth || p.Canvas().Touch {
		if strings.TrimSpace(lines[0]+lines[1]) == "" { // a large name has a free row above it
			add("row 0 does not say where one is")
		}
		if strings.TrimSpace(strings.Join(lines[p.H-app.If(p.Canvas().Lies(), 15, 4):], "")) == "" {
			add("there are no buttons")
		}
		return list
	}
	h := p.Canvas().H() // in a larger window the frame stays with its body
	lines = lines[(p.H-h)/2:][:h]
	if !strings.HasPrefix(strings.TrimLeft(lines[0], " "), "ARCADE") && !strings.Contains(lines[0], "[ ") && p.Glyphs != ui.LevelRich { // an invitation or a notice may stand there
		add("row 0 does not say where one is: %q", lines[0])
	}
	if strings.TrimSpace(lines[h-2]) == "" {
		add("the message row is empty")
	}
	if strings.TrimSpace(lines[h-1]) == "" {
		add("the key bar is empty")
	}
	if p.Glyphs == ui.LevelLines {
		list = append(list, panels(text)...)
	}
	return list
}

// covered returns the rows on which a toast stands, if they are not one row of the frame without a hit: the
// top bar, or the message row below an invitation.
func (p *Person) covered() (list []string) {
	if !ui.Fits(p.W, p.H) {
		return nil
	}
	were := p.Toasts
	defer func() { p.Toasts = were }()
	draw := func() *ui.Canvas {
		c := ui.New(p.W, p.H)
		c.Rich = p.Glyphs == ui.LevelRich
		p.App.Draw(c)
		return c
	}
	p.Toasts = nil
	before := draw()
	p.Toast("somebody12345 cannot be waited for: the connection is gone for long", nil)
	after := draw()
	rows := 0
	for y := range p.H {
		was, is := before.Cells().Row(y), after.Cells().Row(y)
		if slices.Equal(was, is) {
			continue
		}
		rows++
		for x := range was {
			if hit, ok := before.HitAt(x, y); ok && hit != nil && was[x] != is[x] {
				list = append(list, fmt.Sprintf("a toast covers what can be clicked at %d, %d: %v", x, y, hit))
				break
			}
		}
		if top := (p.H - after.H()) / 2; y > 0 && y != top && y < top+after.MessageRow() {
			list = append(list, fmt.Sprintf("a toast covers row %d", y))
		}
	}
	if rows > 1 { // none during a countdown, which is more urgent
		list = append(list, fmt.Sprintf("a toast changes %d rows", rows))
	}
	return list
}

const forbidden = "…—–·×±°“”‘’→←↑↓①②③▶◀▲▼■□◆◇★☆※"

var (
	Missing  = regexp.MustCompile(`![a-z]+\.[a-z0-9._-]+!`)
	keyLike  = regexp.MustCompile(`[a-z][a-z0-9]*(\.[a-z0-9_-]+)+`)
	unfilled = regexp.MustCompile(`\{[a-z]+\}`)
)

// panels checks that at least one double border is complete if there is any: it is drawn last, and
// nothing in it may have broken it.
func panels(text string) (list []string) {
	rows := Grid(text)
	whole, any := false, false
	for y, row := range rows {
		for x, r := range row {
			if r != '╔' {
				continue
			}
			any = true
			whole = whole || box(rows, x, y)
		}
	}
	if any && !whole {
		list = append(list, "no dialogue has a whole border")
	}
	return list
}

// box reports whether a double border begins at x, y and goes all around.
func box(rows [][]rune, x, y int) bool {
	right := x + 1
	for right < len(rows[y]) && rows[y][right] != '╗' {
		right++
	}
	if right == len(rows[y]) {
		return false
	}
	for down := y + 1; down < len(rows); down++ {
		switch {
		case rows[down][x] == '╚':
			return rows[down][right] == '╝'
		case rows[down][x] != '║' || rows[down][right] != '║':
			return false
		}
	}
	return false
}

// Grid returns a text by cells; the right half of a wide character is 0.
func Grid(text string) (rows [][]rune) {
	w := 0
	for line := range strings.SplitSeq(text, "\n") {
		var row []rune
		for _, r := range line {
			row = append(row, r)
			if cells(string(r)) == 2 {
				row = append(row, 0)
			}
		}
		w = max(w, len(row))
		rows = append(rows, row)
	}
	for i := range rows {
		for len(rows[i]) < w {
			rows[i] = append(rows[i], ' ')
		}
	}
	return rows
}

// Random texts on a screen, and their replacements in the golden files.
var (
	matchID  = regexp.MustCompile(`\b[0-9A-HJKMNP-TV-Z]{8}\b`)
	joinCode = regexp.MustCompile(`\b[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}\b`)
	keyCode  = regexp.MustCompile(`\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b`)
	seedHash = regexp.MustCompile(`\b[0-9a-f]{32}\b`)
)

// masked replaces random texts by fixed ones of the same width.
func masked(text string) string {
	text = matchID.ReplaceAllString(text, "MATCH-ID")
	text = joinCode.ReplaceAllStringFunc(text, func(s string) string {
		if s == "SHA-256" {
			return s
		}
		return "COD-E00"
	})
	text = keyCode.ReplaceAllString(text, "CODE-0000")
	return seedHash.ReplaceAllString(text, strings.Repeat("0", 32))
}
