package keyed

import "sync"

// Pairs notes who is about to meet whom. Each person can have one such partner at a time.
type Pairs struct {
	mu   sync.Mutex
	with map[string]string
}

// Go notes that one is on the way to other. It returns false if one is on the way already.
func (s *Pairs) Go(one, other string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, goes := s.with[one]; goes {
		return false
	}
	if s.with == nil {
		s.with = map[string]string{}
	}
	s.with[one] = other
	return true
}

// Done notes that one is no longer on the way.
func (s *Pairs) Done(one string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.with, one)
}

// With returns the person to whom one is on the way.
func (s *Pairs) With(one string) (other string, goes bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	other, goes = s.with[one]
	return other, goes
}
