package matgo

import (
	"encoding/json"
	"fmt"

	"arcade/games"
)

// InitialGold is the gold of a new purse, and of one that was emptied.
const InitialGold = 1_000_000

// RoundResult is the result of a round, however it ended.
type RoundResult struct {
	Winner *games.Seat `json:"winner"`
	RoundScore
}

// ReadResult reads a round's result.
func ReadResult(r games.Result) (s RoundResult, err error) {
	if err := r.Read(&s); err != nil {
		return s, fmt.Errorf("matgo: result of a round: %w", err)
	}
	return s, nil
}

// roundOptions are the options that [Game.NextRound] writes.
type roundOptions struct {
	Rules string      `json:"rules,omitempty"`
	First *games.Seat `json:"first,omitempty"`
	Hour  *int        `json:"hour,omitempty"`
	Carry int         `json:"carry"`
	Gold  [2]int      `json:"gold"`
}

// SeriesOptions returns the rules among the options of a round; nil for the document's.
func (g Game) SeriesOptions(options json.RawMessage) json.RawMessage {
	if g.Pool(options) != PoolStandard {
		return nil
	}
	return json.RawMessage(`{"rules":"` + RulesStandard + `"}`)
}

// NextRound completes the options of the round after the last: the winner begins, after a nagari the same
// player as before, and the carry passes on. In the first round the hour decides who begins. Gold comes
// from the players' purses, for a bot or a guest from the last round.
func (Game) NextRound(r games.Round) (json.RawMessage, error) {
	o := roundOptions{Carry: 1, Gold: [2]int{InitialGold, InitialGold}}
	if (Game{}).Pool(r.Options) == PoolStandard {
		o.Rules = RulesStandard
	}
	if r.Last == nil {
		o.Hour = &r.Hour
	} else {
		last, err := ReadResult(*r.Last)
		if err != nil {
			return nil, err
		}
		first := r.Last.Winner
		if first == games.Nobody {
			v, ok := r.View.(*View)
			if !ok {
				return nil, fmt.Errorf("matgo: view of the last round is a %T", r.View)
			}
			first = v.First
		}
		o.First, o.Carry = &first, max(last.NextCarry, 1)
		if last.Gold != [2]int{} {
			o.Gold = last.Gold
			for i := range o.Gold {
				if o.Gold[i] == 0 { // the standard rules refill a purse only here
					o.Gold[i] = InitialGold
				}
			}
		}
	}
	for i := range o.Gold {
		if i >= len(r.Stats) || r.Stats[i] == nil {
			continue
		}
		s, err := ReadStats(r.Stats[i])
		if err != nil {
			return nil, err
		}
		o.Gold[i] = s.of(r.Rated).Gold
	}
	return json.Marshal(o)
}
