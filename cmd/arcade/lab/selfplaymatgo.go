package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/sim"
	"arcade/games/matgo/train"
)

// matgoStages are the owner's numbers of rounds (section 17 of his document).
var matgoStages = [...]int{10_000, 500_000, 1_000_000, 10_000_000, 20_000_000}

// maxHeld limits the held-out rounds.
const maxHeld = 20_000

// matgoStage is a stage of the self-play: rounds by the two models of the previous stage (stage 0 plays
// at random), both models trained on them, and a report. Each step writes a complete file in the stage's
// folder, and skips a file that exists. So a stopped stage can be continued with the same result.
type matgoStage struct {
	job // its games are the rounds

	stage    int
	models   string
	logEvery int
	deals    int
	epochs   int

	run stageRun
}

// stageRun is the progress of a stage, in run.json: its flags, and the complete samples.
type stageRun struct {
	stageFlags
	Samples stageFile `json:"samples"`
	Held    stageFile `json:"held"`
}

// stageFlags are all flags that determine the result of a stage.
type stageFlags struct {
	Format   string `json:"format"`
	Rules    int    `json:"rules"`
	Stage    int    `json:"stage"`
	Rounds   int    `json:"rounds"`
	Seed     string `json:"seed"`
	Epochs   int    `json:"epochs"`
	Deals    int    `json:"deals"`
	LogEvery int    `json:"logEvery"`
	// Players are the hashes of the playing models.
	Players [2]string `json:"players"`
}

// stageFile is the complete part of a file of samples.
type stageFile struct {
	Rounds int      `json:"rounds"`
	Bytes  int64    `json:"bytes"`
	Log    int64    `json:"log"` // bytes of the log beside it
	Sums   sim.Sums `json:"sums"`
}

const stageFormat = "arcade-selfplay-matgo/1"

func newSelfplayMatgo() *cobra.Command {
	var s matgoStage
	cmd := s.command("matgo", "Play a stage of Matgo by the models of the stage before, and train on it (docs/matgo-training.md)", s.play)
	f := cmd.Flags()
	f.IntVar(&s.stage, "stage", 0, "0 to 4; each but 0 needs the one before in --models")
	f.IntVar(&s.games, "rounds", 0, "rounds to play; 0: the stage's own, 10,000, 500,000, 1, 10 and 20 million")
	f.StringVar(&s.models, "models", "models", "folder of the stages: stage-0 and so on")
	f.StringVar(&s.seed, "seed", matgo.Name, "source of chance")
	f.IntVar(&s.workers, "workers", 0, "how many to play at once; 0: one a core")
	f.IntVar(&s.epochs, "epochs", 6, "passes of the value over the samples")
	f.IntVar(&s.deals, "deals", sim.EvaluationDeals, "deals of the evaluation set to compare the players on")
	f.IntVar(&s.logEvery, "log-every", 0, "write the compact line of every N-th round to log.jsonl; 0: none")
	return cmd
}

func (s *matgoStage) file(name string) string { return s.fileOf(s.stage, name) }
func (s *matgoStage) fileOf(stage int, name string) string {
	return filepath.Join(s.models, fmt.Sprintf("stage-%d", stage), name)
}

func (s *matgoStage) check() error {
	switch {
	case s.stage < 0 || s.stage >= len(matgoStages):
		return fmt.Errorf("bad --stage %d: want 0 to %d", s.stage, len(matgoStages)-1)
	case s.games < 0 || s.games > sim.MaxRounds:
		return fmt.Errorf("bad --rounds %d: want 1 to %d", s.games, sim.MaxRounds)
	case s.deals < 1 || s.deals > sim.EvaluationDeals:
		return fmt.Errorf("bad --deals %d: want 1 to %d", s.deals, sim.EvaluationDeals)
	case s.epochs < 1 || s.logEvery < 0:
		return errors.New("want --epochs of 1 or more, --log-every of 0 or more")
	case len(s.seed) > 80:
		return fmt.Errorf("bad --seed: %d bytes, at most 80 are allowed", len(s.seed))
	}
	if s.games == 0 {
		s.games = matgoStages[s.stage]
	}
	return nil
}

// held returns the number of additional rounds that judge the training.
func (s *matgoStage) held() int { return max(min(s.games/10, maxHeld), 100) }

// play plays and trains the rest of the stage.
func (s *matgoStage) play(ctx context.Context) (cli.Found, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	player, err := s.player()
	if err != nil {
		return nil, err
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	samples := func(name, kind string, rounds, logEvery int, file *stageFile) error {
		seed := fmt.Sprintf("%s %s %d", s.seed, kind, s.stage)
		return s.playSamples(ctx, name, seed, player, rounds, logEvery, file)
	}
	if err := samples("samples.bin", "stage", s.games, s.logEvery, &s.run.Samples); err != nil {
		return nil, err
	}
	if err := samples("held.bin", "held", s.held(), 0, &s.run.Held); err != nil {
		return nil, err
	}
	policy, err := s.trainPolicy(ctx)
	if err != nil {
		return nil, err
	}
	value, err := s.trainValue(ctx)
	if err != nil {
		return nil, err
	}
	report, err := step(s.file("report.json"), func(*stageReport) error { return nil }, func() (*stageReport, error) {
		return s.report(ctx, policy, value)
	})
	if err != nil {
		return nil, err
	}
	return report, nil
}

// step reads a file, or makes its value and writes the file.
func step[T any](path string, check func(*T) error, make func() (*T, error)) (*T, error) {
	raw, err := os.ReadFile(path)
	if err == nil {
		v := new(T)
		if err := json.Unmarshal(raw, v); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if err := check(v); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return v, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	v, err := make()
	if err != nil {
		return nil, err
	}
	return v, writeModel(path, v)
}

// player returns the player of the stage.
func (s *matgoStage) player() (bots.Contestant, error) {
	if s.stage == 0 {
		return bots.FindContestant("random")
	}
	c, err := s.modelsOf(s.stage - 1)
	if errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("stage %d is played by the models of stage %d: %w", s.stage, s.stage-1, err)
	}
	return c, err
}

// modelsOf returns the models that a stage made.
func (s *matgoStage) modelsOf(stage int) (bots.Contestant, error) {
	p, err := readPolicy(s.fileOf(stage, "policy.json"))
	if err != nil {
		return bots.Contestant{}, err
	}
	v, err := readValue(s.fileOf(stage, "value.json"))
	return sim.NewOwners(fmt.Sprintf("stage-%d", stage), p, v), err
}

// begin reads the progress of the stage, or begins it.
func (s *matgoStage) begin() error {
	flags := stageFlags{
		Format: stageFormat, Rules: bots.Game{}.Info().Rules, Stage: s.stage, Rounds: s.games, Seed: s.seed,
		Epochs: s.epochs, Deals: s.deals, LogEvery: s.logEvery,
	}
	if s.stage > 0 {
		for i, name := range []string{"policy.json", "value.json"} {
			raw, err := os.ReadFile(s.fileOf(s.stage-1, name))
			if err != nil {
				return err
			}
			sum := sha256.Sum256(raw)
			flags.Players[i] = hex.EncodeToString(sum[:])
		}
	}
	raw, err := os.ReadFile(s.file("run.json"))
	if errors.Is(err, fs.ErrNotExist) {
		s.run = stageRun{stageFlags: flags}
		return s.save()
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &s.run); err != nil {
		return fmt.Errorf("%s: %w", s.file("run.json"), err)
	}
	if s.run.stageFlags != flags {
		return fmt.Errorf("%s was begun with other flags or other models, %+v: give the same to go on with it, or another --models; a changed stage before it needs this one removed",
			filepath.Dir(s.file("run.json")), s.run.stageFlags)
	}
	return nil
}

func (s *matgoStage) save() error { return writeModel(s.file("run.json"), s.run) }

const (
	// stagePart is the number of rounds that a worker plays at a time. run.json is written after every
	// stageSave rounds.
	stagePart, stageSave = 512, 1 << 16
)

// stagePlayed is the result of a part of the rounds.
type stagePlayed struct {
	samples, log []byte
	rounds       int
	sums         sim.Sums
}

// playSamples plays the rounds that a file of samples lacks.
func (s *matgoStage) playSamples(ctx context.Context, name, seed string, player bots.Contestant, rounds, logEvery int, state *stageFile) error {
	if state.Rounds == rounds {
		return nil
	}
	simulation, err := sim.NewSimulationOf(seed, [2]bots.Contestant{player, player}, sim.LogCompact)
	if err != nil {
		return err
	}
	file, err := openAt(s.file(name), state.Bytes)
	if err != nil {
		return err
	}
	defer file.Close()
	var log *os.File
	if logEvery > 0 {
		if log, err = openAt(s.file("log.jsonl"), state.Log); err != nil {
			return err
		}
		defer log.Close()
	}
	p := parts{from: state.Rounds, to: rounds, size: stagePart, workers: s.workers, inTurn: true, progress: newProgress(s.stderr, rounds, "rounds")}
	saved := state.Rounds
	return inOrder(ctx, p, eachPart(func(from, to int) (t stagePlayed) {
		t.samples, t.sums = simulation.PlaySamples(from, to, nil)
		t.rounds = to - from
		for i := from; logEvery > 0 && i < to; i++ {
			if (i+1)%logEvery == 0 {
				t.log, _ = simulation.Play(i, i+1, t.log)
			}
		}
		return t
	}), func(t stagePlayed) error {
		if _, err := file.Write(t.samples); err != nil {
			return err
		}
		if log != nil {
			if _, err := log.Write(t.log); err != nil {
				return err
			}
		}
		state.Rounds += t.rounds
		state.Bytes += int64(len(t.samples))
		state.Log += int64(len(t.log))
		state.Sums.Add(t.sums)
		if state.Rounds-saved >= stageSave || state.Rounds == rounds {
			saved = state.Rounds
			return s.save()
		}
		return nil
	})
}

// openAt opens a file to append after its first size bytes, and cuts off the rest.
func openAt(path string, size int64) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Size() < size {
		err = fmt.Errorf("%s has %d bytes, run.json says %d: it was cut; remove the folder to begin anew", path, info.Size(), size)
	}
	if err == nil {
		err = file.Truncate(size)
	}
	if err == nil {
		_, err = file.Seek(size, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// packed reads a file of samples, once for each pass.
func (s *matgoStage) packed(ctx context.Context, name string) *sim.Packed {
	return &sim.Packed{Chunks: func(take func([]byte) error) error {
		file, err := os.Open(s.file(name))
		if err != nil {
			return err
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		p := newProgress(s.stderr, max(int(info.Size()/megabyte), 1), "MB of "+name)
		defer p.start()()
		read := &meter{progress: p}
		buf, kept := make([]byte, 4<<20), 0
		for {
			n, err := io.ReadFull(file, buf[kept:])
			if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
				return err
			}
			if ctx.Err() != nil {
				return cli.Interrupted(ctx)
			}
			_, _ = read.Write(buf[:n])
			whole := sim.WholeRounds(buf[:kept+n])
			if wrong := take(buf[:whole]); wrong != nil {
				return fmt.Errorf("%s: %w", s.file(name), wrong)
			}
			kept = copy(buf, buf[whole:kept+n])
			if err != nil { // the end of the file
				if kept > 0 {
					return fmt.Errorf("%s: %w", s.file(name), sim.ErrSamples)
				}
				return nil
			}
		}
	}}
}

func (s *matgoStage) trainPolicy(ctx context.Context) (*train.Policy, error) {
	return step(s.file("policy.json"), (*train.Policy).Check, func() (*train.Policy, error) {
		p, err := s.packed(ctx, "samples.bin").CountPolicy(1)
		if err == nil {
			p.TrainSummary.InputFiles = []string{"samples.bin"}
		}
		return p, err
	})
}

func (s *matgoStage) trainValue(ctx context.Context) (*train.Value, error) {
	return step(s.file("value.json"), (*train.Value).Check, func() (*train.Value, error) {
		o := train.ValueOptions{GoldPerPoint: 100, Dim: 4096, Epochs: s.epochs, LR: 0.03, L2: 1e-6, Seed: 13, Normalised: true, Memory: 1_000_000}
		v, err := train.TrainValue(s.packed(ctx, "samples.bin"), o, func(int) error {
			if ctx.Err() != nil {
				return cli.Interrupted(ctx)
			}
			return nil
		})
		if err == nil {
			v.TrainSummary.InputFiles = []string{"samples.bin"}
		}
		return v, err
	})
}
