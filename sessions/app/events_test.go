package app

import (
	"fmt"
	"testing"
)

// Events keep their order and their numbers, also where the oldest have gone. A sentence that is said twice in a row
// differs.
func TestEvents(t *testing.T) {
	a := &App{screenState: &screenState{}}
	a.term.Browser = true
	if a.ReadOut("again") != 1 || a.ReadOut("again") != 2 {
		t.Error("the events are not numbered from 1")
	}
	if list, first := a.events.since(0); first != 1 || len(list) != 2 || list[0] == list[1] {
		t.Errorf("since 0 from %d: %q", first, list)
	}
	for n := 3; n <= mostEvents+10; n++ {
		a.ReadOut(fmt.Sprint(n))
	}
	if list, first := a.events.since(0); first != 11 || len(list) != mostEvents || list[0] != Again("11", 11) || list[mostEvents-1] != Again(fmt.Sprint(mostEvents+10), mostEvents+10) {
		t.Errorf("since 0 from %d: %q", first, list)
	}
	if list, first := a.events.since(mostEvents + 9); first != mostEvents+10 || len(list) != 1 {
		t.Errorf("since the last but one from %d: %q", first, list)
	}
	if list, _ := a.events.since(a.LastEvent()); len(list) != 0 {
		t.Errorf("since the last: %q", list)
	}
}
