package pages

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// led returns the screen to which a key or a click has led.
func led(p *screentest.Person) string {
	at := fmt.Sprint(p.Quit, len(p.Out), p.Note)
	for _, s := range p.Stack {
		at += fmt.Sprintf(" %T", s)
	}
	return at
}

// A picture of a key acts like the key, where it is drawn.
func TestRichKeysCanBeClicked(t *testing.T) {
	for name, has := range map[string][]ui.Key{
		"result-won": {"1", "2", "3", "4", "5"}, "result-left": {"1", "2", "3", "4", "5"}, "waiting-friend": {"g", "d", "x", "esc"},
		"waiting-others": {"1", "x"}, "meeting": {"enter", "esc"}, "table-pass-mine": {"enter"}, "confirm-leave": {"1", "2", "3"},
	} {
		pg := frames[slices.IndexFunc(frames, func(pg screentest.Page) bool { return pg.Name == name })]
		for _, size := range screentest.RichSizes {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size.Width, size.Height), func(t *testing.T) {
				t.Parallel()
				keys := map[ui.Key][2]int{}
				show := func(t *testing.T) *screentest.Person {
					p := pg.Make(screentest.NewHall(t, words.EN))
					p.LookAs(size.Width, size.Height, ui.LevelRich)
					return p
				}
				synctest.Test(t, func(t *testing.T) {
					p := show(t)
					for y := 1; y < p.H-2; y++ {
						for x := range p.W {
							hit, _ := p.Canvas().HitAt(x, y)
							if key, ok := hit.(ui.Press); ok {
								keys[ui.Key(key)] = [2]int{x, y}
							}
						}
					}
				})
				for _, key := range has {
					if _, ok := keys[key]; !ok {
						t.Errorf("no click is %s", key)
					}
				}
				for key, at := range keys {
					want := ""
					synctest.Test(t, func(t *testing.T) {
						p := show(t)
						p.Press(string(key))
						want = led(p)
					})
					synctest.Test(t, func(t *testing.T) {
						p := show(t)
						p.Click(at[0], at[1])
						if got := led(p); got != want {
							hit, ok := p.Canvas().HitAt(at[0], at[1])
							t.Errorf("a click on %s leads to %s, the key to %s; at %v is %v, %v:\n%s", key, got, want, at, hit, ok, p.Canvas().Plain(p.Glyphs))
						}
					})
				}
			})
		}
	}
}

// A rematch with a player who has left is a challenge, which waits on the other's first screen.
func TestRematchWithOneAway(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		pg := frames[slices.IndexFunc(frames, func(pg screentest.Page) bool { return pg.Name == "result-left" })]
		p := pg.Make(h)
		p.Press("1")
		o := h.Enter(screentest.KeyOf(h.Name(1)), h.Name(1))
		list := o.Visit.Home().Invites
		if len(list) != 1 || list[0].Host().ID != p.Visit.Me().ID || list[0].Control != "5+3" {
			t.Fatalf("challenges %+v", list)
		}
	})
}
