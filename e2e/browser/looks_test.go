package browser

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"arcade/sessions/words"
)

//go:embed seams.js
var seamsJS string

// Blocks and lines have no seams, at any zoom.
func TestSeams(t *testing.T) {
	_, at := house(t)
	p := open(t, at, laptop)
	p.await(`Othello`)
	var faults []string
	painter, err := os.ReadFile("../../server/web/door/assets/paint.js")
	if err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.Evaluate("(() => {\n"+strings.ReplaceAll(string(painter), "export ", "")+"\nconst seams = "+seamsJS+"\nreturn seams(Screen)\n})()", &faults))
	for _, fault := range faults {
		t.Error(fault)
	}
}

// shots are the looks in which TestShots saves each screen: the seven sizes that screens are composed for, and others.
var shots = map[string]look{
	"390x844":   phone,
	"360x740":   {w: 360, h: 740, touch: true, lang: words.KO},
	"844x390":   lying,
	"667x375":   {w: 667, h: 375, touch: true, lang: words.KO},
	"740x360":   {w: 740, h: 360, touch: true, lang: words.EN},
	"768x1024":  {w: 768, h: 1024, touch: true, lang: words.KO},
	"1024x768":  {w: 1024, h: 768, touch: true, lang: words.EN},
	"1280x800":  {w: 1280, h: 800, lang: words.EN},
	"1920x1080": {w: 1920, h: 1080, lang: words.KO},

	"ko":       {w: 1280, h: 800, lang: words.KO},
	"phone.ko": {w: 390, h: 844, touch: true, lang: words.KO, scale: 2},
	"phone.en": {w: 390, h: 844, touch: true, lang: words.EN, scale: 2},
	"light":    {w: 1280, h: 800, lang: words.KO, prefers: [2]string{"light", "no-preference"}},
	"clear":    {w: 1280, h: 800, lang: words.KO, prefers: [2]string{"dark", "more"}},
	"clearday": {w: 390, h: 844, touch: true, lang: words.EN, scale: 2, prefers: [2]string{"light", "more"}},
	"zoom67":   zoomed(0.67),
	"zoom110":  zoomed(1.1),
	"zoom125":  zoomed(1.25),
	"zoom150":  zoomed(1.5),
	"zoom200":  zoomed(2),
}

// zoomed returns a window of 1280x800 at a browser zoom.
func zoomed(by float64) look {
	return look{w: int64(1280 / by), h: int64(800 / by), lang: words.KO, scale: by}
}

// ways lead to each screen: a path, and keys.
var ways = map[string]struct {
	path string
	keys []string
}{
	"home": {"/", nil}, "lobby": {"/", []string{"m"}}, "board": {"/", []string{"b"}}, "settings": {"/", []string{"s"}}, "help": {"/", []string{"?"}},
	"othello": {"/play/othello", []string{"Enter"}}, "matgo": {"/play/matgo", []string{"Enter"}}, "yut": {"/play/yut", []string{"Enter"}},
	"stones": {"/play/stones", []string{"Enter"}}, "klondike": {"/play/klondike", []string{"Enter"}},
	"today": {"/", []string{"t"}}, "form": {"/", []string{"n"}}, "profile": {"/", []string{"p"}}, "matches": {"/", []string{"v"}}, "waiting": {"/", []string{"f"}},
	"menu": {"/play/othello", []string{"m"}}, "log": {"/play/matgo", []string{"e"}}, "question": {"/play/othello", []string{"Esc"}}, "mode": {"/play/stones", nil}, "deal": {"/play/klondike", nil},
}

// pictured saves a picture of a screen as a file.
func pictured(t *testing.T, at, screen string, l look, file string) {
	t.Helper()
	way := ways[screen]
	p := open(t, at+way.path, l)
	p.do(chromedp.Poll(`document.querySelector('#text .line span') !== null`, nil))
	p.rest()
	for _, key := range way.keys {
		p.answered(key)
	}
	for range 5 {
		p.changed()
	}
	p.rest()
	if err := os.WriteFile(file, p.shot(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestShots saves pictures of each screen in each of the shots, for a person to view: SHOTS=DIR go test
// ./e2e/browser -run TestShots. A pattern of its subtests' names selects some of them.
func TestShots(t *testing.T) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		t.Skip("only with SHOTS=DIR")
	}
	_, at := house(t)
	for screen := range ways {
		for name, l := range shots {
			t.Run(screen+"."+name, func(t *testing.T) { pictured(t, at, screen, l, filepath.Join(dir, screen+"."+name+".png")) })
		}
	}
}

// documented are the pictures in docs/page.md, by the screen, the size and the language.
var documented = []string{
	"home.390x844.en", "othello.390x844.ko", "klondike.360x740.en", "yut.360x740.ko", "othello.844x390.en", "matgo.844x390.ko",
	"settings.768x1024.ko", "lobby.1024x768.en", "home.1280x800.ko", "stones.1920x1080.en",
}

// TestDocumented makes the pictures in docs/page.md anew: PICTURES=1 go test ./e2e/browser -run TestDocumented. Those of
// large windows have fewer pixels than the windows.
func TestDocumented(t *testing.T) {
	if os.Getenv("PICTURES") == "" {
		t.Skip("only with PICTURES=1")
	}
	for _, name := range documented {
		t.Run(name, func(t *testing.T) {
			_, at := house(t) // with nobody else
			part := strings.Split(name, ".")
			l := shots[part[1]]
			l.lang, _ = words.ParseLang(part[2])
			l.prefers = [2]string{"dark", "no-preference"}
			if l.scale = 1; l.w*l.h > 600_000 {
				l.scale = 0.6
			}
			pictured(t, at, part[0], l, "../../docs/pictures/page."+name+".png")
		})
	}
}

// baselinesJS returns by how much the baselines of Hangul and of other words differ at most within a row, in px of the
// screen, and how many rows have both.
const baselinesJS = `(() => {
  const base = e => { const i = document.createElement('i'); i.style.display = 'inline-block'; e.append(i); const y = i.getBoundingClientRect().bottom; i.remove(); return y }
  let rows = 0; let most = 0
  for (const line of document.querySelectorAll('#text .line')) {
    const [w, n] = ['.w', '.n'].map(kind => [...line.querySelectorAll(kind)].map(base))
    if (!w.length || !n.length) continue
    rows++
    most = Math.max(most, Math.max(...w, ...n) - Math.min(...w, ...n))
  }
  return [rows, most * devicePixelRatio]
})()`

// Hangul and other words stand on one baseline, whatever pixels a device has.
func TestBaseline(t *testing.T) {
	_, at := house(t)
	for _, scale := range []float64{1, 1.5, 2, 3} {
		for _, l := range []look{{w: 390, h: 844, touch: true, lang: words.KO, scale: scale}, {w: 1280, h: 800, lang: words.KO, scale: scale}} {
			p := open(t, at, l)
			p.await(`오델로`)
			p.rest()
			var is []float64
			p.do(chromedp.Evaluate(baselinesJS, &is))
			t.Logf("%dx%d at %v: %v rows, at most %.2f px apart", l.w, l.h, scale, is[0], is[1])
			if is[0] < 3 || is[1] > 0.5 {
				t.Errorf("%dx%d at %v: of %v rows one has baselines %.2f px apart", l.w, l.h, scale, is[0], is[1])
			}
		}
	}
}

// phrasesJS returns how many texts with Hangul are set as texts, and the faults: what is not in its column or wider than
// its cells, letters that are spaced, words that touch what follows, and what ends before its cells although something
// follows after one blank, or the row ends there and something stands before it; and words between two blanks and more
// that are spaced.
const phrasesJS = `(() => {
  const cell = parseFloat(document.getElementById('stage').style.getPropertyValue('--cell')), left = document.getElementById('text').getBoundingClientRect().left
  const faults = []
  const all = [...document.querySelectorAll('#text .t')]
  for (const e of all) {
    const r = e.getBoundingClientRect(), column = (r.left - left) / cell, cells = [...e.textContent].reduce((n, c) => n + (c >= '가' && c <= '힣' ? 2 : 1), 0)
    const next = [...e.parentNode.children].map(o => o.getBoundingClientRect().left).filter(x => x > r.left).sort((a, b) => a - b)[0]
    if (Math.abs(column - Math.round(column)) > 0.02) faults.push(e.textContent + ' begins in column ' + column)
    if (r.width > cells * cell + 0.5) faults.push(e.textContent + ' is ' + r.width + ' px wide, its cells ' + cells * cell)
    if (r.right > next) faults.push(e.textContent + ' touches what follows')
    const end = left + (Math.round(column) + cells) * cell, edge = left + document.getElementById('text').clientWidth
    const others = [...e.parentNode.children].map(o => o.getBoundingClientRect())
    const kept = next < end + 1.5 * cell || e.textContent.split(' ').length < 4 && next === undefined && end > edge - 2.5 * cell && others.some(o => o.right < r.left - 4 * cell)
    if (kept && Math.abs(end - r.right) > 1) faults.push(e.textContent + ' ends ' + (end - r.right) + ' px early')
    if (![...e.querySelectorAll('.w')].every(w => ['normal', '0px'].includes(getComputedStyle(w).letterSpacing))) faults.push(e.textContent + ' is spaced')
  }
  for (const e of document.querySelectorAll('#text .line > .w')) { // in their cells, each letter
    const r = e.getBoundingClientRect(), end = r.left + 2 * cell * [...e.textContent].length
    const gaps = [...e.parentNode.children].filter(o => o !== e).map(o => o.getBoundingClientRect()).map(o => o.left > r.left ? o.left - end : r.left - o.right)
    const next = [...e.parentNode.children].some(o => o.getBoundingClientRect().left > r.left)
    if (next && gaps.every(gap => gap > 1.9 * cell)) faults.push(e.textContent + ' stands alone and is spaced')
  }
  return [String(all.length), ...faults]
})()`

// Hangul that stands alone is set as a text, and what follows it keeps its columns, whatever pixels a device has.
func TestHangulIsText(t *testing.T) {
	_, at := house(t)
	for _, l := range []look{
		{w: 390, h: 844, touch: true, scale: 1}, {w: 390, h: 844, touch: true, scale: 2}, {w: 390, h: 844, touch: true, scale: 3}, {w: 1280, h: 800, scale: 1},
	} {
		l.lang = words.KO
		p := open(t, at, l)
		p.await(`오델로`)
		for _, key := range []string{"", "n", "b", "?"} {
			if key != "" {
				p.answered(key)
			}
			p.rest()
			var is []string
			p.do(chromedp.Evaluate(phrasesJS, &is))
			if n, _ := strconv.Atoi(is[0]); n < 2 || len(is) > 1 {
				t.Errorf("%dx%d at %v, key %q: %q", l.w, l.h, l.scale, key, is)
			}
			if dir := os.Getenv("SHOTS"); dir != "" {
				_ = os.WriteFile(filepath.Join(dir, fmt.Sprintf("hangul.%d.%v.%s.png", l.w, l.scale, key)), p.shot(), 0o644)
			}
			if key != "" && key != "?" {
				p.answered("Esc")
			}
		}
	}
}

// Two fingers zoom the page. At a zoom of 400 % the text is readable, and the page scrolls to all of it.
func TestZoom(t *testing.T) {
	_, at := house(t)
	p := open(t, at, phone)
	p.await(`Othello`)
	p.do(input.SynthesizePinchGesture(195, 400, 2), chromedp.Poll(`visualViewport.scale > 1.5`, nil))

	l := zoomed(4)
	l.lang = words.EN
	q := open(t, at, l)
	q.await(`Othello`)
	q.rest()
	var is struct{ Cell, W, H, Right, Bottom float64 }
	q.do(chromedp.Evaluate(`(() => {
  const main = document.getElementById('main'), stage = document.getElementById('stage')
  main.scrollTo(1e4, 1e4)
  const r = stage.getBoundingClientRect(), m = main.getBoundingClientRect()
  return { Cell: parseFloat(stage.style.getPropertyValue('--cell')), W: m.width, H: m.height, Right: r.right - m.right, Bottom: r.bottom - m.bottom }
})()`, &is))
	if is.Cell < 6 || is.Right > 20 || is.Bottom > 20 || is.Right < -is.W {
		t.Errorf("at 400 %% it is %+v", is)
	}
	q.keys("?")
	q.await(`<help.title>`)
	q.do(chromedp.Evaluate(`document.querySelector('#areas .area:last-of-type').focus()`, nil))
	var seen bool
	q.do(chromedp.Evaluate(`(r => r.right > 0 && r.bottom > 0 && r.left < innerWidth && r.top < innerHeight)(document.activeElement.getBoundingClientRect())`, &seen))
	if !seen {
		t.Error("the focus is out of view")
	}
}
