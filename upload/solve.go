package upload

import (
	"cmp"

	"arcade/games"
	"arcade/games/klondike"
)

// solve is a try as it is sent: these fields, and no others. The last two are there
// only where the player has agreed to send the moves.
type solve struct {
	DealID   string  `json:"dealId"`
	UserID   string  `json:"userId"`
	Ruleset  ruleset `json:"ruleset"`
	Duration int64   `json:"durationMs"`
	Moves    int     `json:"moveCount"`
	Started  int64   `json:"startedAt"`
	// Finished is absent for a try that was lost.
	Finished *int64         `json:"finishedAt,omitempty"`
	Client   string         `json:"clientVersion,omitempty"`
	Platform string         `json:"platform,omitempty"`
	Solution []games.Action `json:"solution,omitempty"`
	Seed     string         `json:"seed,omitempty"`
}

type ruleset struct {
	Draw    int    `json:"draw"`
	Redeals int    `json:"redeals"`
	Recycle string `json:"recycle"`
	F2T     bool   `json:"allowFoundationToTableau"`
}

// sends is what is sent of a line; moves says whether its moves are. The line has a
// start, as all that wait.
func sends(line, user string, moves bool) (solve, error) {
	s, err := klondike.ReadSV1(line)
	if err != nil {
		return solve{}, err
	}
	out := solve{
		DealID: s.DealID, UserID: user, Ruleset: ruleset{cmp.Or(s.Draw, 1), s.Redeals, s.Recycle, s.F2T},
		Moves: s.Moves, Started: *s.Started, Client: s.Client, Platform: s.Plat,
	}
	if s.Dur != nil {
		out.Duration = *s.Dur
	}
	if s.Outcome == klondike.Win {
		out.Finished = s.Finished
		if moves && s.Seed != "" && len(s.Solution) > 0 {
			out.Solution, out.Seed = s.Solution, s.Seed
		}
	}
	return out, nil
}

// lineOf is a finished run as a queue keeps it, with what was played; "" for one that was
// given up before anything was, which does not count as a run.
func lineOf(run games.Run, client, platform string) (string, error) {
	s, err := klondike.SolveOf(run)
	if err != nil || s.Started == nil {
		return "", err
	}
	s.Client, s.Plat = client, platform
	if s.Outcome == klondike.Win {
		for _, p := range run.Plies {
			s.Solution = append(s.Solution, p.Action)
		}
	}
	return s.SV1(), nil
}
