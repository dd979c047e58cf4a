package lab

import (
	"fmt"
	"io"
	"strconv"

	"arcade/cmd/arcade/cli"
	"arcade/games/stones"
)

// stonesAt has the flags of a position of Stepping Stones: its cell, below 0 for no position, the picks left, below 0
// for all, and the uses left of choices 2 and 3.
type stonesAt struct{ cell, left, left2, left3 int }

// state returns the position.
func (at stonesAt) state(m stones.Mode) (s stones.State, err error) {
	if at.left < 0 {
		at.left = m.Picks
	}
	for _, flag := range []struct {
		name            string
		is, least, most int
	}{
		{"cell", at.cell, 0, stones.Goal - 1}, {"left", at.left, 1, m.Picks},
		{"left2", at.left2, 0, stones.Choice(2).Limit()}, {"left3", at.left3, 0, stones.Choice(3).Limit()},
	} {
		if flag.is < flag.least || flag.is > flag.most {
			return s, fmt.Errorf("bad --%s %d: want %d to %d", flag.name, flag.is, flag.least, flag.most)
		}
	}
	used2, used3 := stones.Choice(2).Limit()-at.left2, stones.Choice(3).Limit()-at.left3
	return stones.State{Cell: at.cell, Left: at.left, Used: [stones.Choices]int{0, used2, used3}}, nil
}

// oddsReport is the JSON form of the odds of a position: what each choice ends in by grade, if every later choice aims
// at the highest grade of the mode, and if it aims at the mean.
type oddsReport struct {
	Mode     int                   `json:"mode"`
	Cell     int                   `json:"cell"`
	Left     int                   `json:"left"`
	Left2    int                   `json:"left2"`
	Left3    int                   `json:"left3"`
	TopGrade stones.Reward         `json:"top_grade"`
	Choices  map[string]oddsChoice `json:"choices"`
	AimTop   oddsTop               `json:"aim_top"`
	AimMean  oddsMean              `json:"aim_mean"`
}

// oddsChoice has the odds of a choice: the chance of the highest grade, the mean, and the chances of the grades, the
// lowest first, by either aim.
type oddsChoice struct {
	Top     float64        `json:"p_top"`
	Mean    float64        `json:"mean"`
	AimTop  stones.Chances `json:"grades_aim_top"`
	AimMean stones.Chances `json:"grades_aim_mean"`
}

// oddsTop and oddsMean have what an aim picks and ends in.
type oddsTop struct {
	P      float64        `json:"p"`
	Pick   stones.Choice  `json:"pick"`
	Grades stones.Chances `json:"grades"`
}

type oddsMean struct {
	Value  float64        `json:"value"`
	Pick   stones.Choice  `json:"pick"`
	Grades stones.Chances `json:"grades"`
}

func stonesOdds(m stones.Mode, at stonesAt) (cli.Found, error) {
	s, err := at.state(m)
	if err != nil {
		return nil, err
	}
	byTop, byMean := stones.TopPlay(m.Number), stones.BestPlay(m.Number)
	r := oddsReport{
		Mode: m.Number, Cell: s.Cell, Left: s.Left, Left2: at.left2, Left3: at.left3, TopGrade: m.Top(), Choices: map[string]oddsChoice{},
		AimTop:  oddsTop{byTop.Final(s)[m.Top()], byTop.Best(s), byTop.Final(s)},
		AimMean: oddsMean{byMean.Value(s), byMean.Best(s), byMean.Final(s)},
	}
	means := byMean.Outlooks(s)
	for i, o := range byTop.Outlooks(s) {
		r.Choices[strconv.Itoa(int(o.Choice))] = oddsChoice{o.Final[m.Top()], means[i].Value, o.Final, means[i].Final}
	}
	return r, nil
}

// Print writes a row for each choice and aim, with the best of each marked.
func (r oddsReport) Print(w io.Writer) {
	fmt.Fprintf(w, "Stepping Stones, mode %d: cell %d, picks left %d, uses left %d of choice 2 and %d of choice 3\n\n", r.Mode, r.Cell, r.Left, r.Left2, r.Left3)
	fmt.Fprintf(w, "choice  aim         %10s    mean\n", r.TopGrade)
	for c := stones.Choice(1); c <= stones.Choices; c++ {
		o, ok := r.Choices[strconv.Itoa(int(c))]
		if !ok {
			continue
		}
		row := func(aim string, grades stones.Chances, best bool) {
			mean, mark := 0.0, ""
			for grade, p := range grades {
				mean += float64(grade) * p
			}
			if best {
				mark = "  best"
			}
			fmt.Fprintf(w, "%6d  %-10s  %8.2f %%  %6.4f%s\n", c, aim, 100*grades[r.TopGrade], mean, mark)
		}
		row(r.TopGrade.String(), o.AimTop, c == r.AimTop.Pick)
		row("mean", o.AimMean, c == r.AimMean.Pick)
	}
}
