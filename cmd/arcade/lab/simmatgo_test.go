package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games/matgo"
	"arcade/games/matgo/sim"
	"arcade/internal/race"
)

// matgoFiles returns the files of a simulation in a folder, by path.
func matgoFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sameFiles(t rapid.TB, what string, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s: %s is different: %d bytes, want %d", what, name, len(got[name]), len(text))
		}
	}
}

// Any number of workers gives the same log and the same report.
func TestSimMatgoWorkers(t *testing.T) {
	for _, mode := range sim.LogModes() {
		if race.On && mode != sim.LogCompact { // the same workers
			continue
		}
		var first map[string]string
		for _, workers := range []string{"1", "2", "7"} {
			dir := t.TempDir()
			args := []string{"sim", "matgo", "--games", "1000", "--bots", "sensible,random", "--seed", "별", "--workers", workers, "--json",
				"--log", filepath.Join(dir, "logs", "run.jsonl"), "--log-mode", mode}
			got, err := output(t, args...)
			if err != nil {
				t.Fatal(err)
			}
			files := matgoFiles(t, filepath.Join(dir, "logs"))
			if first == nil {
				first = files
				checkMatgoFiles(t, files, got, mode)
			}
			sameFiles(t, workers+" workers", files, first)
		}
		// Without a log the report is the same.
		quiet, err := output(t, "sim", "matgo", "--games", "1000", "--bots", "sensible,random", "--seed", "별", "--json", "--no-log")
		if err != nil {
			t.Fatal(err)
		}
		// The owner's form, with the number of rounds alone.
		if short, err := output(t, "sim", "matgo", "1000", "--bots", "sensible,random", "--seed", "별", "--json", "--no-log"); err != nil || short != quiet {
			t.Errorf("sim matgo 1000: %v, another report than with --games 1000", err)
		}
		var a, b sim.Report
		if err := errors.Join(json.Unmarshal([]byte(quiet), &a), json.Unmarshal([]byte(first["run-report.json"]), &b)); err != nil {
			t.Fatal(err)
		}
		if a.LogMode != "none" || a.CatalogPath != "" || b.LogMode != mode || b.CatalogPath != "catalog/cards-catalog.json" {
			t.Errorf("modes %q and %q, catalogues %q and %q", a.LogMode, b.LogMode, a.CatalogPath, b.CatalogPath)
		}
		a.LogMode, a.CatalogPath = b.LogMode, b.CatalogPath
		if a != b {
			t.Errorf("without a log\n%+v, with\n%+v", a, b)
		}
	}
}

func checkMatgoFiles(t *testing.T, files map[string]string, printed, mode string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(files["run.jsonl"], "\n"), "\n")
	if len(lines) != 1000 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, text := range lines {
		var line struct {
			Game    int
			Seed    string
			LogMode string `json:"logMode"`
			Catalog string `json:"catalogPath"`
		}
		if err := json.Unmarshal([]byte(text), &line); err != nil || line.Game != i+1 || line.Seed != fmt.Sprint("별/", i+1) || line.LogMode != mode || files[line.Catalog] == "" {
			t.Fatalf("%v: line %d is %+v", err, i+1, line)
		}
	}
	var report, again sim.Report
	d := json.NewDecoder(strings.NewReader(files["run-report.json"]))
	d.DisallowUnknownFields()
	if err := errors.Join(d.Decode(&report), json.Unmarshal([]byte(printed), &again)); err != nil {
		t.Fatal(err)
	}
	w := report.Winners
	if report != again || report.Games != 1000 || report.Completed != 1000 || w.Human+w.AI+w.Draw != 1000 || w.Human < 2*w.AI ||
		report.Bots != [2]string{"sensible", "random"} || report.Seed != "별" {
		t.Errorf("the file says %+v\nprinted was %+v", report, again)
	}
}

// matgoWhole is a simulation that was never interrupted.
func matgoWhole(t *testing.T, mode string) (s matgoSim, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	s = matgoSim{job: job{games: 130, seed: "resume", stderr: io.Discard}, bots: []string{"random", "random"}, mode: mode, rules: matgo.RulesDocument, log: filepath.Join(dir, "a.jsonl")}
	if _, played, err := s.run(t.Context()); err != nil || played != 130 {
		t.Fatalf("%d rounds, %v", played, err)
	}
	return s, matgoFiles(t, dir)
}

// A log that was cut anywhere is continued to the complete log with the same report, whatever run.json
// says about its progress.
func TestSimMatgoResumes(t *testing.T) {
	if f := flag.Lookup("rapid.checks"); race.On && f.Value.String() == f.DefValue { // the race detector needs fewer checks
		_ = f.Value.Set("10")
		defer func() { _ = f.Value.Set(f.DefValue) }()
	}
	for _, mode := range sim.LogModes() {
		s, whole := matgoWhole(t, mode)
		text := whole["a.jsonl"]
		sim, err := sim.NewSimulation(s.seed, [2]string(s.bots), mode)
		if err != nil {
			t.Fatal(err)
		}
		var ends []int // end offsets of the lines
		for i, c := range []byte(text) {
			if c == '\n' {
				ends = append(ends, i+1)
			}
		}
		root := t.TempDir()
		n := 0
		rapid.Check(t, func(rt *rapid.T) {
			cut := rapid.OneOf(
				rapid.IntRange(0, len(text)),
				rapid.Custom(func(t *rapid.T) int { // offsets around the end of a line
					return min(len(text), rapid.SampledFrom(ends).Draw(t, "end")+rapid.IntRange(-2, 1).Draw(t, "beside"))
				})).Draw(rt, "cut")
			saved := rapid.SampledFrom([]int{0, 1, 64, 100, 129, 130}).Draw(rt, "lines saved")
			junk := rapid.SampledFrom([]string{"", "", "{", "\x00\x00\x00"}).Draw(rt, "junk")
			n++
			dir := filepath.Join(root, fmt.Sprint(n))
			s := s
			s.log, s.workers = filepath.Join(dir, "a.jsonl"), rapid.IntRange(0, 3).Draw(rt, "workers")
			var run matgoRun
			if err := json.Unmarshal([]byte(whole["a-run.json"]), &run); err != nil {
				rt.Fatal(err)
			}
			_, run.Sums = sim.Play(0, saved, nil)
			run.Lines, run.Bytes = saved, 0
			if saved > 0 {
				run.Bytes = int64(ends[saved-1])
			}
			err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(s.log, []byte(text[:cut]+junk), 0o644), run.write(s.runFile()))
			if err != nil {
				rt.Fatal(err)
			}
			r, played, err := s.run(t.Context())
			if err != nil {
				rt.Fatal(err)
			}
			if want := 130 - strings.Count(text[:cut], "\n"); played != want || r.Completed != 130 {
				rt.Fatalf("played %d rounds, want %d; %d in the report", played, want, r.Completed)
			}
			sameFiles(rt, fmt.Sprint("cut at ", cut), matgoFiles(t, dir), whole)
			os.RemoveAll(dir)
		})
	}
}

type writing func([]byte) (int, error)

func (f writing) Write(p []byte) (int, error) { return f(p) }

// An interrupt leaves whole lines, and the same command continues after them.
func TestSimMatgoInterrupted(t *testing.T) {
	whole, files := matgoWhole(t, sim.LogCompact)
	s := whole
	s.log = filepath.Join(t.TempDir(), "a.jsonl")
	s.workers = 2
	sim, err := sim.NewSimulation(s.seed, [2]string(s.bots), s.mode)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	l, err := s.open(ctx, sim)
	if err != nil {
		t.Fatal(err)
	}
	defer l.file.Close()
	l.saveEvery = 4
	b := s.parts(0, s.games)
	b.size = 1
	var run matgoRun // as a power cut would leave it
	l.out = writing(func(lines []byte) (int, error) {
		if l.run.Lines == 10 {
			raw, _ := os.ReadFile(s.runFile())
			_ = json.Unmarshal(raw, &run)
			cancel()
		}
		return l.file.Write(lines)
	})
	err = l.play(ctx, b)
	if run.Lines < 8 || run.Sums.Rounds != run.Lines || run.Bytes == 0 {
		t.Errorf("of 10 lines or more it has saved %+v", run)
	}
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "interrupted") {
		t.Fatalf("it ended with %v", err)
	}
	text, err := os.ReadFile(s.log)
	if err != nil || !strings.HasPrefix(files["a.jsonl"], string(text)) || bytes.Count(text, []byte("\n")) < 10 || text[len(text)-1] != '\n' {
		t.Fatalf("%v: %d bytes, no beginning of the whole log", err, len(text))
	}
	if _, err := os.Stat(s.reportFile()); err == nil {
		t.Error("a report of a run that was interrupted")
	}
	// The next run fails at once.
	if _, _, err := s.run(ctx); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "the same command with --log "+s.log+" goes on") {
		t.Errorf("with a signal: %v", err)
	}
	if _, played, err := s.run(t.Context()); err != nil || played != 130-bytes.Count(text, []byte("\n")) {
		t.Errorf("%d rounds, %v", played, err)
	}
	sameFiles(t, "after an interrupt", matgoFiles(t, filepath.Dir(s.log)), files)
	if _, played, err := s.run(t.Context()); err != nil || played != 0 {
		t.Errorf("once more: %d rounds, %v", played, err)
	}
	sameFiles(t, "once more", matgoFiles(t, filepath.Dir(s.log)), files)
}

// A log that cannot be written ends the run, and no worker waits forever.
func TestSimMatgoCannotWrite(t *testing.T) {
	s, _ := matgoWhole(t, sim.LogCompact)
	sim, err := sim.NewSimulation(s.seed, [2]string(s.bots), s.mode)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(s.log, 0); err != nil {
		t.Fatal(err)
	}
	l, err := s.open(t.Context(), sim)
	if err != nil {
		t.Fatal(err)
	}
	l.file.Close()
	b := s.parts(0, s.games)
	b.size, b.workers = 8, 5
	if err := l.play(t.Context(), b); !errors.Is(err, os.ErrClosed) {
		t.Errorf("it ended with %v", err)
	}
}

// Logs with other flags are left unchanged.
func TestSimMatgoRefusesLogs(t *testing.T) {
	base, whole := matgoWhole(t, sim.LogDelta)
	lines := strings.SplitAfter(whole["a.jsonl"], "\n")
	for _, c := range []struct {
		name   string
		change func(s *matgoSim)
		want   string
	}{
		{"seed", func(s *matgoSim) { s.seed = "other" }, `was begun with --seed "resume", not with --seed "other": give the same flags`},
		{"games", func(s *matgoSim) { s.games = 131 }, "was begun with --games 130, not with --games 131"},
		{"mode", func(s *matgoSim) { s.mode = sim.LogCompact }, "was begun with --log-mode delta, not with --log-mode compact"},
		{"bots", func(s *matgoSim) { s.bots = []string{"random", "sensible"} }, "was begun with --bots random,random, not with --bots random,sensible"},
		{"two", func(s *matgoSim) { s.seed, s.games = "", 1 }, `was begun with --games 130 --seed "resume", not with --games 1 --seed ""`},
		{"no run", func(s *matgoSim) { os.Remove(s.runFile()) }, "exists, but"},
		{"torn run", func(s *matgoSim) { os.WriteFile(s.runFile(), []byte("{"), 0o644) }, "unexpected end"},
		{"old version", func(s *matgoSim) {
			os.WriteFile(s.runFile(), []byte(strings.Replace(whole["a-run.json"], "matgo/1", "matgo/0", 1)), 0o644)
		}, "was begun with format arcade-sim-matgo/0, not with format arcade-sim-matgo/1"},
		{"last line", func(s *matgoSim) {
			changed := strings.Join(lines[:118], "") + strings.Replace(lines[118], `"steps":`, `"steps":1`, 1)
			os.WriteFile(s.log, []byte(changed), 0o644)
		}, "line 119 does not belong to round 119: the log was changed"},
		{"a line less", func(s *matgoSim) {
			os.WriteFile(s.log, []byte(strings.Join(lines[:100], "")+strings.Join(lines[101:120], "")), 0o644)
		}, "line 119 does not belong to round 119"},
		{"one line of another", func(s *matgoSim) { os.WriteFile(s.log, []byte("x"+lines[0]), 0o644) }, "line 1 does not belong to round 1"},
		{"a short line", func(s *matgoSim) { os.WriteFile(s.log, []byte("{}\n{}\n"), 0o644) }, "line 2 does not belong to round 2"},
		{"more lines", func(s *matgoSim) { os.WriteFile(s.log, []byte(whole["a.jsonl"]+lines[129]), 0o644) }, "has 131 lines, more than the 130 rounds"},
		{"catalogue", func(s *matgoSim) {
			os.WriteFile(filepath.Join(filepath.Dir(s.log), "catalog", "cards-catalog.json"), []byte("{}"), 0o644)
		}, "exists with other content"},
		{"a folder", func(s *matgoSim) { s.log = filepath.Dir(s.log) }, "is not a regular file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "logs")
			s := base
			s.log = filepath.Join(dir, "a.jsonl")
			if err := os.CopyFS(dir, os.DirFS(filepath.Dir(base.log))); err != nil {
				t.Fatal(err)
			}
			c.change(&s)
			before, _ := os.ReadFile(filepath.Join(dir, "a.jsonl"))
			_, _, err := s.run(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it says %v, want %q", err, c.want)
			}
			if after, _ := os.ReadFile(filepath.Join(dir, "a.jsonl")); !bytes.Equal(after, before) {
				t.Error("it changed the log")
			}
		})
	}
}

func TestSimMatgoRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"--games", "0"}, {"--games", "-1"}, {"--games", "1000000001"}, {"--bots", "random"}, {"--bots", "random,random,random"},
		{"--bots", "random,nobody"}, {"--workers", "-1"}, {"--workers", "2000"}, {"--no-log", "--log-mode", "delta"}, {"--no-log", "--log", "a.jsonl"}, {"--paired", "--log", "a.jsonl"}, {"--paired", "--games", "100001"}, {"--paired", "--skip", "99999"}, {"--paired", "--skip", "-1"}, {"--skip", "1"},
		{"--bots", "random,cards:random"}, {"--bots", "random,cards:random+nobody"}, {"--bots", "random,cheat:all:3"}, {"--bots", "random,cheat:hand:0"}, {"--bots", "random,model:none.bin"}, {"--bots", "random,greedy"}, {"--seed", strings.Repeat("x", 101)}, {"extra"},
	} {
		if got, err := output(t, append([]string{"sim", "matgo", "--games", "2"}, args...)...); err == nil {
			t.Errorf("%q: no error, %q", args, got)
		}
	}
	log := filepath.Join(t.TempDir(), "a.jsonl")
	for _, args := range [][]string{{"--log-mode", "full"}, {"--log-mode", "none"}, {"--workers", "-1"}, {"--games", "0"}} {
		if _, err := output(t, append([]string{"sim", "matgo", "--games", "2", "--log", log}, args...)...); err == nil {
			t.Errorf("%q: no error", args)
		}
		if _, err := os.Stat(filepath.Dir(log) + "/a-run.json"); err == nil {
			t.Fatalf("%q left a file", args)
		}
	}
}

// Without flags it plays like the owner's program: 1,000 rounds, a log and a report.
func TestSimMatgoDefaults(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for range 2 { // the second has its own log
		if _, err := output(t, "sim", "matgo"); err != nil {
			t.Fatal(err)
		}
	}
	logs, _ := filepath.Glob("logs/ai-vs-ai-*.jsonl")
	reports, _ := filepath.Glob("logs/ai-vs-ai-*-report.json")
	if len(logs) != 2 || len(reports) != 2 {
		t.Fatalf("logs %v, reports %v", logs, reports)
	}
	for _, log := range logs {
		if text, err := os.ReadFile(log); err != nil || bytes.Count(text, []byte("\n")) != 1000 {
			t.Errorf("%v: %s has %d lines", err, log, bytes.Count(text, []byte("\n")))
		}
	}
	if err := os.RemoveAll("logs"); err != nil {
		t.Fatal(err)
	}
	if _, err := output(t, "sim", "matgo", "--no-log"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("logs"); err == nil {
		t.Error("--no-log left a log")
	}
}

// Each deal is played twice. The stronger player gains, whatever the order of the names and the number of
// workers. No file is written.
func TestSimMatgoPaired(t *testing.T) {
	t.Chdir(t.TempDir())
	play := func(bots string, args ...string) (r sim.PairedReport) {
		got, err := output(t, append([]string{"sim", "matgo", "--paired", "--games", "300", "--json", "--bots", bots}, args...)...)
		if err == nil {
			err = json.Unmarshal([]byte(got), &r)
		}
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	a, b := play("sensible,random"), play("random,sensible")
	p, q := a.PointsPerRound, b.PointsPerRound
	if p.Mean < 30 || p.SE < 1 || p.SE > 20 || math.Abs(p.Mean+q.Mean) > 5*(p.SE+q.SE) || a.RoundsWon.Mean < 0.7 || a.RoundsWon.SE > 0.05 {
		t.Errorf("%+v\nthe other way round %+v", a, b)
	}
	if a.Won+a.Lost+a.Nagari != 600 || a.Deals != 300 || a.Seed != "" || a.GoldPerRound.Mean < 50*p.Mean {
		t.Errorf("%+v", a)
	}
	if again := play("sensible,random", "--workers", "1"); again != a {
		t.Errorf("with one worker %+v, want %+v", again, a)
	}
	// The first deals and the remaining deals together are all deals.
	first, rest := play("sensible,random", "--games", "100"), play("sensible,random", "--games", "200", "--skip", "100")
	if first.Deals != 100 || rest.Deals != 200 || first.Won+rest.Won != a.Won || first.Lost+rest.Lost != a.Lost || first.Won == rest.Won {
		t.Errorf("in two parts %+v\nand %+v", first, rest)
	}
	// A player with the cards of one bot and the go decisions of the other is between both in strength.
	if cards := play("cards:sensible+random,random").PointsPerRound.Mean; cards <= play("cards:random+sensible,random").PointsPerRound.Mean || cards == p.Mean {
		t.Errorf("cards by sensible bring %v", cards)
	}
	if same := play("cards:sensible+sensible,random"); same.PointsPerRound != p {
		t.Errorf("sensible in two parts %+v, want %+v", same.PointsPerRound, p)
	}
	if other := play("sensible,random", "--seed", "x"); other.Seed != "x" || other.PointsPerRound == a.PointsPerRound {
		t.Errorf("from another seed %+v", other)
	}
	if names, _ := os.ReadDir("."); len(names) > 0 {
		t.Errorf("files %v", names)
	}
}

// Skipped rounds count as done among all rounds, so the bar is never longer than its frame.
func TestSimMatgoProgressAfterSkipped(t *testing.T) {
	p := new(matgoSim).parts(3000, 3150)
	p.progress.add(p.from)
	if got := progressLine(int(p.progress.done.Load()), p.progress.all, "deals"); !strings.HasSuffix(got, "3000 of 3150 deals") {
		t.Error(got)
	}
}

func TestSimMatgoPrints(t *testing.T) {
	log := filepath.Join(t.TempDir(), "a.jsonl")
	got, err := output(t, "sim", "matgo", "--games", "200", "--bots", "sensible,random", "--log", log)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Matgo, sensible against random: 200 rounds, seed \"matgo\"\nwon         sensible (human) ", "\nturn order  first wins ",
		"\na round     ppuk 0.", "\ngo          said ", "\nsteals      ", "\nbak         ", "\nluck        the flip has ",
		"\nlog         " + log + ", report " + strings.TrimSuffix(log, ".jsonl") + "-report.json\n", "\ntime        200 rounds in ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
