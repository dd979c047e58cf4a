package play

import (
	"strings"

	"arcade/docs"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// rulesWidth and narrowRules are the widths of the rules in the help, in cells, and on a phone upright.
const rulesWidth, narrowRules = 72, 44

// addRules makes the rules in a game's help from its pages for players: of GAME for the topic GAME, of
// GAME-VARIANT for the topic GAME.VARIANT. A game without a page has them in its catalogue.
func addRules(game string) {
	for _, page := range docs.RulePages() {
		if page == game || strings.HasPrefix(page, game+"-") {
			key, ko, en := "help."+strings.ReplaceAll(page, "-", ".")+".rules", docs.Rules(page, "ko"), docs.Rules(page, "en")
			words.Put(key, rulesWidth, rulesText(ko, rulesWidth), rulesText(en, rulesWidth))
			words.Put(key+words.Touch, narrowRules, rulesText(ko, narrowRules), rulesText(en, narrowRules))
		}
	}
}

// rulesText returns a page as lines of at most width cells for the help: from its first heading on, without
// pictures.
func rulesText(page []docs.Block, width int) string {
	for len(page) > 0 && page[0].Kind != docs.Heading {
		page = page[1:]
	}
	var lines []string
	put := func(first, later, text string) {
		for _, line := range ui.Wrap(docs.Plain(text), width-max(ui.Width(first), ui.Width(later))) {
			lines = append(lines, first+line)
			first = later
		}
	}
	for i, b := range page {
		if i > 0 && b.Kind != docs.Picture && page[i-1].Kind != docs.Heading {
			lines = append(lines, "")
		}
		switch b.Kind {
		case docs.Heading:
			put("", "", b.Text)
		case docs.Paragraph:
			put("  ", "  ", b.Text)
		case docs.Bullets:
			for _, item := range b.List {
				put("  - ", "    ", item)
			}
		case docs.Steps:
			for _, item := range b.List {
				put("  ", "     ", item)
			}
		case docs.Table:
			lines = append(lines, tableLines(b.Rows, width)...)
		}
	}
	return strings.Join(lines, "\n")
}

// tableLines returns a table in columns of at most width cells; only the last column is broken into several
// lines. If too little would be left for it, each row is a line of its first cell, and the others below.
func tableLines(rows [][]string, width int) (lines []string) {
	wide := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			wide[i] = max(wide[i], ui.Width(docs.Plain(cell)))
		}
	}
	left := 2
	for _, w := range wide[:len(wide)-1] {
		left += w + 2
	}
	if width-left < width/3 {
		for _, row := range rows[1:] {
			for _, line := range ui.Wrap(docs.Plain(row[0]), width-2) {
				lines = append(lines, "  "+line)
			}
			for i, cell := range row[1:] {
				text := docs.Plain(cell)
				if len(row) > 2 && rows[0][i+1] != "" {
					text = docs.Plain(rows[0][i+1]) + ": " + text
				}
				for _, line := range ui.Wrap(text, width-4) {
					lines = append(lines, "    "+line)
				}
			}
		}
		return lines
	}
	for _, row := range rows {
		first := "  "
		for i, cell := range row[:len(row)-1] {
			text := docs.Plain(cell)
			first += text + strings.Repeat(" ", wide[i]-ui.Width(text)+2)
		}
		for _, line := range ui.Wrap(docs.Plain(row[len(row)-1]), width-left) {
			lines = append(lines, strings.TrimRight(first+line, " "))
			first = strings.Repeat(" ", left)
		}
	}
	return lines
}
