package room

import "sync"

// sittings notes who is about to sit down with whom, at another node. Each person can have one such partner at a time.
type sittings struct {
	mu   sync.Mutex
	with map[string]string
}

// Go notes that one is on the way to other. It returns false if one is on the way already.
func (s *sittings) Go(one, other string) bool {
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
func (s *sittings) Done(one string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.with, one)
}

// With returns the person to whom one is on the way.
func (s *sittings) With(one string) (other string, goes bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	other, goes = s.with[one]
	return other, goes
}
