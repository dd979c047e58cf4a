package captures

import (
	"fmt"
	"strings"

	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/ui"
)

// Heads returns a seat's captures of each kind: "광 1/3", "열 2/5" and so on.
func Heads(a *app.App, d matgo.Side) (kwang, yeol, tti, pi string) {
	c := d.Captured
	return fmt.Sprintf("%s %d/3", a.T("mg.kwang"), len(c.Kwang)), fmt.Sprintf("%s %d/5", a.T("mg.yeol"), len(c.Yeol)),
		fmt.Sprintf("%s %d/5", a.T("mg.tti"), len(c.Tti)), fmt.Sprintf("%s %d/10", a.T("mg.pi"), d.PiCount)
}

// Texts returns the heads with their cards: "광 1/3 1", "열 2/5 5 7". The pi fit into room cells.
func Texts(a *app.App, d matgo.Side, room int) (kwang, yeol, tti, pi string) {
	c := d.Captured
	kwang, yeol, tti, pi = Heads(a, d)
	for _, x := range c.Kwang {
		kwang += " " + app.Itoa(x.Month())
	}
	for _, x := range c.Yeol {
		yeol += " " + app.Itoa(x.Month()) + hwatu.Tag(a, x)
	}
	for _, set := range []string{"hong", "cheong", "cho", "rain"} {
		name := a.T("hw.tag." + set)
		for _, x := range c.Tti {
			if hwatu.Tags[x] != set {
				continue
			}
			if set == "rain" {
				tti += " " + name
				continue
			}
			tti += " " + name + app.Itoa(x.Month())
			name = ""
		}
	}
	kwang, yeol, tti = spelled(a, "kwang", kwang, 19), spelled(a, "yeol", yeol, room+17), spelled(a, "tti", tti, 36)
	whole := PiText(a, spelled(a, "pi", pi, room), d, room)
	if ui.Width(whole) > room {
		whole = PiText(a, pi, d, room)
	}
	return kwang, yeol, tti, whole
}

// spelled returns a text that begins with the short name of a kind with its whole name, if room cells are
// enough for that.
func spelled(a *app.App, kind, text string, room int) string {
	if whole := a.T("mp.part."+kind) + strings.TrimPrefix(text, a.T("mg."+kind)); ui.Width(whole) <= room {
		return whole
	}
	return text
}

// PiText returns the pi: head, which has their number, and the cards, in room cells.
func PiText(a *app.App, head string, d matgo.Side, room int) string {
	ones, doubles, bonus := 0, 0, 0
	for _, x := range d.Captured.Pi {
		switch {
		case x.Bonus():
			bonus += x.Worth()
		case x.Worth() == 1:
			ones++
		default:
			doubles++
		}
	}
	if ones+doubles+bonus == 0 {
		return head
	}
	one, two, more := "", "", ""
	if ones > 0 {
		one = "+" + a.T("mg.cards", "n", ones)
	}
	if doubles == 1 {
		two = a.T("mg.doubles.one")
	} else if doubles > 1 {
		two = a.T("mg.doubles", "n", doubles)
	}
	if bonus > 0 {
		more = "+" + a.T("hw.bonus", "n", bonus)
	}
	if text := head + " " + strings.TrimPrefix(one+two+more, "+"); ui.Width(text) <= room {
		return text
	}
	// Omit the doubles: the worth in head includes them.
	return head + " " + a.T("mg.cards", "n", ones+doubles) + more
}

// Baks returns the baks that seat d is open to, in words and shorter.
func Baks(a *app.App, d, other matgo.Side) (list, short []string) {
	add := func(open bool, key, in string) {
		if open {
			list, short = append(list, a.T(key)), append(short, a.T(in))
		}
	}
	add(d.Danger.Gwang, "mg.bak.gwang", "mg.bak.gwang.short")
	add(d.Danger.Pi, "mg.bak.pi", "mg.bak.pi.short")
	add(d.Danger.Meong && len(other.Captured.Yeol) >= matgo.Document.YeolFrom, "mg.bak.meong", "mg.bak.meong.short")
	add(d.Danger.Go, "mg.bak.go", "mg.bak.go.short")
	return list, short
}

// Flags returns a seat's declarations and events; zeros are omitted.
func Flags(a *app.App, d matgo.Side) string {
	var list []string
	for _, x := range []struct {
		key string
		n   int
	}{{"mg.x.go", d.Go}, {"mg.x.shake", d.Events.Shaking}, {"mg.x.bomb", d.Events.Bomb}, {"mg.x.ppuk", d.Events.Ppuk}} {
		if x.n > 0 {
			list = append(list, a.T(x.key)+app.Itoa(x.n))
		}
	}
	text := strings.Join(list, " ")
	if d.Ppuk.Open {
		text += "!"
	}
	if n := len(d.Held); n > 0 {
		text += " " + a.T("mg.held.n", "n", n)
	}
	return text
}

// Pi returns the meaning of seat d's junk against its opponent foe: points over nine, or a bak.
func Pi(d, foe matgo.Side) (gain int, bak bool) {
	return max(d.PiCount-matgo.Document.PiFrom+1, 0), d.Danger.Pi && foe.PiCount > matgo.Document.PiBakMax
}
