package matgo

import (
	"slices"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// How long the steps of a ply are shown.
const (
	playPace    = 250 * time.Millisecond
	flipPaceHw  = 250 * time.Millisecond
	capturePace = 200 * time.Millisecond
	bannerPace  = 600 * time.Millisecond
)

// frame is one moment of a round as it is to be drawn.
type frame struct {
	view   *matgo.View
	lit    matgo.Set // cards that have just moved or are being taken
	banner string    // on the title row of the floor
	lasts  time.Duration
	plies  []games.Ply // what may be told of
	now    *play.Scene // what is really there, for what stands over the floor
}

// queue lets the ply before come to its end before the one that has just come is
// shown: who has played wants to see what was flipped, however fast the answer is.
// Cards that everybody is shown come before what is done with them.
func (v *gameView) queue(a *app.App, s *play.Scene, fresh int) {
	if fresh != 1 || s.Before == nil {
		return
	}
	if hold := holds(s.Plies[len(s.Plies)-1].Events); hold > 0 {
		s.Moved = time.Now().Add(hold)
		v.last.Moved = s.Moved
		return
	}
	if !v.moving(a, &v.before) {
		return
	}
	if v.before.SinceMove() < 0 { // it waits itself: one ply is enough to be behind
		v.before.Moved = time.Now()
	}
	behind := v.before
	v.behind = &behind
	s.Moved = behind.Moved.Add(v.Motion(a, &behind))
	v.last.Moved = s.Moved
}

// holds is how long everybody is shown something by events, 0 for nothing.
func holds(events []games.Event) (d time.Duration) {
	for _, e := range events {
		d = max(d, time.Duration(e.Hold)*time.Millisecond)
	}
	return d
}

// frame is what is to be drawn now: the position, or a moment on the way to it.
func (v *gameView) frame(a *app.App, s *play.Scene, view *matgo.View) *frame {
	still := &frame{view: view, plies: s.Plies}
	if !v.moving(a, s) {
		return still
	}
	since := s.SinceMove()
	if since < 0 && v.behind != nil {
		if view, ok := roundOf(v.behind); ok {
			return v.frame(a, v.behind, view)
		}
	}
	for _, f := range v.frames(a, s, view) {
		if since < f.lasts {
			f.plies = s.Plies
			if f.banner == "" { // what the ply has brought about is not told before it is seen
				f.plies = s.Plies[:len(s.Plies)-1]
			}
			return &f
		}
		since -= f.lasts
	}
	return still
}

// Motion is how long the last ply is shown.
func (v *gameView) Motion(a *app.App, s *play.Scene) (total time.Duration) {
	view, ok := roundOf(s)
	if !ok || s.Before == nil || a.Set.Motion == "none" {
		return 0
	}
	for _, f := range v.frames(a, s, view) {
		total += f.lasts
	}
	return total
}

// frames are the moments of the last ply, made from its events.
func (v *gameView) frames(a *app.App, s *play.Scene, view *matgo.View) []frame {
	before, ok := s.Before.(*matgo.View)
	if !ok || len(s.Plies) == 0 {
		return nil
	}
	ply := s.Plies[len(s.Plies)-1]
	at := *before
	at.Floor = slices.Clone(before.Floor)
	var list []frame
	show := func(lit matgo.Set, lasts time.Duration) {
		moment := at
		moment.Floor = slices.Clone(at.Floor)
		list = append(list, frame{view: &moment, lit: lit, lasts: lasts})
	}
	leave := func(cards ...matgo.Card) { // the hand
		seat := ply.Seat
		var hand []matgo.Card
		if at.Hands[seat] != nil {
			hand = slices.DeleteFunc(slices.Clone(at.Hands[seat]), func(c matgo.Card) bool { return slices.Contains(cards, c) })
			if hand == nil {
				hand = []matgo.Card{}
			}
		}
		at.Hands[seat] = hand
		at.HandCounts[seat] -= len(cards)
	}
	take := func(cards []matgo.Card, lasts time.Duration) { // from the floor
		show(matgo.SetOf(cards...), lasts)
		at.Floor = slices.DeleteFunc(at.Floor, func(c matgo.Card) bool { return slices.Contains(cards, c) })
	}
	four := func(cards []matgo.Card, floor matgo.Card) {
		mine := slices.DeleteFunc(slices.Clone(cards), func(c matgo.Card) bool { return c == floor })
		leave(mine...)
		at.Floor = append(at.Floor, mine...)
		take(cards, playPace+capturePace)
	}
	banner := ""
	for _, e := range ply.Events {
		switch f := e.Fact.(type) {
		case matgo.EventPlay:
			leave(f.Card)
			at.Floor = append(at.Floor, f.Card)
			show(matgo.SetOf(f.Card), playPace)
		case matgo.EventFlip:
			at.StockCount--
			if f.Card.Bonus() {
				at.Aside = append(at.Aside[:len(at.Aside):len(at.Aside)], f.Card)
			} else {
				at.Floor = append(at.Floor, f.Card)
			}
			show(matgo.SetOf(f.Card), flipPaceHw)
		case matgo.EventMatch:
			if len(f.Captured) > 0 {
				if !slices.Contains(at.Floor, f.Card) { // it was put there by the ply before
					at.Floor = append(at.Floor, f.Card)
				}
				take(f.Captured, capturePace)
			}
		case matgo.EventBomb:
			four(f.Cards, f.Floor)
		case matgo.EventKung:
			four(f.Cards, f.Floor)
		case matgo.EventShake:
			continue // shown to all, with its words
		}
		if text := bannerOf(a, s, e); text != "" {
			if banner != "" {
				banner += "   "
			}
			banner += text
		}
	}
	if banner != "" {
		list = append(list, frame{view: view, banner: banner, lasts: bannerPace})
	}
	var total time.Duration
	for _, f := range list {
		total += f.lasts
	}
	pace := min(total, play.MaxMotion)
	if a.Set.Motion == "fast" {
		pace = min(total/2, play.MaxMotion)
	}
	for i := range list {
		list[i].lasts = list[i].lasts * pace / max(total, 1)
	}
	return list
}
