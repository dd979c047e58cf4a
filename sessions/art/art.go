// Package art reads pictures in cells from a text that people edit.
//
// A file begins with its colours, a letter and a colour each, "#rrggbb" or a name that the program knows. Then come
// the pictures, with an empty line before each: a name, the rows of characters, as many rows of the letters of
// their inks, and as many of their grounds. "." is a blank. A picture of 2 by 1 cells:
//
//	a #2aa3b0
//	b #f3eee0
//
//	emblem
//	▀.
//	aa
//	bb
package art

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Picture is a picture in cells.
type Picture struct {
	Name string
	W, H int
	// Cells has the cells row by row.
	Cells []Cell
}

// Cell is a cell of a picture: its character, with the colours as the file has them.
type Cell struct {
	Rune        rune
	Ink, Ground string
}

// Parse reads the pictures of a file in their order. An error names the line.
func Parse(text string) (list []Picture, err error) {
	colours := map[rune]string{}
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	at := 0
	for ; at < len(lines) && lines[at] != ""; at++ {
		letter, colour, ok := strings.Cut(lines[at], " ")
		if !ok || utf8.RuneCountInString(letter) != 1 {
			return nil, fmt.Errorf("line %d: want a letter and a colour, not %q", at+1, lines[at])
		}
		r, _ := utf8.DecodeRuneInString(letter)
		colours[r] = strings.TrimSpace(colour)
	}
	for at < len(lines) {
		if lines[at] == "" {
			at++
			continue
		}
		from := at + 1
		for at++; at < len(lines) && lines[at] != ""; at++ {
		}
		p, err := parse(lines[from-1], lines[from:at], colours)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", from, err)
		}
		list = append(list, p)
	}
	return list, nil
}

// parse reads a picture from its rows.
func parse(name string, rows []string, colours map[rune]string) (p Picture, err error) {
	if len(rows) == 0 || len(rows)%3 != 0 {
		return p, fmt.Errorf("%s has %d rows: want rows of characters, as many of inks, and as many of grounds", name, len(rows))
	}
	p = Picture{Name: name, W: utf8.RuneCountInString(rows[0]), H: len(rows) / 3}
	grid := make([][]rune, len(rows))
	for i, row := range rows {
		if grid[i] = []rune(row); len(grid[i]) != p.W {
			return p, fmt.Errorf("%s: %q has %d cells, not %d", name, row, len(grid[i]), p.W)
		}
	}
	for y := range p.H {
		for x := range p.W {
			c := Cell{Rune: grid[y][x]}
			if c.Rune == '.' {
				c.Rune = ' '
			}
			for i, colour := range []*string{&c.Ink, &c.Ground} {
				letter := grid[p.H*(i+1)+y][x]
				known := false
				if *colour, known = colours[letter]; !known {
					return p, fmt.Errorf("%s: there is no colour %q", name, letter)
				}
			}
			p.Cells = append(p.Cells, c)
		}
	}
	return p, nil
}

// RGB returns the value of a colour "#rrggbb"; false for a name.
func RGB(colour string) (rgb uint32, ok bool) {
	hex, ok := strings.CutPrefix(colour, "#")
	n, err := strconv.ParseUint(hex, 16, 32)
	return uint32(n), ok && err == nil && len(hex) == 6
}

// Show writes the pictures to a terminal of 24-bit colours, each below its name. Colours with a name that only a
// program knows are the terminal's own.
func Show(w io.Writer, list []Picture) error {
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s, %dx%d\n", p.Name, p.W, p.H)
		for y := range p.H {
			for _, c := range p.Cells[y*p.W : (y+1)*p.W] {
				fmt.Fprintf(&b, "%s%s%c\x1b[0m", colour(38, c.Ink), colour(48, c.Ground), c.Rune)
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// colour returns the sequence that sets an ink (38) or a ground (48).
func colour(what int, name string) string {
	rgb, ok := RGB(name)
	if !ok {
		return ""
	}
	return fmt.Sprintf("\x1b[%d;2;%d;%d;%dm", what, rgb>>16, rgb>>8&0xff, rgb&0xff)
}
