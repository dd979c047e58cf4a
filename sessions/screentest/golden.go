package screentest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// goldenDir is the folder of a package's golden frames: one file a screen, with a frame for each
// language, level and size.
var goldenDir = filepath.Join("testdata", "golden")

// goldenFile has the golden frames of a screen, each under a line such as "-- en rich 120x40 --" in the
// order of names.
type goldenFile struct {
	path   string
	names  []string // of the frames that the screen has
	frames map[string]string

	mu      sync.Mutex // guards frames, which the subtests of an update write
	changed bool
}

// openGolden reads the golden frames of a screen; a missing file has none.
func openGolden(t *testing.T, page string, names []string) *goldenFile {
	t.Helper()
	f := &goldenFile{path: filepath.Join(goldenDir, page+".txtar"), names: names}
	data, err := os.ReadFile(f.path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if f.frames, err = parseFrames(string(data)); err != nil {
		t.Fatalf("%s: %v", f.path, err)
	}
	for name := range f.frames {
		if slices.Contains(names, name) {
			continue
		}
		if *update {
			delete(f.frames, name)
			f.changed = true
		} else {
			t.Errorf("%s: the screen has no frame %s: run with -update", f.path, name)
		}
	}
	return f
}

// hold compares a frame with its golden one; an update writes it.
func (f *goldenFile) hold(t *testing.T, name, got string) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	want, ok := f.frames[name]
	switch {
	case ok && got == want:
	case *update:
		f.frames[name], f.changed = got, true
	case !ok:
		t.Errorf("%s has no frame %s: run with -update", f.path, name)
	default:
		t.Errorf("%s, %s:\n%s", f.path, name, difference(want, got))
	}
}

// write writes the frames that an update has changed.
func (f *goldenFile) write(t *testing.T) {
	if !f.changed {
		return
	}
	var out strings.Builder
	for _, name := range f.names {
		if frame, ok := f.frames[name]; ok {
			out.WriteString(frameHead(name) + frame)
		}
	}
	if again, err := parseFrames(out.String()); err != nil || !maps.Equal(again, f.frames) {
		t.Fatalf("%s: a frame has a line that looks like a heading: %v", f.path, err)
	}
	if err := os.MkdirAll(goldenDir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.path, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// frameHead returns the line above a frame.
func frameHead(name string) string { return "-- " + name + " --\n" }

// parseFrames returns the frames of a file, by their names.
func parseFrames(data string) (map[string]string, error) {
	frames := map[string]string{}
	name := ""
	for line := range strings.Lines(data) {
		if head, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(head, " --\n") {
			name = strings.TrimSuffix(head, " --\n")
			if _, twice := frames[name]; twice {
				return nil, fmt.Errorf("two frames %s", name)
			}
			frames[name] = ""
			continue
		}
		if name == "" {
			return nil, fmt.Errorf("a line above the first frame: %q", line)
		}
		frames[name] += line
	}
	return frames, nil
}

// holdNoOther checks that every golden file belongs to a screen of the package.
func holdNoOther(t *testing.T, pages []Page) {
	known := map[string]bool{}
	for _, pg := range pages {
		known[pg.Name+".txtar"] = true
	}
	files, err := os.ReadDir(goldenDir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, f := range files {
		if known[f.Name()] {
			continue
		}
		if *update {
			_ = os.Remove(filepath.Join(goldenDir, f.Name()))
		} else {
			t.Errorf("%s is of no screen: run with -update", filepath.Join(goldenDir, f.Name()))
		}
	}
}
