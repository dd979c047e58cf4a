package tell

import (
	"slices"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// How long the moments of a ply are shown at the normal pace.
const (
	cardPace   = 250 * time.Millisecond // a card is played, flipped or stolen
	takePace   = 200 * time.Millisecond // cards are taken, and come to those won before
	bannerPace = 600 * time.Millisecond
	LeastPace  = 100 * time.Millisecond // between two frames
)

// Frame is one moment of a round as it is to be drawn.
type Frame struct {
	View   *matgo.View
	Lit    matgo.Set // cards that have just moved or are being taken
	Banner string    // on the title row of the floor
	Call   Call      // over the floor on ui.LevelRich
	Words  string    // what happens, for row 22
	Lasts  time.Duration
	Flies  []Flight    // cards under way, on ui.LevelRich
	Part   float64     // of their way that is done
	Plies  []games.Ply // what may be told of
	Now    *play.Scene // what is really there, for what stands over the floor
}

// Telling is a ply as it is told: its moments, one after the other.
type Telling struct {
	Frames []Frame
	From   time.Time
	Total  time.Duration
}

// Until is when it has been told.
func (t *Telling) Until() time.Time { return t.From.Add(t.Total) }

// Holds is how long everybody is shown something by events, 0 for nothing.
func Holds(events []games.Event) (d time.Duration) {
	for _, e := range events {
		d = max(d, time.Duration(e.Hold)*time.Millisecond)
	}
	return d
}

// Ply makes the moments of a scene's last ply from its events, at a pace of [app.App.Pace].
func Ply(a *app.App, s *play.Scene, pace string) Telling {
	t := Telling{From: s.Moved}
	before, ok := s.Before.(*matgo.View)
	if !ok || len(s.Plies) == 0 || pace == "none" {
		return t
	}
	t.Frames = thin(moments(a, s, before, pace != "fast"))
	usual, flying := t.usual()
	most, step := min(usual, play.MaxMotion-flying), LeastPace
	switch pace {
	case "slow":
		most, step = 2*usual, 2*LeastPace
	case "fast":
		most /= 2
	}
	for i := range t.Frames {
		f := &t.Frames[i]
		if f.Flies != nil {
			f.Lasts = step
		} else {
			f.Lasts = max(f.Lasts*most/usual, LeastPace)
		}
		t.Total += f.Lasts
	}
	if over := t.Total - play.MaxMotion; over > 0 && flying > 0 && pace != "slow" { // many short moments
		last := &t.Frames[len(t.Frames)-1]
		over = min(over, last.Lasts-LeastPace)
		last.Lasts -= over
		t.Total -= over
	}
	return t
}

// usual is how long its moments are, and how long cards are under way.
func (t *Telling) usual() (still, flying time.Duration) {
	for _, f := range t.Frames {
		if f.Flies != nil {
			flying += f.Lasts
		} else {
			still += f.Lasts
		}
	}
	return still, flying
}

// moments are the moments of the last ply: what was played, what it took,
// what was flipped, what that took, what was stolen, what came of it. whole tells to
// show cards once more where they have gone.
func moments(a *app.App, s *play.Scene, before *matgo.View, whole bool) (list []Frame) {
	ply := s.Plies[len(s.Plies)-1]
	who := a.SeatName(s.Seats[ply.Seat])
	at, told, banner, called := *before, 0, "", Call{}
	show := func(words string, lasts time.Duration, lit ...matgo.Card) {
		moment := at
		moment.Floor = slices.Clone(at.Floor)
		for i := range moment.Sides { // the bak risks are of the same moment as the cards
			d := &moment.Sides[i]
			d.Danger.Gwang, d.Danger.Meong = len(d.Captured.Kwang) == 0, len(d.Captured.Yeol) == 0
			d.Danger.Pi = d.PiCount <= matgo.Standard.PiBakMax
		}
		f := Frame{View: &moment, Lit: matgo.SetOf(lit...), Banner: banner, Words: words, Lasts: lasts}
		f.Plies = s.Plies[: len(s.Plies)-1 : len(s.Plies)-1]
		if told > 0 { // what the ply has brought about is not told before it is seen
			part := ply
			part.Events = ply.Events[:told]
			f.Plies = append(f.Plies, part)
		}
		list = append(list, f)
	}
	fly := func(words string, steps int, cards ...Flight) {
		if a.Glyphs != ui.LevelRich || !whole {
			return
		}
		for k := range steps {
			show(words, LeastPace)
			f := &list[len(list)-1]
			f.Flies, f.Part = cards, float64(k+1)/float64(steps+1)
		}
	}
	without := func(list, cards []matgo.Card) []matgo.Card {
		return slices.DeleteFunc(slices.Clone(list), func(c matgo.Card) bool { return slices.Contains(cards, c) })
	}
	leave := func(cards ...matgo.Card) { // the hand
		if hand := at.Hands[ply.Seat]; hand != nil {
			if at.Hands[ply.Seat] = without(hand, cards); at.Hands[ply.Seat] == nil {
				at.Hands[ply.Seat] = []matgo.Card{}
			}
		}
		at.HandCounts[ply.Seat] -= len(cards)
	}
	win := func(cards []matgo.Card) {
		d := &at.Sides[ply.Seat]
		d.Captured = round.Captured(d.Captured, cards)
		for _, kind := range [][]matgo.Card{d.Captured.Kwang, d.Captured.Yeol, d.Captured.Tti, d.Captured.Pi} {
			if slices.ContainsFunc(kind, matgo.SetOf(cards...).Has) { // the others are the view's own
				slices.Sort(kind)
			}
		}
		d.PiCount += round.PiWorth(cards)
	}
	take := func(cards []matgo.Card) { // from the floor
		words := a.T("mg.tell.take", "p", who, "list", hwatu.Names(a, cards, " "))
		show(words, takePace, cards...)
		at.Floor = without(at.Floor, cards)
		fly(words, 1, flights(cards, onFloorSpot, Spot{Kind: wonSpot, Seat: ply.Seat})...)
		win(cards)
		if whole {
			show(words, takePace, cards...)
		}
	}
	four := func(cards []matgo.Card, floor matgo.Card) {
		leave(without(cards, []matgo.Card{floor})...)
		at.Floor = append(without(at.Floor, cards), cards...)
		take(cards)
	}
	for i, e := range ply.Events {
		told = i + 1
		text, where := Event(a, s, e)
		switch f := e.Fact.(type) {
		case matgo.EventPlay:
			from := Spot{Kind: HandSpot, Seat: ply.Seat, At: slices.Index(at.Hands[ply.Seat], f.Card), Of: at.HandCounts[ply.Seat]}
			leave(f.Card)
			words := a.T("mg.tell.play", "p", who, "card", hwatu.FullName(a, f.Card))
			fly(words, 2, Flight{f.Card, from, onFloorSpot})
			at.Floor = append(at.Floor[:len(at.Floor):len(at.Floor)], f.Card)
			show(words, cardPace, f.Card)
		case matgo.EventFlip:
			at.StockCount--
			words := a.T("mg.tell.flip", "p", who, "card", hwatu.FullName(a, f.Card))
			if !f.Card.Bonus() {
				fly(words, 2, Flight{f.Card, Spot{Kind: DeckSpot}, onFloorSpot})
			}
			if f.Card.Bonus() {
				at.Aside = append(at.Aside[:len(at.Aside):len(at.Aside)], f.Card)
			} else {
				at.Floor = append(at.Floor[:len(at.Floor):len(at.Floor)], f.Card)
			}
			show(words, cardPace, f.Card)
		case matgo.EventMatch:
			if len(f.Captured) == 0 {
				continue
			}
			if !slices.Contains(at.Floor, f.Card) { // it was put there by the ply before
				at.Floor = append(at.Floor[:len(at.Floor):len(at.Floor)], f.Card)
			}
			take(f.Captured)
		case matgo.EventBomb:
			four(f.Cards, f.Floor)
		case matgo.EventKung:
			four(f.Cards, f.Floor)
		case matgo.EventShake:
			show(text, cardPace)
			continue // its cards were shown to all
		case matgo.EventBonus:
			at.Aside = without(at.Aside, f.Cards)
			win(f.Cards)
			show(text, cardPace, f.Cards...)
		case matgo.EventHold:
			at.Aside = without(at.Aside, f.Cards)
			show(text, cardPace, f.Cards...)
		case matgo.EventRelease:
			win(f.Cards)
			show(text, cardPace, f.Cards...)
		case matgo.EventSteal:
			if i > 0 && ply.Events[i-1].Fact.Kind() == e.Fact.Kind() {
				continue // told with the first
			}
			var cards []matgo.Card
			for _, e := range ply.Events[i:] {
				if more, ok := e.Fact.(matgo.EventSteal); ok {
					cards = append(cards, more.Card)
				}
			}
			from := &at.Sides[1-ply.Seat]
			from.Captured.Pi = without(from.Captured.Pi, cards)
			from.PiCount -= round.PiWorth(cards)
			win(cards)
			show(Stolen(a, s, e.Seat, cards), cardPace, cards...)
		default:
			if where == asToast {
				show(text, cardPace)
			}
		}
		if where == asBanner {
			if banner != "" {
				banner += "   "
			}
			banner += text
			if c := callOf(e.Fact); c.Look != nil && (called.Look == nil || BigWord(a, c.Ko, c.En) != "") {
				called = c
			}
		}
	}
	if banner != "" {
		view, _ := round.Of(s)
		list = append(list, Frame{View: view, Banner: banner, Call: called, Lasts: bannerPace, Plies: s.Plies})
	}
	return list
}

// Stolen says which cards were stolen, and for whom.
func Stolen(a *app.App, s *play.Scene, seat games.Seat, cards []matgo.Card) string {
	return a.T("mg.steals", "n", len(cards), "list", hwatu.Names(a, cards, " "), "p", a.SeatName(s.Seats[seat]))
}
