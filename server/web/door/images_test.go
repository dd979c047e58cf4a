package door

import (
	"testing"
	"time"
)

// A picture that takes long to make delays no other picture, and is made once.
func TestSlowPicture(t *testing.T) {
	var all images
	named := func(name string) func() ([]byte, error) { return func() ([]byte, error) { return []byte(name), nil } }
	if _, err := all.get("house", named("house")); err != nil {
		t.Fatal(err)
	}
	began, slow, made := make(chan struct{}), make(chan struct{}), make(chan string, 2)
	for range 2 {
		go func() {
			b, _ := all.get("slow", func() ([]byte, error) { close(began); <-slow; return []byte("slow"), nil }) // panics when called twice
			made <- string(b)
		}()
	}
	<-began
	others := make(chan string)
	go func() {
		for _, name := range []string{"house", "game"} {
			b, _ := all.get(name, named(name))
			others <- string(b)
		}
		close(others)
	}()
	for _, want := range []string{"house", "game"} {
		select {
		case got := <-others:
			if got != want {
				t.Errorf("%q is the picture of %s", got, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s waits", want)
		}
	}
	close(slow)
	for range 2 {
		if got := <-made; got != "slow" {
			t.Errorf("the slow picture is %q", got)
		}
	}
}
