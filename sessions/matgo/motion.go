package matgo

import (
	"slices"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// How long the moments of a ply are shown at the normal pace.
const (
	cardPace   = 250 * time.Millisecond // a card is played, flipped or stolen
	takePace   = 200 * time.Millisecond // cards are taken, and come to those won before
	bannerPace = 600 * time.Millisecond
	leastPace  = 100 * time.Millisecond // between two frames
)

// frame is one moment of a round as it is to be drawn.
type frame struct {
	view   *matgo.View
	lit    matgo.Set // cards that have just moved or are being taken
	banner string    // on the title row of the floor
	call   call      // over the floor on ui.LevelRich
	words  string    // what happens, for row 22
	lasts  time.Duration
	flies  []flight    // cards under way, on ui.LevelRich
	part   float64     // of their way that is done
	plies  []games.Ply // what may be told of
	now    *play.Scene // what is really there, for what stands over the floor
}

// telling is a ply as it is told: its moments, one after the other.
type telling struct {
	frames []frame
	from   time.Time
	total  time.Duration
}

func (t *telling) until() time.Time { return t.from.Add(t.total) }

// queue lets the plies before come to their end before the one that has just come is
// told: who has played wants to see what was flipped, however fast the answer is.
// Cards that everybody is shown come before what is done with them.
func (v *gameView) queue(a *app.App, s *play.Scene, fresh int) {
	if fresh != 1 || s.Before == nil {
		return
	}
	now := time.Now()
	v.tells = slices.DeleteFunc(v.tells, func(t telling) bool { return !now.Before(t.until()) })
	from := now
	if hold := holds(s.Plies[len(s.Plies)-1].Events); hold > 0 {
		v.tells, from = nil, now.Add(hold)
	}
	if len(v.tells) > 1 { // one ply is enough to be behind
		v.tells = v.tells[1:]
		v.tells[0].from = now
	}
	if n := len(v.tells); n > 0 {
		from = v.tells[n-1].until()
	}
	s.Moved = from
	if t := tell(a, s, a.Pace()); t.total > 0 {
		v.tells = append(v.tells, t)
	}
}

// holds is how long everybody is shown something by events, 0 for nothing.
func holds(events []games.Event) (d time.Duration) {
	for _, e := range events {
		d = max(d, time.Duration(e.Hold)*time.Millisecond)
	}
	return d
}

// moment is what is told now and how long it still is, nil where all has come to rest.
func (v *gameView) moment(a *app.App, s *play.Scene) (*frame, time.Duration) {
	if s.Moved.IsZero() {
		v.tells = nil
		return nil, 0
	}
	if n := len(v.tells); s.Before != nil && (n == 0 || !v.tells[n-1].from.Equal(s.Moved)) {
		v.tells = []telling{tell(a, s, a.Pace())}
	}
	now := time.Now()
	for i := range v.tells {
		t := &v.tells[i]
		if !now.Before(t.until()) {
			t.frames = nil // a view for each is not kept until the next ply
			continue
		}
		since := now.Sub(t.from) // less than nothing while everybody is shown something
		for k := range t.frames {
			if since < t.frames[k].lasts {
				return &t.frames[k], t.frames[k].lasts - since
			}
			since -= t.frames[k].lasts
		}
	}
	return nil, 0
}

// skip brings to its end what is told; it says whether there was anything.
func (v *gameView) skip(a *app.App, s *play.Scene) bool {
	if f, _ := v.moment(a, s); f == nil {
		return false
	}
	s.Moved, v.tells, v.since = time.Time{}, nil, time.Now()
	return true
}

// frame is what is to be drawn now: the position, or a moment on the way to it.
func (v *gameView) frame(a *app.App, s *play.Scene, view *matgo.View) *frame {
	if f, _ := v.moment(a, s); f != nil {
		return f
	}
	return &frame{view: view, plies: s.Plies}
}

// told is how many plies are told of, the last of them perhaps in part.
func (v *gameView) told(a *app.App, s *play.Scene) int {
	if f, _ := v.moment(a, s); f != nil {
		return len(f.plies)
	}
	return len(s.Plies)
}

// Tick is when the next moment comes: between two nothing changes.
func (v *gameView) Tick(a *app.App, s *play.Scene) time.Duration {
	_, left := v.moment(a, s)
	if _, wait := v.Next(a, s); wait > 0 && (left <= 0 || wait < left) {
		return wait
	}
	return left
}

// Motion is how long the last ply is told.
func (v *gameView) Motion(a *app.App, s *play.Scene) time.Duration {
	if n := len(v.tells); n > 0 && v.tells[n-1].from.Equal(s.Moved) {
		return v.tells[n-1].total
	}
	return tell(a, s, a.Pace()).total
}

// again tells the last turn of somebody else once more, slowly.
func (v *gameView) again(a *app.App, s *play.Scene) {
	from, to := lastTurn(s)
	past, err := a.House.Lobby.SoFar(a.Ctx, a.Visit.Me().ID, s.Match)
	if err != nil || len(past.Plies) < to {
		a.Fail(err)
		return
	}
	v.tells = nil
	for i, at := from, time.Now(); i < to; i++ {
		then := *s
		then.Before, then.View, then.Plies, then.Moved = holding(past.View(i), s), holding(past.View(i+1), s), s.Plies[:i+1], at
		if t := tell(a, &then, "slow"); t.total > 0 {
			v.tells, at = append(v.tells, t), t.until()
			s.Moved = t.from
		}
	}
}

// holding is a view of before with the hand that the viewer has now: keys are for that.
func holding(view any, s *play.Scene) any {
	was, ok := view.(*matgo.View)
	now, held := roundOf(s)
	if !ok || !held || s.You == games.Nobody {
		return view
	}
	v := *was
	v.Hands[s.You], v.HandCounts[s.You] = now.Hands[s.You], now.HandCounts[s.You]
	return &v
}

// lastTurn are the plies of the last turn that was not the viewer's, from and up to.
func lastTurn(s *play.Scene) (from, to int) {
	for to = len(s.Plies); to > 0 && s.Plies[to-1].Seat == s.You; {
		to--
	}
	for from = to; from > 0 && s.Plies[from-1].Seat == s.Plies[to-1].Seat; {
		from--
	}
	return from, to
}

// tell makes the moments of a scene's last ply from its events, at a pace of [app.App.Pace].
func tell(a *app.App, s *play.Scene, pace string) telling {
	t := telling{from: s.Moved}
	before, ok := s.Before.(*matgo.View)
	if !ok || len(s.Plies) == 0 || pace == "none" {
		return t
	}
	t.frames = thin(moments(a, s, before, pace != "fast"))
	usual, flying := t.usual()
	most, step := min(usual, play.MaxMotion-flying), leastPace
	switch pace {
	case "slow":
		most, step = 2*usual, 2*leastPace
	case "fast":
		most /= 2
	}
	for i := range t.frames {
		f := &t.frames[i]
		if f.flies != nil {
			f.lasts = step
		} else {
			f.lasts = max(f.lasts*most/usual, leastPace)
		}
		t.total += f.lasts
	}
	if over := t.total - play.MaxMotion; over > 0 && flying > 0 && pace != "slow" { // many short moments
		last := &t.frames[len(t.frames)-1]
		over = min(over, last.lasts-leastPace)
		last.lasts -= over
		t.total -= over
	}
	return t
}

// usual is how long its moments are, and how long cards are under way.
func (t *telling) usual() (still, flying time.Duration) {
	for _, f := range t.frames {
		if f.flies != nil {
			flying += f.lasts
		} else {
			still += f.lasts
		}
	}
	return still, flying
}

// moments are those of the last ply: what was played, what it took,
// what was flipped, what that took, what was stolen, what came of it. whole tells to
// show cards once more where they have gone.
func moments(a *app.App, s *play.Scene, before *matgo.View, whole bool) (list []frame) {
	ply := s.Plies[len(s.Plies)-1]
	who := a.SeatName(s.Seats[ply.Seat])
	at, told, banner, called := *before, 0, "", call{}
	show := func(words string, lasts time.Duration, lit ...matgo.Card) {
		moment := at
		moment.Floor = slices.Clone(at.Floor)
		for i := range moment.Sides { // the bak risks are of the same moment as the cards
			d := &moment.Sides[i]
			d.Danger.Gwang, d.Danger.Meong = len(d.Captured.Kwang) == 0, len(d.Captured.Yeol) == 0
			d.Danger.Pi = d.PiCount <= matgo.Standard.PiBakMax
		}
		f := frame{view: &moment, lit: matgo.SetOf(lit...), banner: banner, words: words, lasts: lasts}
		f.plies = s.Plies[: len(s.Plies)-1 : len(s.Plies)-1]
		if told > 0 { // what the ply has brought about is not told before it is seen
			part := ply
			part.Events = ply.Events[:told]
			f.plies = append(f.plies, part)
		}
		list = append(list, f)
	}
	fly := func(words string, steps int, cards ...flight) {
		if a.Glyphs != ui.LevelRich || !whole {
			return
		}
		for k := range steps {
			show(words, leastPace)
			f := &list[len(list)-1]
			f.flies, f.part = cards, float64(k+1)/float64(steps+1)
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
		d.Captured = captured(d.Captured, cards)
		for _, kind := range [][]matgo.Card{d.Captured.Kwang, d.Captured.Yeol, d.Captured.Tti, d.Captured.Pi} {
			if slices.ContainsFunc(kind, matgo.SetOf(cards...).Has) { // the others are the view's own
				slices.Sort(kind)
			}
		}
		d.PiCount += piWorth(cards)
	}
	take := func(cards []matgo.Card) { // from the floor
		words := a.T("mg.tell.take", "p", who, "list", cardNames(a, cards, " "))
		show(words, takePace, cards...)
		at.Floor = without(at.Floor, cards)
		fly(words, 1, flights(cards, onFloorSpot, spot{kind: wonSpot, seat: ply.Seat})...)
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
		text, where := event(a, s, e)
		switch f := e.Fact.(type) {
		case matgo.EventPlay:
			from := spot{kind: handSpot, seat: ply.Seat, at: slices.Index(at.Hands[ply.Seat], f.Card), of: at.HandCounts[ply.Seat]}
			leave(f.Card)
			words := a.T("mg.tell.play", "p", who, "card", cardFull(a, f.Card))
			fly(words, 2, flight{f.Card, from, onFloorSpot})
			at.Floor = append(at.Floor[:len(at.Floor):len(at.Floor)], f.Card)
			show(words, cardPace, f.Card)
		case matgo.EventFlip:
			at.StockCount--
			words := a.T("mg.tell.flip", "p", who, "card", cardFull(a, f.Card))
			if !f.Card.Bonus() {
				fly(words, 2, flight{f.Card, spot{kind: deckSpot}, onFloorSpot})
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
			from.PiCount -= piWorth(cards)
			win(cards)
			show(steals(a, s, e.Seat, cards), cardPace, cards...)
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
			if c := callOf(e.Fact); c.look != nil && (called.look == nil || bigWord(a, c.ko, c.en) != "") {
				called = c
			}
		}
	}
	if banner != "" {
		view, _ := roundOf(s)
		list = append(list, frame{view: view, banner: banner, call: called, lasts: bannerPace, plies: s.Plies})
	}
	return list
}

// steals says which cards were stolen, and for whom.
func steals(a *app.App, s *play.Scene, seat games.Seat, cards []matgo.Card) string {
	return a.T("mg.steals", "n", len(cards), "list", cardNames(a, cards, " "), "p", a.SeatName(s.Seats[seat]))
}
