package browser

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"arcade/e2e/door"
	"arcade/internal/race"
	"arcade/sessions/words"
)

// chromium is the browser of all tests, unless they start their own. The first test starts it.
var chromium = sync.OnceValues(func() (ctx context.Context, err error) {
	ctx, quit, err = started()
	return ctx, err
})

// started starts a browser.
func started(more ...chromedp.ExecAllocatorOption) (ctx context.Context, end func(), err error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox,
			chromedp.Flag("disable-dev-shm-usage", true), chromedp.WSURLReadTimeout(4*door.Patience)) // its start needs much of a busy machine
		ctx, ends := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
		ctx, leave := chromedp.NewContext(ctx)
		return ctx, func() { leave(); ends() }, chromedp.Run(ctx)
	}
	return nil, func() {}, exec.ErrNotFound
}

// quit ends the browser, if it was started.
var quit = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	quit()
	os.Exit(code)
}

//go:embed rows.js
var rowsJS string

// page is a tab of the browser with the arcade's page.
type page struct {
	t       testing.TB
	ctx     context.Context
	profile cdp.BrowserContextID
	lang    words.Lang
}

// look is the appearance of the page in a tab.
type look struct {
	w, h  int64
	touch bool
	lang  words.Lang
	scale float64 // screen pixels for a page pixel; 0 means 1
	// prefers holds the preferred colour scheme and contrast; empty means none.
	prefers [2]string
	beside  *page           // another tab of the same browser profile; nil for a new profile
	in      context.Context // the browser; nil for that of all tests
}

// laptop has room for 80 by 24 cells, phone is held upright, lying is the same phone on its side.
var (
	laptop = look{w: 800, h: 480, lang: words.EN}
	phone  = look{w: 390, h: 844, touch: true, lang: words.EN}
	lying  = look{w: 844, h: 390, touch: true, lang: words.EN}
)

// needed skips a test if there is no Chromium, or if it would be slow.
func needed(t testing.TB) {
	t.Helper()
	if race.On {
		t.Skip("a browser is slow under the race detector, and the door's own tests run under it")
	}
	if _, err := chromium(); errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no Chromium here; .ci/run installs it")
	}
}

// open opens a URL in a tab. The tab closes with the test.
func open(t testing.TB, url string, l look) *page {
	t.Helper()
	in, err := chromium()
	if err != nil {
		t.Fatal("Chromium does not start: ", err)
	}
	if l.in != nil {
		in = l.in
	}
	browser := cdp.WithExecutor(in, chromedp.FromContext(in).Browser)
	var profile cdp.BrowserContextID
	if l.beside != nil {
		profile = l.beside.profile
	} else if profile, err = target.CreateBrowserContext().Do(browser); err != nil {
		t.Fatal(err)
	}
	// A tab of a new profile needs its own window, or it finds no browser.
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(browser)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(in, chromedp.WithTargetID(id))
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx); err != nil { // the tab lives as long as the context of its first run
		t.Fatal(err)
	}
	p := &page{t: t, ctx: ctx, profile: profile, lang: l.lang}
	locale := map[words.Lang]string{words.EN: "en-GB", words.KO: "ko-KR"}[l.lang]
	viewport := []chromedp.EmulateViewportOption{}
	if l.touch {
		viewport = append(viewport, chromedp.EmulateTouch, chromedp.EmulateMobile)
	}
	if l.scale != 0 {
		viewport = append(viewport, chromedp.EmulateScale(l.scale))
	}
	if l.prefers[0] != "" {
		p.do(preferring(l.prefers[0], l.prefers[1]))
	}
	p.do(emulation.SetFocusEmulationEnabled(true), emulation.SetLocaleOverride().WithLocale(locale),
		emulation.SetUserAgentOverride("arcade's tests").WithAcceptLanguage(locale),
		chromedp.EmulateViewport(l.w, l.h, viewport...),
		chromedp.Navigate(url))
	return p
}

// preferring makes the browser prefer a colour scheme and a contrast.
func preferring(scheme, contrast string) chromedp.Action {
	return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-contrast", Value: contrast}})
}

// do runs actions within the test's time limit.
func (p *page) do(actions ...chromedp.Action) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, door.Patience)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.t.Fatalf("the page: %v", err)
	}
}

// rows returns the page's rows of cells as text. Characters that the page draws as geometry are blank.
func (p *page) rows() []string {
	p.t.Helper()
	var rows []string
	p.do(chromedp.Evaluate(rowsJS, &rows))
	return rows
}

func (p *page) screen() string { return strings.Join(p.rows(), "\n") }

// rx compiles a pattern with <keys> of the catalogue, in the page's language.
func (p *page) rx(re string) *regexp.Regexp { return door.RX(re) }

// shows reports whether the screen has a match.
func (p *page) shows(re string) bool { return p.rx(re).MatchString(p.screen()) }

// await waits until the screen has a match, and returns the groups.
func (p *page) await(re string) []string {
	p.t.Helper()
	want := p.rx(re)
	for start := time.Now(); ; {
		screen := p.screen()
		if m := want.FindStringSubmatch(screen); m != nil {
			return m
		}
		if time.Since(start) > door.Patience {
			p.t.Fatalf("the page never shows %s:\n%s", re, screen)
		}
		p.changed()
	}
}

// changed waits until the page changes, or for a moment if it may have changed already.
func (p *page) changed() {
	p.t.Helper()
	p.do(chromedp.Evaluate(`new Promise(done => {
  const end = () => { seen.disconnect(); clearTimeout(late); done(true) }
  const seen = new MutationObserver(end), late = setTimeout(end, 100)
  seen.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
})`, nil, chromedp.EvalAsValue, awaited))
}

// named holds the keys other than characters.
var named = map[string]string{"Enter": kb.Enter, "Tab": kb.Tab, "Esc": kb.Escape, "Right": kb.ArrowRight, "Down": kb.ArrowDown}

// keys presses keys by name, or types characters.
func (p *page) keys(list ...string) {
	p.t.Helper()
	for _, key := range list {
		if code, ok := named[key]; ok {
			key = code
		}
		p.do(chromedp.KeyEvent(key))
	}
}

// answered presses keys and waits until the screen changes.
func (p *page) answered(list ...string) {
	p.t.Helper()
	before := p.screen()
	p.keys(list...)
	p.otherwise(before, fmt.Sprintf("%q", list))
}

// otherwise waits until the screen differs from was.
func (p *page) otherwise(was, what string) {
	p.t.Helper()
	p.until(what+" changes nothing", func() bool { return p.screen() != was })
}

// rest waits until a screen is complete, and returns it.
func (p *page) rest() string {
	p.t.Helper()
	was := ""
	p.until("the screen never rests", func() bool {
		now := p.screen()
		same := now == was
		was = now
		return same
	})
	return was
}

// until waits until a condition holds. On failure it reports the condition and the screen.
func (p *page) until(failure string, holds func() bool) {
	p.t.Helper()
	for start := time.Now(); !holds(); p.changed() {
		if time.Since(start) > door.Patience {
			p.t.Fatalf("%s:\n%s", failure, p.screen())
		}
	}
}

// shot returns a picture of the page as PNG.
func (p *page) shot() []byte {
	p.t.Helper()
	var png []byte
	p.do(chromedp.CaptureScreenshot(&png))
	return png
}

// tap touches the middle of an element.
func (p *page) tap(selector string) {
	p.t.Helper()
	var at []float64
	p.do(chromedp.Evaluate(`(() => { const r = document.querySelector('`+selector+`').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, &at))
	p.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at[0], Y: at[1]}}),
		input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

// finger sends a touch event at a point. A lifted finger has no point.
func (p *page) finger(kind input.TouchType, at ...float64) {
	p.t.Helper()
	points := []*input.TouchPoint{}
	if len(at) == 2 {
		points = append(points, &input.TouchPoint{X: at[0], Y: at[1]})
	}
	p.do(input.DispatchTouchEvent(kind, points))
}

// size returns the size of the page's screen in columns and rows.
func (p *page) size() (w, h int) {
	p.t.Helper()
	var size []int
	p.do(chromedp.Evaluate(`(() => { const s = document.getElementById('stage'); const cell = parseFloat(s.style.getPropertyValue('--cell')); return [s.offsetWidth / cell, s.offsetHeight / cell / 2].map(Math.round) })()`, &size))
	return size[0], size[1]
}
