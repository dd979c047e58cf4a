package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"arcade/sessions/words"
)

// box is a button of the page, in page pixels.
type box struct {
	Label      string
	X, Y, W, H float64
}

// answer returns the button of an answer, by the key of its label.
func (p *page) answer(key string) box {
	p.t.Helper()
	var all []box
	p.do(chromedp.Evaluate(`[...document.querySelectorAll('.area')].map(e => {
		const r = e.getBoundingClientRect()
		return {Label: e.getAttribute('aria-label') || e.textContent || '', X: r.x, Y: r.y, W: r.width, H: r.height}
	})`, &all))
	label := words.T(p.lang, key)
	for _, b := range all {
		if strings.HasSuffix(" "+strings.TrimRight(b.Label, " ]"), " "+label) {
			return b
		}
	}
	p.t.Fatalf("no button %q among %+v", label, all)
	return box{}
}

// tapAt touches a point.
func (p *page) tapAt(x, y float64) {
	p.t.Helper()
	p.finger(input.TouchStart, x, y)
	p.finger(input.TouchEnd)
}

// apart is the least distance between a button that gives a game up and its opposites, in page pixels: about the
// width of a fingertip's error.
const apart = 32

// On a phone no single stray tap gives a game up: resigning asks once more, and its buttons stand apart from those
// that go on.
func TestResignByTouch(t *testing.T) {
	h, at := house(t)
	p := open(t, at, phone)
	p.await(`Othello`)
	p.keys("1", "Enter")
	p.await(`your turn`)
	for range 2 { // both have moved, so the game can no longer be called off
		before := p.screen()
		p.answered("Tab", "Enter")
		p.otherwise(before, "a move")
		p.await(`your turn`)
	}
	on := func(what string) {
		t.Helper()
		for _, s := range h.Lobby.PublicTables("othello") {
			if s.Status == "live" {
				return
			}
		}
		t.Fatalf("%s ended the game:\n%s", what, p.screen())
	}
	far := func(question string, grave string, others ...string) {
		t.Helper()
		g := p.answer(grave)
		for _, key := range others {
			o := p.answer(key)
			gap := g.Y - (o.Y + o.H)
			t.Logf("%s: %q %.0fx%.0f px lies %.0f px below %q", question, grave, g.W, g.H, gap, key)
			if gap < apart {
				t.Errorf("%s: %q is %.0f px below %q", question, grave, gap, key)
			}
		}
	}
	inks := func() (html string) { // the words with their inks: those of the button in focus are another
		t.Helper()
		p.do(chromedp.Evaluate(`document.getElementById('text').innerHTML`, &html))
		return html
	}
	takes := func() { // the question takes keys, and so taps
		t.Helper()
		was := inks()
		p.until("the question takes no keys", func() bool { p.keys("Down"); return inks() != was })
	}
	p.keys("Esc")
	p.await(`<away.title>`)
	far("leave", "resign.go", "leave.stay", "away.go")
	takes()
	g := p.answer("resign.go")
	p.tapAt(g.X+g.W/2, g.Y+g.H/2)
	p.await(`<resign.title>`)
	on("one tap on resign")
	takes()
	far("resign", "resign.go", "leave.stay")
	s := p.answer("leave.stay")
	p.tapAt(s.X+s.W/2, s.Y+s.H+12) // 13 px low, as the tap that once lost a game
	p.tapAt(s.X+s.W/2, s.Y+s.H-2)
	p.await(`your turn`)
	on("a tap below stay, or one on it,")
}
