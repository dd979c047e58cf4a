package app

import (
	"regexp"
	"strings"

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

// helpLine draws a line of help on ui.LevelRich. Its keys stand on caps where the lines are apart, and
// are bold where they are not: caps in adjacent rows run together.
func helpLine(g ui.Region, y int, line string, keys []keySpan, apart bool) {
	g.TextCut(2, y, g.W()-3, ui.Text, line)
	for _, k := range keys {
		x, w := 2+ui.Width(line[:k.from]), ui.Width(line[k.from:k.to])
		if apart {
			g.Paint(ui.Rect{X: x - 1, Y: y, W: w + 2, H: 1}, ui.Cap)
		}
		g.Paint(ui.Rect{X: x, Y: y, W: w, H: 1}, Either(apart, ui.Cap, ui.Strong)|ui.Bold)
	}
}
