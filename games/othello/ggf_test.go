package othello

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
)

const ggfStart = `BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]`

func record(started int64, each int64, actions ...games.Action) games.Record {
	r := games.Record{Place: "arcade", Started: started, Names: []string{"검은 곰", "greedy"}}
	for i, a := range actions {
		started += each
		r.Plies = append(r.Plies, games.Ply{Seat: games.Seat(i % 2), Action: a, Forced: a == Pass, At: started})
	}
	return r
}

func TestGGF(t *testing.T) {
	const started = 1735689600123 // 2025-01-01 00:00:00.123 UTC
	r := record(started, 1239, "d3", "c3")
	head := `(;GM[Othello]PC[arcade]DT[2025.01.01_00:00:00.UTC]PB[검은 곰]PW[greedy]`
	moves := `B[d3//1.23]W[c3//1.23];)`
	for _, tt := range []struct {
		result  *games.Result
		control string
		want    string
	}{
		{nil, "none", "RE[?]TY[8]"},
		{nil, "1d", "RE[?]TY[8]"},
		{&games.Result{Reason: games.Aborted, Winner: games.Nobody}, "5+3", "RE[?]TI[05:00/00:03/00:00]TY[8]"},
		{&games.Result{Reason: games.Resigned, Winner: 0}, "90+0", "RE[+64.00:r]TI[1:30:00/00:00/00:00]TY[8]"},
		{&games.Result{Reason: games.TimedOut, Winner: 1}, "none", "RE[-64.00:t]TY[8]"},
		{&games.Result{Reason: games.Abandoned, Winner: 1}, "none", "RE[-64.00:l]TY[8]"},
		{&games.Result{Reason: games.Abandoned, Winner: games.Nobody}, "none", "RE[+0.00:l]TY[8]"},
		{&games.Result{Reason: games.Agreed, Winner: games.Nobody}, "none", "RE[+0.00:s]TY[8]"},
	} {
		control, err := games.ParseControl(tt.control)
		if err != nil {
			t.Fatal(err)
		}
		r.Control, r.Result = control, tt.result
		got, err := GGF(r)
		if want := head + tt.want + ggfStart + moves; err != nil || got != want {
			t.Errorf("%v\n got %s, %v\nwant %s", tt.result, got, err, want)
		}
	}
}

func TestGGFOfWholeGames(t *testing.T) {
	for _, g := range goldens(t) {
		p := newGame(t)
		gametest.Play(t, p, g.actions...)
		r := record(0, 1000, g.actions...)
		r.Result = p.Result()
		got, err := GGF(r)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(got, "W[") - 1; n != len(g.actions)/2 { // PW[ is one
			t.Errorf("%d white moves of %d actions", n, len(g.actions))
		}
		passes := 0
		for _, a := range g.actions {
			if a == Pass {
				passes++
			}
		}
		// A forced pass costs its player no time.
		if strings.Count(got, "[pa]") != passes || strings.Count(got, "//1.00]") != len(g.actions)-passes {
			t.Errorf("want %d passes without a time: %s", passes, got)
		}
		want := fmt.Sprintf("RE[%+d.00]", g.black-g.white)
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

func TestGGFEscapes(t *testing.T) {
	r := record(0, 0)
	r.Place, r.Names = "a]b", []string{`c\`, "d[e\r\n\x1bf\xff"}
	got, err := GGF(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`PC[a\]b]`, `PB[c\\]`, `PW[d[e   f?]`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %q", want, got)
		}
	}
}

func TestGGFRefusesWhatIsNotLegal(t *testing.T) {
	for _, actions := range [][]games.Action{{"a1"}, {"d3", "d3"}, {"pass"}, {"nonsense"}} {
		_, err := GGF(record(0, 0, actions...))
		var illegal *games.IllegalError
		if !errors.As(err, &illegal) {
			t.Errorf("%v: %v", actions, err)
		}
	}
	r := record(0, 0, "d3")
	r.Plies[0].Seat = 1
	if _, err := GGF(r); err == nil {
		t.Error("white moved first")
	}
}
