package keyed

import "sync"

// Pairs notes who is about to meet whom. Each person can have one such partner at a time.
type Pairs struct {
	mu   sync.Mutex
	with map[string]string
}

// Go notes that one is on the way to other. It returns false if one is on the way already.
func (p *Pairs) Go(one, other string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, goes := p.with[one]; goes {
		return false
	}
	if p.with == nil {
		p.with = map[string]string{}
	}
	p.with[one] = other
	return true
}

// Done notes that one is no longer on the way.
func (p *Pairs) Done(one string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.with, one)
}

// With returns the person to whom one is on the way.
func (p *Pairs) With(one string) (other string, goes bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	other, goes = p.with[one]
	return other, goes
}
