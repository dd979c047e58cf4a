package stones

import (
	_ "embed" // bigwords.txt
	"strings"

	"arcade/games/stones"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

//go:embed bigwords.txt
var bigwordsText string

// bigwords has words in pixels, by the word: rows of '#' and '.'.
var bigwords = func() map[string][]string {
	list := map[string][]string{}
	for line := range strings.Lines(bigwordsText) {
		word, rows, _ := strings.Cut(strings.TrimSpace(line), " ")
		list[word] = strings.Split(rows, "/")
	}
	return list
}()

// gradeWords has the grades' big words by language; some grades have none.
var gradeWords = map[words.Lang][stones.Rewards]string{
	words.KO: {stones.Rare: "희귀", stones.Epic: "영웅!", stones.SuperEpic: "최고영웅"},
	words.EN: {stones.Rare: "RARE", stones.Epic: "EPIC!", stones.SuperEpic: "SUPER!"},
}

// wonWords has the words for won and lost.
var wonWords = map[words.Lang]map[bool]string{words.KO: {true: "승", false: "패"}, words.EN: {true: "WIN", false: "LOST"}}

// bigHigh is the height of the highest of them in pixels.
const bigHigh = 14

// bigShades has the colours of a big word from its top to its foot, by grade; won has the colours for a
// match won, lost for one lost.
var (
	bigShades = func() (list [stones.Rewards][bigHigh]ui.Token) {
		for r := range list {
			list[r] = shaded(ui.Mix(ui.Strong, grades[r].tok, 0.2), inks[r])
		}
		return list
	}()
	won  = shaded(ui.Mix(ui.Strong, ui.Accent, 0.2), ui.Accent)
	lost = shaded(ui.Mix(ui.Strong, ui.Bad, 0.5), ui.Bad)
)

// inks has the grades' colours on a page, which is light by Day.
var inks = [stones.Rewards]ui.Token{
	ui.Muted, ui.OK,
	ui.NewPaint(ui.Paint{Night: 0x8fd0ff, Day: 0x1a5f9e, Dark: 117, Light: 25}),
	ui.NewPaint(ui.Paint{Night: 0xd3b8ff, Day: 0x6440a8, Dark: 183, Light: 61}),
	ui.Accent, ui.Warn, ui.Bad,
}

func shaded(top, foot ui.Token) (list [bigHigh]ui.Token) {
	for i := range list {
		list[i] = ui.Mix(top, foot, float64(i)/(bigHigh-1))
	}
	return list
}

// drawBig draws a word with its top left pixel at x, y of half cells.
func drawBig(g ui.Region, x, y int, rows []string, shade *[bigHigh]ui.Token) {
	for j, row := range rows {
		tok := shade[j*bigHigh/len(rows)]
		for i, bit := range row {
			if bit == '#' {
				g.Pixel(x+i, y+j, tok)
			}
		}
	}
}
