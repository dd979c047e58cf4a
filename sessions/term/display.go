package term

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"arcade/sessions/client"
	"arcade/sessions/paint"
)

// New returns the program of a model on a terminal, with its input; see [client.New].
func New(ctx context.Context, t Terminal, in *Input, model client.Model) *client.Program {
	return client.New(ctx, client.Config{
		Display: newDisplay(t), Source: newInput(in), Out: t.Out, Close: t.Close, Resizes: t.Resizes,
		Keys: t.Keys, Meter: t.Meter, Log: t.Log,
	}, model)
}

// display shows frames on a terminal.
type display struct {
	screen paint.Screen
	asks   bool // after the first frame it asks for the terminal's other properties
}

// newDisplay returns a display for a terminal that shows nothing yet.
func newDisplay(t Terminal) *display {
	return &display{
		screen: paint.Screen{Terminal: paint.Terminal{Depth: depth(colorprofile.Env(Environment(t))), Erases: paint.ErasesAs(t.Term), ASCII: t.ASCII}},
		asks:   asksSyncs(t.Term),
	}
}

// Show paints the cells.
func (d *display) Show(dst []byte, p client.Picture) []byte {
	if dst = d.screen.Paint(dst, p.Frame); d.asks {
		dst, d.asks = append(dst, paint.AskSyncs...), false
	}
	return dst
}

// Ring sounds the bell.
func (d *display) Ring(dst []byte) []byte { return append(dst, '\a') }

// Copy uses OSC 52, which few terminals answer.
func (d *display) Copy(dst []byte, text string, ask bool) []byte {
	dst = append(dst, ansi.SetSystemClipboard(text)...)
	if ask {
		dst = append(dst, ansi.RequestSystemClipboard...)
	}
	return dst
}

// Save does nothing: a screen cannot send a file.
func (d *display) Save(dst []byte, _, _ string) []byte { return dst }

// Resize makes the next frame paint all cells: terminals move their cells about.
func (d *display) Resize() { d.screen.Resized() }

// Repaint makes the next frame paint all cells and set all modes.
func (d *display) Repaint() { d.screen.Repaint() }

// Take notes the terminal's reports of its modes.
func (d *display) Take(msg tea.Msg) bool {
	report, ok := msg.(tea.ModeReportMsg)
	d.screen.Syncs = d.screen.Syncs || ok && reportsSyncs(report)
	return ok
}

// Close restores the terminal.
func (d *display) Close(dst []byte) []byte { return d.screen.Close(dst) }

// asksSyncs reports whether to ask the terminal for synchronized updates: terminals of other types may
// print the question.
func asksSyncs(term string) bool {
	return slices.ContainsFunc([]string{"ghostty", "wezterm", "alacritty", "kitty", "rio"},
		func(p string) bool { return strings.Contains(term, p) })
}

// reportsSyncs reports whether a terminal says that it supports synchronized updates, which are off.
func reportsSyncs(msg tea.ModeReportMsg) bool {
	return msg.Mode == ansi.ModeSynchronizedOutput && msg.Value == ansi.ModeReset
}
