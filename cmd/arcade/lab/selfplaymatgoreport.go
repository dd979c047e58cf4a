package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"arcade/games/matgo/bots"
	"arcade/games/matgo/sim"
	"arcade/games/matgo/train"
)

// stageReport is the result of a stage, in report.json.
type stageReport struct {
	Stage  int    `json:"stage"`
	Rounds int    `json:"rounds"`
	Seed   string `json:"seed"`
	Rules  int    `json:"rules"`
	// Replayed counts the rounds that were replayed from their log lines: all rounds of stage 0.
	Replayed int        `json:"replayed"`
	Play     sim.Report `json:"play"`
	// First is the beginner's share of wins among decided rounds.
	First  sim.Interval        `json:"first"`
	Policy train.PolicySummary `json:"policy"`
	Value  train.ValueSummary  `json:"value"`
	// Against compares the stage's models with others on the evaluation set.
	Against []sim.PairedReport `json:"against"`
	// All is the error of the value, Events the same by event.
	All struct {
		Trained sim.ErrorMeasure `json:"trained"`
		HeldOut sim.ErrorMeasure `json:"heldOut"`
	} `json:"all"`
	Events []sim.EventReport `json:"events"`
	// Drift is the difference from the models of the previous stage, on held-out rounds.
	Drift *sim.Drift `json:"drift"`
}

func (s *matgoStage) report(ctx context.Context, policy *train.Policy, value *train.Value) (*stageReport, error) {
	r := &stageReport{Stage: s.stage, Rounds: s.games, Seed: s.seed, Rules: s.run.Rules, Policy: policy.TrainSummary, Value: value.TrainSummary}
	player, err := s.player()
	if err != nil {
		return nil, err
	}
	rounds, err := sim.NewSimulationOf(s.seed, [2]bots.Contestant{player, player}, sim.LogNone)
	if err != nil {
		return nil, err
	}
	sums := s.run.Samples.Sums
	r.Play, r.First = rounds.Report(sums, s.games), sums.FirstWins()
	if s.stage == 0 {
		if r.Replayed, err = s.replay(ctx, player); err != nil {
			return nil, err
		}
	}
	if err := s.events(ctx, r, value); err != nil {
		return nil, err
	}
	if s.stage > 0 {
		old, err := readPolicy(s.fileOf(s.stage-1, "policy.json"))
		if err != nil {
			return nil, err
		}
		d, err := s.packed(ctx, "held.bin").Drift(old, policy)
		if err != nil {
			return nil, err
		}
		r.Drift = &d
	}
	ours := sim.NewOwners(fmt.Sprintf("stage-%d", s.stage), policy, value)
	others := []bots.Contestant{player}
	for _, name := range []string{"random", "sensible"} {
		if name != player.Name {
			c, err := bots.FindContestant(name)
			if err != nil {
				return nil, err
			}
			others = append(others, c)
		}
	}
	for _, other := range others {
		against, err := s.against(ctx, ours, other)
		if err != nil {
			return nil, err
		}
		r.Against = append(r.Against, against)
	}
	return r, nil
}

// against compares two players on the evaluation set.
func (s *matgoStage) against(ctx context.Context, a, b bots.Contestant) (r sim.PairedReport, err error) {
	rounds, err := sim.NewSimulationOf("", [2]bots.Contestant{a, b}, sim.LogNone)
	if err != nil {
		return r, err
	}
	var sums sim.Pairs
	p := parts{to: s.deals, size: 64, workers: s.workers, progress: newProgress(s.stderr, s.deals, "deals")}
	err = inOrder(ctx, p, eachPart(rounds.PlayPairs), func(part sim.Pairs) error { sums.Add(part); return nil })
	return sums.Report(rounds), err
}

// replay writes the log line of every round, and replays it from the line alone.
func (s *matgoStage) replay(ctx context.Context, player bots.Contestant) (replayed int, err error) {
	rounds, err := sim.NewSimulationOf(fmt.Sprintf("%s stage %d", s.seed, s.stage), [2]bots.Contestant{player, player}, sim.LogCompact)
	if err != nil {
		return 0, err
	}
	p := parts{to: s.games, size: matgoPart, workers: s.workers, inTurn: true, progress: newProgress(s.stderr, s.games, "rounds replayed")}
	err = inOrder(ctx, p, eachPart(func(from, to int) error {
		text, _ := rounds.Play(from, to, nil)
		for line := range bytes.Lines(text) {
			if err := sim.CheckLine(line); err != nil {
				return err
			}
		}
		return nil
	}), func(err error) error { return err })
	return s.games, err
}

// events fills in the report's part about events.
func (s *matgoStage) events(ctx context.Context, r *stageReport, value *train.Value) error {
	trained, err := s.packed(ctx, "samples.bin").ErrorByEvent(value, s.held())
	if err != nil {
		return err
	}
	held, err := s.packed(ctx, "held.bin").ErrorByEvent(value, s.held())
	if err != nil {
		return err
	}
	r.All.Trained, r.All.HeldOut = trained[0], held[0]
	first, err := s.stage0()
	if err != nil {
		return err
	}
	perRound := s.run.Samples.Sums.PerRound()
	for i, name := range sim.EventNames() {
		e := sim.EventReport{Name: name, PerRound: perRound[i], Trained: trained[i+1], HeldOut: held[i+1]}
		if first != nil {
			e.Stage0 = &first[i]
		}
		r.Events = append(r.Events, e)
	}
	return nil
}

// stage0 returns the frequencies of stage 0, nil if there is no stage 0.
func (s *matgoStage) stage0() ([]float64, error) {
	if s.stage == 0 {
		return s.run.Samples.Sums.PerRound(), nil
	}
	raw, err := os.ReadFile(s.fileOf(0, "run.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var run stageRun
	if err == nil {
		err = json.Unmarshal(raw, &run)
	}
	return run.Samples.Sums.PerRound(), err
}

func (r *stageReport) Print(w io.Writer) {
	fmt.Fprintf(w, "Matgo, stage %d: %d rounds of %s, seed %q, rules %d\n", r.Stage, r.Rounds, r.Play.Bots[0], r.Seed, r.Rules)
	if r.Replayed > 0 {
		fmt.Fprintf(w, "replayed  %d rounds, each from its log line: all agree\n", r.Replayed)
	}
	fmt.Fprintf(w, "nagari    %.2f %%; who begins wins %.3f %% of decided rounds (95 %%: %.3f to %.3f)\n",
		100*r.Play.NagariRate, 100*r.First.Share, 100*r.First.Low, 100*r.First.High)
	fmt.Fprintf(w, "policy    %d decisions, first choice right %.2f %%, NLL %.4f\n", r.Policy.Samples, 100*r.Policy.Accuracy, r.Policy.NLL)
	fmt.Fprintf(w, "value     RMSE %.0f gold, %.0f kept apart; in fresh rounds %.0f\n", r.Value.TrainRMSE, r.Value.ValidRMSE, r.All.HeldOut.RMSE)
	if r.Drift != nil {
		fmt.Fprintf(w, "drift     %.4f from the stage before, the same first choice in %.2f %%\n", r.Drift.Distance, 100*r.Drift.Agreement)
	}
	fmt.Fprintf(w, "%-10s %9s %9s %22s %22s\n", "event", "a round", "stage 0", "off where learnt, RMSE", "off where not, RMSE")
	for _, e := range r.Events {
		first := "-"
		if e.Stage0 != nil {
			first = fmt.Sprintf("%.4f", *e.Stage0)
		}
		fmt.Fprintf(w, "%-10s %9.4f %9s %+12.0f %9.0f %+12.0f %9.0f\n", e.Name, e.PerRound, first, e.Trained.Mean, e.Trained.RMSE, e.HeldOut.Mean, e.HeldOut.RMSE)
	}
	for _, a := range r.Against {
		fmt.Fprintf(w, "against   %s: %+.2f ± %.2f points a round, %+.0f gold, %.2f ± %.2f %% won, over %d deals\n",
			a.Bots[1], a.PointsPerRound.Mean, a.PointsPerRound.SE, a.GoldPerRound.Mean, 100*a.RoundsWon.Mean, 100*a.RoundsWon.SE, a.Deals)
	}
}
