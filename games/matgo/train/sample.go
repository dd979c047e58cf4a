// Package train implements the owner's way to train Matgo models from the logs of a simulation: a policy
// that counts choices, a value that is a linear function of hashed features, and the comparison of two
// models. docs/matgo-training.md has the formulas and files.
package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Sample is one decision of a log.
type Sample struct {
	// Type is "play", "match" or "option". Candidates lists the possible choices.
	Type       string
	Candidates []string
	Chosen     string
	// The seat's view in numbers.
	Phase, Order             string
	Deck, HandSelf, HandOpp  int
	GoSelf, GoOpp            int
	Reward                   float64 // immediate
	ScoreSelf, ScoreOpponent float64 // at the end of the round
}

// Known reports whether the choice is among the candidates. Other samples teach a policy nothing.
func (s *Sample) Known() bool {
	return slices.Contains(s.Candidates, s.Chosen)
}

// line has the fields of a log's line that training needs.
type line struct {
	LogMode string              `json:"logMode"`
	Score   map[string]*float64 `json:"score"`
	Trace   *[]decision         `json:"decision_trace"`
}

type decision struct {
	Actor    string    `json:"a"`
	Order    string    `json:"o"`
	At       string    `json:"at"`
	Chosen   text      `json:"c"`
	Selected text      `json:"s"`
	Reward   float64   `json:"ir"`
	Context  *context  `json:"dc"`
	Space    *choices  `json:"sp"`
	Delta    *struct{} `json:"delta"`
}

type context struct {
	Phase    string `json:"phase"`
	Deck     int    `json:"deckCount"`
	HandSelf int    `json:"handCountSelf"`
	HandOpp  int    `json:"handCountOpp"`
	GoSelf   int    `json:"goCountSelf"`
	GoOpp    int    `json:"goCountOpp"`
}

type choices struct {
	Cards   []text `json:"cards"`
	Board   []text `json:"boardCardIds"`
	Options []text `json:"options"`
}

// text is a JSON string, or a number or null as Python writes it.
type text string

func (t *text) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(t))
	}
	switch s := string(raw); s {
	case "null":
		*t = "None"
	default:
		if _, err := strconv.ParseInt(s, 10, 64); err != nil {
			return fmt.Errorf("%.40s is neither a text nor a whole number", s)
		}
		*t = text(s)
	}
	return nil
}

func texts(list []text) []string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = string(t)
	}
	return out
}

// ErrDelta is returned for a log without candidates.
var ErrDelta = errors.New("a delta log tells no candidates and trains nothing: simulate with --log-mode=compact")

// ReadLine returns the samples of a line of a log.
func ReadLine(raw []byte) ([]Sample, error) {
	var l line
	if err := json.Unmarshal(raw, &l); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("it is no JSON: %w", err)
		}
		return nil, err
	}
	switch {
	case l.LogMode == "delta":
		return nil, ErrDelta
	case l.Trace == nil:
		return nil, errors.New("it has no decision_trace: it is not of a simulation's log")
	}
	list := make([]Sample, 0, len(*l.Trace))
	for i := range *l.Trace {
		d := &(*l.Trace)[i]
		if d.Delta != nil {
			return nil, ErrDelta
		}
		s, ok, err := d.sample(l.Score)
		if err != nil {
			return nil, fmt.Errorf("decision %d: %w", i+1, err)
		}
		if ok {
			list = append(list, s)
		}
	}
	return list, nil
}

// sample returns a decision as a sample, false if there was no choice.
func (d *decision) sample(score map[string]*float64) (s Sample, ok bool, err error) {
	if d.Space == nil {
		return s, false, nil
	}
	switch {
	case len(d.Space.Cards) > 0:
		s.Type, s.Candidates, s.Chosen = "play", texts(d.Space.Cards), string(d.Chosen)
	case len(d.Space.Board) > 0:
		s.Type, s.Candidates, s.Chosen = "match", texts(d.Space.Board), string(d.Selected)
	case len(d.Space.Options) > 0:
		s.Type, s.Candidates, s.Chosen = "option", texts(d.Space.Options), strings.TrimPrefix(d.At, "choose_")
	default:
		return s, false, nil
	}
	other := map[string]string{"human": "ai", "ai": "human"}[d.Actor]
	c := d.Context
	switch {
	case other == "":
		return s, false, fmt.Errorf("its actor is %.20q, want human or ai", d.Actor)
	case d.Order != "first" && d.Order != "second":
		return s, false, fmt.Errorf("its order is %.20q, want first or second", d.Order)
	case c == nil:
		return s, false, errors.New("it has no dc")
	case score[d.Actor] == nil || score[other] == nil:
		return s, false, errors.New("the line has no score of both")
	}
	for _, n := range [...]int{c.Deck, c.HandSelf, c.HandOpp, c.GoSelf, c.GoOpp} {
		if n < 0 || n > 1<<20 {
			return s, false, fmt.Errorf("its dc has %d, want no such number", n)
		}
	}
	s.Phase, s.Order, s.Deck, s.HandSelf, s.HandOpp, s.GoSelf, s.GoOpp = c.Phase, d.Order, c.Deck, c.HandSelf, c.HandOpp, c.GoSelf, c.GoOpp
	s.Reward, s.ScoreSelf, s.ScoreOpponent = d.Reward, *score[d.Actor], *score[other]
	return s, true, nil
}

// Log has the samples of logs in order. Every pass reads them again.
type Log interface {
	// Each yields the samples of all lines, one round at a time.
	Each(func([]Sample) error) error
}
