package train

import (
	"crypto/md5"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// valueType is the model_type of a [Value].
const valueType = "value_linear_hash_v1"

// The features of a sample: texts, each present or not, and numbers.
var (
	tokenNames   = []string{"phase=", "order=", "decision_type=", "action=", "deck_bucket=", "self_hand=", "opp_hand=", "self_go=", "opp_go="}
	numericNames = []string{"deck_count", "hand_self", "hand_opp", "go_self", "go_opp", "cand_count", "immediate_reward"}
)

// Value predicts the result of the choosing seat at the end, in gold.
type Value struct {
	ModelType    string             `json:"model_type"`
	CreatedAt    string             `json:"created_at"`
	Dim          int                `json:"dim"`
	Weights      []float64          `json:"weights"`
	Bias         float64            `json:"bias"`
	NumericScale map[string]float64 `json:"numeric_scale"`
	GoldPerPoint float64            `json:"gold_per_point"`
	FeatureSpec  FeatureSpec        `json:"feature_spec"`
	TrainSummary ValueSummary       `json:"train_summary"`
}

// FeatureSpec describes the features.
type FeatureSpec struct {
	Tokens  []string `json:"categorical_tokens"`
	Numbers []string `json:"numeric_keys"`
	Dim     int      `json:"hash_dim"`
}

// ValueSummary measures the fit of a value to the samples that it learnt and the samples held out.
type ValueSummary struct {
	Samples    int      `json:"samples_total"`
	Train      int      `json:"samples_train"`
	Valid      int      `json:"samples_valid"`
	TrainMSE   float64  `json:"train_mse"`
	TrainRMSE  float64  `json:"train_rmse"`
	TrainMAE   float64  `json:"train_mae"`
	ValidMSE   float64  `json:"valid_mse"`
	ValidRMSE  float64  `json:"valid_rmse"`
	ValidMAE   float64  `json:"valid_mae"`
	InputFiles []string `json:"input_files"`
	Epochs     int      `json:"epochs"`
	LR         float64  `json:"lr"`
	L2         float64  `json:"l2"`
}

// maxDim limits the weights of a value.
const maxDim = 1 << 24

// ValueOptions configure the learning of a value.
type ValueOptions struct {
	GoldPerPoint float64
	Dim, Epochs  int
	LR, L2       float64
	Seed         uint64
	// Normalised divides each step by the squares of the sample's features, so that it cannot diverge. The
	// owner's steps are not normalised.
	Normalised bool
	// Memory limits the samples held at once. A larger log is shuffled in blocks of that size, and read
	// again for each epoch.
	Memory int
}

// Check returns an error if the options are invalid.
func (o ValueOptions) Check() error {
	switch {
	case !finite(o.GoldPerPoint):
		return fmt.Errorf("bad gold per point %v", o.GoldPerPoint)
	case o.Dim < 1 || o.Dim > maxDim:
		return fmt.Errorf("bad dim %d: want 1 to %d", o.Dim, maxDim)
	case o.Epochs < 1 || o.Epochs > 1_000_000:
		return fmt.Errorf("bad epochs %d: want 1 to 1000000", o.Epochs)
	case !(o.LR > 0) || !finite(o.LR):
		return fmt.Errorf("bad lr %v: want a number above 0", o.LR)
	case !(o.L2 >= 0) || !finite(o.L2):
		return fmt.Errorf("bad l2 %v: want a number of 0 or more", o.L2)
	case o.Memory < 1:
		return fmt.Errorf("bad memory %d: want 1 sample or more", o.Memory)
	}
	return nil
}

// Hasher finds the places of features. It hashes each text once.
type Hasher struct {
	dim     uint32
	known   map[string]uint32
	numbers [7]uint32
	text    []byte
}

func newHasher(dim int) *Hasher {
	h := &Hasher{dim: uint32(dim), known: map[string]uint32{}}
	for i, name := range numericNames {
		h.numbers[i] = h.place("num:" + name)
	}
	return h
}

// place is the first eight hexadecimal digits of the text's MD5, modulo dim.
func (h *Hasher) place(text string) uint32 {
	sum := md5.Sum([]byte(text))
	return binary.BigEndian.Uint32(sum[:]) % h.dim
}

// maxKnown limits the texts that a hasher remembers.
const maxKnown = 1 << 16

func (h *Hasher) token(name, value string) uint32 {
	h.text = append(append(append(h.text[:0], "tok:"...), name...), value...)
	at, ok := h.known[string(h.text)]
	if !ok {
		if len(h.known) >= maxKnown {
			clear(h.known)
		}
		at = h.place(string(h.text))
		h.known[string(h.text)] = at
	}
	return at
}

// Token returns the place of a feature's text. The features are numbered from 0: phase, order, type,
// choice, third of the deck, hands and goes.
func (h *Hasher) Token(name int, value string) uint32 { return h.token(tokenNames[name], value) }

// Row is a sample as a value learns it.
type Row struct {
	Tokens  [9]uint32
	Numbers [6]int32
	Reward  float64
	Target  float64
}

// rowLog is a log that makes rows itself.
type rowLog interface {
	EachRow(h *Hasher, goldPerPoint float64, take func([]Row) error) error
}

func (h *Hasher) pack(s *Sample, goldPerPoint float64) Row {
	number := func(name int, n int) uint32 { return h.token(tokenNames[name], strconv.Itoa(n)) }
	return Row{
		Tokens: [9]uint32{
			h.token(tokenNames[0], s.Phase), h.token(tokenNames[1], s.Order), h.token(tokenNames[2], s.Type), h.token(tokenNames[3], s.Chosen),
			number(4, s.Deck/3), number(5, s.HandSelf), number(6, s.HandOpp), number(7, s.GoSelf), number(8, s.GoOpp),
		},
		Numbers: [6]int32{int32(s.Deck), int32(s.HandSelf), int32(s.HandOpp), int32(s.GoSelf), int32(s.GoOpp), int32(len(s.Candidates))},
		Reward:  s.Reward,
		Target:  (s.ScoreSelf - s.ScoreOpponent) * goldPerPoint,
	}
}

func (p *Row) number(i int) float64 {
	if i < len(p.Numbers) {
		return float64(p.Numbers[i])
	}
	return p.Reward
}

// feature is a place with its value.
type feature struct {
	at    uint32
	value float64
}

// features returns the features of a sample. Values at the same place are added.
func (h *Hasher) features(p *Row, scale *[7]float64, list []feature) []feature {
	add := func(at uint32, v float64) {
		for i := range list {
			if list[i].at == at {
				list[i].value += v
				return
			}
		}
		list = append(list, feature{at, v})
	}
	for _, at := range p.Tokens {
		add(at, 1)
	}
	for i, at := range h.numbers {
		add(at, p.number(i)/scale[i])
	}
	return list
}

// linear is a value during learning.
type linear struct {
	*Hasher
	weights []float64
	bias    float64
	scale   [7]float64
	list    []feature
}

func (l *linear) predict(p *Row) float64 {
	l.list = l.features(p, &l.scale, l.list[:0])
	v := l.bias
	for _, f := range l.list {
		v += float64(l.weights[f.at] * f.value)
	}
	return v
}

// step is one step of gradient descent.
func (l *linear) step(p *Row, o *ValueOptions) {
	err := l.predict(p) - p.Target
	lr := o.LR
	if o.Normalised {
		squares := 1.0 // the bias
		for _, f := range l.list {
			squares += float64(f.value * f.value)
		}
		lr /= squares
	}
	l.bias -= float64(lr * err)
	for _, f := range l.list {
		w := &l.weights[f.at]
		*w -= float64(lr * (float64(err*f.value) + float64(o.L2**w)))
	}
}

// blocks has the samples of a log in blocks of the size of memory, each shuffled.
type blocks struct {
	log    Log
	o      *ValueOptions
	hasher *Hasher
	whole  []Row // the only block of a log that fits into memory
	all    bool  // whole has everything
}

// each yields every block: its part to learn from, and the part held out.
func (b *blocks) each(take func(train, valid []Row)) error {
	split := func(list []Row) { cut := int(0.9 * float64(len(list))); take(list[:cut], list[cut:]) }
	if b.all {
		split(b.whole)
		return nil
	}
	t := newTwister(b.o.Seed)
	block, full := b.whole[:0], 0
	add := func(row Row) {
		if len(block) == b.o.Memory {
			shuffle(t, block)
			split(block)
			block = block[:0]
			full++
		}
		block = append(block, row)
	}
	var err error
	if rows, ok := b.log.(rowLog); ok {
		err = rows.EachRow(b.hasher, b.o.GoldPerPoint, func(list []Row) error {
			for i := range list {
				add(list[i])
			}
			return nil
		})
	} else {
		err = b.log.Each(func(list []Sample) error {
			for i := range list {
				add(b.hasher.pack(&list[i], b.o.GoldPerPoint))
			}
			return nil
		})
	}
	if err != nil {
		return err
	}
	if len(block) > 0 {
		shuffle(t, block)
		split(block)
	}
	b.whole, b.all = block, full == 0
	return nil
}

// ErrDiverged is returned if the steps were too large to learn anything.
var ErrDiverged = errors.New("the value diverged: a smaller --lr, or --normalised, learns")

// TrainValue learns a value from a log. It calls tell, which may be nil, after each epoch; an error of tell
// ends the learning.
func TrainValue(log Log, o ValueOptions, tell func(epoch int) error) (*Value, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	h := newHasher(o.Dim)
	b := &blocks{log: log, o: &o, hasher: h}
	l := &linear{Hasher: h, weights: make([]float64, o.Dim), scale: [7]float64{1, 1, 1, 1, 1, 1, 1}}
	var summary ValueSummary
	err := b.each(func(train, valid []Row) {
		summary.Train += len(train)
		summary.Valid += len(valid)
		for i := range train {
			for n := range l.scale {
				l.scale[n] = max(l.scale[n], math.Abs(train[i].number(n)))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	summary.Samples = summary.Train + summary.Valid
	if summary.Samples == 0 {
		return nil, ErrNoSamples
	}
	order := newTwister(o.Seed)
	var indices []int
	for epoch := range o.Epochs {
		err := b.each(func(train, _ []Row) {
			if len(indices) != len(train) || !b.all {
				indices = indices[:0]
				for i := range train {
					indices = append(indices, i)
				}
			}
			shuffle(order, indices) // of a single block in place, like the owner's
			for _, i := range indices {
				l.step(&train[i], &o)
			}
		})
		if err == nil && tell != nil {
			err = tell(epoch + 1)
		}
		if err != nil {
			return nil, err
		}
	}
	if !finite(l.bias) {
		return nil, ErrDiverged
	}
	for _, w := range l.weights {
		if !finite(w) {
			return nil, ErrDiverged
		}
	}
	var fit, apart valueFit
	if err := b.each(func(train, valid []Row) { fit.add(l, train); apart.add(l, valid) }); err != nil {
		return nil, err
	}
	summary.TrainMSE, summary.TrainRMSE, summary.TrainMAE = fit.measures()
	summary.ValidMSE, summary.ValidRMSE, summary.ValidMAE = apart.measures()
	summary.Epochs, summary.LR, summary.L2 = o.Epochs, o.LR, o.L2
	v := &Value{
		ModelType: valueType, Dim: o.Dim, Weights: l.weights, Bias: l.bias, NumericScale: map[string]float64{}, GoldPerPoint: o.GoldPerPoint,
		FeatureSpec: FeatureSpec{Tokens: names(tokenNames), Numbers: numericNames, Dim: o.Dim}, TrainSummary: summary,
	}
	for i, name := range numericNames {
		v.NumericScale[name] = l.scale[i]
	}
	return v, nil
}

func finite(v float64) bool { return v == v && !math.IsInf(v, 0) }

// names returns the names of tokens without the joiner between name and value.
func names(tokens []string) []string {
	list := make([]string, len(tokens))
	for i, t := range tokens {
		list[i] = t[:len(t)-1]
	}
	return list
}

// valueFit measures the distance of a value from the actual results.
type valueFit struct {
	samples           int
	squares, absolute float64
}

func (f *valueFit) add(l *linear, list []Row) {
	for i := range list {
		f.one(l.predict(&list[i]), list[i].Target)
	}
}

func (f *valueFit) one(predicted, target float64) {
	err := predicted - target
	f.samples++
	f.squares += float64(err * err)
	f.absolute += math.Abs(err)
}

// measures returns 0 without samples.
func (f *valueFit) measures() (mse, rmse, mae float64) {
	n := float64(max(f.samples, 1))
	return f.squares / n, math.Sqrt(f.squares / n), f.absolute / n
}

// Check returns an error if a value that was read is invalid.
func (v *Value) Check() error {
	switch {
	case v.ModelType != valueType:
		return fmt.Errorf("model_type is %.40q, want %q", v.ModelType, valueType)
	case v.Dim < 1 || v.Dim > maxDim || v.FeatureSpec.Dim != 0 && v.FeatureSpec.Dim != v.Dim:
		return fmt.Errorf("dim is %d, hash_dim %d", v.Dim, v.FeatureSpec.Dim)
	case len(v.Weights) != v.Dim:
		return fmt.Errorf("%d weights, want %d", len(v.Weights), v.Dim)
	case v.GoldPerPoint == 0:
		return errors.New("gold_per_point is missing")
	}
	for _, name := range numericNames {
		if !(v.NumericScale[name] > 0) {
			return fmt.Errorf("numeric_scale of %s is %v, want a number above 0", name, v.NumericScale[name])
		}
	}
	return nil
}

// linear prepares the value for prediction.
func (v *Value) linear() *linear {
	l := &linear{Hasher: newHasher(v.Dim), weights: v.Weights, bias: v.Bias}
	for i, name := range numericNames {
		l.scale[i] = v.NumericScale[name]
	}
	return l
}

// Predictor returns a function that predicts the result of a sample's seat, in gold. The function belongs
// to one goroutine. The value must have been checked.
func (v *Value) Predictor() func(*Sample) float64 {
	l := v.linear()
	return func(s *Sample) float64 {
		x := l.pack(s, 0)
		return l.predict(&x)
	}
}
