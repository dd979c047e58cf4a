package ui

import (
	"fmt"
	"strings"
	"testing"
)

var demoKeys = []KeyItem{
	{Name: "방향키", Label: "자리", Key: ""}, {Name: "Enter", Label: "두기", Key: "enter"}, {Name: "/", Label: "d3 입력", Key: "/"}, {Name: "i", Label: "힌트", Key: "i"},
	{Name: "u", Label: "무르기", Key: "u"}, {Name: "r", Label: "기권", Key: "r"}, {Name: "?", Label: "도움말", Key: "?"}, {Name: "Esc", Label: "나감", Key: "esc"},
}

// The tokens of a game's board.
var (
	felt      = NewSurface(Surface{Fg: 231, Bg: 29, Sixteen: "30;42"})
	discBlack = NewSurface(Surface{Fg: 16, Bg: 29, Sixteen: "30;42"})
	discWhite = NewSurface(Surface{Fg: 231, Bg: 29, Sixteen: "1;97;42"})
)

// demo draws a frame with a board, a panel and a form, as screens do.
func demo(c *Canvas) {
	Frame(c, FrameSpec{
		Place: "ARCADE / 오델로 / 봇 3단계", Facts: "14수   내 레이팅 1512   10분+10초",
		Message: "내 차례 (백). 상대가 e3에 두었습니다.", Clock: "남은 시간 9:12", ClockInk: Warn,
		Keys: demoKeys,
	})
	g := c.Sub(c.Area())
	board := g.Sub(Rect{0, 1, 38, 19})
	for x := range 8 {
		board.Text(6+4*x, 0, Muted, string(rune('a'+x)))
	}
	for y := range 9 {
		line := "├───┼───┼───┼───┼───┼───┼───┼───┤"
		switch y {
		case 0:
			line = "┌───┬───┬───┬───┬───┬───┬───┬───┐"
		case 8:
			line = "└───┴───┴───┴───┴───┴───┴───┴───┘"
		}
		board.Text(4, 1+2*y, felt, line)
		if y == 8 {
			break
		}
		board.TextRight(3, 2+2*y, Muted, fmt.Sprint(y+1))
		for x := range 8 {
			board.Text(4+4*x, 2+2*y, felt, "│   ")
			disc, tok := "● ", discBlack
			if (x+y)%3 == 0 {
				disc, tok = "○ ", discWhite
			}
			if x > 1 && y > 1 && x < 6 && y < 6 {
				board.Text(6+4*x, 2+2*y, tok, disc)
			}
			board.Hit(Rect{5 + 4*x, 2 + 2*y, 3, 1}, [2]int{x, y})
		}
		board.Text(36, 2+2*y, felt, "│")
	}
	board.Text(4+4*5+1, 4, Focus, ">+ ")
	g.VLine(39, 0, 21, Muted)
	side := g.Sub(Rect{41, 0, 39, 21})
	side.Text(1, 1, Text, "●  흑   봇 3단계")
	side.TextRight(39, 1, Text, "11  8:41")
	side.Text(1, 2, Strong, "○  백   백파이 (나)")
	side.TextRight(39, 2, Strong, "6  9:12")
	side.Text(0, 3, Info, BarText(24, 37, 37))
	side.HLine(0, 4, 39, Muted)
	for i := range 4 {
		side.Text(2, 10+i, Text, fmt.Sprintf("%d  손님-482%d", 3+i, 3+i))
	}
	side.Text(0, 12, Focus, ">")
	side.Text(38, 10, Muted, "^")
	side.Text(38, 13, Muted, "v")
	f := Field{MaxCells: 12, MaxRunes: 12}
	f.insert("백파이")
	side.Text(0, 17, Text, "이름")
	f.Draw(side, 5, 17, 14)
}

func TestFrameGolden(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {100, 30}, {120, 40}} {
		c := strict(t, size.w, size.h)
		demo(c)
		name := fmt.Sprintf("demo_%dx%d", size.w, size.h)
		golden(t, name, c.Plain(LevelLines))
		golden(t, name+"_safe", c.Plain(LevelPlain))
		if x, y, ok := c.cells.Cursor(); !ok || !BodyRect(size.w, size.h).Contains(x, y) {
			t.Errorf("cursor at %d,%d, %v", x, y, ok)
		}
	}
	c := strict(t, 80, 24)
	demo(c)
	golden(t, "demo_80x24_looks", looks(c, Dark256))
}

func TestKeyBar(t *testing.T) {
	c := New(80, 24)
	c.Strict = true
	Frame(c, FrameSpec{Keys: demoKeys})
	if c.Errors != nil {
		t.Error(c.Errors)
	}
	row := strings.Split(c.Plain(LevelLines), "\n")[23]
	if want := " 방향키 자리 Enter 두기 / d3 입력 i 힌트 u 무르기 r 기권 ? 도움말 Esc 나감"; row != want {
		t.Errorf("%q, want %q", row, want)
	}
	for _, it := range demoKeys[1:] {
		x := Width(row[:strings.Index(row, " "+it.Name+" ")+1])
		if msg, _ := c.HitAt(x, 23); msg != Press(it.Key) {
			t.Errorf("%s: a click gives %v", it.Name, msg)
		}
	}
	if msg, ok := c.HitAt(2, 23); ok {
		t.Errorf("a name without a key gives %v", msg)
	}
	for w := 24; w < 80; w++ { // in a narrow bar, which may have two rows, help and the way out stay
		c.Reset(w, 24)
		Frame(c, FrameSpec{Keys: demoKeys})
		rows := strings.Split(c.Plain(LevelLines), "\n")
		row := strings.TrimLeft(strings.TrimRight(rows[22]+"  "+strings.TrimSpace(rows[23]), " "), " ")
		if !strings.HasSuffix(row, "? 도움말 Esc 나감") && !strings.HasSuffix(row, "? 도움말  Esc 나감") {
			t.Errorf("%d: %q", w, row)
		}
	}
	if len(demoKeys) != 8 || demoKeys[5].Name != "r" {
		t.Error("the caller's items have been changed")
	}
}

func TestBodyRect(t *testing.T) {
	for _, tc := range []struct {
		w, h int
		want Rect
	}{
		{80, 24, Rect{0, 1, 80, 21}}, {100, 30, Rect{10, 4, 80, 21}}, {120, 39, Rect{20, 8, 80, 21}}, {119, 40, Rect{19, 9, 80, 21}}, {120, 40, Rect{0, 1, 120, 37}}, {200, 60, Rect{0, 1, 120, 57}},
	} {
		if got := BodyRect(tc.w, tc.h); got != tc.want {
			t.Errorf("%dx%d: %+v, want %+v", tc.w, tc.h, got, tc.want)
		}
	}
}

func TestTooSmall(t *testing.T) {
	const running = "오델로: 내 차례, 0:19 남음"
	c := strict(t, 60, 18)
	TooSmall(c, 60, 18, running, false)
	golden(t, "small_60x18", c.Plain(LevelLines))
	c = strict(t, 40, 12)
	TooSmall(c, 40, 12, running, false)
	golden(t, "small_40x12", c.Plain(LevelLines))
	c = strict(t, 60, 18)
	c.Rich = true
	TooSmall(c, 60, 18, running, false)
	golden(t, "small_60x18.rich", c.Plain(LevelRich))
	for _, size := range []Rect{{W: 60, H: 16}, {W: 47, H: 35}, {W: 300, H: 22}, {W: 59, H: 18}} {
		c := strict(t, size.W, size.H)
		c.Rich = true
		TooSmall(c, size.W, size.H, running, false)
		for _, want := range []string{"0:19", "48 x 23", "Esc", fmt.Sprintf("%d x %d", size.W, size.H)} {
			if !strings.Contains(c.Plain(LevelRich), want) {
				t.Errorf("%dx%d with pictures: no %q:\n%s", size.W, size.H, want, c.Plain(LevelRich))
			}
		}
	}
	for w := range 60 {
		for h := range 20 {
			c := New(w, h)
			TooSmall(c, w, h, running, false)
			if w >= 28 && h >= 1 && !strings.Contains(c.Plain(LevelLines), "0:19") {
				t.Errorf("%dx%d: no clock", w, h)
			}
			if w >= 24 && h >= 6 && (!strings.Contains(c.Plain(LevelLines), "48 x 23") || !strings.Contains(c.Plain(LevelLines), "Esc")) {
				t.Errorf("%dx%d:\n%s", w, h, c.Plain(LevelLines))
			}
		}
	}
}

func TestWindow(t *testing.T) {
	for _, tc := range []struct{ focus, total, rows, from, to int }{
		{0, 3, 5, 0, 3}, {0, 10, 4, 0, 4}, {2, 10, 4, 0, 4}, {3, 10, 4, 1, 5}, {9, 10, 4, 6, 10}, {0, 0, 4, 0, 0}, {5, 10, 0, 0, 0}, {-1, 10, 4, 0, 4}, {99, 10, 4, 6, 10},
	} {
		if from, to := Window(tc.focus, tc.total, tc.rows); from != tc.from || to != tc.to {
			t.Errorf("%+v: %d, %d", tc, from, to)
		}
	}
}

func TestOptionsKeepTheirPlaces(t *testing.T) {
	labels := []string{"10분+10초", "5분+5초", "없음"}
	at := func(picked int) (x []int) {
		c := strict(t, 60, 1)
		alternatives(c.Region, 0, 0, labels, picked, false, false, func(i int) any { return i })
		plain := c.Plain(LevelLines)
		for i, l := range labels {
			from := Width(plain[:strings.Index(plain, l)])
			x = append(x, from)
			for _, dx := range []int{-1, 0, Width(l)} {
				if msg, _ := c.HitAt(from+dx, 0); msg != i {
					t.Errorf("a click on %q gives %v", l, msg)
				}
			}
		}
		if !strings.Contains(plain, "["+labels[picked]+"]") {
			t.Errorf("%q does not show %d", plain, picked)
		}
		return x
	}
	if a, b := fmt.Sprint(at(0)), fmt.Sprint(at(2)); a != b {
		t.Errorf("%s and %s", a, b)
	}
}

func TestBarText(t *testing.T) {
	for _, tc := range []struct {
		part, whole, w int
		want           string
	}{{0, 10, 5, "....."}, {1, 100, 5, "#...."}, {5, 10, 5, "##..."}, {10, 10, 5, "#####"}, {20, 10, 5, "#####"}, {-1, 10, 3, "..."}, {1, 0, 3, "..."}, {1, 1, 0, ""}} {
		if got := BarText(tc.part, tc.whole, tc.w); got != tc.want {
			t.Errorf("%+v: %q", tc, got)
		}
	}
}

// In a window larger than the full layout the frame stays with its body, and can be clicked where it is
// visible.
func TestFrameInALargeWindow(t *testing.T) {
	c := New(200, 60)
	Frame(c, FrameSpec{Place: "ARCADE", Message: "your move", Keys: []KeyItem{{Name: "?", Label: "help", Key: "?"}}})
	rows := strings.Split(c.Plain(LevelLines), "\n")
	for y, want := range map[int]string{10: "ARCADE", 48: "your move", 49: "? help"} {
		if got := strings.TrimSpace(rows[y]); got != want || !strings.HasPrefix(rows[y], strings.Repeat(" ", 41)) {
			t.Errorf("row %d: %q", y, rows[y])
		}
	}
	if hit, _ := c.HitAt(42, 49); hit != Press("?") {
		t.Errorf("a click on it: %v", hit)
	}
}

// The slider's areas go from the first position to the last without a step back, each position within
// half a cell of the knob's place.
func TestSlider(t *testing.T) {
	for _, total := range []int{0, 1, 5, 21, 28, 300} {
		for pos := 0; pos <= total; pos++ {
			c := strict(t, 40, 1)
			Slider(c.Region, Rect{X: 2, W: 30, H: 1}, pos, total, func(pos int) any { return pos })
			plain := c.Plain(LevelLines)
			if len(plain) != 32 || strings.Count(plain, "O") != 1 {
				t.Fatalf("%q", plain)
			}
			knob := strings.Index(plain, "O")
			if msg, _ := c.HitAt(knob, 0); msg != pos || knob-2 != SliderCell(30, pos, total) {
				t.Errorf("%d of %d: the knob at %d gives %v", pos, total, knob, msg)
			}
			last := 0
			for x := 2; x < 32; x++ {
				msg, ok := c.HitAt(x, 0)
				if !ok || msg.(int) < last {
					t.Fatalf("%d of %d: at %d %v after %d", pos, total, x, msg, last)
				}
				last = msg.(int)
			}
			if first, _ := c.HitAt(2, 0); first != 0 || last != total {
				t.Errorf("%d of %d: from %v to %d", pos, total, first, last)
			}
		}
	}
}
