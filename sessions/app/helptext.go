package app

import (
	"regexp"
	"strings"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// helpKey finds a key's name in a line of help: it begins the line or a column, and two blanks and its
// meaning follow. Only at the beginning of a line may several keys stand in a row.
var helpKey = regexp.MustCompile(`(?:^(\S{1,8}(?: \S{1,8}){0,2})| {2,}(\S{1,8}))  +\S`)

// keySpan is a key's name in a line of help, in bytes.
type keySpan struct{ from, to int }

// helpColumns returns the cells at which keys begin in lines of help.
func helpColumns(lines []string) map[int]bool {
	columns := map[int]bool{}
	for _, line := range lines {
		for _, m := range helpKey.FindAllStringSubmatchIndex(line, -1) {
			columns[ui.Width(line[:max(m[2], m[4])])] = true
		}
	}
	return columns
}

// helpKeys returns the keys in a line, by the columns of the lines around it.
func helpKeys(line string, columns map[int]bool) (list []keySpan) {
	cells := 0
	for i, r := range line {
		if columns[cells] && r != ' ' && (i == 0 || line[i-1] == ' ') {
			if m := helpKey.FindStringSubmatchIndex(line[i:]); m != nil && m[2] == 0 && (i == 0 || !strings.Contains(line[i:i+m[3]], " ")) {
				list = append(list, keySpan{i, i + m[3]})
			}
		}
		cells += ui.Width(string(r))
	}
	return list
}

// helpText is a part of a help: lines as they are written, or where they have no room each key and each paragraph in
// rows of its own.
type helpText struct {
	lines []string
	keys  bool // the part has keys
	h     *help
}

// helpRow is a row of a help, with the keys in it.
type helpRow struct {
	text string
	keys []keySpan
}

// longLine is the width from which a line that is followed by another one of a paragraph is as long as a line can be.
const longLine = 50

// meaningIndent begins a line in which the meaning of the word before goes on.
const meaningIndent = "    "

// rows returns the rows in w cells.
func (t *helpText) rows(w int) (rows []helpRow) {
	columns := map[int]bool{}
	if t.keys {
		columns = helpColumns(t.lines)
	}
	paragraph, word := "", "" // the word whose meaning the paragraph is, if there is one
	flush := func() {
		switch {
		case word != "":
			for _, r := range hanging(word, paragraph, w) {
				rows = append(rows, helpRow{text: r.text})
			}
		case paragraph != "":
			for _, line := range ui.Wrap(paragraph, w) {
				rows = append(rows, helpRow{text: line})
			}
		}
		paragraph, word = "", ""
	}
	was := 0 // the width of the line before, of a paragraph
	for _, line := range t.lines {
		keys := helpKeys(line, columns)
		if t.fits(w) {
			rows = append(rows, helpRow{line, keys})
			continue
		}
		switch {
		case strings.TrimSpace(line) == "":
			flush()
			rows = append(rows, helpRow{})
			was = 0
		case len(keys) > 0:
			flush()
			for i, k := range keys {
				end := len(line)
				if i+1 < len(keys) {
					end = keys[i+1].from
				}
				rows = append(rows, hanging(line[k.from:k.to], line[k.to:end], w)...)
			}
			was = 0
		case strings.Contains(strings.TrimSpace(line), "  "): // a word and its meaning
			flush()
			word, paragraph, _ = strings.Cut(strings.TrimSpace(line), "  ")
			was = 0
		default:
			goesOn := word != "" && strings.HasPrefix(line, meaningIndent) || word == "" && was >= longLine
			if !goesOn {
				flush()
			}
			paragraph = strings.TrimSpace(paragraph + " " + strings.TrimSpace(line))
			was = ui.Width(line)
		}
	}
	flush()
	return rows
}

// keyColumn is the cells of a key before its meaning in a narrow window.
const keyColumn = 10

// hanging returns a key with its meaning beside it.
func hanging(key, meaning string, w int) (rows []helpRow) {
	x := max(keyColumn, ui.Width(key)+2)
	if x > w/2 {
		x = keyColumn
	}
	head := ui.PadRight(key, x)
	if ui.Width(key)+2 > x { // a row of its own
		rows, head = append(rows, helpRow{key, []keySpan{{0, len(key)}}}), strings.Repeat(" ", x)
	}
	for i, line := range ui.Wrap(meaning, max(w-x, 2)) {
		row := helpRow{text: head + line}
		if i == 0 && strings.TrimSpace(head) != "" {
			row.keys = []keySpan{{0, len(key)}}
		}
		rows, head = append(rows, row), strings.Repeat(" ", x)
	}
	return rows
}

// fits reports whether all lines have room as they are.
func (t *helpText) fits(w int) bool {
	for _, line := range t.lines {
		if ui.Width(line) > w {
			return false
		}
	}
	return true
}

// Least returns the size of a few rows.
func (t *helpText) Least(kit.Look, int) kit.Size { return kit.Size{W: 42, H: 5} }

// Wish returns all rows, apart if there are keys on caps.
func (t *helpText) Wish(l kit.Look, w int) int {
	rows := t.rows(w)
	if l.Rich && t.keys {
		rows = apart(rows)
	}
	return max(len(rows), helpLeast)
}

// apart returns the rows with a blank one between two with keys: caps in adjacent rows would run together.
func apart(rows []helpRow) (list []helpRow) {
	for i, r := range rows {
		if i > 0 && len(rows[i-1].keys) > 0 && len(r.keys) > 0 {
			list = append(list, helpRow{})
		}
		list = append(list, r)
	}
	return list
}

// Draw draws the rows from the first one in view on.
func (t *helpText) Draw(l kit.Look, g ui.Region) {
	rows, caps := t.rows(g.W()), false
	if l.Rich && t.keys {
		if all := apart(rows); len(all) <= g.H() {
			rows, caps = all, true
		}
	}
	t.h.last = max(len(rows)-g.H(), 0)
	top := min(t.h.top, t.h.last)
	for y, r := range rows[top:min(top+g.H(), len(rows))] {
		g.Text(0, y, ui.Text, r.text)
		for _, k := range r.keys {
			if !l.Rich {
				continue
			}
			x, w := ui.Width(r.text[:k.from]), ui.Width(r.text[k.from:k.to])
			if caps {
				g.Paint(ui.Rect{X: x - 1, Y: y, W: w + 2, H: 1}, ui.Cap)
			}
			g.Paint(ui.Rect{X: x, Y: y, W: w, H: 1}, If(caps, ui.Cap, ui.Strong)|ui.Bold)
		}
	}
	if last := min(top+g.H(), len(rows)); last > top && last < len(rows) && ui.Width(rows[last-1].text) < g.W()-1 {
		g.TextRight(g.W(), g.H()-1, ui.Muted, "v")
	}
}
