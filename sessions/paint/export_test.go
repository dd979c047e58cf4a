package paint

import "unsafe"

// Kept returns the memory of a screen in bytes.
func (s *Screen) Kept() int { return int(unsafe.Sizeof(*s)) + cap(s.rows) }
