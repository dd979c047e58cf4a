package train

import "errors"

// Evaluation compares an old model with a new one.
type Evaluation struct {
	CreatedAt string            `json:"created_at"`
	Inputs    EvaluationInputs  `json:"inputs"`
	Policy    *PolicyComparison `json:"policy"`
	Value     *ValueComparison  `json:"value"`
}

// EvaluationInputs lists the files of a comparison.
type EvaluationInputs struct {
	Files     []string `json:"files"`
	PolicyOld string   `json:"policy_old"`
	PolicyNew string   `json:"policy_new"`
	ValueOld  string   `json:"value_old"`
	ValueNew  string   `json:"value_new"`
}

// PolicyComparison says how well two policies predict the choices of a log.
type PolicyComparison struct {
	Samples     int     `json:"samples"`
	OldAccuracy float64 `json:"old_top1_accuracy"`
	NewAccuracy float64 `json:"new_top1_accuracy"`
	OldNLL      float64 `json:"old_nll_per_sample"`
	NewNLL      float64 `json:"new_nll_per_sample"`
	Duel        Duel    `json:"duel"`
}

// ValueComparison says how well two values predict the ends of its rounds.
type ValueComparison struct {
	Samples int     `json:"samples"`
	OldMAE  float64 `json:"old_mae"`
	NewMAE  float64 `json:"new_mae"`
	OldRMSE float64 `json:"old_rmse"`
	NewRMSE float64 `json:"new_rmse"`
	Duel    Duel    `json:"duel"`
}

// Duel counts sample by sample which model was nearer.
type Duel struct {
	NewWins int     `json:"new_wins"`
	OldWins int     `json:"old_wins"`
	Ties    int     `json:"ties"`
	WinRate float64 `json:"new_win_rate"` // of all samples
}

// add counts a sample. Higher is better.
func (d *Duel) add(old, new float64) {
	switch {
	case new > old:
		d.NewWins++
	case new < old:
		d.OldWins++
	default:
		d.Ties++
	}
}

func (d *Duel) end() {
	if n := d.NewWins + d.OldWins + d.Ties; n > 0 {
		d.WinRate = float64(d.NewWins) / float64(n)
	}
}

// ComparePolicies compares two policies on a log, and two values if they are not nil.
func ComparePolicies(log Log, oldPolicy, newPolicy *Policy, oldValue, newValue *Value) (*PolicyComparison, *ValueComparison, error) {
	var oldFit, newFit PolicyFit
	var oldError, newError valueFit
	var oldLinear, newLinear *linear
	p := &PolicyComparison{}
	var v *ValueComparison
	if oldValue != nil && newValue != nil {
		v, oldLinear, newLinear = &ValueComparison{}, oldValue.linear(), newValue.linear()
	}
	gold := 0.0
	if v != nil {
		gold = newValue.GoldPerPoint
	}
	err := log.Each(func(list []Sample) error {
		for i := range list {
			s := &list[i]
			if !s.Known() {
				continue
			}
			p.Duel.add(oldFit.one(oldPolicy, s), newFit.one(newPolicy, s))
			if v == nil {
				continue
			}
			a, b := oldLinear.pack(s, gold), newLinear.pack(s, gold)
			old, new := oldLinear.predict(&a), newLinear.predict(&b)
			oldError.one(old, a.Target)
			newError.one(new, b.Target)
			v.Duel.add(-abs(old-a.Target), -abs(new-b.Target))
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	old, err1 := oldFit.Summary()
	new, err2 := newFit.Summary()
	if err := errors.Join(err1, err2); err != nil {
		return nil, nil, ErrNoSamples
	}
	p.Samples, p.OldAccuracy, p.NewAccuracy, p.OldNLL, p.NewNLL = old.Samples, old.Accuracy, new.Accuracy, old.NLL, new.NLL
	p.Duel.end()
	if v != nil {
		v.Samples = oldError.samples
		_, v.OldRMSE, v.OldMAE = oldError.measures()
		_, v.NewRMSE, v.NewMAE = newError.measures()
		v.Duel.end()
	}
	return p, v, nil
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}
