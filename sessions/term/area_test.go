package term

import (
	"sync/atomic"
	"testing"
)

// Screens that are larger than usual share their cells; whoever finds none left is
// drawn as large as usual, and usual screens do not take part.
func TestArea(t *testing.T) {
	var pool atomic.Int64
	const usual = usualWidth * usualHeight
	pool.Store(2*(300*100-usual) + 100)
	a, b, c := &area{pool: &pool}, &area{pool: &pool}, &area{pool: &pool}
	for i, x := range []struct {
		a         *area
		ask, want Size
	}{
		{a, Size{300, 100}, Size{300, 100}},
		{b, Size{300, 100}, Size{300, 100}},
		{c, Size{300, 100}, Size{200, 60}},
		{c, Size{80, 100}, Size{80, 100}}, // no more cells than usual
		{c, Size{500, 24}, Size{500, 24}},
		{c, Size{200, 61}, Size{200, 60}}, // 200 more, 100 left
		{b, Size{80, 24}, Size{80, 24}},   // and keeps its part
		{c, Size{300, 100}, Size{200, 60}},
		{b, Size{100, 300}, Size{100, 300}},
		{b, Size{500, 200}, Size{200, 60}},
	} {
		if got := x.a.fit(x.ask); got != x.want {
			t.Errorf("%d: %v is drawn as %v, want %v", i, x.ask, got, x.want)
		}
	}
	b.free()
	if got := c.fit(Size{300, 100}); got != (Size{300, 100}) {
		t.Errorf("after one has gone: %v", got)
	}
	a.free()
	c.free()
	b.free()
	if got := pool.Load(); got != 2*(300*100-usual)+100 {
		t.Errorf("%d cells are left in the end", got)
	}
}
