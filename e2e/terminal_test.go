package e2e

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"arcade/sessions/words"
)

// botGame is a first visit that sits at a board against the bot.
func botGame(t *testing.T, h *house, o opts) *client {
	t.Helper()
	c := visit(t, h.addr, newKey(t), o)
	c.keys("Enter")
	c.await(focused)
	return c
}

// Below 80x24 both languages say what is needed, with the clock; keys do nothing
// meanwhile, and growing back brings back what was there.
func TestTooSmall(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	sides, all := midGame(t, h, 2)
	c := sides[0]
	c.keys("Tab", "Tab")
	const at = `<ot.focus sq=d3>`
	c.await(at)
	small := func(cols, rows int) {
		t.Helper()
		c.resize(cols, rows)
		c.await(`<ko:ui.small.title>`)
		c.await(`<en:ui.small.title>`)
	}
	for _, size := range [][2]int{{60, 18}, {79, 24}, {80, 23}} {
		small(size[0], size[1])
		now := fmt.Sprintf(`(%d\sx\s%d)`, size[0], size[1])
		for _, lang := range []string{"ko", "en"} {
			c.await(`<` + lang + `:ui.small.size now=` + now + ` need=(80\sx\s24)>`)
		}
		c.await(`<tb.turn.me>, [45]:\d\d`)
		c.keys("Enter", "r", "Enter") // nobody plays blind
		// A notice after Ctrl+L tells that the keys were taken. The first may still
		// be the resize's, the second is not: sizes and keys come by two ways.
		for range 2 {
			seen := len(c.bytes())
			c.keys("Ctrl+L")
			c.until("the notice once more", func([]string) bool {
				return bytes.Contains(c.bytes()[seen:], []byte(words.T(words.EN, "ui.small.title")))
			})
		}
		c.resize(80, 24)
		c.awaitBoard(all[2])
		c.await(at)
	}
	c.resize(120, 40)
	c.await(`████`)
	c.resize(100, 30)
	c.awaitBoard(all[2])
	c.await(at)

	// A dialogue outlives it as well.
	c.resize(80, 24)
	c.awaitBoard(all[2])
	c.keys("r")
	c.await(`<resign.title>`)
	small(60, 18)
	c.resize(80, 24)
	c.decide(`<resign.title>`, "Esc")
	c.gone(`<resign.title>`)
	follow(sides, shortGame[2:4], all, 2)
}

// Sizes that no screen fits on, or that nobody has: nothing breaks.
func TestSillySizes(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	c := botGame(t, h, opts{lang: korean})
	for _, size := range [][2]int{{1, 1}, {2, 3}, {10, 2}, {1, 100}, {80, 1}} {
		c.resize(size[0], size[1])
		c.gone(focused)
		c.resize(80, 24)
		c.await(focused)
	}
	// The emulator keeps to what is drawn at most: it need not be as large.
	if err := c.sess.WindowChange(0, 0); err != nil {
		t.Fatal(err)
	}
	c.mu.Lock()
	c.em.Resize(500, 200)
	c.mu.Unlock()
	if err := c.sess.WindowChange(1000, 1000); err != nil {
		t.Fatal(err)
	}
	c.await(`████`)
	c.resize(80, 24)
	c.await(focused)
	c.leave()

	tiny := enter(t, h.addr, newKey(t), opts{cols: 1, rows: 1})
	tiny.resize(80, 24)
	tiny.await(atHome)
	tiny.leave()
}

// Twice Ctrl+C leaves at once, and the terminal is as it was: the main screen,
// no mouse, no focus reports, no bracketed paste, the cursor.
func TestLeavingRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	c := botGame(t, h, opts{lang: korean})
	mouse := []ansi.Mode{ansi.ModeMouseX10, ansi.ModeMouseNormal, ansi.ModeMouseButtonEvent, ansi.ModeMouseAnyEvent, ansi.ModeMouseExtSgr}
	on := func() (list []ansi.Mode, alt, cursor bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, m := range append(slices.Clone(mouse), ansi.ModeFocusEvent, ansi.ModeBracketedPaste) {
			if c.modes[m] {
				list = append(list, m)
			}
		}
		return list, c.alt, c.cursor
	}
	if list, alt, cursor := on(); !slices.Contains(list, ansi.Mode(ansi.ModeMouseExtSgr)) || !alt || cursor || slices.Contains(list, ansi.Mode(ansi.ModeMouseAnyEvent)) {
		t.Fatalf("in the arcade: modes %v, alternate screen %v, cursor %v", list, alt, cursor)
	}
	c.keys("Ctrl+C")
	c.decide(`<leave.title>`, "Esc") // one asks
	c.await(focused)
	c.keys("Ctrl+C", "Ctrl+C")
	if code := c.wait(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	if list, alt, cursor := on(); len(list) > 0 || alt || !cursor {
		t.Errorf("left behind: modes %v, alternate screen %v, cursor %v", list, alt, cursor)
	}
	if !c.shows(`^<ko:sh.bye>$`) || !c.shows(` ssh -t arcade\.example$`) || c.shows(`ssh ssh`) {
		c.fatalf("no goodbye")
	}
}

// F2 leaves only ASCII and Hangul, on every screen, and the same again gives the
// symbols back.
func TestSafeGlyphs(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{korean, english} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			h := open(t, quick)
			c := botGame(t, h, opts{lang: lang})
			safe := func(what string) {
				t.Helper()
				c.until("only ASCII and Hangul on "+what, func(lines []string) bool { return len(strange(lines)) == 0 })
				c.forbid(`[^\x00-\x7f\x{1100}-\x{11ff}\x{3130}-\x{318f}\x{ac00}-\x{d7a3}]`)
			}
			c.keys("F2")
			safe("the table")
			c.await(`[|]>[+] [|]`)
			for _, step := range []struct{ keys, what string }{
				{"?", `<help.tab.rules>`}, {"Esc", focused}, {"e", `SHA-256`}, {"Esc", focused}, {"t", `<talk.1>`},
				{"Esc", focused}, {"Space", `<menu.title>`},
			} {
				c.keys(step.keys)
				c.await(step.what)
			}
			c.decide(`<menu.title>`, "Esc")
			c.await(focused)
			c.resize(120, 40)
			c.await(`####`)
			c.resize(80, 24)
			c.await(focused)
			c.keys("Esc")
			c.await(atHome)
			for _, step := range []struct{ key, what string }{
				{"m", `<lobby.place>`}, {"v", `[0-9A-Z]{8}`}, {"b", `<board.msg>`}, {"p", `<prof.versus>`}, {"s", `<set.vision>`},
			} {
				c.keys(step.key)
				c.await(step.what)
				c.keys("Esc")
				c.await(atHome)
			}
			c.allow()
			c.keys("F2")
			c.await(`[─│]`)
		})
	}
}

// strange are the characters on a screen that are neither ASCII nor Hangul.
func strange(lines []string) []rune {
	return []rune(regexp.MustCompile(`[\x00-\x7f\x{1100}-\x{11ff}\x{3130}-\x{318f}\x{ac00}-\x{d7a3}]`).
		ReplaceAllString(strings.Join(lines, ""), ""))
}

// Without colour nothing is lost: the same text, and not one colour in the bytes.
func TestNoColour(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	sides, all := midGame(t, h, 4)
	sides[0].keys("r")
	sides[0].await(`<resign.title>`)

	looks := map[string]opts{
		"colour":    {},
		"NO_COLOR":  {env: map[string]string{"NO_COLOR": "1"}},
		"16":        {term: "xterm-16color"},
		"truecolor": {env: map[string]string{"COLORTERM": "truecolor"}},
	}
	watchers := map[string]*client{}
	for name, o := range looks {
		c := visit(t, h.addr, nil, o)
		c.keys("m")
		c.await(`> <game.othello>`)
		c.keys("Enter")
		watchers[name] = c
	}
	// A clock that stands: White's, who waits for Black.
	running := regexp.MustCompile(`\d:\d\d(\.\d)?`)
	text := func(c *client) string { return running.ReplaceAllString(c.screen(), "0:00") }
	for _, c := range watchers {
		c.await(`<tb.watchers n=4>`)
		c.awaitBoard(all[4])
	}
	want := text(watchers["colour"])
	for name, c := range watchers {
		if got := text(c); got != want {
			t.Errorf("%s differs:\n%s\ncolour:\n%s", name, got, want)
		}
		colours := regexp.MustCompile(`\x1b\[(\d+;)*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;:\d]*m`).FindAll(c.bytes(), -1)
		if (name == "NO_COLOR") != (len(colours) == 0) {
			t.Errorf("%s: %d colours, the first %q", name, len(colours), slices.Concat(colours[:min(1, len(colours))]...))
		}
	}
}
