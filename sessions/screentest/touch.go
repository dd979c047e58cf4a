package screentest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"arcade/internal/keynames"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/paint"
	"arcade/sessions/ui"
)

// fingers are the sizes in which the words are read: a phone in both directions, and tablets.
var fingers = []client.Size{{Width: 48, Height: 49}, {Width: 105, Height: 26}, {Width: 96, Height: 64}, {Width: 120, Height: 40}}

// way matches a target that has the letter of a place on a board: such a letter is the place's name there.
var way = regexp.MustCompile(`^[ab] `)

// ranked are the topics of the screens whose rows have their ranks.
var ranked = []string{"board", "scores", "arena", "dealpage"}

// keyNames returns the sentences of a screen for a finger that name a key. Buttons may: a press on them is the key.
func (p *Person) keyNames() (list []string) {
	button := map[[2]int]bool{}
	for _, at := range p.Canvas().Areas() {
		_, ok := at.Msg.(ui.Press)
		if ok || way.MatchString(p.Canvas().Words(at.Rect)) {
			for y := at.Y; y < at.Y+at.H; y++ {
				for x := at.X; x < at.X+at.W; x++ {
					button[[2]int{x, y}] = true
				}
			}
		}
	}
	cells := p.Canvas().Cells()
	for y := range cells.H() {
		var row strings.Builder
		for x, at := range cells.Row(y) {
			switch {
			case button[[2]int{x, y}]:
				row.WriteByte('_') // not the end of a word beside it
			case at.Rune != paint.Tail:
				row.WriteRune(at.Rune)
			}
		}
		if m := keynames.In(row.String()); m != "" {
			list = append(list, fmt.Sprintf("a key for a finger, %q: %s", m, strings.TrimSpace(row.String())))
		}
	}
	return list
}

// caps matches what stands on the cap of a key.
var caps = regexp.MustCompile(`^([a-z0-9/+-]|Enter|Space|Tab|Esc)$`)

// keyCaps returns the keys that are drawn on a screen for a finger: on a cap, or in front of the words of what the key
// does. The letters and digits of a game's places and choices are names, which its own messages have.
func (p *Person) keyCaps() (list []string) {
	topic := ""
	if top, ok := p.Top().(interface{ Topic() string }); ok {
		topic = top.Topic()
	}
	cells := p.Canvas().Cells()
	for y := range cells.H() {
		row := cells.Row(y)
		for from, to := 0, 0; from < len(row); from = to {
			var word strings.Builder
			for to = from; to < len(row) && row[to].Surface == row[from].Surface; to++ {
				if row[to].Rune != paint.Tail {
					word.WriteRune(row[to].Rune)
				}
			}
			if key := strings.TrimSpace(word.String()); word.String() == " "+key+" " && caps.MatchString(key) && !slices.Contains(ranked, topic) && p.general(from, y, key) {
				list = append(list, fmt.Sprintf("a key's cap for a finger at %d, %d: %s", from, y, key))
			}
		}
	}
	for _, at := range p.Canvas().Areas() {
		key := ""
		switch msg := at.Msg.(type) {
		case ui.Press:
			key = string(msg)
		case ui.RowHit:
			if slices.Contains(ranked, topic) {
				continue
			}
			key = app.Itoa(int(msg) + 1)
		case ui.TabHit:
			key = app.Itoa(int(msg) + 1)
		}
		if name := p.Canvas().Words(at.Rect); len(key) == 1 && strings.HasPrefix(name, key+" ") {
			list = append(list, fmt.Sprintf("a key for a finger before the words of a target: %q", name))
		}
	}
	return list
}

// general reports whether a key on a cap is that of the target there: not a place in a list, nor a name of a game's own.
// Where there is no target, words are keys.
func (p *Person) general(x, y int, key string) bool {
	switch hit, _ := p.Canvas().HitAt(x, y); msg := hit.(type) {
	case nil:
		return len(key) > 1
	case ui.RowHit:
		return len(key) > 1 || key == app.Itoa(int(msg)+1)
	case ui.Press:
		return len(key) > 1 || key == string(msg)
	}
	return false
}

// joined returns the buttons for a finger that look like one with the button above them: no row of the ground around them
// is seen between the two. High ones are pictures, such as a mode's river, which tell themselves apart.
func (p *Person) joined() (list []string) {
	if !p.Canvas().Touch || !p.Canvas().Rich {
		return nil
	}
	var buttons []ui.Area
	const high = 5 // rows
	for _, at := range p.Canvas().Areas() {
		switch at.Msg.(type) {
		case ui.Press, ui.TabHit, app.PickHit:
			if at.H < high {
				buttons = append(buttons, at)
			}
		}
	}
	cells := p.Canvas().Cells()
	page := cells.Row(cells.H() - 1)[0].Surface // the last row is blank
	for _, at := range buttons {
		for _, above := range buttons {
			from, to := max(at.X, above.X), min(at.X+at.W, above.X+above.W)
			if above.Y+above.H != at.Y || from >= to {
				continue
			}
			x := (from + to) / 2
			over, under := cells.Row(at.Y - 1)[x], cells.Row(at.Y)[x]
			if over.Surface == under.Surface && over.Surface != page && over.Rune == under.Rune {
				list = append(list, fmt.Sprintf("%v and %v are one for the eye at %d, %d", above.Msg, at.Msg, x, at.Y))
			}
		}
	}
	return list
}
