package sim

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/export"
)

// checkedLine has the fields of a line that CheckLine reads.
type checkedLine struct {
	Rules         string   `json:"rules"`
	Seed          string   `json:"seed"`
	Steps         int      `json:"steps"`
	Winner        string   `json:"winner"`
	Nagari        bool     `json:"nagari"`
	NagariReasons []string `json:"nagariReasons"`
	Score         struct {
		Human int `json:"human"`
		AI    int `json:"ai"`
	} `json:"score"`
	Events  Events[int] `json:"eventFrequency"`
	Initial struct {
		Hands export.BySeat[[]matgo.Card] `json:"hands"`
		Board []matgo.Card                `json:"board"`
		Deck  int                         `json:"deckCount"`
	} `json:"initial"`
	Trace []struct {
		Actor    string          `json:"a"`
		At       string          `json:"at"`
		Chosen   json.RawMessage `json:"c"`
		Selected string          `json:"s"`
		Context  struct {
			Turn int `json:"turnNoBefore"`
			Deck int `json:"deckCount"`
			Self int `json:"handCountSelf"`
			Opp  int `json:"handCountOpp"`
		} `json:"dc"`
		Space struct {
			Cards   []string `json:"cards"`
			Board   []string `json:"boardCardIds"`
			Options []string `json:"options"`
		} `json:"sp"`
	} `json:"decision_trace"`
}

// CheckLine replays the round of a compact line, through the engine and by the line alone. It returns an
// error for any difference: the deal, the choices, the seat to act, the end.
func CheckLine(text []byte) error {
	var l checkedLine
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	setup := games.Setup{Game: matgo.Name, Seed: l.Seed}
	if l.Rules != "" {
		options, err := json.Marshal(map[string]string{"rules": l.Rules})
		if err != nil {
			return err
		}
		setup.Options = options
	}
	p, err := matgo.Game{}.Start(setup)
	if err != nil {
		return err
	}
	v := p.View(games.Everything).(*matgo.View)
	if !slices.Equal(v.Hands[0], l.Initial.Hands.Human) || !slices.Equal(v.Hands[1], l.Initial.Hands.AI) ||
		!slices.Equal(v.Floor, l.Initial.Board) || v.StockCount != l.Initial.Deck {
		return fmt.Errorf("round %s: the engine deals %v, floor %v, stock %d", l.Seed, v.Hands, v.Floor, v.StockCount)
	}
	if l.Steps != len(l.Trace) {
		return fmt.Errorf("round %s: %d decisions, it says %d", l.Seed, len(l.Trace), l.Steps)
	}
	for i, d := range l.Trace {
		bad := func(what string, is, want any) error {
			return fmt.Errorf("round %s, decision %d: %s is %v, the engine says %v", l.Seed, i+1, what, is, want)
		}
		seat := p.ToAct()
		if seat == games.Nobody || d.Actor != export.SeatKeys[seat] {
			return bad("who acts", d.Actor, seat)
		}
		v := p.View(seat).(*matgo.View)
		is := [4]int{d.Context.Turn, d.Context.Deck, d.Context.Self, d.Context.Opp}
		if want := [4]int{v.Turn, v.StockCount, v.HandCounts[seat], v.HandCounts[1-seat]}; is != want {
			return bad("turn, stock and hands", is, want)
		}
		action, ok := actionOf(d.At, string(d.Chosen), d.Selected)
		if !ok {
			return bad("the decision", d.At, v.Legal)
		}
		if is, want := len(d.Space.Cards)+len(d.Space.Board)+len(d.Space.Options), candidates(v.Legal, action); is != want {
			return bad("how many could be chosen", is, want)
		}
		if _, err := p.Apply(action); err != nil {
			return fmt.Errorf("round %s, decision %d: %w", l.Seed, i+1, err)
		}
	}
	o := p.View(games.Everything).(*matgo.View).Outcome
	if o == nil {
		return fmt.Errorf("round %s is not over after its last decision", l.Seed)
	}
	both := p.(*matgo.Position).Sides[0].Counters
	both.Add(p.(*matgo.Position).Sides[1].Counters)
	if l.Winner != export.SeatKey(o.Winner) || l.Nagari != o.Nagari || !slices.Equal(l.NagariReasons, o.NagariReasons) ||
		[2]int{l.Score.Human, l.Score.AI} != o.Total || l.Events != (Events[int]{both.Ppuk, both.Ddadak, both.Jjob, both.Ssul, both.Ttak}) {
		return fmt.Errorf("round %s ends with winner %s, nagari %v %v, score %v, the engine says %d, %v %v, %v",
			l.Seed, l.Winner, l.Nagari, l.NagariReasons, l.Score, o.Winner, o.Nagari, o.NagariReasons, o.Total)
	}
	return nil
}

// actionOf returns the action of a decision in a log.
func actionOf(at, chosen, selected string) (games.Action, bool) {
	word, _, _ := strings.Cut(at, " ")
	chosen = strings.Trim(chosen, `"`)
	var text string
	switch word {
	case "play":
		text = "play " + chosen
	case "hand-select", "flip-select":
		text = "take " + selected
	case "shaking_declare":
		text = "shake " + chosen
	case "declare_bomb":
		text = "bomb " + chosen
	case "kung_use":
		text = "kung " + chosen
	case "kung_pass":
		text = "kung-pass"
	case "gukjin_five":
		text = "gukjin yeol"
	case "gukjin_junk":
		text = "gukjin pi"
	default:
		text = strings.ReplaceAll(at, "_", " ") // go, stop, pass, president stop and hold
	}
	_, ok := matgo.ParseMove(games.Action(text))
	return games.Action(text), ok
}

// candidates returns the number of legal actions among the line's candidates for the chosen action's decision.
func candidates(legal []games.Action, chosen games.Action) int {
	plays, others := 0, 0
	for _, a := range legal {
		if strings.HasPrefix(string(a), "play ") || a == "pass" {
			plays++
		} else {
			others++
		}
	}
	switch {
	case strings.HasPrefix(string(chosen), "play "), chosen == "pass":
		return plays
	case plays > 0:
		return others + 1 // and "to play"
	}
	return others
}
