package ui

// Righter is a hit that means something of its own under the right button, which
// else is Esc everywhere; dragger one that can be dragged elsewhere.
type (
	Righter interface{ Right() }
	Dragger interface{ Drags() }
)

// RightHit is a click with the right button; DropHit a drag from one hit to
// another, nil where nothing is to be clicked.
type (
	RightHit struct{ On any }
	DropHit  struct{ From, To any }
)
