package client

import (
	"runtime"
	"testing"
)

// Painters run what they are given; if all wait for something, the caller runs it, so that one hung frame holds up no
// other session.
func TestPaintersBusy(t *testing.T) {
	p := NewPainters()
	n := 2 * runtime.GOMAXPROCS(0)
	began, goOn, ended := make(chan bool), make(chan bool), make(chan bool)
	for range n {
		go func() {
			p.run(func() { began <- true; <-goOn })
			ended <- true
		}()
	}
	for range n {
		<-began
	}
	ran := false
	p.run(func() { ran = true })
	if !ran {
		t.Error("nobody painted")
	}
	close(goOn)
	for range n {
		<-ended
	}
	ran = false
	p.run(func() { ran = true })
	(*Painters)(nil).run(func() { ran = ran && true })
	if !ran || len(p.free) != n {
		t.Errorf("ran %v, %d painters are free, want %d", ran, len(p.free), n)
	}
}
