package hwatu

import (
	"strings"
	"testing"

	"arcade/games/matgo"
	"arcade/sessions/ui"
)

// Every card, and the back, has a complete picture in every size, a tile and a mark.
func TestCardArt(t *testing.T) {
	whole := func(name string, p picture, high func(z Size) int) {
		for z := range p {
			size := Size(z)
			if len(p[z]) != high(size) {
				t.Errorf("%s has %d rows in size %d", name, len(p[z]), z)
			}
			for _, row := range p[z] {
				if len(row) != size.W() {
					t.Errorf("%s has a row of %d in size %d", name, len(row), z)
				}
				for _, tok := range row {
					if tok == 0 {
						t.Errorf("%s has a pixel without a colour in size %d", name, z)
					}
				}
			}
		}
	}
	whole("the back", Art.back, func(z Size) int { return 2 * z.H() })
	for c := range matgo.Card(matgo.Cards) {
		whole(c.String(), Art.cards[c], func(z Size) int { return 2 * (z.H() - 1) })
		if _, ok := Art.Marks[markOf(c)]; !ok {
			t.Errorf("%v has no mark", c)
		}
		if HeadOf(c).Ground == 0 || !c.Bonus() && Art.Tiles[c] == [4]ui.Token{} {
			t.Errorf("%v has no head or no tile", c)
		}
	}
	if n := strings.Count(data, "\nc "); n != len(sizes)*(matgo.Cards+1) {
		t.Errorf("%d pictures", n)
	}
}
