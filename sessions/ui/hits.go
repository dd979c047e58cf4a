package ui

// Righter is a hit with its own meaning for the right button, which is Esc otherwise; dragger is a hit
// that can be dragged to another.
type (
	Righter interface{ Right() }
	Dragger interface{ Drags() }
)

// RightHit is a click with the right button; DropHit a drag from one hit to another, which is nil if
// nothing clickable is there.
type (
	RightHit struct{ On any }
	DropHit  struct{ From, To any }
)
