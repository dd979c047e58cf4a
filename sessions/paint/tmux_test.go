package paint

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// After several frames tmux shows the last one as it shows that frame alone.
func TestPaintInTmux(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("there is no tmux here")
	}
	dir := t.TempDir()
	tmux := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("tmux", append([]string{"-u", "-S", filepath.Join(dir, "s"), "-f", "/dev/null"}, args...)...).Output()
		if err != nil {
			t.Fatalf("tmux %v: %v", args, err)
		}
		return string(out)
	}
	const w, h = 40, 8
	windows := 0
	// show returns the cells of a window after b, and its cursor's place.
	show := func(b []byte) ([]shown, string) {
		windows++
		file, name := filepath.Join(dir, fmt.Sprint(windows)), fmt.Sprint("w", windows)
		b = append(b, "\x1b7\x1b[m"...) // it reports only cells before a written one
		for y := range h {
			b = fmt.Appendf(b, "\x1b[%d;%dH|", y+1, w)
		}
		b = append(b, "\x1b8\x1b[6n"...)
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		tmux("new-session", "-d", "-s", name, "-x", fmt.Sprint(w), "-y", fmt.Sprint(h),
			fmt.Sprintf("stty raw -echo; cat %s; dd bs=1 count=6 >/dev/null 2>&1; tmux -S %s/s wait-for -S %s; read x", file, dir, name), ";", "set", "status", "off")
		tmux("wait-for", name)
		text := tmux("capture-pane", "-t", name, "-p", "-e", "-N")
		state := tmux("display-message", "-t", name, "-p", "#{cursor_flag} #{cursor_x},#{cursor_y} #{alternate_on} #{mouse_button_flag} #{mouse_sgr_flag}")
		tmux("kill-session", "-t", name)
		read := newTerminal(w+1, h)
		for y, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			read.x, read.y = 0, y
			if err := read.write([]byte(line)); err != nil {
				t.Fatalf("%v in %q", err, line)
			}
		}
		for i := range read.cells {
			read.cells[i] = read.cells[i].look()
		}
		return read.cells, state
	}
	tmux("new-session", "-d", "-s", "keep", "read x")
	defer tmux("kill-server")

	for seed := range 20 {
		random := rand.New(rand.NewPCG(1, uint64(seed)))
		d := dice(random.IntN)
		s := &Screen{Terminal: Terminal{Depth: Colours256, Erases: true}}
		f := Frame{Canvas: new(Canvas), Palette: colourful}
		f.Canvas.Reset(w, h, Cell{' ', 1, 1})
		b := s.Paint(nil, f)
		for range 12 {
			if next := d.another(f, s); next.Canvas.W() == w && next.Canvas.H() == h {
				f = next
				b = s.Paint(b, f)
			}
		}
		got, at := show(b)
		want, place := show((&Screen{Terminal: s.Terminal}).Paint(nil, f))
		if at[0] == '0' { // a hidden cursor's place does not matter
			_, at, _ = strings.Cut(at[2:], " ")
			_, place, _ = strings.Cut(place[2:], " ")
		}
		if at != place {
			t.Errorf("seed %d: %s, want %s after %q", seed, at, place, b)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("seed %d: at %d,%d %q %+v, want %q %+v after %q", seed, i%(w+1), i/(w+1), got[i].r, got[i].style, want[i].r, want[i].style, b)
			}
		}
	}
}
