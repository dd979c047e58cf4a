package play

import (
	"cmp"
	"time"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play/review"
	"arcade/sessions/ui"
)

// View shows one game on a table or in a replay and turns keys into actions ([Table.Act]). Each screen
// has its own view, which keeps the focus.
type View interface {
	// Update takes each new state before it is drawn. It moves the focus if its place no longer exists.
	Update(s *Scene)
	// Commands returns the game's present keys, in the order of the key bar. All other keys belong to the
	// table.
	Commands(a *app.App, t *Table) []app.Command
	// Click takes a clicked area that Draw has marked, and any other message except keys.
	Click(a *app.App, t *Table, hit any)
	// Prompt returns the prompt for the message row.
	Prompt(a *app.App, s *Scene) string
	Optional
}

// Optional has the optional methods of a view. A view embeds [Defaults] and writes only the methods that
// it needs; a wrong signature does not compile as a [View].
//
//	Parts           the board and what stands beside it (every view that is no [Drawer])
//	Press           keys, before the commands
//	Field           typing
//	WantsReleases   keys held down
//	NewcomerPrompt  more words for the message row
//	Refusal         the same, for a refused action
//	Side, Result    words for seats, and for the end
//	EndPicture      the end as a picture
//	Around          what stands around the board
//	Motion, Tick    animation
//	Next            actions played by themselves
//	LoadRecords     records to look up
//	HandlePlies     new plies
type Optional interface {
	// Parts returns what the game shows. It is called for each frame.
	Parts(a *app.App, s *Scene) Parts
	// Press sees each key before the commands do; used keeps the key from them.
	Press(a *app.App, t *Table, key ui.Key) (used bool)
	// Field returns the text field that takes typed text, nil for none.
	Field() *ui.Field
	// WantsReleases reports whether keys can be held down, see [app.Holder].
	WantsReleases() bool
	// NewcomerPrompt returns the prompt for a newcomer, "" if the ordinary prompt is enough.
	NewcomerPrompt(a *app.App) string
	// Refusal returns the game's reason why an action was refused, "" if it has no sentence for it.
	Refusal(a *app.App, err error) string
	// Side returns the word for a seat's side, such as its colour; "" for none.
	Side(a *app.App, seat games.Seat) string
	// Result returns the lines of the result sheet between the winner and the reason.
	Result(a *app.App, s *Scene) []string
	// EndPicture returns the end of a match as a picture, with part percent of each number: the facts of Result; nil
	// for those alone.
	EndPicture(a *app.App, s *Scene, part int) kit.Block
	// Turned names the ply after which the later winner led to the end, "" if there is none.
	Turned(a *app.App, s *Scene) string
	// Around returns the game's texts around its board. It is called once in a frame.
	Around(a *app.App, s *Scene) Around
	// Motion returns the length of the animation between two plies.
	Motion(a *app.App, s *Scene) time.Duration
	// Tick returns the time until the view wants to be drawn again, 0 for never.
	Tick(a *app.App, s *Scene) time.Duration
	// Next returns the next action that plays by itself, "" for none, and the time until it does.
	Next(a *app.App, s *Scene) (games.Action, time.Duration)
	// LoadRecords looks up records, whenever a table or a replay is refreshed.
	LoadRecords(a *app.App, s *Scene)
	// HandlePlies takes the plies that are new since the last state.
	HandlePlies(a *app.App, s *Scene, fresh []games.Ply)
}

// Defaults is a [Optional] with nothing in it.
type Defaults struct{}

var _ Optional = Defaults{}

func (Defaults) Parts(*app.App, *Scene) Parts                        { return Parts{} }
func (Defaults) Press(*app.App, *Table, ui.Key) bool                 { return false }
func (Defaults) Field() *ui.Field                                    { return nil }
func (Defaults) WantsReleases() bool                                 { return false }
func (Defaults) NewcomerPrompt(*app.App) string                      { return "" }
func (Defaults) Refusal(*app.App, error) string                      { return "" }
func (Defaults) Side(*app.App, games.Seat) string                    { return "" }
func (Defaults) Result(*app.App, *Scene) []string                    { return nil }
func (Defaults) EndPicture(*app.App, *Scene, int) kit.Block          { return nil }
func (Defaults) Around(*app.App, *Scene) Around                      { return Around{} }
func (Defaults) Turned(*app.App, *Scene) string                      { return "" }
func (Defaults) Motion(*app.App, *Scene) time.Duration               { return 0 }
func (Defaults) Tick(*app.App, *Scene) time.Duration                 { return 0 }
func (Defaults) Next(*app.App, *Scene) (games.Action, time.Duration) { return "", 0 }
func (Defaults) LoadRecords(*app.App, *Scene)                        {}
func (Defaults) HandlePlies(*app.App, *Scene, []games.Ply)           {}

// MenuFiller is a view with its own entries for the table's menu. The menu is on m at such a table,
// because Space belongs to the game. It is the one interface that a view need not have; a view declares
// it with `var _ play.MenuFiller = (*view)(nil)`.
type MenuFiller interface {
	FillMenu(a *app.App, t *Table, q *app.Ask)
}

// Around has a game's texts around its board, in place of the table's and the replay's. A nil field means
// the usual text.
type Around struct {
	// Place is the text in the top bar in place of the opponent's name.
	Place *string
	// Stake is the text in the top bar in place of the number of plies. Facts replaces all facts there.
	Stake, Facts *string
	// Corner is the end of the message row, where other games have a clock.
	Corner *string
	// Countdown is the time left for a decision, in wordings from long to short: the first one that fits
	// is taken.
	Countdown []string
	// TimeLine is the time used so far, for games that count it without a clock. Screens that cover the
	// table show it; "" while it does not run.
	TimeLine *string
	// Price is the price of giving up.
	Price []string
	// Opened reports whether Esc closes something over the board.
	Opened bool
	// Mark is a ply of a replay worth going to.
	Mark *Mark
}

// Mark is a ply beside a replay's slider, with a text about it, or about why there is none.
type Mark struct {
	Text string
	Ply  int // -1 for none
}

// Scene is the match that a view shows: a table as it is now, or a replay at a ply.
type Scene struct {
	// Match is the match's id, Game its game.
	Match   string
	Game    string
	View    any
	Before  any // the view one ply earlier, for motion; nil for none
	Plies   []games.Ply
	Seats   []table.SeatInfo
	You     games.Seat
	ToAct   games.Seat
	Legal   []games.Action
	Result  *games.Result
	Control games.Control
	// ForcedAt is the time at which the table plays a forced action, 0 for none.
	ForcedAt int64
	// Chat is the chat, oldest line first; empty in a replay.
	Chat   []table.Line
	Replay bool
	// Whole is the whole match that a replay shows; nil at a table.
	Whole *records.Replay
	// Fresh reports whether a table, or its end, has just come into view.
	Fresh bool
	// Review is the analysis that a replay shows, nil for none.
	Review *review.Analysis
	// Daily, Seeded and Hinted are a run's class. Best reports whether the best play is shown.
	Daily                string
	Seeded, Hinted, Best bool
	// Rated reports whether the players' ratings are at stake.
	Rated bool
	// Shared is as in [table.Snapshot].
	Shared games.Shared
	// Round counts the rounds of a series, 0 outside a series. No seat may act before HeldUntil.
	Round     int
	HeldUntil int64
	// Ghost is the run that a shared deal is raced against, nil for none. Deal is the solver's verdict on
	// the deal.
	Ghost *deals.Ghost
	Deal  deals.Verdict
	// Seed is the seed if it is known: after a run has ended, or if the player typed it.
	Seed string
	// Ended is the time of the match's end, ms since 1970; 0 until then.
	Ended int64
	// Rested and Resting are as in [table.Snapshot].
	Rested, Resting int64

	At    int64                  // now, ms since 1970
	Left  func(games.Seat) int64 // a seat's remaining time
	Moved time.Time              // when the last ply came into view
	Pace  time.Duration          // between two frames of motion, 0 for the usual
}

// wording returns a sentence that the game of a replay may have of its own.
func (s *Scene) wording(a *app.App, key string) string {
	return a.T(cmp.Or(GameOf(s.Whole.Match.Game).Wording[key], key))
}

// Follow takes a table's snapshot.
func (s *Scene) Follow(snap *table.Snapshot, a *app.App) {
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

// Elapsed returns the time of a run from its first action until now or its end, without pauses. In a
// replay it is the time at the ply.
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

// MaxMotion is the longest motion of a ply at the normal pace, in any game. Slowest exceeds it at any
// pace.
const (
	MaxMotion = 1300 * time.Millisecond
	Slowest   = 10 * time.Second
)

// MotionLeft returns the remaining time of the last ply's motion, 0 if it is at rest.
func (s *Scene) MotionLeft(a *app.App, v View) time.Duration {
	since := s.SinceMove()
	if s.Before == nil || since >= Slowest {
		return 0
	}
	return max(v.Motion(a, s)-since, 0)
}

// SinceMove returns the time for which the last ply has been in view.
func (s *Scene) SinceMove() time.Duration {
	if s.Moved.IsZero() {
		return time.Hour
	}
	return time.Since(s.Moved)
}

// Skip ends the motion of the last ply.
func (s *Scene) Skip() { s.Before, s.Moved = nil, time.Time{} }

// Tick requests frames while the last ply is in motion, one when it has come to rest, and besides at the
// view's own rate; 0 for none.
func (s *Scene) Tick(a *app.App, v View) (d time.Duration) {
	if v == nil { // bots are still playing the match
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
