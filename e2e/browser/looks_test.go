package browser

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"testing"

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
	p.do(chromedp.Evaluate(seamsJS, &faults, awaited))
	for _, fault := range faults {
		t.Error(fault)
	}
}

// TestShots keeps pictures of each game's table, on a laptop and a phone and at zooms, in both languages, to be
// looked at: SHOTS=DIR go test ./e2e/browser -run TestShots.
func TestShots(t *testing.T) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		t.Skip("only with SHOTS=DIR")
	}
	_, at := house(t)
	keep := func(name, path string, l look) {
		p := open(t, at+path, l)
		p.do(chromedp.Poll(`document.querySelector('#text').textContent.length > 150`, nil))
		p.changed()
		p.changed()
		if err := os.WriteFile(filepath.Join(dir, name+".png"), p.shot(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for _, game := range []string{"othello", "matgo", "yut", "stones", "klondike"} {
			keep(game+"."+lang.String()+".1280x800", "/play/"+game, look{w: 1280, h: 800, lang: lang})
			keep(game+"."+lang.String()+".390x844", "/play/"+game, look{w: 390, h: 844, touch: true, lang: lang, scale: 2})
		}
		keep("home."+lang.String()+".390x844", "/", look{w: 390, h: 844, touch: true, lang: lang, scale: 2})
	}
	for _, zoom := range []float64{0.75, 1.1, 1.5, 2} {
		keep(fmt.Sprintf("zoom.%v", zoom), "/play/othello", look{w: int64(1280 / zoom), h: int64(800 / zoom), lang: words.EN, scale: zoom})
	}
}
