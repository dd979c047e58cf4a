package stones

import (
	"fmt"
	"slices"
	"time"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Game is Stepping Stones on the screens.
var Game = &play.Game{
	Speech: speech,
	Name:   stones.Name, Words: catalogue, Face: face, View: func() play.View { return newView() },
	Digits: true, Outcome: outcome, Ending: ended, Act: actText, Card: cardOf, Paste: pasteOf,
	Solo: play.Solo{
		Form: func(a *app.App) app.Screen { return newSetup(a) },
		On:   on, Again: again, Headline: headline, Best: true, Standing: standing,
	},
	Records: play.Records{
		Stats: func(a *app.App, player string) app.Screen { return newStats(player) },
		Board: board, Score: score, Rows: statsRows, Toward: toward, OffBoard: offBoard, Marks: milestones,
	},
}

// ended returns the reason why a run ended by its rules.
func ended(view any) string {
	if v, _ := view.(stones.View); v.Cell == stones.Goal {
		return "goal"
	}
	return "used"
}

// gameView shows a run of Stepping Stones: the cells, and the three choices with their possible cells.
type gameView struct {
	play.Defaults
	at    stones.Choice // in focus
	armed string        // the pick chosen once, with "confirm" on
	stats stones.Stats  // the viewer's own, for the full layout and the result
}

func newView() *gameView { return &gameView{at: 1} }

// choiceHit is the row of a choice.
type choiceHit stones.Choice

// Update moves the focus off a used-up choice.
func (v *gameView) Update(s *play.Scene) {
	if view, _ := s.View.(stones.View); s.Mine() {
		v.settle(view, 1)
	}
}

// settle moves the focus to a legal choice, in steps of by.
func (v *gameView) settle(view stones.View, by stones.Choice) {
	for len(view.Legal) > 0 && !slices.Contains(view.Legal, v.at) {
		v.step(by)
	}
}

// step moves the focus on by so many choices, round and round.
func (v *gameView) step(by stones.Choice) { v.at, v.armed = (v.at+by-1)%stones.Choices+1, "" }

// LoadRecords reads the viewer's statistics when a run comes into view, and at its end.
func (v *gameView) LoadRecords(a *app.App, s *play.Scene) {
	if s.Fresh {
		v.stats = readStats(a, a.Visit.Me().ID)
	}
}

// Around names the mode, for the top bar.
func (v *gameView) Around(a *app.App, s *play.Scene) play.Around {
	view, _ := s.View.(stones.View)
	return play.Around{Place: new(a.T("st.mode", "n", view.Mode))}
}

func (v *gameView) Commands(a *app.App, t *play.Table) []app.Command {
	best := app.TextIf(!play.NoHints(a, t.Snap.Daily) && !watched(&t.Scene), "key.bestplay")
	return append(v.commands(t, &t.Scene, "st.key.roll"), app.Command{Key: "z", Bar: best, Menu: best})
}

// choosing lists the keys that choose.
var choosing = []ui.Key{"1", "2", "3", "left", "up", "shift+tab", "right", "down", "tab"}

// commands returns the keys at a run, which may be one of two: roll names Enter.
func (v *gameView) commands(t *play.Table, s *play.Scene, roll string) []app.Command {
	return []app.Command{
		{Key: "choices", Name: "1 2 3", Bar: app.TextIf(!watched(s), "key.choose"), Also: choosing, Each: func(a *app.App, key ui.Key) {
			by := stones.Choice(1)
			switch key {
			case "left", "up", "shift+tab":
				by = stones.Choices - 1
			case "right", "down", "tab":
			default:
				c, _ := stones.ParseChoice(string(key))
				v.focus(a, s, c)
				return
			}
			view, _ := s.View.(stones.View)
			v.step(by)
			v.settle(view, by)
		}},
		{Key: "enter", Bar: app.TextIf(!watched(s), roll), Do: func(a *app.App) {
			if !t.TooSoon() {
				t.Act(a, v.roll(a, s))
			}
		}},
	}
}

func (v *gameView) Press(a *app.App, t *play.Table, key ui.Key) (used bool) { return stops(a, t, key) }

// stops reports whether a key only ends the motion. The player pressed it before the new position was in view.
func stops(a *app.App, t *play.Table, key ui.Key) (used bool) {
	return app.Means(t.Game.Commands(a, t), key) && skip(a, t)
}

func (v *gameView) Click(a *app.App, t *play.Table, msg any) {
	if hit, ok := msg.(choiceHit); ok && !t.TooSoon() && !skip(a, t) {
		v.click(a, t, &t.Scene, stones.Choice(hit))
	}
}

// skip ends the motion; false if nothing moves.
func skip(a *app.App, t *play.Table) bool {
	moves := t.Scene.MotionLeft(a, t.Game) > 0
	if moves {
		t.Scene.Skip()
	}
	return moves
}

// click puts the focus on a choice; a click on the choice in focus rolls.
func (v *gameView) click(a *app.App, t *play.Table, s *play.Scene, c stones.Choice) {
	if v.at == c {
		t.Act(a, v.roll(a, s))
		return
	}
	v.focus(a, s, c)
}

// focus puts the focus on a choice, unless it is used up.
func (v *gameView) focus(a *app.App, s *play.Scene, c stones.Choice) {
	view, _ := s.View.(stones.View)
	switch {
	case s.Mine() && !slices.Contains(view.Legal, c):
		a.Warn(v.usedUp(a, c))
		return
	case v.at != c:
		v.at, v.armed = c, ""
	}
}

// roll returns the focused choice as an action, if it is legal now.
func (v *gameView) roll(a *app.App, s *play.Scene) games.Action {
	view, _ := s.View.(stones.View)
	switch {
	case s.You == games.Nobody:
		a.Warn(a.T("tb.spectator"))
		return ""
	case !s.Mine():
		return ""
	case !slices.Contains(view.Legal, v.at):
		a.Warn(v.usedUp(a, v.at))
		return ""
	}
	if pick := fmt.Sprint(len(s.Plies), v.at); a.Set.Confirm && v.armed != pick {
		v.armed = pick
		a.Say(a.T("st.confirm", "c", int(v.at)))
		return ""
	}
	v.armed = ""
	return v.at.Action()
}

func (v *gameView) usedUp(a *app.App, c stones.Choice) string {
	return a.T("st.nouse", "c", int(c), "n", c.Limit())
}

func (v *gameView) Refusal(a *app.App, err error) string {
	return app.TextIf(games.ReasonOf(err) == stones.ReasonUsedUp, v.usedUp(a, v.at))
}

func (v *gameView) Prompt(a *app.App, s *play.Scene) string {
	view, _ := s.View.(stones.View)
	switch {
	case s.MotionLeft(a, v) > 0:
		step, _ := lastStep(s)
		return a.T("st.rolling", "c", int(step.Choice))
	case view.Over:
		return a.T("st.end", "n", view.Cell, "grade", gradeName(a, *view.Reward))
	case s.You == games.Nobody:
		return a.T("st.watch")
	case !slices.Contains(view.Legal, v.at):
		return v.usedUp(a, v.at)
	}
	return a.T("st.prompt", "c", int(v.at), "a", view.Cell, "to", spanText(view.Cell, v.at))
}

// landing returns the lowest and the highest cell that a choice can reach.
func landing(cell int, c stones.Choice) (low, high int) {
	low, high = c.Range()
	return min(max(cell+low, 0), stones.Goal), min(cell+high, stones.Goal)
}

func (v *gameView) NewcomerPrompt(a *app.App) string { return a.T("st.coach") }

func (v *gameView) Result(a *app.App, s *play.Scene) []string {
	view, _ := s.View.(stones.View)
	var lines []string
	switch {
	case s.Result != nil && s.Result.Reason != games.Finished:
		lines = append(lines, a.T("st.res.gaveup", "n", view.Cell))
	case view.Cell == stones.Goal:
		lines = append(lines, a.T("st.res.goal", "n", len(view.History)))
	default:
		lines = append(lines, a.T("st.res.picks", "n", view.Picks()))
	}
	if view.Over {
		top := startOf(view.Mode).Final.AtLeast(*view.Reward)
		key := "st.res.top"
		if top > 0.5 { // no praise for a reward that nearly everybody gets
			key = "st.res.usual"
		}
		lines = append(lines, a.T(key, "p", app.Percent(top)))
	}
	if v.stats.Runs > 0 {
		text := a.T("st.res.mine", "n", v.stats.Runs)
		for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
			if n := v.stats.Rewards[r]; n > 0 {
				text += "  " + gradeName(a, r) + " " + app.Itoa(n)
			}
		}
		lines = append(lines, ui.Cut(text, 52))
	}
	return lines
}

// headline returns the reward, for the result sheet.
func headline(a *app.App, s *play.Scene) string {
	view, _ := s.View.(stones.View)
	if !view.Over {
		return a.T("st.res.none")
	}
	return a.T("st.end", "n", view.Cell, "grade", gradeName(a, *view.Reward))
}

// cellPace is the time for which one cell of a roll is lit.
const cellPace = 100 * time.Millisecond

func (v *gameView) Motion(a *app.App, s *play.Scene) time.Duration {
	step, ok := lastStep(s)
	if !ok {
		return 0
	}
	return a.Paced(time.Duration(max(step.To-step.From, step.From-step.To)) * cellPace)
}

// cell returns the run's visible cell.
func (v *gameView) cell(a *app.App, s *play.Scene, view stones.View) int {
	step, ok := lastStep(s)
	if !ok || s.MotionLeft(a, v) == 0 {
		return view.Cell
	}
	n := step.To - step.From
	return step.From + int(time.Duration(n)*s.SinceMove()/v.Motion(a, s))
}

// lastStep returns the pick that led to the position in view.
func lastStep(s *play.Scene) (stones.Step, bool) {
	view, _ := s.View.(stones.View)
	if len(view.History) == 0 {
		return stones.Step{}, false
	}
	return view.History[len(view.History)-1], true
}

// Words of the grades, by grade: whole, in a cell of five and as a letter.
var (
	gradeKeys   = [stones.Rewards]string{"st.g.none", "st.g.common", "st.g.rare", "st.g.epic", "st.g.super", "st.g.unique", "st.g.legendary"}
	gradeShort  = [stones.Rewards]string{"st.s.none", "st.s.common", "st.s.rare", "st.s.epic", "st.s.super", "st.s.unique", "st.s.legendary"}
	gradeLetter = [stones.Rewards]string{"st.l.none", "st.l.common", "st.l.rare", "st.l.epic", "st.l.super", "st.l.unique", "st.l.legendary"}
	gradeTokens = [stones.Rewards]ui.Token{gradeNone, gradeRare, gradeHero, gradeEpic, gradeSuper, gradeSuper, gradeSuper}
)

func gradeName(a *app.App, r stones.Reward) string { return a.T(gradeKeys[r]) }
func letter(a *app.App, r stones.Reward) string    { return a.T(gradeLetter[r]) }

// tag returns a grade before a number: its letter, but no "-", which would read as a sign.
func tag(a *app.App, r stones.Reward) string {
	if r == stones.None {
		return gradeName(a, r)
	}
	return letter(a, r)
}

// marks are three cells that show a grade without colours.
func marks(r stones.Reward) string {
	return [stones.Rewards]string{"   ", "  *", " **", "***", "!!!", "###", "&&&"}[r]
}

// actText returns a pick by its name.
func actText(a *app.App, act games.Action) string {
	c, ok := stones.ParseChoice(string(act))
	if !ok {
		return string(act)
	}
	return choiceName(a, c)
}

// choiceName returns "1번" or "#1".
func choiceName(a *app.App, c stones.Choice) string { return a.T("st.choice", "c", int(c)) }

// moveText returns a choice's range, such as "-3 ~ +2".
func moveText(c stones.Choice) string {
	low, high := c.Range()
	return app.Signed(low) + " ~ " + app.Signed(high)
}

// spanText returns a choice's landing cells, such as "9~14".
func spanText(cell int, c stones.Choice) string {
	low, high := landing(cell, c)
	if low == high {
		return app.Itoa(low)
	}
	return fmt.Sprintf("%d~%d", low, high)
}

// usesText returns a choice's remaining uses.
func usesText(a *app.App, c stones.Choice, used [stones.Choices]int) string {
	if c.Limit() == 0 {
		return a.T("st.nolimit")
	}
	return fmt.Sprintf("%d/%d", c.Limit()-used[c-1], c.Limit())
}
