// Package upload keeps a player's tries of Klondike in files of their own machine, and
// sends them to a server, once the player has agreed (klondike.md, the client's part).
package upload

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/klondike"
)

// The files of a queue, a line of SV1 each run: the waiting ones, the ones that a server
// has, and the ones that a server will never take.
const (
	pendingFile  = "pending.sv1"
	uploadedFile = "uploaded.sv1"
	refusedFile  = "refused.sv1"
)

// batch is how many lines are read, and moved, at a time.
const batch = 50

// Queue is a folder of lines. Another process must not use it meanwhile.
type Queue struct{ Dir string }

// key names the try of a line, however often it is written anew; "" for no line.
func key(line string) string {
	s, err := klondike.ReadSV1(line)
	if err != nil || s.Started == nil {
		return ""
	}
	return fmt.Sprint(s.DealID, " ", *s.Started)
}

// tries are those whose lines are in the named files.
func (q Queue) tries(names ...string) (map[string]bool, error) {
	lines, err := q.read(names...)
	in := map[string]bool{}
	for _, l := range lines {
		in[key(l)] = true
	}
	return in, err
}

// knows are the tries that the queue has or had.
func (q Queue) knows() (map[string]bool, error) {
	return q.tries(pendingFile, uploadedFile, refusedFile)
}

// Append adds a line to the waiting ones, unless the queue has it or had it.
func (s *Sender) Append(line string) error {
	s.files.Lock()
	defer s.files.Unlock()
	known, err := s.knows()
	if err != nil || known[key(line)] {
		return err
	}
	return s.add(pendingFile, []string{line})
}

// enough is how many tries in a row, latest first, the queue knows before it is taken to
// know all before them: more than can be in play at a time.
const enough = 100

// Collect appends the runs, given latest first, that the queue does not know, but for
// those before the player's data were deleted. client and platform are the program and
// where it runs. With all it looks at every one. One that cannot be read is left out.
func (s *Sender) Collect(runs iter.Seq2[games.Run, error], client, platform string, all bool) error {
	known, err := s.knows()
	if err != nil {
		return err
	}
	type found struct {
		line string
		at   int64
	}
	var list []found
	var faults []error
	in := 0
	for run, err := range runs {
		line := ""
		if err == nil {
			line, err = lineOf(run, client, platform)
		}
		switch {
		case err != nil:
			faults = append(faults, err)
		case line == "":
		case known[key(line)]:
			in++
		default:
			list, in = append(list, found{line, run.At}), 0
		}
		if in == enough && !all {
			break
		}
	}
	s.files.Lock()
	defer s.files.Unlock()
	set, err := s.Settings() // now, because the player may have deleted the data meanwhile
	if err != nil {
		return err
	}
	var lines []string
	for _, f := range slices.Backward(list) {
		if f.at >= set.Since {
			lines = append(lines, f.line)
		}
	}
	return errors.Join(s.add(pendingFile, lines), errors.Join(faults...))
}

// Pending are the lines that have waited longest, up to n; all where n < 0. One that was
// sent, and not moved before the process ended, waits no more.
func (q Queue) Pending(n int) ([]string, error) {
	waiting, err := q.read(pendingFile)
	if err != nil {
		return nil, err
	}
	gone, err := q.tries(uploadedFile, refusedFile) // what waits no more
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, l := range waiting {
		if n >= 0 && len(lines) == n {
			break
		}
		if k := key(l); k != "" && !gone[k] {
			gone[k] = true // so that none is given twice
			lines = append(lines, l)
		}
	}
	return lines, nil
}

// move takes lines from the waiting ones: what a server has, and what it refused for
// good. Where the process ends in between, a line is in both files, and waits no more.
// since is Settings.Since as of the time when the lines were read. If the player has deleted the data
// meanwhile, nothing is kept.
func (s *Sender) move(since int64, uploaded, refused []string) error {
	if len(uploaded)+len(refused) == 0 {
		return nil
	}
	s.files.Lock()
	defer s.files.Unlock()
	set, err := s.Settings()
	if err != nil || set.Since != since {
		return err
	}
	if err := errors.Join(s.add(uploadedFile, uploaded), s.add(refusedFile, refused)); err != nil {
		return err
	}
	left, err := s.Pending(-1)
	if err != nil {
		return err
	}
	return writeWhole(filepath.Join(s.Dir, pendingFile), []byte(text(left)))
}

// Counts are how many lines wait, were sent, and were refused.
func (q Queue) Counts() (waiting, sent, refused int, err error) {
	pending, err := q.Pending(-1)
	if err != nil {
		return 0, 0, 0, err
	}
	up, err := q.read(uploadedFile)
	if err != nil {
		return 0, 0, 0, err
	}
	no, err := q.read(refusedFile)
	return len(pending), len(up), len(no), err
}

// Lines are all that the queue has: what was sent, what was refused, what waits.
func (q Queue) Lines() ([]string, error) {
	gone, err := q.read(uploadedFile, refusedFile)
	if err != nil {
		return nil, err
	}
	waiting, err := q.Pending(-1)
	return append(gone, waiting...), err
}

// clear removes all lines.
func (s *Sender) clear() error {
	s.files.Lock()
	defer s.files.Unlock()
	var errs []error
	for _, name := range []string{pendingFile, uploadedFile, refusedFile} {
		if err := os.Remove(filepath.Join(s.Dir, name)); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// read gives the lines of files, without one at an end that was not written whole.
func (q Queue) read(names ...string) (lines []string, err error) {
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(q.Dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		lines = append(lines, strings.Split(string(data), "\n")[:bytes.Count(data, []byte{'\n'})]...)
	}
	return lines, nil
}

// add appends lines to a file, and waits until they are on the disk.
func (q Queue) add(name string, lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(q.Dir, name), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(f)
	whole := int64(bytes.LastIndexByte(data, '\n') + 1) // behind it is what a crash left of a line
	if err == nil {
		err = f.Truncate(whole)
	}
	if err == nil {
		_, err = f.WriteAt([]byte(text(lines)), whole)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// text are lines as a file has them.
func text(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// writeWhole replaces a file by another of the same name, or leaves it.
func writeWhole(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
