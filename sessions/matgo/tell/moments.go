package tell

import (
	"slices"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/round"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// The times of a ply's moments at the normal pace.
const (
	cardPace   = 250 * time.Millisecond // a card is played, flipped or stolen
	takePace   = 200 * time.Millisecond // cards are taken, and join the captures
	bannerPace = 600 * time.Millisecond
	LeastPace  = 100 * time.Millisecond // between two frames
)

// Frame is one moment of a round to draw.
type Frame struct {
	View   *matgo.View
	Lit    matgo.Set // cards that have just moved or are being taken
	Banner string    // on the title row of the floor
	Call   Call      // over the floor on ui.LevelRich
	Words  string    // the event, for the message row
	Lasts  time.Duration
	Flies  []Flight    // moving cards, on ui.LevelRich
	Part   float64     // completed part of their way
	Plies  []games.Ply // the plies that may be mentioned
	Now    *play.Scene // the real present, for what covers the floor
}

// Telling shows a ply: its moments, one after the other.
type Telling struct {
	Frames []Frame
	From   time.Time
	Total  time.Duration
}

// Until returns the end of the telling.
func (t *Telling) Until() time.Time { return t.From.Add(t.Total) }

// Holds returns the time for which events are shown to everybody, 0 for none.
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
	if !s.Replay && Holds(s.Plies[len(s.Plies)-1].Events) > 0 {
		// The cards were shown to all. With its moments after that, a ply would take 26 kB. So only the
		// first remains, behind the cards.
		if t.Frames = t.Frames[:min(len(t.Frames), 1)]; len(t.Frames) > 0 {
			t.Frames[0].Lasts = max(t.Frames[0].Lasts, play.MaxMotion/2)
		}
	}
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
	if over := t.Total - play.MaxMotion; over > 0 && pace != "slow" { // many short moments
		for i := len(t.Frames) - 1; i >= 0 && over > 0; i-- {
			less := min(over, max(t.Frames[i].Lasts-LeastPace, 0))
			t.Frames[i].Lasts -= less
			t.Total, over = t.Total-less, over-less
		}
	}
	return t
}

// usual returns the length of its moments, and the time of its flights.
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

// moments returns the moments of the last ply: the played card, its taking, the flipped card, its taking,
// the steals, the effects. whole shows cards once more where they have gone.
func moments(a *app.App, s *play.Scene, before *matgo.View, whole bool) []Frame {
	ply := s.Plies[len(s.Plies)-1]
	t := &telling{a: a, s: s, ply: ply, whole: whole, at: *before}
	banner, called := "", Call{}
	for i, e := range ply.Events {
		t.told = i + 1
		text, where := Event(a, s, e, Brief)
		if !t.event(i, e, text, where) || where != asBanner {
			continue
		}
		if banner != "" {
			banner += "   "
		}
		banner += text
		if c := callOf(e.Fact); c.Look != nil && (called.Look == nil || BigWord(a, c.Ko, c.En) != "") {
			called = c
		}
		t.banner = banner
	}
	if banner != "" {
		view, _ := round.Of(s)
		if Holds(ply.Events) > 0 { // it was just shown to all in large letters
			called = Call{}
		}
		t.list = append(t.list, Frame{View: view, Banner: banner, Call: called, Lasts: bannerPace, Plies: s.Plies})
	}
	return t.list
}

// telling makes the moments of a ply, one event after the other.
type telling struct {
	a      *app.App
	s      *play.Scene
	ply    games.Ply
	whole  bool
	at     matgo.View // the view after the events so far
	told   int        // their number
	said   int        // their number in the last frame's plies
	banner string
	list   []Frame
}

// event shows the change by an event; false if its words appear nowhere else.
func (t *telling) event(i int, e games.Event, text string, where told) bool {
	switch f := e.Fact.(type) {
	case matgo.EventPlay:
		from := Spot{Kind: HandSpot, Seat: t.ply.Seat, At: slices.Index(t.at.Hands[t.ply.Seat], f.Card), Of: t.at.HandCounts[t.ply.Seat]}
		t.leave(f.Card)
		words := t.fit(func(cards Cards) string { return Played(t.a, t.s, t.ply.Seat, f.Card, cards) })
		t.fly(words, 2, Flight{f.Card, from, onFloorSpot})
		t.at.Floor = append(t.at.Floor[:len(t.at.Floor):len(t.at.Floor)], f.Card)
		t.show(words, cardPace, f.Card)
	case matgo.EventFlip:
		t.at.StockCount--
		words := t.fit(func(cards Cards) string { return Flipped(t.a, f.Card, cards) })
		if !f.Card.Bonus() {
			t.fly(words, 2, Flight{f.Card, Spot{Kind: DeckSpot}, onFloorSpot})
		}
		if f.Card.Bonus() {
			t.at.Aside = append(t.at.Aside[:len(t.at.Aside):len(t.at.Aside)], f.Card)
		} else {
			t.at.Floor = append(t.at.Floor[:len(t.at.Floor):len(t.at.Floor)], f.Card)
		}
		t.show(words, cardPace, f.Card)
	case matgo.EventMatch:
		if len(f.Captured) == 0 {
			return false
		}
		if !slices.Contains(t.at.Floor, f.Card) { // the previous ply put it there
			t.at.Floor = append(t.at.Floor[:len(t.at.Floor):len(t.at.Floor)], f.Card)
		}
		t.take(f.Captured)
	case matgo.EventBomb:
		t.four(f.Cards, f.Floor)
	case matgo.EventKung:
		t.four(f.Cards, f.Floor)
	case matgo.EventShake:
		t.show(text, cardPace)
		return false // its cards were shown to all
	case matgo.EventPile:
		t.pile(f, text)
	case matgo.EventPileTaken:
		t.at.Piles = slices.DeleteFunc(slices.Clone(t.at.Piles), func(p matgo.Pile) bool { return p.Month == f.Month })
	case matgo.EventBonusPlay:
		t.leave(f.Card)
		t.at.StockCount--
		t.at.HandCounts[t.ply.Seat]++ // the card that was drawn
		t.win([]matgo.Card{f.Card})
		t.show(text, cardPace, f.Card)
	case matgo.EventBonus:
		t.at.Aside = without(t.at.Aside, f.Cards)
		t.win(f.Cards)
		t.show(text, cardPace, f.Cards...)
	case matgo.EventHold:
		t.at.Aside = without(t.at.Aside, f.Cards)
		t.show(text, cardPace, f.Cards...)
	case matgo.EventRelease:
		t.at.Floor = without(t.at.Floor, f.Cards)
		t.win(f.Cards)
		t.show(text, cardPace, f.Cards...)
	case matgo.EventSteal:
		if i > 0 && t.ply.Events[i-1].Fact.Kind() == e.Fact.Kind() {
			return false // told with the first
		}
		cards := Stolen(t.ply.Events[i:])
		from := &t.at.Sides[1-t.ply.Seat]
		from.Captured.Pi = without(from.Captured.Pi, cards)
		from.PiCount -= round.PiWorth(cards)
		t.win(cards)
		t.show(t.fit(func(names Cards) string { return Steals(t.a, t.s, e.Seat, cards, names) }), cardPace, cards...)
	default:
		if where == asToast {
			t.show(text, cardPace)
		}
	}
	return true
}

// pile shows the cards that the player took in this turn going back to the floor as a ppuk.
func (t *telling) pile(f matgo.EventPile, text string) {
	d := &t.at.Sides[t.ply.Seat]
	c := d.Captured
	d.Captured = matgo.Captured{Kwang: without(c.Kwang, f.Cards), Yeol: without(c.Yeol, f.Cards), Tti: without(c.Tti, f.Cards), Pi: without(c.Pi, f.Cards)}
	d.PiCount -= round.PiWorth(c.Pi) - round.PiWorth(d.Captured.Pi)
	t.at.Aside = without(t.at.Aside, f.Bonus)
	t.at.Floor = append(without(t.at.Floor, f.Cards), f.Cards...)
	t.at.Piles = append(t.at.Piles[:len(t.at.Piles):len(t.at.Piles)], matgo.Pile{Month: f.Month, Seat: int(t.ply.Seat), Cards: f.Cards, Bonus: f.Bonus})
	t.show(text, cardPace, f.Cards...)
}

// fit returns a sentence with its cards as they are spoken, or in few cells if the message row has no room.
func (t *telling) fit(say func(Cards) string) string {
	const room = 60 // cells
	if text := say(Full); ui.Width(text) <= room {
		return text
	}
	return say(Brief)
}

// show adds a moment: the table as it is now.
func (t *telling) show(words string, lasts time.Duration, lit ...matgo.Card) {
	moment := t.at
	moment.Floor = slices.Clone(t.at.Floor)
	for i := range moment.Sides { // the bak risks belong to the same moment as the cards
		d := &moment.Sides[i]
		d.Danger.Gwang, d.Danger.Meong = len(d.Captured.Kwang) == 0, len(d.Captured.Yeol) == 0
		rules := moment.RuleSet()
		d.Danger.Pi = d.PiCount >= rules.PiBakMin && d.PiCount <= rules.PiBakMax
	}
	t.list = append(t.list, Frame{View: &moment, Lit: matgo.SetOf(lit...), Banner: t.banner, Words: words, Lasts: lasts, Plies: t.plies()})
}

// plies returns the plies that may be mentioned: effects of the last one not before they are visible.
func (t *telling) plies() []games.Ply {
	if n := len(t.list); n > 0 && t.told == t.said { // frames share them
		return t.list[n-1].Plies
	}
	t.said = t.told
	before := len(t.s.Plies) - 1
	list := t.s.Plies[:before:before]
	if t.told > 0 {
		part := t.ply
		part.Events = t.ply.Events[:t.told]
		list = append(list, part)
	}
	return list
}

// fly shows moving cards, in that many steps.
func (t *telling) fly(words string, steps int, cards ...Flight) {
	if t.a.Glyphs != ui.LevelRich || !t.whole {
		return
	}
	t.show(words, LeastPace)
	first := len(t.list) - 1
	t.list = append(t.list, slices.Repeat(t.list[first:], steps-1)...) // over one view of the table
	for k := range steps {
		f := &t.list[first+k]
		f.Flies, f.Part = cards, float64(k+1)/float64(steps+1)
	}
}

// without returns a list without some cards.
func without(list, cards []matgo.Card) []matgo.Card {
	return slices.DeleteFunc(slices.Clone(list), func(c matgo.Card) bool { return slices.Contains(cards, c) })
}

// leave takes cards out of the player's hand.
func (t *telling) leave(cards ...matgo.Card) {
	seat := t.ply.Seat
	if hand := t.at.Hands[seat]; hand != nil {
		if t.at.Hands[seat] = without(hand, cards); t.at.Hands[seat] == nil {
			t.at.Hands[seat] = []matgo.Card{}
		}
	}
	t.at.HandCounts[seat] -= len(cards)
}

// win puts cards among those captured by the player.
func (t *telling) win(cards []matgo.Card) {
	d := &t.at.Sides[t.ply.Seat]
	d.Captured = round.Captured(d.Captured, cards)
	for _, kind := range [][]matgo.Card{d.Captured.Kwang, d.Captured.Yeol, d.Captured.Tti, d.Captured.Pi} {
		if slices.ContainsFunc(kind, matgo.SetOf(cards...).Has) { // do not change the view's own lists
			slices.Sort(kind)
		}
	}
	d.PiCount += round.PiWorth(cards)
}

// take shows cards that the player takes from the floor.
func (t *telling) take(cards []matgo.Card) {
	words := t.fit(func(names Cards) string { return Takes(t.a, t.s, t.ply.Seat, cards, names) })
	t.show(words, takePace, cards...)
	t.at.Floor = without(t.at.Floor, cards)
	if len(cards) < 4 { // four flights would take a ply over its 20,000 bytes
		t.fly(words, 1, flights(cards, onFloorSpot, Spot{Kind: wonSpot, Seat: t.ply.Seat})...)
	}
	t.win(cards)
	if t.whole {
		t.show(words, takePace, cards...)
	}
}

// four shows a bomb or a kung: cards of the hand join one of the floor, and all four are taken.
func (t *telling) four(cards []matgo.Card, floor matgo.Card) {
	t.leave(without(cards, []matgo.Card{floor})...)
	t.at.Floor = append(without(t.at.Floor, cards), cards...)
	t.take(cards)
}
