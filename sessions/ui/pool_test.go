package ui

import "testing"

// A returned canvas is empty, and has no trace of its session.
func TestBorrow(t *testing.T) {
	for range 3 {
		c := Borrow(20, 5)
		if _, ok := c.HitAt(1, 1); ok || c.Strict || c.W() != 20 || c.H() != 5 || c.Plain(LevelLines) != "\n\n\n\n" {
			t.Fatalf("not empty: %q", c.Plain(LevelLines))
		}
		c.Strict = true
		c.Text(0, 0, Strong, "abc")
		c.Hit(c.Rect(), "mine")
		c.setCursor(1, 1)
		c.Return()
		for _, h := range c.hits[:cap(c.hits)] {
			if h.msg != nil {
				t.Fatal("it holds what could be clicked")
			}
		}
	}
}

func BenchmarkBorrow(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, size := range [][2]int{{80, 24}, {200, 60}, {80, 24}, {120, 40}} {
			c := Borrow(size[0], size[1])
			demo(c)
			c.Return()
		}
	}
}
