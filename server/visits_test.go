package server

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/server/say"
	"arcade/sessions/client"
)

// Each cause of a session's end has its word, also within other errors.
func TestEndingOf(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want Ending
	}{
		{nil, EndQuit},
		{client.ErrHangup, EndDropped},
		{fmt.Errorf("write: %w", client.ErrHangup), EndDropped},
		{context.Canceled, EndDropped},
		{client.ErrSlow, EndSlow},
		{client.ErrFlood, EndFlood},
		{client.ErrPanic, EndFailed},
		{errInternal, EndFailed},
		{errors.New("a fault"), EndFailed},
		{errShutdown, EndStopped},
		{errStopping, EndStopped},
		{errRoom, EndRoom},
		{errTime, EndTime},
		{ejected{Kicked("x"), EndKicked}, EndKicked},
		{fmt.Errorf("at the table: %w", ejected{Ban{}.message(), EndBanned}), EndBanned},
		{say.Usage("a", "b"), EndRefused},
		{errSessions, EndRefused},
		{table.ErrNoTable, EndRefused},
	} {
		if got := endingOf(tc.err); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.err, got, tc.want)
		}
	}
}

// The server keeps the sessions of a day without their addresses, and a number of them at most.
func TestVisits(t *testing.T) {
	s := &Server{visits: newVisits()}
	now := time.Now()
	over := func(code, from string, until time.Time) {
		s.visits.add(Visit{Present: Present{Code: code, Address: netip.MustParseAddrPort("203.0.113.9:1"), Work: turns.Payer{From: from}}, Until: until, Ending: EndQuit})
	}
	all := func(Present) bool { return true }
	over("OLD1", "a", now.Add(-25*time.Hour))
	if got := s.VisitsOf(all); len(got) != 0 {
		t.Errorf("of yesterday: %v", got)
	}
	over("NEW1", "a", now)
	over("NEW2", "b", now)
	over("NEW3", "a", now)
	got := s.VisitsOf(all)
	if len(got) != 3 || len(s.visits.list) != 3 {
		t.Fatalf("%d of %d", len(got), len(s.visits.list))
	}
	if got[0].Network != got[2].Network || got[0].Network == got[1].Network || len(got[0].Network) != codeLength {
		t.Errorf("networks %q, %q, %q", got[0].Network, got[1].Network, got[2].Network)
	}
	for _, v := range got {
		if v.Address.IsValid() || v.Work.From != "" {
			t.Errorf("it keeps %v, %q", v.Address, v.Work.From)
		}
	}
	for i := range visitsMost + 10 {
		over(fmt.Sprint(i), "a", now)
	}
	if got := s.VisitsOf(all); len(got) != visitsMost || got[len(got)-1].Code != fmt.Sprint(visitsMost+9) {
		t.Errorf("%d visits", len(got))
	}
}

// A screen that counts down and leaves because the server stops has not quit: its player asks why it was thrown out.
func TestVisitAtAStop(t *testing.T) {
	d := open(t, Config{Grace: patience})
	s, err := d.dial(t).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	withPTY("xterm-256color", 80, 24)(s)
	in, err := s.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	for len(d.Sessions()) != 1 {
		time.Sleep(time.Millisecond)
	}
	d.Shutdown()
	if err := s.Wait(); err != nil {
		t.Errorf("the session failed: %v", err)
	}
	all := func(Present) bool { return true }
	if v := d.VisitsOf(all); len(v) != 1 || v[0].Ending != EndStopped || d.Stats().Ended[EndStopped] != 1 {
		t.Errorf("stopped: %+v, counted %v", v, d.Stats().Ended)
	}
}

// A session that runs is a visit without an end; one that an operator ends is kicked.
func TestVisitOfASession(t *testing.T) {
	d := open(t, Config{Lang: "ko"})
	s, err := d.dial(t).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	withPTY("xterm-256color", 80, 24)(s)
	in, err := s.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	for len(d.Sessions()) != 1 {
		time.Sleep(time.Millisecond)
	}
	all := func(Present) bool { return true }
	if got := d.VisitsOf(all); len(got) != 1 || got[0].Ending != "" || !got[0].Until.IsZero() || len(got[0].Code) != codeLength {
		t.Errorf("running: %+v", got)
	}
	code := d.Sessions()[0].Code
	d.Kick(all, Kicked(""))
	_ = s.Wait()
	for len(d.VisitsOf(all)) != 1 || d.VisitsOf(all)[0].Ending == "" {
		time.Sleep(time.Millisecond)
	}
	if v := d.VisitsOf(all)[0]; v.Ending != EndKicked || v.Code != code || v.Until.Before(v.Since) || d.Stats().Ended[EndKicked] != 1 {
		t.Errorf("kicked: %+v, counted %v", v, d.Stats().Ended)
	}
}
