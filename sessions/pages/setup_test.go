package pages

import (
	"slices"
	"testing"

	"arcade/games"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// beside returns the form of two at one screen: the viewer has Black, and the other a name.
func beside(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	p.Press("n", "6", "down", "1", "down")
	p.Typed(h.Name(1))
	return p
}

// The form takes the second player's name at one screen, with a server and without. Who gives none is Player 2.
func TestNamesOfTwoAtOneScreen(t *testing.T) {
	for name, form := range map[string]func(*screentest.Hall) *screentest.Person{
		"server": beside,
		"alone": func(h *screentest.Hall) *screentest.Person {
			p := alone(h)
			p.Press("n", "3", "down", "1", "down")
			p.Typed(h.Name(1))
			return p
		},
		"no name": func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("n", "6", "down", "1", "down")
			p.Wants("Player 2", true)
			return p
		},
	} {
		t.Run(name, func(t *testing.T) {
			screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
				p := form(h)
				p.Press("enter")
				table, ok := p.Top().(*play.Table)
				if !ok {
					t.Fatalf("on top %T:\n%s", p.Top(), p.Text())
				}
				var names []string
				for _, s := range table.Snap.Seats {
					names = append(names, s.Name)
				}
				second := h.Name(1)
				if name == "no name" {
					second = "Player 2"
				}
				if want := []string{p.Visit.Me().Name, second}; !slices.Equal(names, want) || table.Snap.Shared != games.Screen {
					t.Errorf("%v sit there, want %v", names, want)
				}
			})
		})
	}
}
