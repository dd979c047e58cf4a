package stones

import (
	"slices"

	"arcade/games"
)

// The board and the length of a run.
const (
	// Cells is the number of cells on the board, numbered 0 to Goal.
	Cells = 17
	// Goal is the last cell; reaching it ends the run.
	Goal = Cells - 1
	// Picks is the greatest number of choices in a run of any mode.
	Picks = 8
)

// Reward is a grade, 0 (None) to 6 (Legendary); higher is better. In JSON it is a number.
type Reward int

// The grades. No mode so far gives Common, Unique or Legendary.
const (
	None Reward = iota
	Common
	Rare
	Epic
	SuperEpic
	Unique
	Legendary
)

// Rewards is the number of grades.
const Rewards = int(Legendary) + 1

var rewardNames = [Rewards]string{"none", "common", "rare", "epic", "super_epic", "unique", "legendary"}

// String returns the grade's name in commands and words, such as "super_epic"; "-" for anything but a
// grade.
func (r Reward) String() string {
	if r < 0 || int(r) >= Rewards {
		return "-"
	}
	return rewardNames[r]
}

// Mode is one way to reward a run.
type Mode struct {
	// Number names the mode in options and commands, counted from 1.
	Number int
	// Picks is the greatest number of choices in a run.
	Picks int
	// Rewards has the grades by cell.
	Rewards [Cells]Reward
}

// Top returns the highest grade that the mode gives.
func (m Mode) Top() Reward { return slices.Max(m.Rewards[:]) }

// Begin returns the start: cell 0 with every pick left.
func (m Mode) Begin() State { return State{Left: m.Picks} }

// modes are in order of their numbers, without gaps. Adding a mode here is enough. Mode 3 is mode 2 of the owner's
// program.
var modes = []Mode{
	{1, 8, [Cells]Reward{0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 2, 2, 4, 2}},
	{2, 8, [Cells]Reward{0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 2}},
	{3, 7, [Cells]Reward{0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 3, 4, 2}},
}

// Modes lists the modes by number.
func Modes() []Mode { return append([]Mode(nil), modes...) }

// FindMode returns the mode with a number, false if there is none.
func FindMode(number int) (Mode, bool) {
	if number < 1 || number > len(modes) {
		return Mode{}, false
	}
	return modes[number-1], true
}

// Choice is one of the ways to move, 1 to 3. In JSON it is a number.
type Choice int

// Choices is the number of choices.
const Choices = 3

// maxUses is the highest limit of a limited choice.
const maxUses = 3

// choices has the ranges of the moves, both ends included, and how often a run may take each; 0 for no
// limit.
var choices = [Choices]struct{ low, high, limit int }{
	{3, 6, 0},
	{-3, 2, maxUses},
	{0, 4, maxUses},
}

// ParseChoice reads "1", "2" or "3"; anything else is not ok.
func ParseChoice(text string) (Choice, bool) {
	if len(text) != 1 || text[0] < '1' || text[0] > '0'+Choices {
		return 0, false
	}
	return Choice(text[0] - '0'), true
}

var choiceActions = [Choices]games.Action{"1", "2", "3"}

// Action returns the choice's notation, "" for anything but a choice.
func (c Choice) Action() games.Action {
	if !c.valid() {
		return ""
	}
	return choiceActions[c-1]
}

// Range returns the least and the greatest number of cells that the choice moves. Each number between them
// is equally likely. It returns 0, 0 for anything but a choice.
func (c Choice) Range() (low, high int) {
	if !c.valid() {
		return 0, 0
	}
	return choices[c-1].low, choices[c-1].high
}

// Limit returns how often a run may take the choice, 0 for no limit.
func (c Choice) Limit() int {
	if !c.valid() {
		return 0
	}
	return choices[c-1].limit
}

func (c Choice) valid() bool { return c >= 1 && c <= Choices }

// ReasonUsedUp refuses a choice that the run has used up.
const ReasonUsedUp = "used_up"

// State is the state of a run: a small value to copy freely. Its worth depends on the mode, its legal
// choices do not.
type State struct {
	// Cell is 0 to Goal.
	Cell int
	// Left is the number of picks left.
	Left int
	// Used counts the uses of each choice, choice 1 first.
	Used [Choices]int
}

// Over reports whether the run has ended: it reached Goal or has no pick left.
func (s State) Over() bool { return s.Cell == Goal || s.Left == 0 }

// Refusal returns the reason why c cannot be taken now, "" if it can.
func (s State) Refusal(c Choice) (reason string) {
	switch {
	case s.Over():
		return games.ReasonOver
	case !c.valid():
		return games.ReasonNotation
	case c.Limit() > 0 && s.Used[c-1] >= c.Limit():
		return ReasonUsedUp
	}
	return ""
}

// open lists the legal choices.
func (s State) open() []Choice {
	list := make([]Choice, 0, Choices)
	for c := Choice(1); c <= Choices; c++ {
		if s.Refusal(c) == "" {
			list = append(list, c)
		}
	}
	return list
}

// Step is one pick with its effect.
type Step struct {
	Choice Choice `json:"choice"`
	// Roll is the number of cells drawn, negative for backwards.
	Roll int `json:"roll"`
	From int `json:"from"`
	To   int `json:"to"`
	// Clamped reports whether the roll led off the board. To is then the cell at that end, 0 or Goal.
	Clamped bool `json:"clamped"`
}

// move takes c, which must be legal, with a known roll.
func (s State) move(c Choice, roll int) (State, Step) {
	to := clamp(s.Cell + roll)
	step := Step{Choice: c, Roll: roll, From: s.Cell, To: to, Clamped: to != s.Cell+roll}
	s.Cell = to
	s.Left--
	s.Used[c-1]++
	return s, step
}

// clamp returns the cell of the board nearest to cell.
func clamp(cell int) int { return min(max(cell, 0), Goal) }

// valid reports whether a State may index a table of the mode. Its uses may be more or fewer than a run can have by then.
func (m Mode) valid(s State) bool {
	for i, used := range s.Used[1:] {
		if used < 0 || used > choices[i+1].limit {
			return false
		}
	}
	return s.Cell >= 0 && s.Cell <= Goal && s.Left >= 0 && s.Left <= m.Picks
}
