package sessions

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/ui"
)

// stonesGame is Stepping Stones on the screens.
var stonesGame = &game{
	name: stones.Name, view: func() gameView { return newStones() },
	form:  func(a *App) screen { return newStonesSetup(a) },
	stats: func(a *App, player string) screen { return newStonesStats(player) },
	board: stonesBoard, on: stonesOn, score: stonesScore, outcome: stonesOutcome, rows: stonesRows, again: stonesAgain,
}

// stonesView shows a run of Stepping Stones: the cells, and the three choices
// with what each can lead to.
type stonesView struct {
	at    stones.Choice // in focus
	armed string        // the pick that was chosen once, with "confirm" on
	stats stones.Stats  // the viewer's own, for the full layout and the result
}

func newStones() *stonesView { return &stonesView{at: 1} }

// choiceHit is the row of a choice.
type choiceHit stones.Choice

// see sets the pace of the roll.
func (v *stonesView) see(s *scene) { s.pace = cellPace }

// enter reads the viewer's statistics; the table asks for it at its begin and end.
func (v *stonesView) enter(a *App) { v.stats = a.stonesStats(a.visit.Me().ID) }

func (v *stonesView) side(*App, games.Seat) string { return "" }

// place names the mode, for the top bar.
func (v *stonesView) place(a *App, s *scene) string {
	view, _ := s.View.(stones.View)
	return a.T("st.mode", "n", view.Mode)
}

func (v *stonesView) handle(a *App, s *scene, msg tea.Msg) (games.Action, bool) {
	view, _ := s.View.(stones.View)
	if v.moving(a, s) && meant(msg) {
		s.skip() // the key was for what was in view: it skips the motion only
		return "", true
	}
	switch msg := msg.(type) {
	case choiceHit:
		return v.choose(a, s, view, stones.Choice(msg)), true
	case ui.Key:
		if c, ok := stones.ParseChoice(string(msg)); ok {
			return v.choose(a, s, view, c), true
		}
		switch msg {
		case "left", "up", "shift+tab":
			v.at = (v.at+stones.Choices-2)%stones.Choices + 1
		case "right", "down", "tab":
			v.at = v.at%stones.Choices + 1
		case "enter":
			return v.roll(a, s, view), true
		default:
			return "", false
		}
		v.armed = ""
		return "", true
	}
	return "", false
}

// meant tells the keys that choose or roll.
func meant(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case choiceHit:
		return true
	case ui.Key:
		_, choice := stones.ParseChoice(string(msg))
		return choice || slices.Contains([]ui.Key{"left", "right", "up", "down", "tab", "shift+tab", "enter"}, msg)
	}
	return false
}

// choose puts the focus on a choice; once more rolls.
func (v *stonesView) choose(a *App, s *scene, view stones.View, c stones.Choice) games.Action {
	if v.at == c {
		return v.roll(a, s, view)
	}
	v.at, v.armed = c, ""
	return ""
}

// roll is the focused choice as an action, if it may be taken now.
func (v *stonesView) roll(a *App, s *scene, view stones.View) games.Action {
	switch {
	case s.You == games.Nobody:
		a.warn(a.T("tb.spectator"))
		return ""
	case !s.mine():
		return ""
	case !slices.Contains(view.Legal, v.at):
		a.warn(v.usedUp(a, v.at))
		return ""
	}
	if pick := fmt.Sprint(len(s.Plies), v.at); a.set.Confirm && v.armed != pick {
		v.armed = pick
		a.say(a.T("st.confirm", "c", int(v.at)))
		return ""
	}
	v.armed = ""
	return v.at.Action()
}

func (v *stonesView) usedUp(a *App, c stones.Choice) string {
	return a.T("st.nouse", "c", int(c), "n", c.Limit())
}

func (v *stonesView) refusal(a *App, err error) string {
	var illegal *games.IllegalError
	if !errors.As(err, &illegal) || illegal.Reason != stones.ReasonUsedUp {
		return ""
	}
	return v.usedUp(a, v.at)
}

func (v *stonesView) prompt(a *App, s *scene) string {
	view, _ := s.View.(stones.View)
	switch {
	case view.Over:
		return a.T("st.end", "n", view.Cell, "grade", a.grade(*view.Reward))
	case s.You == games.Nobody:
		return a.T("st.watch")
	case !slices.Contains(view.Legal, v.at):
		return v.usedUp(a, v.at)
	}
	return a.T("st.prompt", "c", int(v.at), "a", view.Cell, "to", spanText(view.Cell, v.at))
}

// landing are the lowest and the highest cell that a choice can lead to.
func landing(cell int, c stones.Choice) (low, high int) {
	low, high = c.Range()
	return min(max(cell+low, 0), stones.Goal), min(cell+high, stones.Goal)
}

func (v *stonesView) coach(a *App) string { return a.T("st.coach") }

func (v *stonesView) items(a *App, s *scene) []ui.KeyItem {
	return a.items("choices", "key.choose", "enter", "st.key.roll", "i", "key.hints")
}

func (v *stonesView) result(a *App, s *scene) []string {
	view, _ := s.View.(stones.View)
	var lines []string
	switch {
	case s.Result != nil && s.Result.Reason != games.Finished:
		lines = append(lines, a.T("st.res.gaveup", "n", view.Cell))
	case view.Cell == stones.Goal:
		lines = append(lines, a.T("st.res.goal", "n", stones.Picks-view.Left))
	default:
		lines = append(lines, a.T("st.res.picks"))
	}
	if view.Over {
		top := stones.BestPlay(view.Mode).Final(stones.Begin()).AtLeast(*view.Reward)
		lines = append(lines, a.T("st.res.top", "p", percent(top)))
	}
	if v.stats.Runs > 0 {
		text := a.T("st.res.mine", "n", v.stats.Runs)
		for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
			if n := v.stats.Rewards[r]; n > 0 {
				text += "  " + a.grade(r) + " " + itoa(n)
			}
		}
		lines = append(lines, ui.Cut(text, 52))
	}
	return lines
}

// headline is the reward, for the result sheet.
func (v *stonesView) headline(a *App, s *scene) string {
	view, _ := s.View.(stones.View)
	if !view.Over {
		return a.T("st.res.none")
	}
	return a.T("st.res.head", "n", view.Cell, "grade", a.grade(*view.Reward)) + "  " + strings.TrimSpace(marks(*view.Reward))
}

// cellPace is how long one cell of a roll is lit.
const cellPace = 60 * time.Millisecond

func (v *stonesView) motion(a *App, s *scene) time.Duration {
	step, ok := lastStep(s)
	if !ok || a.set.Motion == "none" {
		return 0
	}
	d := time.Duration(max(step.To-step.From, step.From-step.To)) * cellPace
	if a.set.Motion == "fast" {
		d /= 2
	}
	return d
}

// moving tells that the last roll is still being shown.
func (v *stonesView) moving(a *App, s *scene) bool {
	return s.Before != nil && s.sinceMove() < v.motion(a, s)
}

// cell is where the run is to be shown now.
func (v *stonesView) cell(a *App, s *scene, view stones.View) int {
	step, ok := lastStep(s)
	if !ok || !v.moving(a, s) {
		return view.Cell
	}
	n := step.To - step.From
	return step.From + int(time.Duration(n)*s.sinceMove()/v.motion(a, s))
}

// lastStep is the pick that led to the position in view.
func lastStep(s *scene) (stones.Step, bool) {
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
	gradeTokens = [stones.Rewards]ui.Token{ui.RewardNone, ui.RewardRare, ui.RewardHero, ui.RewardEpic, ui.RewardSuper, ui.RewardSuper, ui.RewardSuper}
)

func (a *App) grade(r stones.Reward) string  { return a.T(gradeKeys[r]) }
func (a *App) letter(r stones.Reward) string { return a.T(gradeLetter[r]) }

// tag is a grade before a number: its letter, but no "-" that would be read as a sign.
func (a *App) tag(r stones.Reward) string {
	if r == stones.None {
		return a.grade(r)
	}
	return a.letter(r)
}

// marks are three cells that tell a grade without colours.
func marks(r stones.Reward) string {
	return [stones.Rewards]string{"   ", "  *", " **", "***", "!!!", "###", "&&&"}[r]
}

// percent writes a chance as a whole number of hundredths; what is not nothing is at least 1.
func percent(p float64) int {
	n := int(p*100 + 0.5)
	if n == 0 && p > 0 {
		return 1
	}
	return n
}

// choiceName is "1번" or "#1".
func (a *App) choiceName(c stones.Choice) string { return a.T("st.choice", "c", int(c)) }

// moveText is a choice's range, such as "-3 ~ +2".
func moveText(c stones.Choice) string {
	low, high := c.Range()
	return signed(low) + " ~ " + signed(high)
}

func signed(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// spanText is a choice's landing cells, such as "9~14".
func spanText(cell int, c stones.Choice) string {
	low, high := landing(cell, c)
	if low == high {
		return itoa(low)
	}
	return fmt.Sprintf("%d~%d", low, high)
}

// usesText is how often a choice can still be taken.
func (a *App) usesText(c stones.Choice, used [stones.Choices]int) string {
	if c.Limit() == 0 {
		return a.T("st.nolimit")
	}
	return fmt.Sprintf("%d/%d", c.Limit()-used[c-1], c.Limit())
}

// class is what a run counts for: the day's board, nothing, or the ranked boards.
func (a *App) class(daily string, seeded, looked bool) string {
	switch {
	case looked:
		return a.T("solo.looked")
	case daily != "":
		return a.T("solo.daily")
	case seeded:
		return a.T("solo.practice")
	}
	return a.T("solo.ranked")
}
