package puzzles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/lobby/streak"
	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/notes"
)

// house is a house in fake time with puzzles of two games.
type house struct {
	*Book
	t      *testing.T
	s      *bolt.Store
	closed chan struct{}
	// secrets has the secret seeds.
	secrets map[string]bool
}

func (h *house) Secret(_, seed string) bool { return h.secrets[seed] }
func (h *house) Stocks() bool               { return true }
func (h *house) Closed() <-chan struct{}    { return h.closed }
func (h *house) Network(from string) string { return from }
func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func in(t *testing.T, f func(h *house)) {
	synctest.Test(t, func(t *testing.T) {
		s, err := bolt.Open(t.TempDir()+"/arcade.db", bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		h := &house{t: t, s: s, closed: make(chan struct{})}
		reg := games.NewRegistry(solvedOnce{}, stones.Game{})
		h.Book = NewBook(context.Background(), h, func() func() { return func() {} }, s, reg, slog.New(slog.DiscardHandler), Limits{Share: 1}, []byte("secret"))
		f(h)
		h.checks()
	})
}

// checks runs the checker on everything that is stored.
func (h *house) checks() {
	h.t.Helper()
	for _, f := range h.findings() {
		h.t.Error(f)
	}
}

func (h *house) findings() (list []string) {
	c := NewChecker(h.games, func(id, problem string) { list = append(list, id+": "+problem) })
	for _, name := range []string{space("othello"), space("stones"), days.Name} {
		for n, err := range (notes.Space[json.RawMessage]{Name: name}).All(h.t.Context(), h.s) {
			h.must(err)
			if !c.Note(name, n.Key, n.Raw) {
				h.t.Errorf("%s/%s is not a note of puzzles", name, n.Key)
			}
		}
	}
	h.must(c.End(h.t.Context()))
	return list
}

// solvedOnce is Othello that solves each position once for all tests: the same position gives the same puzzle
// (games.Puzzler), and the checker of each test reads the same few again. It offers only the last 14 moves, since each
// earlier position takes some three times as long as the next one.
type solvedOnce struct{ othello.Game }

func (s solvedOnce) PuzzlePlies(setup games.Setup, plies []games.Action, limit games.Limit) ([]int, error) {
	list, err := s.Game.PuzzlePlies(setup, plies, limit)
	return slices.DeleteFunc(list, func(ply int) bool { return ply < len(plies)-14 }), err
}

// solved has the puzzles by setup and actions.
var solved = map[string]*games.Puzzle{}

func (s solvedOnce) Puzzle(setup games.Setup, plies []games.Action, limit games.Limit) (*games.Puzzle, error) {
	key := fmt.Sprint(setup, plies)
	if z, ok := solved[key]; ok {
		return z, nil
	}
	z, err := s.Game.Puzzle(setup, plies, limit)
	if err == nil {
		solved[key] = z
	}
	return z, err
}

// found has the notes of puzzles by game, found once for all tests.
var found = map[string]map[string]json.RawMessage{}

// stock searches matches until there are six puzzles of a game.
func (h *house) stock(game string) {
	h.t.Helper()
	if found[game] != nil {
		for key, value := range found[game] {
			h.must(h.s.PutNotes(context.Background(), space(game), store.Note{Key: key, Value: value}))
		}
		return
	}
	for range 100 {
		f, _, err := h.Search(game, nil)
		h.must(err)
		if f.Puzzles >= 6 {
			break
		}
	}
	found[game] = map[string]json.RawMessage{}
	for n, err := range (notes.Space[json.RawMessage]{Name: space(game)}).All(h.t.Context(), h.s) {
		h.must(err)
		found[game][n.Key] = n.Raw
	}
	if len(found[game]) < 13 {
		h.t.Fatalf("%d notes of %s", len(found[game]), game)
	}
}

// wrong returns an option that is not the answer.
func wrong(s Sitting) games.Action {
	step := s.Record.Puzzle.Line[s.Step]
	for _, o := range step.Options {
		if o.Action != step.Action {
			return o.Action
		}
	}
	return ""
}

// solve answers a whole sitting.
func (h *house) solve(who Who, s Sitting) Sitting {
	h.t.Helper()
	for range 9 {
		if s.State != Asked {
			break
		}
		var err error
		s, err = h.Answer(who, s, []games.Action{s.Record.Puzzle.Line[s.Step].Action})
		h.must(err)
	}
	return s
}

func (h *house) next(who Who, game string) Sitting {
	h.t.Helper()
	s, err := h.Next(who, game)
	h.must(err)
	return s
}

// A right answer raises the player and lowers the puzzle; a wrong one does the opposite. Only the first try
// counts, and a puzzle that was begun stays until it is answered.
func TestFirstTry(t *testing.T) {
	in(t, func(h *house) {
		h.stock("othello")
		kim := Who{ID: "kim", From: "a"}
		s := h.next(kim, "othello")
		if again := h.next(kim, "othello"); again.ID != s.ID {
			t.Error("another puzzle before the answer")
		}
		before := s.Record.Rating.Rating
		s = h.solve(kim, s)
		if s.State != Right || s.Attempt.Own != 1 || s.Me.Rating.Rating <= 1500 || s.Record.Rating.Rating >= before || s.Me.Streak != 1 {
			t.Errorf("%+v, %+v", s, s.Attempt)
		}
		up := s.Me.Rating.Rating
		s = h.next(kim, "othello")
		miss, err := h.Answer(kim, s, []games.Action{wrong(s)})
		h.must(err)
		if miss.State != Wrong || miss.Me.Rating.Rating >= up || miss.Record.Rating.Rating <= s.Record.Rating.Rating || miss.Me.Streak != 0 || miss.Me.Last != "+-" {
			t.Errorf("%+v", miss)
		}
		if again, err := h.Answer(kim, s, []games.Action{s.Record.Puzzle.Line[0].Action}); err == nil && again.Attempt.Solved || err != nil && !errors.Is(err, ErrMoved) {
			t.Errorf("a second answer counts: %+v, %v", again.Attempt, err)
		}
		if p, _ := h.Standing("othello", "kim"); p.Rating != miss.Me.Rating {
			t.Error("a second answer changed the rating")
		}
	})
}

// A wrong try costs at most 30 points. Attempts from before that bound keep what they cost.
func TestMostLost(t *testing.T) {
	wrong := Attempt{Player: fresh(1500), Puzzle: Rating{Rating: 900, Deviation: 60, Volatility: .06}}
	was, its := wrong.Rate()
	wrong.Most = mostLost
	is, same := wrong.Rate()
	if was.Rating > 1400 || is.Rating != 1470 || same != its || is.Deviation != was.Deviation {
		t.Errorf("from 1500 to %.0f, with the bound to %.0f; the puzzle to %v and %v", was.Rating, is.Rating, its, same)
	}
	wrong.Solved = true
	if up, _ := wrong.Rate(); up.Rating <= 1500 {
		t.Errorf("solved: %v", up)
	}
}

// Hints and provisional puzzles move a player less. A hint also moves the puzzle less.
func TestShares(t *testing.T) {
	whole := Attempt{Player: fresh(1500), Puzzle: Rating{Rating: 1500, Deviation: 60, Volatility: .06}, Solved: true}
	hinted, unsure := whole, whole
	hinted.Hints, unsure.Puzzle.Deviation = 1, 111
	gain := func(t Attempt) (player, puzzle float64) {
		a, b := t.Rate()
		return a.Rating - t.Player.Rating, b.Rating - t.Puzzle.Rating
	}
	p, z := gain(whole)
	hp, hz := gain(hinted)
	up, _ := gain(unsure)
	if p <= 0 || z >= 0 || fmt.Sprintf("%.6f %.6f", hp, hz) != fmt.Sprintf("%.6f %.6f", p/2, z/2) || up >= p*.6 {
		t.Errorf("whole %v %v, hinted %v %v, provisional %v", p, z, hp, hz, up)
	}
}

// A player who has tried the first puzzles of a width gets the others.
func TestStreamGivesEveryPuzzle(t *testing.T) {
	in(t, func(h *house) {
		kim := Who{ID: "kim"}
		var list []store.Note
		for i := range 2*window + 1 {
			id := fmt.Sprintf("%06d", i)
			list = append(list, store.Note{Key: "i/" + place(id, fresh(1500)), Value: json.RawMessage("{}")})
			if i < 2*window {
				list = append(list, store.Note{Key: "a/kim/" + id, Value: json.RawMessage("{}")})
			}
		}
		h.must(h.s.PutNotes(t.Context(), space("othello"), list...))
		if id, err := h.pick(kim, "othello"); id != fmt.Sprintf("%06d", 2*window) {
			t.Errorf("the stream gives %q, %v", id, err)
		}
		h.must(h.s.PutNotes(t.Context(), space("othello"), streams.In("othello").Gone(place(fmt.Sprintf("%06d", 2*window), fresh(1500)))))
		if id, err := h.pick(kim, "othello"); !errors.Is(err, ErrNone) {
			t.Errorf("without a new one the stream gives %q, %v", id, err)
		}
		for i, n := range list { // the checker wants whole puzzles
			list[i] = store.Note{Key: n.Key}
		}
		h.must(h.s.PutNotes(t.Context(), space("othello"), list...))
	})
}

// Ratings do not change for puzzles of the player's own match, for a second key on the same network, or for
// a program.
func TestUnrated(t *testing.T) {
	in(t, func(h *house) {
		h.stock("othello")
		h.must(h.s.CreateMatch(t.Context(), store.Match{ID: "M", Game: "othello", Status: store.Open, Seats: []store.Seat{{Player: "kim"}, {}}}))
		var id string
		for n, err := range puzzles.In("othello").All(h.t.Context(), h.s) {
			h.must(err)
			id = n.Key
		}
		h.must(puzzles.In("othello").Edit(t.Context(), h.s, id, func(r *Record) error { r.Match = "M"; return nil }))
		for _, tt := range []struct {
			who  Who
			want string
		}{
			{Who{ID: "kim", From: "a"}, WhyOwn}, {Who{ID: "lee", From: "b"}, ""}, {Who{ID: "lee2", From: "b"}, WhyNetwork},
			{Who{ID: "bot", From: "c", Program: true}, WhyProgram}, {Who{ID: "park", From: "d"}, ""},
		} {
			s, err := h.begin(tt.who, "othello", id, Stream)
			h.must(err)
			s = h.solve(tt.who, s)
			moved := s.Me.Rating.Rating != 1500
			if s.State != Right || s.Attempt.Why != tt.want || moved != (tt.want == "") {
				t.Errorf("%s: %q, rating %v", tt.who.ID, s.Attempt.Why, s.Me.Rating.Rating)
			}
		}
		s, err := h.begin(Who{}, "othello", id, Stream)
		h.must(err)
		if s = h.solve(Who{}, s); s.State != Right || s.Attempt == nil {
			t.Errorf("a guest: %+v", s)
		}
	})
}

// Nobody gains from the puzzle of the day by learning its answer first as a guest, or with another key, of the
// same network: by a whole try, a part of one, a hint, or giving up.
func TestDayLearntFirst(t *testing.T) {
	for name, learn := range map[string]func(h *house, who Who, s Sitting) (Sitting, error){
		"a try":     func(h *house, who Who, s Sitting) (Sitting, error) { return h.solve(who, s), nil },
		"a hint":    func(h *house, who Who, s Sitting) (Sitting, error) { return h.Hint(who, s) },
		"giving up": func(h *house, who Who, s Sitting) (Sitting, error) { return h.GiveUp(who, s) },
		"an answer": func(h *house, who Who, s Sitting) (Sitting, error) {
			return h.Answer(who, s, s.Record.Puzzle.Line[s.Step].Plies())
		},
	} {
		for _, first := range []Who{{From: "a"}, {ID: "fresh", From: "a"}} {
			in(t, func(h *house) {
				h.stock("othello")
				s, err := h.OfDay(first)
				h.must(err)
				_, err = learn(h, first, s)
				h.must(err)
				for who, want := range map[Who]string{{ID: "kim", From: "a"}: WhyNetwork, {ID: "lee", From: "b"}: ""} {
					s, err := h.OfDay(who)
					h.must(err)
					if s = h.solve(who, s); s.Attempt.Why != want || (s.Me.Rating.Rating != 1500) != (want == "") {
						t.Errorf("%s as %q: %s gets %q and %v", name, first.ID, who.ID, s.Attempt.Why, s.Me.Rating.Rating)
					}
				}
			})
		}
	}
}

// A hint crosses out only wrong options, and stays taken after a restart.
func TestHint(t *testing.T) {
	in(t, func(h *house) {
		h.stock("othello")
		kim := Who{ID: "kim"}
		s, err := h.Hint(kim, h.next(kim, "othello"))
		h.must(err)
		step := s.Record.Puzzle.Line[0]
		if len(s.Crossed) == 0 || len(s.Crossed) != len(step.Options)/2 || fmt.Sprint(h.next(kim, "othello").Crossed) != fmt.Sprint(s.Crossed) {
			t.Errorf("crossed %v of %v, then %v", s.Crossed, step.Options, h.next(kim, "othello").Crossed)
		}
		for _, a := range s.Crossed {
			if a == step.Action {
				t.Error("the answer is crossed out")
			}
		}
		if s = h.solve(kim, s); s.Attempt.Hints != 1 {
			t.Errorf("%+v", s.Attempt)
		}
	})
}

// A miss comes again after three days, changes no rating, and disappears once it is solved.
func TestMissesComeAgain(t *testing.T) {
	in(t, func(h *house) {
		h.stock("stones")
		kim := Who{ID: "kim"}
		s := h.next(kim, "stones")
		s, err := h.GiveUp(kim, s)
		h.must(err)
		if _, err := h.Missed(kim, "stones"); !errors.Is(err, ErrNone) {
			t.Errorf("at once: %v", err)
		}
		time.Sleep(comesAgain)
		m, err := h.Missed(kim, "stones")
		h.must(err)
		if m.ID != s.ID || m.State != Asked || m.Way != Again {
			t.Errorf("%+v", m)
		}
		m = h.solve(kim, m)
		if m.State != Right || m.Attempt.Solved || m.Attempt.Again != 1 {
			t.Errorf("%+v %+v", m, m.Attempt)
		}
		if p, _ := h.Standing("stones", "kim"); p.Rating != s.Me.Rating {
			t.Error("it changed the rating")
		}
		if _, err := h.Missed(kim, "stones"); !errors.Is(err, ErrNone) {
			t.Errorf("after it was found: %v", err)
		}
	})
}

// The puzzle of the day is the same for all, changes each day, is in no stream, and keeps the streak of
// everybody who tries it.
func TestOfDay(t *testing.T) {
	in(t, func(h *house) {
		h.stock("othello")
		h.stock("stones")
		seen := map[string]bool{}
		for range 4 {
			kim, lee := Who{ID: "kim", From: "a"}, Who{ID: "lee", From: "b"}
			s, err := h.OfDay(kim)
			h.must(err)
			o, err := h.OfDay(lee)
			h.must(err)
			if s.ID != o.ID || seen[s.ID] || s.Record.Day != h.Today() {
				t.Fatalf("%s and %s on %s, puzzle of %s", s.ID, o.ID, h.Today(), s.Record.Day)
			}
			seen[s.ID] = true
			h.must(second(h.GiveUp(kim, s)))
			done, ok, err := streak.Days.In("kim").Get(t.Context(), h.s, h.Today())
			if !ok || done.Puzzle != s.Game+"/"+s.ID {
				t.Errorf("the day is kept by %+v, %v", done, err)
			}
			if list, _ := h.s.Notes(t.Context(), streak.Days.In("lee").Name, "", 9); len(list) > 0 {
				t.Error("the day is kept without a try")
			}
			for n := range 9 {
				if p, err := h.pick(Who{ID: fmt.Sprint(n)}, s.Game); err == nil && seen[p] {
					t.Error("a stream gives the puzzle of the day")
				}
			}
			time.Sleep(24 * time.Hour)
		}
	})
}

// badDisk is a store whose next write to the space fails, or whose writes are slow.
type badDisk struct {
	store.Store
	fails string
	slow  time.Duration
}

var errDisk = errors.New("no space left on device")

func (d *badDisk) PutNotes(ctx context.Context, space string, list ...store.Note) error {
	if space == d.fails {
		d.fails = ""
		return errDisk
	}
	time.Sleep(d.slow)
	return d.Store.PutNotes(ctx, space, list...)
}

// badDisk puts the book, with puzzles of Othello, on a bad disk.
func (h *house) badDisk() *badDisk {
	h.stock("othello")
	disk := &badDisk{Store: h.s}
	h.Book.store = disk
	return disk
}

// keptDay returns what keeps a player's day.
func (h *house) keptDay(player, day string) (done streak.Done) {
	h.t.Helper()
	done, _, err := streak.Days.In(player).Get(h.t.Context(), h.s, day)
	h.must(err)
	return done
}

// A day whose write failed is kept when the player sees the puzzle of the day again.
func TestDayIsKeptAfterAFailure(t *testing.T) {
	in(t, func(h *house) {
		kim, day, disk := Who{ID: "kim"}, h.Today(), h.badDisk()
		s, err := h.OfDay(kim)
		h.must(err)
		disk.fails = streak.Days.In("kim").Name
		if _, err := h.GiveUp(kim, s); !errors.Is(err, errDisk) {
			t.Fatalf("the failure: %v", err)
		}
		for range 2 {
			s, err = h.OfDay(kim)
			h.must(err)
			if done := h.keptDay("kim", day); s.State != Wrong || done.Puzzle != s.Game+"/"+s.ID {
				t.Errorf("%s; the day is kept by %+v", s.State, done)
			}
		}
	})
}

// A puzzle of the day is marked as such, though the first write of the mark failed.
func TestDayIsMarkedAfterAFailure(t *testing.T) {
	in(t, func(h *house) {
		kim, day, disk := Who{ID: "kim"}, h.Today(), h.badDisk()
		disk.fails = space("othello")
		if _, err := h.OfDay(kim); !errors.Is(err, errDisk) {
			t.Fatalf("the failure: %v", err)
		}
		s, err := h.OfDay(kim)
		h.must(err)
		if _, err := h.s.Note(t.Context(), space("othello"), "i/"+place(s.ID, s.Record.Rating)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a stream may give it: %v", err)
		}
		h.must(second(h.GiveUp(kim, s)))
		if done := h.keptDay("kim", day); s.Record.Day != day || done.Puzzle != s.Game+"/"+s.ID {
			t.Errorf("the puzzle's day is %q; the day is kept by %+v", s.Record.Day, done)
		}
	})
}

// A try just before midnight keeps its day, even if the store takes longer than the day lasts.
func TestDayIsKeptAtMidnight(t *testing.T) {
	in(t, func(h *house) {
		kim, day, disk := Who{ID: "kim"}, h.Today(), h.badDisk()
		s, err := h.OfDay(kim)
		h.must(err)
		time.Sleep(time.Until(time.UnixMilli(h.Ends())) - time.Millisecond)
		disk.slow = time.Second
		h.must(second(h.GiveUp(kim, s)))
		if done := h.keptDay("kim", day); done.Puzzle != s.Game+"/"+s.ID {
			t.Errorf("the day is kept by %+v", done)
		}
		s, err = h.OfDay(kim)
		h.must(err)
		time.Sleep(time.Until(time.UnixMilli(h.Ends())))
		h.must(second(h.GiveUp(kim, s)))
		if list, err := h.s.Notes(t.Context(), streak.Days.In("kim").Name, "", 9); err != nil || len(list) != 1 {
			t.Errorf("yesterday's puzzle keeps a day: %v, %v", list, err)
		}
	})
}

func second(_ Sitting, err error) error { return err }

// A deleted player leaves no trace, and the effects of the attempts stay.
func TestForget(t *testing.T) {
	in(t, func(h *house) {
		h.stock("othello")
		for _, id := range []string{"kim", "lee", "kimmy"} {
			for range 3 {
				who := Who{ID: id}
				h.solve(who, h.next(who, "othello"))
			}
		}
		h.next(Who{ID: "kim"}, "othello")
		h.must(Forget(h.t.Context(), h.s, h.games, "kim"))
		for n, err := range (notes.Space[json.RawMessage]{Name: space("othello")}).All(t.Context(), h.s) {
			h.must(err)
			if strings.Contains(n.Key+"/", "/kim/") || strings.Contains(string(n.Raw), `"kim"`) {
				t.Errorf("%s is left", n.Key)
			}
		}
		rows := 0
		h.must(Export(h.t.Context(), h.s, h.games, "kimmy", func(any) error { rows++; return nil }))
		if rows != 4 {
			t.Errorf("the export of another has %d rows", rows)
		}
	})
}

// The checker finds changes made by hand.
func TestCheckSees(t *testing.T) {
	for what, damage := range map[string]func(h *house, id string) error{
		"another answer": func(h *house, id string) error {
			return puzzles.In("othello").Edit(t.Context(), h.s, id, func(r *Record) error {
				r.Puzzle.Line[0].Action = wrong(Sitting{Record: *r})
				r.Puzzle.Line = r.Puzzle.Line[:1]
				return nil
			})
		},
		"another rating": func(h *house, id string) error {
			return players.In("othello").Edit(t.Context(), h.s, "kim", func(p *Player) error { p.Rating.Rating++; return nil })
		},
		"another puzzle's rating": func(h *house, id string) error {
			return puzzles.In("othello").Edit(t.Context(), h.s, id, func(r *Record) error { r.Rating.Deviation--; return nil })
		},
		"an attempt that was lost": func(h *house, id string) error {
			return attempts.In("othello", "kim").Delete(t.Context(), h.s, id)
		},
		"a begun puzzle with an answer too many": func(h *house, id string) error {
			return opened.In("othello", "lee").Put(t.Context(), h.s, Stream, Open{Puzzle: id, Step: 99})
		},
		"a field too many": func(h *house, id string) error {
			return h.s.PutNotes(t.Context(), space("othello"), store.Note{Key: "a/kim/" + id, Value: json.RawMessage(`{"more":1}`)})
		},
		"a day without its puzzle": func(h *house, id string) error {
			return days.Put(t.Context(), h.s, "2001-02-03", OfDay{"othello", "none"})
		},
		"another result": func(h *house, id string) error {
			return attempts.In("othello", "kim").Edit(t.Context(), h.s, id, func(a *Attempt) error { a.Solved = false; return nil })
		},
	} {
		t.Run(what, func(t *testing.T) {
			in(t, func(h *house) {
				h.stock("othello")
				kim := Who{ID: "kim"}
				s := h.solve(kim, h.next(kim, "othello"))
				h.checks()
				was, key := map[string]json.RawMessage{}, ""
				for n, err := range (notes.Space[json.RawMessage]{Name: space("othello")}).All(t.Context(), h.s) {
					h.must(err)
					was[n.Key] = n.Raw
				}
				h.must(damage(h, s.ID))
				if len(h.findings()) == 0 {
					t.Error("not seen", key)
				}
				h.must(opened.In("othello", "lee").Delete(t.Context(), h.s, Stream))
				h.must(days.Delete(t.Context(), h.s, "2001-02-03"))
				for k, v := range was { // so that the last check passes
					h.must(h.s.PutNotes(t.Context(), space("othello"), store.Note{Key: k, Value: v}))
				}
			})
		})
	}
}

// The search in idle time fills the stock, and rests when it is full.
func TestRun(t *testing.T) {
	in(t, func(h *house) {
		h.limits.Stock, h.limits.First = 5, 2
		h.games = games.NewRegistry(stones.Game{})
		done := make(chan struct{})
		go func() { h.Run(); close(done) }()
		for n := 0; ; n++ {
			time.Sleep(time.Minute)
			if all, err := h.Count(); err == nil && all["stones"].Puzzles >= 5 {
				break
			} else if n > 500 {
				t.Fatalf("after %d minutes: %+v, %v", n, all, err)
			}
		}
		close(h.closed)
		<-done
	})
}

// The checker answers whatever the notes contain.
func FuzzCheck(f *testing.F) {
	f.Add("p/abc", `{"version":1,"setup":{"game":"othello","seed":""},"plies":["d3"],"puzzle":{"key":"","goal":"win","seat":1,"line":[{"action":"c3","options":[{"action":"c3","points":2}]}]},"found":1,"rating":{"rating":1500,"deviation":350,"volatility":0.06}}`)
	f.Add("a/kim/abc", `{"player":{"rating":1500,"deviation":350,"volatility":0.06},"puzzle":{"rating":1500,"deviation":350,"volatility":0.06},"own":1,"nth":1,"step":0,"at":5}`)
	f.Add("s/kim", `{"rating":{}}`)
	f.Add("i/1500/abc", `{}`)
	f.Add("w", `{"puzzles":3}`)
	f.Add("c", `{"ended":3,"match":"m"}`)
	f.Fuzz(func(t *testing.T, key, value string) {
		c := NewChecker(games.NewRegistry(stones.Game{}, othello.Game{}), func(string, string) {})
		for range 2 {
			c.Note(space("stones"), key, json.RawMessage(value))
		}
		if err := c.End(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}
