package klondike

import (
	"context"
	"errors"
	"strings"
	"testing"

	"arcade/sessions/app"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// sendingFake is a house's Sending without a server.
type sendingFake struct {
	state app.SendState
	fault error
}

func (s *sendingFake) State() (app.SendState, error) { return s.state, nil }
func (s *sendingFake) Agree(on, moves bool) error {
	s.state.On, s.state.Moves = on, on && moves
	return nil
}

func (s *sendingFake) SetServer(address string) error {
	if !strings.HasPrefix(address, "http") {
		return errors.New("bad")
	}
	s.state.Server = address
	return nil
}

func (s *sendingFake) Send(context.Context) error {
	if s.fault == nil {
		s.state.Sent, s.state.Waiting, s.state.Name = s.state.Sent+s.state.Waiting, 0, "usr_0123456789abcdef"
	}
	return s.fault
}

func (s *sendingFake) Preview() ([]string, error) {
	if s.state.Waiting == 0 {
		return nil, nil
	}
	const line = `{"dealId":"DL1_3Wix6VwVjVfYdnc2cKG1opNjRh4xegrWLKsnBgrUhRRC","userId":"usr_0123456789abcdef","ruleset":{"draw":1,"redeals":-1,"recycle":"reverse","allowFoundationToTableau":true},"durationMs":180000,"moveCount":120,"startedAt":1795348800000,"finishedAt":1795348980000,"clientVersion":"arcade","platform":"linux"}`
	return []string{line, line}, nil
}

func (s *sendingFake) Delete(context.Context) error {
	s.state = app.SendState{}
	return s.fault
}

// atConsent shows the screen of consent to a player in a private house.
func atConsent(state app.SendState, keys ...string) func(*screentest.Hall) *screentest.Person {
	return func(h *screentest.Hall) *screentest.Person {
		h.House.Alone, h.House.Sending = true, &sendingFake{state: state}
		p := atSetup(h, "u")
		p.Press(keys...)
		return p
	}
}

func init() {
	agreed := app.SendState{On: true, Server: "https://arcade.example", Name: "usr_0123456789abcdef", Waiting: 2, Sent: 12, Refused: 1}
	late := agreed
	late.Failed = true
	gone := app.SendState{Leaving: true}
	frames = append(frames,
		screentest.Page{Name: "consent", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: atConsent(app.SendState{Waiting: 2})},
		screentest.Page{Name: "consent-yes", Make: atConsent(app.SendState{Waiting: 2}, "right"), Deaf: []string{"s"}},
		screentest.Page{Name: "consent-on", Make: atConsent(agreed)},
		screentest.Page{Name: "consent-failed", Make: atConsent(late)},
		screentest.Page{Name: "consent-leaving", Make: atConsent(gone)},
		screentest.Page{Name: "consent-server", Make: atConsent(agreed, "n")},
		screentest.Page{Name: "consent-view", Make: atConsent(agreed, "v")},
		screentest.Page{Name: "consent-delete", Make: screentest.ThenAsked(atConsent(agreed), "d")},
		screentest.Page{Name: "consent-setup", Make: atConsent(agreed, "esc")},
	)
}

// Sending is off at first. A choice is stored at once, and nothing is sent without one.
func TestConsent(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := atConsent(app.SendState{Waiting: 3})(h)
		s := h.House.Sending.(*sendingFake)
		p.Press("s")
		if s.state.On || s.state.Sent != 0 {
			t.Fatalf("%+v", s.state)
		}
		p.Wants("Agree to it first", true)
		p.Press("right", "s")
		p.Wants("Name the server with n", true)
		p.Press("n")
		p.Typed("arcade.example")
		p.Press("enter")
		p.Wants("An address begins with", true)
		p.Press("esc", "n")
		p.Typed("http://arcade.example")
		p.Press("enter", "down", "right")
		if !s.state.On || !s.state.Moves || s.state.Server != "http://arcade.example" {
			t.Fatalf("%+v", s.state)
		}
		s.fault = errors.New("no")
		p.Press("s")
		h.Settle()
		p.Wants("could not be reached", true)
		s.fault = nil
		p.Press("s")
		h.Settle()
		if s.state.Sent != 3 {
			t.Fatalf("%+v", s.state)
		}
		p.Press("up", "left")
		if s.state.On || s.state.Moves {
			t.Fatalf("%+v", s.state)
		}
	})
}
