package lab

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/cmd/arcade/cli"
)

func TestProgress(t *testing.T) {
	for _, tt := range []struct {
		done, all int
		want      string
	}{
		{0, 8, "[........................................]   0 %  0 of 8 games"},
		{3, 8, "[###############.........................]  37 %  3 of 8 games"},
		{8, 8, "[########################################] 100 %  8 of 8 games"},
		{maxGames, maxGames, "[########################################] 100 %  1000000000000 of 1000000000000 games"},
	} {
		if got := progressLine(tt.done, tt.all, "games"); got != tt.want {
			t.Errorf("%d of %d: %q, want %q", tt.done, tt.all, got, tt.want)
		}
	}
	// Progress is drawn until it is stopped, and leaves a clean line.
	var out bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		p := newProgress(&out, 4, "games")
		p.terminal = true
		p.add(1)
		stop := p.start()
		time.Sleep(drawEvery)
		synctest.Wait()
		stop()
	})
	if got := out.String(); !strings.HasPrefix(got, "\r[##########....") || !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("it drew %q", got)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if cli.IsTerminal(file) || cli.IsTerminal(io.Discard) {
		t.Error("takes a file for a terminal")
	}
}

// The bar fills up, and leaves nothing behind.
func TestProgressClears(t *testing.T) {
	var out strings.Builder
	p := newProgress(&out, 8, "deals")
	p.terminal = true
	p.begun = time.Now()
	p.clear()
	if out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
	p.add(2)
	p.tell()
	if want := "\r[" + strings.Repeat("#", 10) + strings.Repeat(".", 30) + "]  25 %  2 of 8 deals\x1b[K"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	out.Reset()
	p.clear()
	p.clear()
	if out.String() != "\r\x1b[K" {
		t.Errorf("%q", out.String())
	}
}

// Without a terminal there is a line every ten seconds, with the present rate and the time left.
func TestProgressTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		p := newProgress(&out, 100, "games")
		p.add(10) // counts as before the start
		stop := p.start()
		time.Sleep(9 * time.Second)
		p.add(40)
		time.Sleep(12 * time.Second)
		stop()
		bar := "[" + strings.Repeat("#", 20) + strings.Repeat(".", 20) + "]  50 %  50 of 100 games, "
		if want := bar + "4.00 a second, 12s left\n" + bar + "2.00 a second, 25s left\n"; out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
	})
	if got := pace(50_000, 150_000_000, 2*time.Second); got != ", 25000 a second, 1h40m0s left" {
		t.Errorf("%q", got)
	}
	for _, none := range []string{pace(0, 5, time.Hour), pace(5, 5, time.Millisecond)} {
		if none != "" {
			t.Errorf("%q", none)
		}
	}
}
