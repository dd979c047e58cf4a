package train

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// policyType is the model_type of a [Policy].
const policyType = "policy_frequency_v1"

// Policy counts choices, by type, and by type and context.
type Policy struct {
	ModelType     string                               `json:"model_type"`
	CreatedAt     string                               `json:"created_at"`
	Alpha         float64                              `json:"alpha"`
	GlobalCounts  map[string]map[string]int            `json:"global_counts"`
	ContextCounts map[string]map[string]map[string]int `json:"context_counts"`
	ContextTotals map[string]map[string]int            `json:"context_totals"`
	TrainSummary  PolicySummary                        `json:"train_summary"`
}

// PolicySummary measures the fit of a policy to the samples that it counted.
type PolicySummary struct {
	Samples    int      `json:"samples"`
	Accuracy   float64  `json:"accuracy_top1"`
	NLL        float64  `json:"nll_per_sample"`
	InputFiles []string `json:"input_files"`
}

// leastProbability keeps a logarithm finite.
const leastProbability = 1e-12

// ErrNoSamples is returned if there is nothing to learn from.
var ErrNoSamples = errors.New("no decision to learn from")

// key returns the context of a sample.
func (s *Sample) key() string { return s.KeyOf(len(s.Candidates)) }

// KeyOf returns the key of a sample with that many candidates.
func (s *Sample) KeyOf(candidates int) string {
	b := make([]byte, 0, 80)
	text := func(name, value string) { b = append(append(b, name...), value...) }
	number := func(name string, n int) { b = strconv.AppendInt(append(b, name...), int64(n), 10) }
	text("dt=", s.Type)
	text("|ph=", s.Phase)
	text("|o=", s.Order)
	number("|db=", s.Deck/3)
	number("|hs=", s.HandSelf)
	number("|ho=", s.HandOpp)
	number("|gs=", s.GoSelf)
	number("|go=", s.GoOpp)
	number("|cc=", candidates)
	return string(b)
}

// ParseKey reads a key. The sample has a third of the deck. It returns false for any other text.
func ParseKey(key string) (s Sample, candidates int, ok bool) {
	parts := strings.Split(key, "|")
	names := [...]string{"dt=", "ph=", "o=", "db=", "hs=", "ho=", "gs=", "go=", "cc="}
	if len(parts) != len(names) {
		return s, 0, false
	}
	numbers := [...]*int{&s.Deck, &s.HandSelf, &s.HandOpp, &s.GoSelf, &s.GoOpp, &candidates}
	for i, name := range names {
		value, found := strings.CutPrefix(parts[i], name)
		if !found {
			return s, 0, false
		}
		switch i {
		case 0:
			s.Type = value
		case 1:
			s.Phase = value
		case 2:
			s.Order = value
		default:
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 {
				return s, 0, false
			}
			*numbers[i-3] = n
		}
	}
	return s, candidates, true
}

// NewPolicy returns a policy without counts.
func NewPolicy(alpha float64) *Policy {
	return &Policy{
		ModelType: policyType, Alpha: alpha, GlobalCounts: map[string]map[string]int{},
		ContextCounts: map[string]map[string]map[string]int{}, ContextTotals: map[string]map[string]int{},
	}
}

// Count counts a choice n times: in a context, or if key is "" over all of a type.
func (p *Policy) Count(of, key, choice string, n int) {
	if n == 0 {
		return
	}
	if p.GlobalCounts[of] == nil {
		p.GlobalCounts[of] = map[string]int{}
		p.ContextCounts[of] = map[string]map[string]int{}
		p.ContextTotals[of] = map[string]int{}
	}
	if key == "" {
		p.GlobalCounts[of][choice] += n
		return
	}
	counts := p.ContextCounts[of][key]
	if counts == nil {
		counts = map[string]int{}
		p.ContextCounts[of][key] = counts
	}
	counts[choice] += n
	p.ContextTotals[of][key] += n
}

// TrainPolicy counts the choices of a log. A second pass over the log measures the fit of the counts.
func TrainPolicy(log Log, alpha float64) (*Policy, error) {
	p := NewPolicy(alpha)
	if err := log.Each(func(list []Sample) error { p.count(list); return nil }); err != nil {
		return nil, err
	}
	fit := PolicyFit{}
	if err := log.Each(func(list []Sample) error { fit.addAll(p, list); return nil }); err != nil {
		return nil, err
	}
	var err error
	p.TrainSummary, err = fit.Summary()
	return p, err
}

func (p *Policy) count(list []Sample) {
	for i := range list {
		s := &list[i]
		if !s.Known() {
			continue
		}
		p.Count(s.Type, "", s.Chosen, 1)
		p.Count(s.Type, s.key(), s.Chosen, 1)
	}
}

// probabilities appends the probability of each candidate.
func (p *Policy) probabilities(s *Sample, list []float64) []float64 {
	key := s.key()
	counts, total := p.ContextCounts[s.Type][key], p.ContextTotals[s.Type][key]
	if counts == nil || total <= 0 {
		counts, total = p.GlobalCounts[s.Type], 0
		for _, c := range s.Candidates {
			total += counts[c]
		}
	}
	all := float64(total) + float64(p.Alpha*float64(len(s.Candidates)))
	for _, c := range s.Candidates {
		if all <= 0 {
			list = append(list, 1/float64(len(s.Candidates)))
			continue
		}
		list = append(list, (float64(counts[c])+p.Alpha)/all)
	}
	return list
}

// PolicyFit measures how well a policy predicts samples.
type PolicyFit struct {
	samples, right int
	loss           float64
	list           []float64
}

func (f *PolicyFit) addAll(p *Policy, list []Sample) {
	for i := range list {
		if s := &list[i]; s.Known() {
			f.one(p, s)
		}
	}
}

// one adds a sample and returns the probability of its choice.
func (f *PolicyFit) one(p *Policy, s *Sample) (chosen float64) {
	f.list = p.probabilities(s, f.list[:0])
	best := 0
	for i, v := range f.list {
		if v > f.list[best] {
			best = i
		}
		if s.Candidates[i] == s.Chosen {
			chosen = v
		}
	}
	f.Add(chosen, s.Candidates[best] == s.Chosen)
	return chosen
}

// Add adds a sample by the probability of its choice, and whether the choice is the first of the best.
func (f *PolicyFit) Add(chosen float64, best bool) {
	f.samples++
	if best {
		f.right++
	}
	f.loss -= math.Log(max(chosen, leastProbability))
}

// Summary summarises the samples. Without samples the error is [ErrNoSamples].
func (f *PolicyFit) Summary() (PolicySummary, error) {
	if f.samples == 0 {
		return PolicySummary{}, ErrNoSamples
	}
	n := float64(f.samples)
	return PolicySummary{Samples: f.samples, Accuracy: float64(f.right) / n, NLL: f.loss / n}, nil
}

// Check returns an error if a policy that was read is invalid.
func (p *Policy) Check() error {
	switch {
	case p.ModelType != policyType:
		return fmt.Errorf("model_type is %.40q, want %q", p.ModelType, policyType)
	case !(p.Alpha >= 0) || math.IsInf(p.Alpha, 0):
		return fmt.Errorf("alpha is %v, want a number of 0 or more", p.Alpha)
	case p.GlobalCounts == nil || p.ContextCounts == nil || p.ContextTotals == nil:
		return errors.New("global_counts, context_counts or context_totals is missing")
	}
	for of, counts := range p.GlobalCounts {
		for choice, n := range counts {
			if n < 0 {
				return fmt.Errorf("global_counts of %q %q is %d", of, choice, n)
			}
		}
	}
	for of, contexts := range p.ContextCounts {
		for key, counts := range contexts {
			sum := 0
			for choice, n := range counts {
				if n < 0 {
					return fmt.Errorf("context_counts of %q %q is %d", key, choice, n)
				}
				sum += n
			}
			if is := p.ContextTotals[of][key]; is != sum {
				return fmt.Errorf("context_totals of %q is %d, its counts come to %d", key, is, sum)
			}
		}
	}
	return nil
}
