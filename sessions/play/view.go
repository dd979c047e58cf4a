package play

import (
	"cmp"
	"time"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/deals"
	"arcade/sessions/app"
	"arcade/sessions/play/review"
	"arcade/sessions/ui"
)

// View shows one game on a table or in a replay and turns keys into
// actions ([Table.Act]). One is made for each screen and keeps the focus.
type View interface {
	// See takes each new state before it is drawn: the place to move a focus
	// that would otherwise stand on nothing.
	See(s *Scene)
	// Draw paints the game on the rows between the top bar and row 22.
	Draw(a *app.App, c *ui.Canvas, s *Scene)
	// Commands are what the game's keys do now, in the order of the key bar. What they do
	// not do is the table's.
	Commands(a *app.App, t *Table) []app.Command
	// Click takes the areas that Draw put under the mouse, and any other message except keys.
	Click(a *app.App, t *Table, hit any)
	// Prompt is what to do now, for row 22.
	Prompt(a *app.App, s *Scene) string
	Besides
}

// Besides is what a view may do besides. A view embeds [Defaults] and writes only the methods that
// it needs; one with a wrong signature does not compile as a [View].
//
//	Press           keys, before the commands
//	Field, Holds    typing, and keys held down
//	Coach, Refusal  more words for row 22
//	Side, Result    words for seats, and for the end
//	Tally           the end as a picture
//	Trim            what stands around the board
//	Motion, Tick    animation
//	Next            actions played by themselves
//	Recall, Tell    records to look up, and plies that have come
type Besides interface {
	// Press sees each key before the commands do; used keeps it from them.
	Press(a *app.App, t *Table, key ui.Key) (used bool)
	// Field is the text field that takes what is typed, nil for none.
	Field() *ui.Field
	// Holds reports whether keys can be held down, see [app.Holder].
	Holds() bool
	// Coach is the prompt for a newcomer, "" where the prompt says it already.
	Coach(a *app.App) string
	// Refusal says why an action was refused, "" where the game has no own words for it.
	Refusal(a *app.App, err error) string
	// Side is the word for a seat's side, such as its colour; "" where there is none.
	Side(a *app.App, seat games.Seat) string
	// Result are the lines of the result sheet between the winner and the reason.
	Result(a *app.App, s *Scene) []string
	// Tally draws how a match ended on its sheet of ui.LevelRich, from row y on: what Result
	// says in words, part percent of each number. It gives the rows that it took.
	Tally(a *app.App, g ui.Region, s *Scene, y, part int) (rows int)
	// Chrome is what the game writes around its board; it is asked for once in a frame.
	Chrome(a *app.App, s *Scene) Chrome
	// Motion is how long the change from one ply to the next is shown.
	Motion(a *app.App, s *Scene) time.Duration
	// Tick is after how long the view wants to be drawn again, 0 for never.
	Tick(a *app.App, s *Scene) time.Duration
	// Next is the next action that plays by itself, "" for none, and how long it still waits.
	Next(a *app.App, s *Scene) (games.Action, time.Duration)
	// Recall looks up records, whenever a table or a replay looks for news.
	Recall(a *app.App, s *Scene)
	// Tell takes the plies that have come since the last state.
	Tell(a *app.App, s *Scene, fresh []games.Ply)
}

// Defaults are the [Besides] of a view that does none of it.
type Defaults struct{}

var _ Besides = Defaults{}

func (Defaults) Press(*app.App, *Table, ui.Key) bool                 { return false }
func (Defaults) Field() *ui.Field                                    { return nil }
func (Defaults) Holds() bool                                         { return false }
func (Defaults) Coach(*app.App) string                               { return "" }
func (Defaults) Refusal(*app.App, error) string                      { return "" }
func (Defaults) Side(*app.App, games.Seat) string                    { return "" }
func (Defaults) Result(*app.App, *Scene) []string                    { return nil }
func (Defaults) Tally(*app.App, ui.Region, *Scene, int, int) int     { return 0 }
func (Defaults) Chrome(*app.App, *Scene) Chrome                      { return Chrome{} }
func (Defaults) Motion(*app.App, *Scene) time.Duration               { return 0 }
func (Defaults) Tick(*app.App, *Scene) time.Duration                 { return 0 }
func (Defaults) Next(*app.App, *Scene) (games.Action, time.Duration) { return "", 0 }
func (Defaults) Recall(*app.App, *Scene)                             {}
func (Defaults) Tell(*app.App, *Scene, []games.Ply)                  {}

// MenuFiller is a view with entries of its own for the table's menu, which is on m there:
// Space is the game's. It is the one interface that a view need not have; a view that has
// it says so with `var _ play.MenuFiller = (*view)(nil)`.
type MenuFiller interface {
	FillMenu(a *app.App, t *Table, q *app.Ask)
}

// Chrome is what a game writes around its board in place of what the table and the replay
// say themselves, which is what stands there where a field is nil.
type Chrome struct {
	// Place is where one is, for the top bar, in place of the opponent's name.
	Place *string
	// Stake is what is at stake, for the top bar, in place of the number of plies; Facts
	// is all that stands there.
	Stake, Facts *string
	// Corner is the end of row 22, where others have a clock.
	Corner *string
	// Countdown is the time left for a decision, the longest wording first: the first for
	// which there is room is taken.
	Countdown []string
	// TimeLine is the time up to now of a game that counts it though no clock limits it,
	// for what covers the table; "" while it does not run.
	TimeLine *string
	// Price is what giving up costs.
	Price []string
	// Notes is where notices may stand, in cells of the screen: on no card and no square.
	// Zero is above the message row.
	Notes ui.Rect
	// Body is the width of a game that has a layout of its own for a roomy window, where it takes all
	// rows; 0 for the full layout. See [Around].
	Body int
	// Opened reports whether something stands over the board which Esc closes.
	Opened bool
	// Mark is a ply of a replay to which one may want to go.
	Mark *Mark
	// Seek is how wide the replay's slider is on ui.LevelRich, where it says at its right which
	// ply is in view; 0 for the usual width, and no words.
	Seek int
	// Sheet is where the result stands on ui.LevelRich, so that the board stays whole. Zero is
	// over the board.
	Sheet ui.Rect
}

// Mark is a ply beside a replay's slider: what is there, or why there is none.
type Mark struct {
	Text string
	Ply  int // -1 for none
}

// Scene is the match that a view shows: a table as it is now, or a replay at a ply.
type Scene struct {
	// Match is the match's id, Game what is played.
	Match   string
	Game    string
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
	// Whole is the match that a replay shows, to its end; nil at a table.
	Whole *lobby.Replay
	// Fresh reports whether a table has just come into view, or its end has.
	Fresh bool
	// Review is the analysis that a replay shows, nil for none.
	Review *review.Analysis
	// Daily, Seeded and Hinted are a run's class; Best shows what the best play is.
	Daily                string
	Seeded, Hinted, Best bool
	// Rated reports whether the players' ratings are at stake.
	Rated bool
	// Shared is as in [lobby.Snapshot].
	Shared games.Shared
	// Round counts the rounds of a series, 0 for a match that is none; nobody may
	// act before HeldUntil.
	Round     int
	HeldUntil int64
	// Ghost is the try that a shared deal is raced against, nil for none; Deal what
	// the solver says of the deal.
	Ghost *deals.Ghost
	Deal  deals.Verdict
	// Seed is the seed where it is known already: once a run is over, and one that the player typed.
	Seed string
	// Ended is when the match ended, ms since 1970; 0 until then.
	Ended int64
	// Rested and Resting are as in [lobby.Snapshot].
	Rested, Resting int64

	// Beside draws what stands beside the board in place of the seats; nil for the usual.
	Beside func(a *app.App, g ui.Region, r ui.Rect)

	At    int64                  // the present moment, ms since 1970
	Left  func(games.Seat) int64 // a seat's remaining time
	Moved time.Time              // when the last ply came into view
	Pace  time.Duration          // between two frames of motion, 0 for the usual
}

// wording is a sentence that the game of a replay may have of its own.
func (s *Scene) wording(a *app.App, key string) string {
	return a.T(cmp.Or(GameOf(s.Whole.Match.Game).Wording[key], key))
}

// Follow takes a table's snapshot.
func (s *Scene) Follow(snap *lobby.Snapshot, a *app.App) {
	if n := len(snap.Plies); s.View != nil && n == len(s.Plies)+1 {
		s.Before, s.Moved = s.View, time.Now()
	} else if n != len(s.Plies) {
		s.Before, s.Moved = nil, time.Time{}
	}
	s.View, s.Plies, s.Seats, s.You = snap.View, snap.Plies, snap.Seats, snap.You
	s.ToAct, s.Legal, s.Result, s.ForcedAt = snap.ToAct, snap.Legal, snap.Result, snap.ForcedAt
	s.Control, s.Chat = snap.Control, snap.Chat
	s.Game = snap.Game
	s.Round, s.HeldUntil = snap.Round, snap.HeldUntil
	s.Rated, s.Shared = snap.Rated, snap.Shared
	s.Daily, s.Seeded, s.Hinted = snap.Daily, snap.Seeded, snap.Hinted
	s.Seed, s.Ended = snap.Seed, snap.Ended
	s.Rested, s.Resting = snap.Rested, snap.Resting
	if a.Set.Mute {
		s.Chat = nil
	}
}

// Elapsed is the time of a run: from its first action until now or, once it is over, its end,
// without the time for which it stood still. In a replay it is the time at the ply.
func (s *Scene) Elapsed() time.Duration {
	if len(s.Plies) == 0 {
		return 0
	}
	end := s.Plies[len(s.Plies)-1].At
	switch {
	case s.Result != nil:
		end = max(s.Ended-s.Rested, end)
	case !s.Replay:
		end = max(cmp.Or(s.Resting, s.At)-s.Rested, end)
	}
	return time.Duration(end-s.Plies[0].At) * time.Millisecond
}

// MaxMotion is the longest that a ply is in motion at the normal pace, in any game;
// Slowest is beyond what it is at any pace.
const (
	MaxMotion = 1300 * time.Millisecond
	Slowest   = 10 * time.Second
)

// Unrest is how long the last ply is still in motion, 0 where it has come to rest.
func (s *Scene) Unrest(a *app.App, v View) time.Duration {
	since := s.SinceMove()
	if s.Before == nil || since >= Slowest {
		return 0
	}
	return max(v.Motion(a, s)-since, 0)
}

// SinceMove is how long the last ply has been in view.
func (s *Scene) SinceMove() time.Duration {
	if s.Moved.IsZero() {
		return time.Hour
	}
	return time.Since(s.Moved)
}

// Skip shows the last ply as it ends up, whatever is still in motion.
func (s *Scene) Skip() { s.Before, s.Moved = nil, time.Time{} }

// Tick asks for frames while the last ply is in motion, one when it has come to rest,
// and the view's own rate besides; 0 for none.
func (s *Scene) Tick(a *app.App, v View) (d time.Duration) {
	if v == nil { // bots are still at the match
		return 0
	}
	d = v.Tick(a, s)
	if s.Before == nil || s.Moved.IsZero() || s.View == nil {
		return d
	}
	if left := v.Motion(a, s) - s.SinceMove(); left > 0 {
		left = min(left, cmp.Or(s.Pace, 100*time.Millisecond))
		if d <= 0 || left < d {
			return left
		}
	}
	return d
}

// Mine reports whether the viewer is on turn and may choose.
func (s *Scene) Mine() bool {
	return s.You != games.Nobody && s.ToAct == s.You && s.Result == nil && s.ForcedAt == 0 && !s.Replay
}
