package stones

import (
	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// EndPicture shows the end of a run: its grade in large letters, what it was, and the grades of the player's runs.
func (v *gameView) EndPicture(a *app.App, s *play.Scene, _ int) kit.Block {
	view, _ := s.View.(stones.View)
	word, shade := app.Itoa(view.Cell), &lost
	if view.Over {
		shade = &bigShades[*view.Reward]
		if grade := gradeWords[a.Lang][*view.Reward]; grade != "" {
			word = grade
		}
	}
	lines := []string{a.T("st.rich.cell", "n", view.Cell)}
	if view.Left == 0 {
		lines = append(lines, a.T("st.rich.all", "n", view.Picks()))
	} else {
		lines = append(lines, a.T("st.rich.picks", "n", len(view.History)))
	}
	if view.Over {
		if top := startOf(view.Mode).Final.AtLeast(*view.Reward); top <= 0.5 {
			lines = append(lines, a.T("st.rich.top", "p", app.Percent(top)))
		}
	}
	if v.stats.Runs == 0 || s.You == games.Nobody {
		return resultOf(word, shade, lines, nil)
	}
	lines = append(lines, a.T("st.runs", "n", v.stats.Runs))
	return resultOf(word, shade, lines, results{a, v.stats})
}

// EndPicture shows the end of a duel: whether it is won in large letters, and both runs.
func (v *duelView) EndPicture(a *app.App, s *play.Scene, _ int) kit.Block {
	word, shade := "", &won
	if w := s.Result.Winner; w != games.Nobody && s.You != games.Nobody {
		word = wonWords[a.Lang][w == s.You]
		if w != s.You {
			shade = &lost
		}
	}
	return resultOf(word, shade, v.Result(a, s), nil)
}

// resultOf sets a large word, lines and the player's own results beside each other, or below each other.
func resultOf(word string, shade *[bigHigh]ui.Token, lines []string, own kit.Block) kit.Block {
	var text kit.Points
	for i, line := range lines {
		text.List = append(text.List, kit.Point{Text: line, Ink: app.If(i == 0, ui.Strong|ui.Bold, ui.Text)})
	}
	items := []kit.Item{{Block: bigWord(word, shade)}, {Block: text, Fill: 1}}
	if own != nil {
		items = append(items, kit.Item{Block: own, Fill: 1, Drop: 1})
	}
	narrow := append([]kit.Item{{Block: kit.Word{Ink: shade[0] | ui.Bold, Text: word}}}, items[1:]...)
	return kit.Fit{kit.Row(3, items...), kit.Col(1, 0, items...), kit.Col(1, 0, narrow...)}
}

// bigWord shows a word in pixels, or a number in large digits.
func bigWord(word string, shade *[bigHigh]ui.Token) kit.Block {
	rows := bigwords[word]
	if rows == nil {
		return kit.Figure{Value: word, Shade: ui.White, Ink: ui.Strong}
	}
	high := (len(rows) + 1) / 2
	return kit.Picture{Size: kit.Size{W: len(rows[0]), H: high}, Art: true, Paint: func(_ kit.Look, g ui.Region) { drawBig(g, 0, 0, rows, shade) }}
}
