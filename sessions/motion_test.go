package sessions_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/cryptotest"
	"time"

	"arcade/games"
	"arcade/games/stones/duel"
	"arcade/internal/race"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/paint"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Limits of motion: the bytes of a ply at 80x24 in 24-bit colours, with all its frames, and the frames of a
// second.
const (
	mostPly    = 20_000
	mostFrames = 10
)

// reel watches a player's table like a terminal, every ten milliseconds.
type reel struct {
	*screentest.Person
	t      *testing.T
	tb     *play.Table
	screen paint.Screen
	plies  int         // of the ply in view
	bytes  int         // bytes of that ply so far
	frames []time.Time // moving frames of the last second
	moving bool
	shown  bool // the table is held and shows a declaration, which is a separate picture
	moved  int  // plies that were in motion
	most   int  // most bytes of a ply
}

// watch lets time pass while something moves, and at least for a moment.
func (r *reel) watch() {
	for i := range 400 {
		r.Hall.Pass(10 * time.Millisecond)
		r.look()
		if i > 30 && !r.moving && (r.tb.Snap.ToAct == r.tb.Snap.You || r.tb.Snap.Result != nil) {
			return
		}
	}
}

// look takes the frame in view.
func (r *reel) look() {
	n := len(r.screen.Paint(nil, paint.Frame{Canvas: r.canvas(), Palette: ui.Night.Palette()}))
	if now := len(r.tb.Scene.Plies); now != r.plies {
		r.plies, r.bytes, r.frames = now, 0, nil
		if d := r.tb.Game.Motion(r.App, &r.tb.Scene); d > play.MaxMotion {
			r.t.Errorf("ply %d moves for %v", now, d)
		}
	}
	was := r.moving
	if r.moving = r.tb.Scene.MotionLeft(r.App, r.tb.Game) > 0; r.moving && !was {
		r.moved++
	}
	shown := r.shown
	if r.shown = r.tb.Scene.SinceMove() < 0; n == 0 || !was && !r.moving && !r.shown && !shown {
		return
	}
	if r.bytes += n; r.bytes > mostPly {
		r.t.Errorf("ply %d takes %d bytes, want %d", r.plies, r.bytes, mostPly)
	}
	r.most = max(r.most, r.bytes)
	r.frames = append(r.frames, time.Now())
	for time.Since(r.frames[0]) >= time.Second {
		r.frames = r.frames[1:]
	}
	if len(r.frames) > mostFrames+2 { // plus the first and the last one, which no pace limits
		r.t.Errorf("ply %d: %d frames in a second", r.plies, len(r.frames))
	}
}

func (r *reel) canvas() *paint.Canvas {
	return r.Canvas().Cells()
}

// act plays a legal action.
func (r *reel) act(n int) {
	s, err := r.Visit.Table(r.tb.ID)
	r.Hall.Must(err)
	if wait := s.HeldUntil - s.Now; wait > 0 {
		r.Hall.Pass(time.Duration(wait) * time.Millisecond)
	}
	if len(s.Legal) == 0 { // another seat has to act
		return
	}
	legal := slices.DeleteFunc(slices.Clone(s.Legal), func(act games.Action) bool {
		return act == "resign" || act == "undo" || act == "hint"
	})
	r.Hall.Must(r.Visit.Act(s.ID, len(s.Plies), legal[n%len(legal)]))
}

// newReel watches the table on top of a player's screens, at the usual pace.
func newReel(t *testing.T, p *screentest.Person) *reel {
	p.Change(func(s *app.Settings) { s.Motion = "normal" })
	p.LookAs(80, 24, ui.LevelRich)
	r := &reel{Person: p, t: t, tb: p.Top().(*play.Table)}
	r.screen.Terminal = paint.Terminal{Depth: paint.TrueColour}
	r.watch()
	r.bytes, r.most = 0, 0 // the first frame
	return r
}

// done reports the measurements; at least that many plies must have moved.
func (r *reel) done(least int) {
	if r.t.Logf("%d plies were in motion, %d bytes at most", r.moved, r.most); r.moved < least {
		r.t.Errorf("only %d plies were in motion", r.moved)
	}
}

// TestMatgoMotion is TestMotion for Matgo, whose plies take most, in known rounds.
func TestMatgoMotion(t *testing.T) {
	for n, round := range screentest.MatgoRounds() {
		if len(round.Actions) == 0 { // its deal ends it
			continue
		}
		if race.On && n > 0 { // frames are counted: their drawing is raced by TestBeside and the walks
			continue
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p, o, seat := h.Me(), h.Other(), games.Seat(n%2)
				id := h.MatgoTable(p, o, seat, n, 0)
				r := newReel(t, p)
				for _, action := range screentest.MatgoRounds()[n].Actions {
					if r.tb.Snap.Result != nil {
						break
					}
					h.Act(id, action, seat, p, o)
					r.watch()
				}
				r.done(1)
			})
		})
	}
}

// The limits of motion hold in every game: a ply moves for 1.3 seconds at most, in ten frames a second and
// 20 kB. Any key ends it, and a setting or a slow link turns it off.
func TestMotion(t *testing.T) {
	for _, game := range []string{"othello", "stones", duel.Name, "klondike", "yut"} {
		if race.On && game != "othello" { // as in TestMatgoMotion
			continue
		}
		t.Run(game, func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, 7) // the same deals each time
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p := h.Me()
				offer := pairing.Offer{Game: game, Control: "none"}
				if g, err := h.House.Lobby.Game(game); err == nil && g.Info().Seats == 2 {
					offer.Bot = g.Bots()[0].Name()
				}
				id := p.Create(offer)
				if _, ok := p.Top().(*play.Table); !ok {
					p.Do(play.OpenTable(id))
				}
				r := newReel(t, p)
				tb := r.tb
				for n := range 30 {
					if tb.Snap.Result != nil {
						break
					}
					if tb.Snap.ToAct != tb.Snap.You {
						r.watch()
						continue
					}
					r.act(n)
					switch {
					case n >= 24:
						p.Change(func(s *app.Settings) { s.Motion = "none" })
						p.LookAs(80, 24, ui.LevelRich)
						h.Pass(10 * time.Millisecond)
						if r.look(); r.moving {
							t.Errorf("ply %d moves with the setting off", r.plies)
						}
					case n%3 == 2 && tb.Snap.Result == nil: // a run's end is covered by its result, which takes no keys yet
						h.Pass(120 * time.Millisecond)
						r.look()
						if p.Press("right"); tb.Scene.MotionLeft(p.App, tb.Game) > 0 {
							t.Errorf("ply %d: a key does not end the motion", r.plies)
						}
					}
					r.watch()
				}
				r.done(3)
			}, duel.Game{})
		})
	}
}
