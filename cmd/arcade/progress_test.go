package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	// It draws until it is stopped and leaves a clean line.
	out, stop, asked := newLines(), make(chan struct{}), make(chan struct{}, 1)
	done := make(chan error, 1)
	go func() {
		showProgress(out, stop, func() (int, int) {
			select {
			case asked <- struct{}{}:
			default:
			}
			return 1, 4
		})
		done <- nil
	}()
	<-asked
	close(stop)
	<-done
	if got := out.String(); !strings.HasPrefix(got, "\r[##########....") || !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("it drew %q", got)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if isTerminal(file) || isTerminal(io.Discard) {
		t.Error("takes a file for a terminal")
	}
}
