package app

import (
	"encoding/json"
	"testing"
)

// Stored settings keep their names, games' beside the shell's, and settings that this program does not
// know are kept unchanged.
func TestSettingsStored(t *testing.T) {
	roll, up := Setting[string]("roll"), Setting[bool]("auto_up")
	for stored, want := range map[string]string{
		`{"lang":"en","roll":"bell","auto_up":true,"no_mouse":true}`: `{"auto_up":true,"lang":"en","no_mouse":true,"roll":"bell"}`,
		`{"roll":"off","later":{"a":1}}`:                             `{"later":{"a":1},"roll":"off"}`,
		`{"bell":true}`:                                              `{"bell":true}`,
		``:                                                           `{}`,
		`{"lang":7}`:                                                 `{}`,
		`[]`:                                                         `{}`,
		`{"roll":7}`:                                                 `{"roll":7}`,
	} {
		s := readSettings(json.RawMessage(stored))
		raw, err := json.Marshal(s)
		if err != nil || string(raw) != want {
			t.Errorf("%s is stored as %s, want %s: %v", stored, raw, want, err)
		}
	}
	s := readSettings(json.RawMessage(`{"roll":"bell","auto_up":true}`))
	if roll.In(s) != "bell" || !up.In(s) {
		t.Errorf("read as %q and %v", roll.In(s), up.In(s))
	}
	was := s
	roll.Put(&s, "")
	up.Put(&s, false)
	if raw, _ := json.Marshal(s); string(raw) != "{}" || roll.In(was) != "bell" {
		t.Errorf("%s, and before %q", raw, roll.In(was))
	}
	if lang := Setting[string]("lang"); lang.In(readSettings(json.RawMessage(`{"lang":"en"}`))) != "" {
		t.Error("a game reads the shell's setting")
	}
}

// Over a slow connection nothing moves, unless the player wants it.
func TestFarPace(t *testing.T) {
	a := &App{term: Client{Look: Look{Far: true}}}
	if got := a.Pace(); got != "none" {
		t.Errorf("%q", got)
	}
	a.Set.Motion = "fast"
	if got := a.Pace(); got != "fast" {
		t.Errorf("chosen: %q", got)
	}
}
