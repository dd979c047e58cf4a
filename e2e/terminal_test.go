package e2e

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"arcade/e2e/door"
	"arcade/sessions/words"
)

// botGame makes a first visit that sits at a board against the bot.
func botGame(t *testing.T, h *house, o door.Opts) *client {
	t.Helper()
	c := visit(t, h.Addr, door.NewKey(t), o)
	c.Keys("Enter")
	c.Await(focused)
	return c
}

// In a window without room for the table the screen shows the needed size in both languages, with the clock. Keys do nothing
// meanwhile, and a larger window brings the previous screen back.
func TestTooSmall(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	sides, all := midGame(t, h, 2)
	c := sides[0]
	c.Keys("Tab", "Tab")
	const at = `e3 ` + flips
	c.Await(at)
	small := func(cols, rows int) {
		t.Helper()
		c.Resize(cols, rows)
		c.Await(`<ko:ui.small.title>`)
		c.Await(`<en:ui.small.title>`)
	}
	for _, size := range [][2]int{{60, 18}, {58, 17}} {
		small(size[0], size[1])
		now := fmt.Sprintf(`(%d\sx\s%d)`, size[0], size[1])
		for _, lang := range []string{"ko", "en"} {
			c.Await(`<` + lang + `:ui.small.size now=` + now + ` need=(48\sx\s23)>`)
		}
		c.Await(`<tb.turn.me>, [45]:\d\d`)
		c.Keys("Enter", "r", "Enter") // the player must see the screen again
		// A notice after Ctrl+L shows that the keys were handled. The first notice may belong to the
		// resize, the second does not, because sizes and keys arrive independently.
		for range 2 {
			seen := len(c.Bytes())
			c.Keys("Ctrl+L")
			c.Until("the notice once more", func([]string) bool {
				return bytes.Contains(c.Bytes()[seen:], []byte(words.T(words.EN, "ui.small.title")))
			})
		}
		c.Resize(80, 24)
		c.awaitBoard(all[2])
		c.Await(at)
	}
	c.Resize(120, 40)
	c.Await(`████`)
	c.Resize(100, 30)
	c.awaitBoard(all[2])
	c.Await(at)

	// A dialogue survives it, too.
	c.Resize(80, 24)
	c.awaitBoard(all[2])
	c.Keys("r")
	c.Await(`<resign.title>`)
	small(60, 18)
	c.Resize(80, 24)
	c.Decide(`<resign.title>`, "Esc")
	c.Gone(`<resign.title>`)
	follow(sides, shortGame[2:4], all, 2)
}

// Impossible and unreal sizes break nothing.
func TestSillySizes(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	c := botGame(t, h, door.Opts{Lang: door.Korean})
	for _, size := range [][2]int{{1, 1}, {2, 3}, {10, 2}, {1, 100}, {80, 1}} {
		c.Resize(size[0], size[1])
		c.Gone(focused)
		c.Resize(80, 24)
		c.Await(focused)
	}
	// The emulator keeps the largest size that is drawn. It need not be as large.
	if err := c.Sess.WindowChange(0, 0); err != nil {
		t.Fatal(err)
	}
	c.Mu.Lock()
	c.Em.Resize(500, 200)
	c.Mu.Unlock()
	if err := c.Sess.WindowChange(1000, 1000); err != nil {
		t.Fatal(err)
	}
	c.Await(`████`)
	c.Resize(80, 24)
	c.Await(focused)
	c.Leave()

	tiny := enter(t, h.Addr, door.NewKey(t), door.Opts{Cols: 1, Rows: 1})
	tiny.Resize(80, 24)
	tiny.Await(atHome)
	tiny.Leave()
}

// Two Ctrl+C leave at once and restore the terminal: the main screen, no mouse, no focus reports, no
// bracketed paste, the cursor.
func TestLeavingRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	c := botGame(t, h, door.Opts{Lang: door.Korean})
	mouse := []ansi.Mode{ansi.ModeMouseX10, ansi.ModeMouseNormal, ansi.ModeMouseButtonEvent, ansi.ModeMouseAnyEvent, ansi.ModeMouseExtSgr}
	on := func() (list []ansi.Mode, alt, cursor bool) {
		c.Mu.Lock()
		defer c.Mu.Unlock()
		for _, m := range append(slices.Clone(mouse), ansi.ModeFocusEvent, ansi.ModeBracketedPaste) {
			if c.Modes[m] {
				list = append(list, m)
			}
		}
		return list, c.Alt, c.Cursor
	}
	if list, alt, cursor := on(); !slices.Contains(list, ansi.Mode(ansi.ModeMouseExtSgr)) || !alt || cursor || slices.Contains(list, ansi.Mode(ansi.ModeMouseAnyEvent)) {
		t.Fatalf("in the arcade: modes %v, alternate screen %v, cursor %v", list, alt, cursor)
	}
	c.Keys("Ctrl+C")
	c.Decide(`<leave.title>`, "Esc") // a single one asks
	c.Await(focused)
	c.Keys("Ctrl+C", "Ctrl+C")
	if code := c.Wait(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	if list, alt, cursor := on(); len(list) > 0 || alt || !cursor {
		t.Errorf("left behind: modes %v, alternate screen %v, cursor %v", list, alt, cursor)
	}
	if !c.Shows(`^<ko:sh.bye>$`) || !c.Shows(` ssh -t arcade\.example$`) || c.Shows(`ssh ssh`) {
		c.Fatalf("no goodbye")
	}
}

// F2 leaves only ASCII and Hangul on every screen. Pressing it again restores the symbols.
func TestSafeGlyphs(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{door.Korean, door.English} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			h := open(t, door.Quick)
			c := botGame(t, h, door.Opts{Lang: lang})
			safe := func(what string) {
				t.Helper()
				c.Until("only ASCII and Hangul on "+what, func(lines []string) bool { return len(strange(lines)) == 0 })
				c.Forbid(`[^\x00-\x7f\x{1100}-\x{11ff}\x{3130}-\x{318f}\x{ac00}-\x{d7a3}]`)
			}
			c.Keys("F2")
			safe("the table")
			c.Await(`[|]>[+] [|]`)
			for _, step := range []struct{ keys, what string }{
				{"?", `<help.tab.rules>`}, {"Esc", focused}, {"e", `SHA-256`}, {"Esc", focused}, {"Space", `= <menu.title> =`},
			} {
				c.Keys(step.keys)
				c.Await(step.what)
			}
			c.Decide(`= <menu.title> =`, "Esc")
			c.Await(focused)
			c.Resize(120, 40)
			c.Await(`####`)
			c.Resize(80, 24)
			c.Await(focused)
			c.Keys("Esc")
			c.Decide(`<away.title>`, "2")
			c.Await(atHome)
			for _, step := range []struct{ key, what string }{
				{"m", `<lobby.place>`}, {"v", `[0-9A-Z]{8}`}, {"b", `<board.empty>`}, {"p", `<prof.marks>`}, {"s", `<set.vision>`},
			} {
				c.Keys(step.key)
				c.Await(step.what)
				c.Keys("Esc")
				c.Await(atHome)
			}
			c.Allow()
			c.Keys("F2", "m")
			c.Await(`<lobby.place>`)
			c.Keys("F1") // help has a frame
			c.Await(`[─│═║]`)
		})
	}
}

// F2 cycles from pictures to lines to ASCII and back to pictures, on a terminal with enough colours for
// pictures. The game continues at each level.
func TestLevels(t *testing.T) {
	t.Parallel()
	blocks, lines := regexp.MustCompile(`[▄▌↑]`), regexp.MustCompile(`[─│]`)
	for name, o := range map[string]door.Opts{
		"256":     {Term: door.Pictured},
		"24 bits": {Term: door.Pictured, Env: map[string]string{"COLORTERM": "truecolor"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, door.Quick)
			c := enter(t, h.Addr, nil, o)
			for _, level := range []struct {
				name string
				is   func(screen string) bool
			}{
				{"pictures", blocks.MatchString},
				{"lines", func(s string) bool { return lines.MatchString(s) && !blocks.MatchString(s) }},
				{"ASCII", func(s string) bool { return len(strange(strings.Split(s, "\n"))) == 0 }},
				{"pictures again", blocks.MatchString},
			} {
				c.Until(level.name, func(rows []string) bool { return level.is(strings.Join(rows, "\n")) })
				c.Keys("F2")
			}
			if exact := strings.Contains(string(c.Bytes()), "48;2;17;19;26"); exact != (name == "24 bits") {
				t.Errorf("24-bit page: %v", exact)
			}
		})
	}
}

// strange returns the characters on a screen that are neither ASCII nor Hangul.
func strange(lines []string) []rune {
	return []rune(regexp.MustCompile(`[\x00-\x7f\x{1100}-\x{11ff}\x{3130}-\x{318f}\x{ac00}-\x{d7a3}]`).
		ReplaceAllString(strings.Join(lines, ""), ""))
}

// Without colour nothing is lost: the text is the same, and the bytes contain no colour.
func TestNoColour(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	sides, all := midGame(t, h, 4)
	sides[0].Keys("r")
	sides[0].Await(`<resign.title>`)

	looks := map[string]door.Opts{
		"colour":   {},
		"NO_COLOR": {Env: map[string]string{"NO_COLOR": "1"}},
	}
	watchers := map[string]*client{}
	for name, o := range looks {
		c := visit(t, h.Addr, nil, o)
		c.Keys("m")
		c.Await(`> <game.othello>`)
		c.Keys("Enter")
		watchers[name] = c
	}
	// White's clock stands, because White waits for Black.
	running := regexp.MustCompile(`\d:\d\d(\.\d)?`)
	text := func(c *client) string { return running.ReplaceAllString(c.Screen(), "0:00") }
	for _, c := range watchers {
		c.Await(`<tb.watchers n=2>`)
		c.awaitBoard(all[4])
	}
	want := text(watchers["colour"])
	for name, c := range watchers {
		if got := text(c); got != want {
			t.Errorf("%s differs:\n%s\ncolour:\n%s", name, got, want)
		}
		colours := regexp.MustCompile(`\x1b\[(\d+;)*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;:\d]*m`).FindAll(c.Bytes(), -1)
		if (name == "NO_COLOR") != (len(colours) == 0) {
			t.Errorf("%s: %d colours, the first %q", name, len(colours), slices.Concat(colours[:min(1, len(colours))]...))
		}
	}
}
