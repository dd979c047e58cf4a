package lab

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/sim"
)

// A log FILE.jsonl has two files beside it: FILE-run.json, with the flags and the sums of the first
// lines, and, once all rounds are played, FILE-report.json. All logs of a folder share the card
// catalogue.

func (s *matgoSim) beside(name string) string { return strings.TrimSuffix(s.log, ".jsonl") + name }

func (s *matgoSim) runFile() string    { return s.beside("-run.json") }
func (s *matgoSim) reportFile() string { return s.beside("-report.json") }

// matgoRunFormat is the format of FILE-run.json.
const matgoRunFormat = "arcade-sim-matgo/1"

// matgoFlags are all flags that determine the lines of a log.
type matgoFlags struct {
	Format string    `json:"format"`
	Rules  int       `json:"rules"`
	Games  int       `json:"games"`
	Seed   string    `json:"seed"`
	Bots   [2]string `json:"bots"`
	Mode   string    `json:"logMode"`
	// Set is the name of the rules, "" for the document's.
	Set string `json:"ruleSet,omitempty"`
}

// matgoRun is the progress of a log. Its first Lines lines have Bytes bytes and the sums Sums. The log
// may be longer, or shorter if it was cut.
type matgoRun struct {
	matgoFlags
	Lines int      `json:"lines"`
	Bytes int64    `json:"bytes"`
	Sums  sim.Sums `json:"sums"`
}

// logged plays the missing rounds of the log, and writes the report of all rounds.
func (s *matgoSim) logged(ctx context.Context, rounds *sim.Simulation) (r sim.Report, played int, err error) {
	l, err := s.open(ctx, rounds)
	if err != nil {
		return r, 0, err
	}
	begun := l.run.Lines
	err = l.play(ctx, s.parts(begun, s.games))
	if closed := l.file.Close(); err == nil {
		err = closed
	}
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("%w, after %d of %d rounds; the same command with --log %s goes on from there", err, l.run.Lines, s.games, s.log)
	}
	if err != nil {
		return r, 0, err
	}
	r = rounds.Report(l.run.Sums, s.games)
	raw, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		err = replaceFile(s.reportFile(), append(raw, '\n'))
	}
	return r, s.games - begun, err
}

// open makes the log and the files beside it, or finds the progress of an existing log. It cuts off an
// incomplete last line.
func (s *matgoSim) open(ctx context.Context, rounds *sim.Simulation) (*matgoLog, error) {
	if info, err := os.Stat(s.log); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("bad --log: %s is not a regular file", s.log)
	}
	run, err := s.readRun(rounds)
	if err != nil {
		return nil, err
	}
	if err := s.writeCatalog(); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(s.log, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	l := &matgoLog{sim: rounds, file: file, out: file, runFile: s.runFile(), saveEvery: matgoSave, run: run}
	if err := l.resume(ctx, s); err != nil {
		file.Close()
		return nil, err
	}
	return l, nil
}

// readRun reads FILE-run.json and compares the flags, or writes it for a new log.
func (s *matgoSim) readRun(rounds *sim.Simulation) (run matgoRun, err error) {
	flags := matgoFlags{matgoRunFormat, bots.Game{}.Info().Rules, s.games, s.seed, rounds.Bots(), s.mode, s.rules}
	if flags.Set == matgo.RulesDocument {
		flags.Set = ""
	}
	raw, err := os.ReadFile(s.runFile())
	if errors.Is(err, fs.ErrNotExist) {
		if info, err := os.Stat(s.log); err == nil && info.Size() > 0 {
			return run, fmt.Errorf("the log %s exists, but %s with its flags does not: choose another --log", s.log, s.runFile())
		}
		if err := os.MkdirAll(filepath.Dir(s.log), 0o755); err != nil {
			return run, err
		}
		run = matgoRun{matgoFlags: flags}
		return run, run.write(s.runFile())
	}
	if err != nil {
		return run, err
	}
	if err := json.Unmarshal(raw, &run); err != nil {
		return run, fmt.Errorf("%s: %w", s.runFile(), err)
	}
	if run.matgoFlags == flags {
		return run, nil
	}
	return run, fmt.Errorf("the log %s was begun with %s, not with %s: give the same flags to go on with it, or another --log",
		s.log, run.differs(flags), flags.differs(run.matgoFlags))
}

// differs names the flags that differ from other.
func (f matgoFlags) differs(other matgoFlags) string {
	var list []string
	for _, flag := range []struct {
		name, is, other string
	}{
		{"format", f.Format, other.Format},
		{"rules", fmt.Sprint(f.Rules), fmt.Sprint(other.Rules)},
		{"--games", fmt.Sprint(f.Games), fmt.Sprint(other.Games)},
		{"--seed", fmt.Sprintf("%.100q", f.Seed), fmt.Sprintf("%.100q", other.Seed)},
		{"--bots", strings.Join(f.Bots[:], ","), strings.Join(other.Bots[:], ",")},
		{"--log-mode", f.Mode, other.Mode},
		{"--rules", cmp.Or(f.Set, matgo.RulesDocument), cmp.Or(other.Set, matgo.RulesDocument)},
	} {
		if flag.is != flag.other {
			list = append(list, flag.name+" "+flag.is)
		}
	}
	return strings.Join(list, " ")
}

func (r matgoRun) write(file string) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return replaceFile(file, append(raw, '\n'))
}

// writeCatalog writes the card catalogue unless it exists.
func (s *matgoSim) writeCatalog() error {
	want, err := sim.Catalog()
	if err != nil {
		return err
	}
	path := filepath.Join(filepath.Dir(s.log), filepath.FromSlash(sim.CatalogPath))
	switch is, err := os.ReadFile(path); {
	case err == nil && bytes.Equal(is, want):
		return nil
	case err == nil:
		return fmt.Errorf("the catalogue %s exists with other content: move it away, or choose another folder for --log", path)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return replaceFile(path, want)
}

// replaceFile writes a file completely or not at all.
func replaceFile(path string, data []byte) error {
	part := path + ".part"
	if err := os.WriteFile(part, data, 0o644); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// matgoSave is the number of lines between two writes of FILE-run.json: one or two seconds.
const matgoSave = 1 << 16

// matgoLog is a log that is being written.
type matgoLog struct {
	sim       *sim.Simulation
	file      *os.File
	out       io.Writer // the file, for the lines
	runFile   string
	saveEvery int // number of lines between writes of runFile

	run   matgoRun // covers everything written
	saved int      // number of lines of run that are in runFile
}

// resume finds the complete lines of the log and their sums.
func (l *matgoLog) resume(ctx context.Context, s *matgoSim) error {
	info, err := l.file.Stat()
	if err != nil {
		return err
	}
	known := l.run // the content of runFile
	if known.Bytes > info.Size() || l.checkLast(known.Lines, known.Bytes) != nil {
		known = matgoRun{matgoFlags: known.matgoFlags} // the log was cut, and may have other content
	}
	lines, end, err := wholeLines(l.file, known.Lines, known.Bytes)
	if err != nil {
		return fmt.Errorf("the log %s: %w", s.log, err)
	}
	if lines > s.games {
		return fmt.Errorf("the log %s has %d lines, more than the %d rounds of its run: it was changed", s.log, lines, s.games)
	}
	if err := l.checkLast(lines, end); err != nil {
		return fmt.Errorf("the log %s: %w", s.log, err)
	}
	if err := l.file.Truncate(end); err != nil {
		return err
	}
	if _, err := l.file.Seek(end, io.SeekStart); err != nil {
		return err
	}
	// The rounds of lines that runFile does not count are played again for their sums.
	quiet, err := s.under(sim.NewSimulation(s.seed, l.sim.Bots(), sim.LogNone))
	if err != nil {
		return err
	}
	if err := s.count(ctx, quiet, known.Lines, lines, &known.Sums); err != nil {
		return err
	}
	l.run = known
	l.run.Lines, l.run.Bytes = lines, end
	return l.save()
}

// wholeLines counts the complete lines, starting after known ones. It returns the number of lines and the
// end offset of the last.
func wholeLines(file io.ReaderAt, lines int, end int64) (int, int64, error) {
	buf := make([]byte, 1<<20)
	for at := end; ; {
		n, err := file.ReadAt(buf, at)
		part := buf[:n]
		lines += bytes.Count(part, []byte{'\n'})
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			end = at + int64(i) + 1
		}
		at += int64(n)
		if err == io.EOF {
			return lines, end, nil
		} else if err != nil {
			return 0, 0, err
		}
	}
}

// checkLast checks that the last complete line belongs to its round.
func (l *matgoLog) checkLast(lines int, end int64) error {
	if lines == 0 {
		return nil
	}
	want, _ := l.sim.Play(lines-1, lines, []byte("\n"))
	if lines == 1 {
		want = want[1:] // there is no line before it
	}
	is := make([]byte, len(want))
	if end >= int64(len(want)) {
		if _, err := l.file.ReadAt(is, end-int64(len(want))); err != nil {
			return err
		}
	}
	if !bytes.Equal(is, want) || lines == 1 && end != int64(len(want)) {
		return fmt.Errorf("line %d does not belong to round %d: the log was changed, or another version of arcade wrote it", lines, lines)
	}
	return nil
}

// matgoLines holds the lines of the rounds before number to, and their sums.
type matgoLines struct {
	to   int
	text []byte
	sums sim.Sums
}

// play plays the rounds and writes their lines.
func (l *matgoLog) play(ctx context.Context, p parts) error {
	p.inTurn = true // the lines take much memory
	worker := func() func(int, int) matgoLines {
		var text []byte
		return func(from, to int) matgoLines {
			var sums sim.Sums
			text, sums = l.sim.Play(from, to, text[:0])
			return matgoLines{to, text, sums}
		}
	}
	err := inOrder(ctx, p, worker, l.put)
	if err != nil && ctx.Err() == nil {
		return err
	}
	return errors.Join(err, l.save())
}

func (l *matgoLog) put(lines matgoLines) error {
	if _, err := l.out.Write(lines.text); err != nil {
		return err
	}
	l.run.Lines = lines.to
	l.run.Bytes += int64(len(lines.text))
	l.run.Sums.Add(lines.sums)
	if lines.to-l.saved >= l.saveEvery {
		return l.save()
	}
	return nil
}

func (l *matgoLog) save() error {
	l.saved = l.run.Lines
	return l.run.write(l.runFile)
}
