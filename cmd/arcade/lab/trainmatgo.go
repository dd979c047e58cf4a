package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games/matgo/train"
)

// newTrainMatgo returns the commands of the owner's four steps, and of the training of the arcade's own
// bot.
func newTrainMatgo() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "matgo",
		Short: "Train Matgo models (docs/matgo-training.md)",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTrainMatgoPolicy(), newTrainMatgoValue(), newTrainMatgoEvaluate(), newTrainMatgoPipeline(), newTrainMatgoBot())
	return cmd
}

// matgoTraining has the flags of the owner's steps.
type matgoTraining struct {
	job
	input  []string
	output string

	alpha      float64
	policySeed uint64
	value      train.ValueOptions

	policyOld, policyNew, valueOld, valueNew string

	tag      string
	skipEval bool
}

// step returns the command of a step. Logs may follow --input as arguments, because a shell expands
// logs/*.jsonl.
func (t *matgoTraining) step(use, short string, do func(*matgoLogs) (cli.Found, error)) *cobra.Command {
	var cmd *cobra.Command
	cmd = t.command(use, short, func(ctx context.Context) (cli.Found, error) {
		logs, err := openMatgoLogs(ctx, append(t.input, cmd.Flags().Args()...), t.stderr)
		if err != nil {
			return nil, err
		}
		return do(logs)
	})
	cmd.Use += " --input FILE..."
	cmd.Args = cobra.ArbitraryArgs
	cmd.Flags().StringSliceVar(&t.input, "input", nil, "logs of arcade sim matgo, also packed by gzip; more may follow")
	return cmd
}

func newTrainMatgoPolicy() *cobra.Command {
	var t matgoTraining
	cmd := t.step("policy", "Count what is chosen, in which situation (01)", func(logs *matgoLogs) (cli.Found, error) {
		p, err := t.trainPolicy(logs)
		if err != nil {
			return nil, err
		}
		return policyFound{p.TrainSummary, t.output}, writeModel(t.output, p)
	})
	f := cmd.Flags()
	f.StringVar(&t.output, "output", "models/policy-model.json", "the model to write")
	t.bindPolicy(cmd)
	return cmd
}

func (t *matgoTraining) bindPolicy(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&t.alpha, "alpha", 1, "added to every count")
	cmd.Flags().Uint64Var(&t.policySeed, "seed", 7, "order of the samples; the model does not depend on it")
}

func (t *matgoTraining) trainPolicy(logs *matgoLogs) (*train.Policy, error) {
	if !(t.alpha >= 0) || math.IsInf(t.alpha, 0) {
		return nil, fmt.Errorf("bad --alpha %v: want a number of 0 or more", t.alpha)
	}
	p, err := train.TrainPolicy(logs, t.alpha)
	if err == nil {
		p.CreatedAt, p.TrainSummary.InputFiles = now(), logs.files
	}
	return p, err
}

func newTrainMatgoValue() *cobra.Command {
	var t matgoTraining
	cmd := t.step("value", "Learn what a decision is worth in gold (02)", func(logs *matgoLogs) (cli.Found, error) {
		v, err := t.trainValue(logs)
		if err != nil {
			return nil, err
		}
		return valueFound{v.TrainSummary, t.output}, writeModel(t.output, v)
	})
	f := cmd.Flags()
	f.StringVar(&t.output, "output", "models/value-model.json", "the model to write")
	f.Uint64Var(&t.value.Seed, "seed", 13, "order of the samples")
	t.bindValue(cmd)
	return cmd
}

func (t *matgoTraining) bindValue(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Float64Var(&t.value.GoldPerPoint, "gold-per-point", 100, "gold for a point")
	f.IntVar(&t.value.Dim, "dim", 4096, "weights, over which the features are hashed")
	f.IntVar(&t.value.Epochs, "epochs", 6, "passes over the samples")
	f.Float64Var(&t.value.LR, "lr", 0.03, "learning rate")
	f.Float64Var(&t.value.L2, "l2", 1e-6, "how much weights are pulled towards 0")
	f.BoolVar(&t.value.Normalised, "normalised", false, "divide each step by the squares of the sample's features: it never diverges")
	f.IntVar(&t.value.Memory, "memory", 1_000_000, "samples to hold at once; a log of more is read again for each epoch, and shuffled in blocks")
}

func (t *matgoTraining) trainValue(logs *matgoLogs) (*train.Value, error) {
	v, err := train.TrainValue(logs, t.value, func(epoch int) error {
		if logs.ctx.Err() != nil {
			return cli.Interrupted(logs.ctx)
		}
		return nil
	})
	if err == nil {
		v.CreatedAt, v.TrainSummary.InputFiles = now(), logs.files
	}
	return v, err
}

func newTrainMatgoEvaluate() *cobra.Command {
	var t matgoTraining
	cmd := t.step("evaluate", "Compare two models on a log (03)", func(logs *matgoLogs) (cli.Found, error) { return t.evaluate(logs) })
	f := cmd.Flags()
	f.StringVar(&t.policyOld, "policy-old", "", "a policy")
	f.StringVar(&t.policyNew, "policy-new", "", "the policy to compare with it")
	f.StringVar(&t.valueOld, "value-old", "", "a value")
	f.StringVar(&t.valueNew, "value-new", "", "the value to compare with it")
	f.StringVar(&t.output, "output", "logs/model-eval.json", "the report to write")
	return cmd
}

func (t *matgoTraining) evaluate(logs *matgoLogs) (cli.Found, error) {
	if t.policyOld == "" || t.policyNew == "" {
		return nil, errors.New("want --policy-old and --policy-new")
	}
	if (t.valueOld == "") != (t.valueNew == "") {
		return nil, errors.New("want both of --value-old and --value-new, or neither")
	}
	e := evaluationFound{t.output, train.Evaluation{
		CreatedAt: now(),
		Inputs:    train.EvaluationInputs{Files: logs.files, PolicyOld: t.policyOld, PolicyNew: t.policyNew, ValueOld: t.valueOld, ValueNew: t.valueNew},
	}}
	oldPolicy, err1 := readPolicy(t.policyOld)
	newPolicy, err2 := readPolicy(t.policyNew)
	var oldValue, newValue *train.Value
	var err3, err4 error
	if t.valueOld != "" {
		oldValue, err3 = readValue(t.valueOld)
		newValue, err4 = readValue(t.valueNew)
	}
	err := errors.Join(err1, err2, err3, err4)
	if err == nil {
		e.Policy, e.Value, err = train.ComparePolicies(logs, oldPolicy, newPolicy, oldValue, newValue)
	}
	if err != nil {
		return nil, err
	}
	return e, writeModel(t.output, e.Evaluation)
}

func newTrainMatgoPipeline() *cobra.Command {
	var t matgoTraining
	cmd := t.step("pipeline", "Train both models and compare them with older ones (04)", func(logs *matgoLogs) (cli.Found, error) {
		if t.tag == "" || filepath.Base(t.tag) != t.tag || t.tag == "." || t.tag == ".." {
			return nil, fmt.Errorf("bad --tag %q: want a part of a file's name, such as v1", t.tag)
		}
		t.value.Seed = 13
		// Errors of an older model are reported before anything is trained.
		for _, err := range []error{olderModel(t.policyOld, readPolicy), olderModel(t.valueOld, readValue)} {
			if err != nil {
				return nil, err
			}
		}
		p, err := t.trainPolicy(logs)
		if err != nil {
			return nil, err
		}
		v, err := t.trainValue(logs)
		if err != nil {
			return nil, err
		}
		t.policyNew, t.valueNew = "models/policy-"+t.tag+".json", "models/value-"+t.tag+".json"
		both := pipelineFound{Policy: policyFound{p.TrainSummary, t.policyNew}, Value: valueFound{v.TrainSummary, t.valueNew}}
		if err := errors.Join(writeModel(t.policyNew, p), writeModel(t.valueNew, v)); err != nil || t.skipEval {
			return both, err
		}
		// Without older models the new ones are compared with themselves.
		if t.policyOld == "" {
			t.policyOld = t.policyNew
		}
		if t.valueOld == "" {
			t.valueOld = t.valueNew
		}
		t.output = "logs/model-eval-" + t.tag + ".json"
		e, err := t.evaluate(logs)
		if err != nil {
			return nil, err
		}
		both.Evaluation = e
		return both, nil
	})
	f := cmd.Flags()
	f.StringVar(&t.tag, "tag", "", "names the files: models/policy-TAG.json, models/value-TAG.json, logs/model-eval-TAG.json")
	f.StringVar(&t.policyOld, "policy-old", "", "a policy to compare with; \"\": the new one")
	f.StringVar(&t.valueOld, "value-old", "", "a value to compare with; \"\": the new one")
	f.BoolVar(&t.skipEval, "skip-eval", false, "train, and compare nothing")
	t.bindPolicy(cmd)
	t.bindValue(cmd)
	return cmd
}

// olderModel returns the error of an optional model.
func olderModel[T any](path string, read func(string) (T, error)) error {
	if path == "" {
		return nil
	}
	_, err := read(path)
	return err
}

// now returns the time in a model's format.
func now() string { return time.Now().UTC().Format(time.RFC3339) }

// writeModel writes a model or a report, completely or not at all, and makes its folder.
func writeModel(path string, model any) error {
	raw, err := json.Marshal(model)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return replaceFile(path, append(raw, '\n'))
}

func readPolicy(path string) (*train.Policy, error) { return readModel[train.Policy](path) }
func readValue(path string) (*train.Value, error)   { return readModel[train.Value](path) }

// readModel reads and checks a model.
func readModel[T any, P interface {
	*T
	Check() error
}](path string) (P, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m := P(new(T))
	if err := json.Unmarshal(raw, m); err != nil {
		return nil, fmt.Errorf("%s is not a model: %w", path, err)
	}
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("%s is damaged or another kind of model: %w", path, err)
	}
	return m, nil
}

// Results of the steps, with their files.
type (
	policyFound struct {
		train.PolicySummary
		Output string `json:"output"`
	}
	valueFound struct {
		train.ValueSummary
		Output string `json:"output"`
	}
	evaluationFound struct {
		Output string `json:"output"`
		train.Evaluation
	}
	pipelineFound struct {
		Policy     policyFound `json:"policy"`
		Value      valueFound  `json:"value"`
		Evaluation cli.Found   `json:"evaluation,omitempty"`
	}
)

func (f policyFound) Print(w io.Writer) {
	fmt.Fprintf(w, "policy  %d decisions, first choice right %.2f %%, %.4f a decision (NLL): %s\n", f.Samples, 100*f.Accuracy, f.NLL, f.Output)
}

func (f valueFound) Print(w io.Writer) {
	fmt.Fprintf(w, "value   %d decisions, off by %.1f gold (RMSE), %.1f on the %d kept apart: %s\n", f.Samples, f.TrainRMSE, f.ValidRMSE, f.Valid, f.Output)
}

func (f evaluationFound) Print(w io.Writer) {
	p := f.Policy
	fmt.Fprintf(w, "policy  %d decisions: right %.2f %% before, %.2f %% now; NLL %.4f and %.4f; nearer now %d, before %d, equal %d\n",
		p.Samples, 100*p.OldAccuracy, 100*p.NewAccuracy, p.OldNLL, p.NewNLL, p.Duel.NewWins, p.Duel.OldWins, p.Duel.Ties)
	if v := f.Value; v != nil {
		fmt.Fprintf(w, "value   off by %.1f gold before, %.1f now (RMSE); nearer now %d, before %d, equal %d\n",
			v.OldRMSE, v.NewRMSE, v.Duel.NewWins, v.Duel.OldWins, v.Duel.Ties)
	}
	fmt.Fprintf(w, "report  %s\n", f.Output)
}

func (f pipelineFound) Print(w io.Writer) {
	f.Policy.Print(w)
	f.Value.Print(w)
	if f.Evaluation != nil {
		f.Evaluation.Print(w)
	}
}
