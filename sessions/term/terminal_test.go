package term

import (
	"image/color"
	"io"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
)

// A terminal answers the probe, and its screen is as before.
func TestProbeOnATerminal(t *testing.T) {
	term := vt.NewEmulator(80, 24)
	term.SetDefaultBackgroundColor(color.White)
	_, _ = term.WriteString("$ ssh host\r\nhello")
	before := term.String()

	in := NewInput(struct {
		io.Reader
		io.Closer
	}{term, term.InputPipe().(io.Closer)})
	got, err := in.Probe(t.Context(), term, time.Minute, true)
	got.Took = 0 // the time of the answers
	if want := (Answers{Measured: true, Hangul: true, Blocks: true, Background: true, Light: true}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if after := term.String(); after != before || term.CursorPosition().Y != 1 || term.CursorPosition().X != 5 {
		t.Errorf("the screen was %q, is %q", before, after)
	}
	if term.IsAltScreen() {
		t.Error("the alternate screen is left on")
	}
	_ = in.Close()
}
