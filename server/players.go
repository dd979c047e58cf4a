package server

import "sync"

// players counts the sessions of each player over all of its connections.
type players struct {
	mu sync.Mutex
	n  map[string]int
}

// enter counts one more session. It returns false beyond most.
func (p *players) enter(who string, most int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.n[who] >= most {
		return false
	}
	p.n[who]++
	return true
}

func (p *players) leave(who string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.n[who]--; p.n[who] <= 0 {
		delete(p.n, who)
	}
}

// player returns the owner of a session for the count, and the owner's limit. The owner is a key, or all
// guests of an address, who share the address's limit of connections.
func (s *session) player() (who string, most int) {
	if s.id.Guest() {
		return "guests " + s.from.String(), s.srv.cfg.Limits.PerAddress
	}
	return s.id.Fingerprint, s.srv.cfg.Limits.PerPlayer
}
