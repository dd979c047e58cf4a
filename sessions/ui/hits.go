package ui

// Righter is a hit with its own meaning for the right button, which is Esc otherwise; dragger is a hit
// that can be dragged to another.
type (
	Righter interface{ Right() }
	Dragger interface{ Drags() }
)

// RightHit is a click with the right button. DragHit is a [Dragger] under way, DX and DY cells from where it was pressed.
// DropHit is its end over a hit, which is nil if nothing clickable is there.
type (
	RightHit struct{ On any }
	DragHit  struct {
		From   any
		DX, DY int
	}
	DropHit struct{ From, To any }
)
