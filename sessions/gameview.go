package sessions

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/deals"
	"arcade/sessions/ui"
)

// gameView shows one game on a table or in a replay and turns keys into
// actions. One is made for each screen and keeps the focus.
type gameView interface {
	// see is told of each new state before it is drawn: the place to move a focus
	// that would otherwise stand on nothing.
	see(s *scene)
	// draw paints the game on the rows between the top bar and row 22.
	draw(a *App, c *ui.Canvas, s *scene)
	// handle turns a key or a hit into an action, "" for none yet; used tells
	// that the key had a meaning in the game.
	handle(a *App, s *scene, msg tea.Msg) (act games.Action, used bool)
	// prompt is what to do now, for row 22; coach the same for a newcomer, "" where
	// the prompt says it already.
	prompt(a *App, s *scene) string
	coach(a *App) string
	// items are the game's own keys that work now.
	items(a *App, s *scene) []ui.KeyItem
	// refusal says why an action was refused, "" where the game has no own words for it.
	refusal(a *App, err error) string
	// side is the word for a seat's side, such as its colour; "" where there is none.
	side(a *App, seat games.Seat) string
	// result are the lines of the result sheet between the winner and the reason.
	result(a *App, s *scene) []string
	// motion is how long the change from one ply to the next is shown.
	motion(a *App, s *scene) time.Duration
}

// scene is what a game view shows: a table as it is now, or a replay at a ply.
type scene struct {
	View    any
	Before  any // the view one ply earlier, for motion; nil where there is none
	Plies   []games.Ply
	Seats   []lobby.SeatInfo
	You     games.Seat
	ToAct   games.Seat
	Legal   []games.Action
	Result  *games.Result
	Control games.Control
	// ForcedAt is when the table plays a forced action, 0 where there is none.
	ForcedAt int64
	// Chat is what was said, oldest first; empty in a replay.
	Chat   []lobby.Line
	Replay bool
	// Review is the analysis that a replay shows, nil for none.
	Review *review
	// Daily, Seeded and Looked are a run's class; Best shows what the best play is.
	Daily                string
	Seeded, Looked, Best bool
	// Rated tells that the players' ratings are at stake.
	Rated bool
	// Round counts the rounds of a series, 0 for a match that is none; NextAt is when
	// the next one begins by itself, HeldUntil before when nobody may act.
	Round             int
	NextAt, HeldUntil int64
	// Ghost is the try that a shared deal is raced against, nil for none; Deal what
	// the solver says of the deal.
	Ghost *deals.Ghost
	Deal  deals.Verdict
	// Seed is the seed where it is known already: once a run is over, and one that the player typed.
	Seed string
	// Ended is when the match ended, ms since 1970; 0 until then.
	Ended int64

	at    int64                  // the present moment, ms since 1970
	left  func(games.Seat) int64 // a seat's remaining time
	moved time.Time              // when the last ply came into view
	pace  time.Duration          // between two frames of motion, 0 for the usual
}

// follow takes a table's snapshot.
func (s *scene) follow(snap *lobby.Snapshot, a *App) {
	if n := len(snap.Plies); s.View != nil && n == len(s.Plies)+1 {
		s.Before, s.moved = s.View, time.Now()
	} else if n != len(s.Plies) {
		s.Before, s.moved = nil, time.Time{}
	}
	s.View, s.Plies, s.Seats, s.You = snap.View, snap.Plies, snap.Seats, snap.You
	s.ToAct, s.Legal, s.Result, s.ForcedAt = snap.ToAct, snap.Legal, snap.Result, snap.ForcedAt
	s.Control, s.Chat = snap.Control, snap.Chat
	s.Round, s.NextAt, s.HeldUntil = snap.Round, snap.NextAt, snap.HeldUntil
	s.Rated = snap.Rated
	s.Daily, s.Seeded, s.Looked = snap.Daily, snap.Seeded, snap.Looked
	s.Seed, s.Ended = snap.Seed, snap.Ended
	if a.set.Mute {
		s.Chat = nil
	}
}

// maxMotion is the longest that a ply is in motion, in any game.
const maxMotion = 1300 * time.Millisecond

// unrest is how long the last ply is still in motion, 0 where it has come to rest.
func (s *scene) unrest(a *App, v gameView) time.Duration {
	since := s.sinceMove()
	if s.Before == nil || since >= maxMotion {
		return 0
	}
	return max(v.motion(a, s)-since, 0)
}

// sinceMove is how long the last ply has been in view.
func (s *scene) sinceMove() time.Duration {
	if s.moved.IsZero() {
		return time.Hour
	}
	return time.Since(s.moved)
}

// skip shows the last ply as it ends up, whatever is still in motion.
func (s *scene) skip() { s.Before, s.moved = nil, time.Time{} }

// tick asks for frames while the last ply is in motion, one when it has come to rest,
// and for those that the view wants besides; 0 for none.
func (s *scene) tick(a *App, v gameView) (d time.Duration) {
	if own, ok := v.(ticking); ok {
		d = own.tick(a, s)
	}
	if s.Before == nil || s.moved.IsZero() || s.View == nil {
		return d
	}
	if left := v.motion(a, s) - s.sinceMove(); left > 0 {
		left = min(left, cmp.Or(s.pace, 100*time.Millisecond))
		if d <= 0 || left < d {
			return left
		}
	}
	return d
}

// mine tells that the viewer is on turn and may choose.
func (s *scene) mine() bool {
	return s.You != games.Nobody && s.ToAct == s.You && s.Result == nil && s.ForcedAt == 0 && !s.Replay
}

// clockText writes a remaining time: 9:12, 0:07.3 below ten seconds, 23h 10m above an hour.
func clockText(ms int64) string {
	ms = max(ms, 0)
	switch s := ms / 1000; {
	case ms < 10_000:
		return fmt.Sprintf("0:%02d.%d", s, ms%1000/100)
	case s < 3600:
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	case s < 100*3600:
		return fmt.Sprintf("%dh %02dm", s/3600, s%3600/60)
	default:
		return fmt.Sprintf("%dd %02dh", s/86400, s%86400/3600)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// control is a time control in words.
func (a *App) control(notation string) string {
	c, err := games.ParseControl(notation)
	switch {
	case err != nil:
		return notation
	case c.Untimed():
		return a.T("ctl.none")
	case notation == lobby.OneDay:
		return a.T("ctl.day")
	case c.Correspondence():
		return a.T("ctl.days", "n", int(c.PerMove/86400_000))
	case c.PerMove > 0:
		return a.T("ctl.move", "n", int(c.PerMove/1000))
	}
	return a.T("ctl.clock", "m", int(c.Base/60_000), "s", int(c.Increment/1000))
}

// reason is how a match ended, as a sentence.
func (a *App) reason(s *lobby.Snapshot) string {
	if s.Late {
		return a.T("end.aborted.late")
	}
	return a.reasonText(s.Game, s.Seats, s.Result.Reason, s.Result.Winner)
}

// reasonText is the same from the parts that a record has.
func (a *App) reasonText(game string, seats []lobby.SeatInfo, reason string, winner games.Seat) string {
	if len(seats) == 1 {
		return a.T("end.solo." + reason)
	}
	loser := ""
	if winner >= 0 && len(seats) == 2 {
		loser = a.seatName(seats[1-winner])
	}
	if reason == games.Abandoned && loser == "" {
		return a.T("end.abandoned.draw")
	}
	return a.T("end."+reason, "p", loser)
}

// place is the path in the top bar.
func (a *App) place(parts ...string) string {
	s := "ARCADE"
	for _, p := range parts {
		if p != "" {
			s += " / " + p
		}
	}
	return s
}

// facts are who one is and how many are here, for the top bar of the shell's screens.
func (a *App) facts() string {
	return a.personName(a.visit.Me()) + "   " + a.T("sh.online", "n", a.house.Lobby.Online())
}

// keyNames are how keys that are no single character are shown, and what a click
// on them presses where that is one key.
var keyNames = map[string]struct {
	name string // a catalogue key where it is a word
	key  ui.Key
}{
	"enter": {"Enter", "enter"}, "esc": {"Esc", "esc"}, "space": {"Space", "space"}, "tab": {"Tab", "tab"},
	"home": {"Home", "home"}, "end": {"End", "end"}, "left": {"<", "left"}, "right": {">", "right"},
	"arrows": {"name.arrows", ""}, "updown": {"name.updown", "down"}, "leftright": {"name.leftright", "right"},
	"digits": {"1-8", ""}, "hand": {"1-0", ""}, "choices": {"1 2 3", ""},
	"tokens": {"1-5", ""}, "ways": {"a/b", ""}, "slots": {"1-4", ""}, "relics": {"1-3", ""},
}

// keyName is how a key is shown.
func keyName(key ui.Key) string {
	if n, ok := keyNames[string(key)]; ok {
		return n.name
	}
	return string(key)
}

// items makes key-bar items from keys and the catalogue keys of their labels.
func (a *App) items(pairs ...string) []ui.KeyItem {
	list := make([]ui.KeyItem, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		item := ui.KeyItem{Name: pairs[i], Key: ui.Key(pairs[i]), Label: a.T(pairs[i+1])}
		if n, ok := keyNames[pairs[i]]; ok {
			item.Name, item.Key = n.name, n.key
			if strings.Contains(n.name, ".") {
				item.Name = a.T(n.name)
			}
		}
		list = append(list, item)
	}
	return list
}
