package share_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/stones/duel"
	"arcade/internal/race"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/text"
	_ "arcade/sessions" // which knows all games
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/sessions/paste"
	"arcade/sessions/picture"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/share"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// way has the longest command that fits beside the code.
var way = app.Way{SSH: "ssh -p 22222 arcade.example"}

var cards = flag.String("cards", "", "folder into which the cards and films of all games are written")

func init() {
	screentest.Places = pages.Rooms{}
	screentest.Bring(duel.Game{})
}

// finished returns a finished match of a game: each player takes the first legal action, and after some
// time one gives up.
func finished(h *screentest.Hall, game string) *records.Replay {
	h.T.Helper()
	const most = 70
	p, o := h.Me(), h.Other()
	offer := pairing.Offer{Game: game, Control: "none"}
	var id string
	if play.GameOf(game).Alone() {
		id = p.Create(offer)
	} else {
		offer.Control = play.GameOf(game).Control
		id = h.Duel(p, o, offer, "")
	}
	for range most {
		s, err := p.Visit.Table(id)
		h.Must(err)
		v := p.Visit
		if s.Result == nil && s.ToAct != s.You {
			v = o.Visit
			s, err = v.Table(id)
			h.Must(err)
		}
		if s.Result != nil {
			break
		}
		if len(s.Legal) > 0 {
			h.Must(v.Act(id, len(s.Plies), s.Legal[0]))
		}
		h.Pass(3 * time.Second) // the events are shown first, and the table plays forced actions
	}
	if s, _ := p.Visit.Table(id); s.Result == nil {
		h.Must(p.Visit.Do(id, games.Resign))
	}
	r, err := h.House.Lobby.Replay(h.T.Context(), p.Visit.Me().ID, id)
	h.Must(err)
	return r
}

// Every game has a card in all formats, in both languages, and a film of its replay.
func TestShared(t *testing.T) {
	for name := range play.All {
		for _, lang := range []words.Lang{words.KO, words.EN} {
			if race.On && lang == words.EN { // the same code: without the race detector it writes both
				continue
			}
			t.Run(name+"/"+lang.String(), func(t *testing.T) {
				screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
					r := finished(h, name)
					for _, format := range share.Formats {
						var b bytes.Buffer
						h.Must(share.Write(&b, format, lang, r, way))
						keep(t, name+"."+lang.String()+"."+format, b.Bytes())
						holdCard(t, format, r, b.Bytes())
						if format == "png" {
							holdLetters(t, share.Card(lang, r, way, true), b.Bytes())
						}
					}
					if c := share.Card(lang, r, way, true); len(c.Lint()) > 0 {
						t.Errorf("%v", c.Lint())
					}
					var b bytes.Buffer
					h.Must(share.Film(t.Context(), &b, lang, r))
					keep(t, name+"."+lang.String()+".cast", b.Bytes())
					holdFilm(t, r, &b)
				})
			})
		}
	}
}

// A command that is too long for the code's row has its own row.
func TestLongWay(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		r := finished(h, "stones")
		const long, web = "ssh -p 22222 arcade.faraway.example", "https://arcade.example"
		var b bytes.Buffer
		h.Must(share.Write(&b, "text", words.EN, r, app.Way{SSH: long, Web: web}))
		holdCard(t, "text", r, b.Bytes())
		if !strings.HasSuffix(b.String(), long+"\n") || !strings.Contains(b.String(), web+"/replay/"+r.Match.ID+"\n") {
			t.Errorf("the way in is cut:\n%s", &b)
		}
	})
}

// The house has a card that invites to it, and every game a picture of its own board, in both languages.
func TestInvitations(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		open := app.Way{SSH: "ssh arcade.example", Web: "https://arcade.example"}
		list := h.House.Lobby.Games()
		for _, format := range share.Formats {
			var house bytes.Buffer
			h.Must(share.WriteHouse(&house, format, words.KO, list, open))
			keep(t, "house."+format, house.Bytes())
		}
		for _, g := range list {
			var all [][]byte
			for _, lang := range []words.Lang{words.KO, words.EN} {
				var b bytes.Buffer
				h.Must(share.WriteInvitation(&b, lang, g, open))
				keep(t, "invite."+g.Info().Name+"."+lang.String()+".png", b.Bytes())
				holdPreview(t, g.Info().Name, b.Bytes())
				all = append(all, b.Bytes())
			}
			if bytes.Equal(all[0], all[1]) {
				t.Errorf("%s has one picture for both languages", g.Info().Name)
			}
			var b bytes.Buffer
			h.Must(share.WritePreview(&b, words.EN, finished(h, g.Info().Name), open))
			holdPreview(t, g.Info().Name, b.Bytes())
		}
	})
}

// holdPreview checks the picture of a link: it is nearly twice as wide as high, and its left half is a board.
func holdPreview(t *testing.T, name string, data []byte) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	size := img.Bounds()
	if ratio := float64(size.Dx()) / float64(size.Dy()); ratio < 1.8 || ratio > 2 {
		t.Errorf("%s: %v", name, size)
	}
	ground, board := img.At(0, 0), 0
	for y := 0; y < size.Dy(); y += 4 {
		for x := 0; x < size.Dx()/2; x += 4 {
			if img.At(x, y) != ground {
				board += 16
			}
		}
	}
	if board < size.Dx()*size.Dy()/150 {
		t.Errorf("%s: the board has %d of %v pixels", name, board, size)
	}
}

// keep writes data into the folder of the flag.
func keep(t *testing.T, name string, data []byte) {
	if *cards == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(*cards, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// holdCard checks a card's format.
func holdCard(t *testing.T, format string, r *records.Replay, data []byte) {
	t.Helper()
	switch format {
	case "png":
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if at := img.Bounds(); at.Dx() != 864 || at.Dy() != 704 {
			t.Errorf("the PNG is %v", at)
		}
		return
	case "svg":
		for d := xml.NewDecoder(bytes.NewReader(data)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	if !bytes.Contains(data, []byte(r.Match.ID)) || !bytes.Contains(data, []byte("arcade.")) {
		t.Errorf("the %s names no code or no way in:\n%s", format, data)
	}
	if m := screentest.Missing.Find(data); m != nil {
		t.Errorf("no words for %s", m)
	}
	if format == "text" {
		for line := range strings.Lines(string(data)) {
			if w := text.Width(strings.TrimRight(line, "\n")); w > 40 {
				t.Errorf("a line of %d cells: %q", w, line)
			}
		}
	}
}

// holdLetters checks that each character of a card has left something in its cell of a PNG.
func holdLetters(t *testing.T, card *ui.Canvas, data []byte) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	const edge, cellW, cellH = 32, 20, 40
	p := picture.Of(card.Cells(), ui.Night.Palette())
	for y := range p.H {
		for x := range p.W {
			cell := p.At(x, y)
			if cell.Width == 0 || strings.TrimSpace(cell.Text) == "" || cell.Fg == cell.Bg {
				continue
			}
			at, drawn := image.Pt(edge+x*cellW, edge+y*cellH), false
			for i := range cellH * cellW * cell.Width {
				r, g, b, _ := img.At(at.X+i%(cellW*cell.Width), at.Y+i/(cellW*cell.Width)).RGBA()
				drawn = drawn || r>>8<<16|g>>8<<8|b>>8 != cell.Bg
			}
			if !drawn {
				t.Errorf("%q at %d, %d is not in the PNG", cell.Text, x, y)
			}
		}
	}
}

// holdFilm checks a film's format: a header, then frames in the order of their times, the last no earlier
// than the plies take.
func holdFilm(t *testing.T, r *records.Replay, film io.Reader) {
	t.Helper()
	d := json.NewDecoder(film)
	var head struct{ Version, Width, Height int }
	if err := d.Decode(&head); err != nil || head.Version != 2 || head.Width != 80 || head.Height != 24 {
		t.Fatalf("%+v, %v", head, err)
	}
	last, frames := 0.0, 0
	for d.More() {
		var frame [3]any
		if err := d.Decode(&frame); err != nil {
			t.Fatal(err)
		}
		at, ok := frame[0].(float64)
		if !ok || at < last || frame[1] != "o" {
			t.Fatalf("a frame at %v after %v: %v", frame[0], last, frame[1])
		}
		last = at
		frames++
	}
	if frames < len(r.Plies) || last == 0 {
		t.Errorf("%d frames in %v s of %d plies", frames, last, len(r.Plies))
	}
}

// A line to paste is a card too, in each format: its name, its result, and the way in.
func TestLineCard(t *testing.T) {
	line := func(lang words.Lang) paste.Line {
		return paste.Line{Name: "Arcade 26 Nov", Result: "Klondike 6:18 (5/15)  Puzzle found (2/4)", Row: "+ -", Streak: 7, SSH: way.SSH, Link: "https://arcade.example/"}
	}
	var b bytes.Buffer
	if err := share.WriteLine(&b, "text", words.EN, line); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"26 Nov, streak 7", "Klondike 6:18 (5/15)\n", "Puzzle found (2/4)\n", "+ -", way.SSH, "https://arcade.example/"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := share.WriteLine(&b, "png", words.KO, line); err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(&b); err != nil {
		t.Error(err)
	}
}
