package client

import "runtime"

// Painters paint frames on goroutines of their own, which all sessions share. Painting goes deep, and a goroutine keeps
// the stack that it once needed: with painters a few have it instead of every session. A nil *Painters has none.
type Painters struct{ free chan *painter }

// painter is one of them.
type painter struct {
	work chan func()
	done chan struct{}
}

// NewPainters starts painters, twice as many as there are processors. They run until the process ends.
func NewPainters() *Painters {
	n := 2 * runtime.GOMAXPROCS(0)
	p := &Painters{free: make(chan *painter, n)}
	for range n {
		one := &painter{make(chan func()), make(chan struct{})}
		go func() {
			for f := range one.work {
				f()
				one.done <- struct{}{}
			}
		}()
		p.free <- one
	}
	return p
}

// run has a painter run f, and waits for its end. If all are at work, and be it that they wait for something that does
// not come, the caller runs f itself. f must not panic.
func (p *Painters) run(f func()) {
	if p == nil {
		f()
		return
	}
	select {
	case one := <-p.free:
		one.work <- f
		<-one.done
		p.free <- one
	default:
		f()
	}
}
