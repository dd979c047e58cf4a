package paint

// Kept is how much memory a screen keeps besides itself.
func (s *Screen) Kept() int { return cap(s.rows) }
