package paint

import "unsafe"

// Kept is how much memory a screen takes.
func (s *Screen) Kept() int { return int(unsafe.Sizeof(*s)) + cap(s.rows) }
