package postgres

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/store"
	"arcade/store/postgres/pgtest"
	"arcade/store/storetest"
)

// While the database is away, every call returns ErrAway or ErrUnwritten. When the database is back, the
// next call works, even on connections that died unnoticed. Acknowledged records survive.
func TestServerDies(t *testing.T) {
	pg := pgtest.Start(t, false)
	s := openURL(t, pg.Schema(t))
	const tables = 8
	for i := range tables {
		if err := s.CreateMatch(t.Context(), storetest.BenchMatch(i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, end := range []func(){pg.Stop, pg.Kill, pg.Kill} {
		acknowledged := make([]int, tables)
		var playing, all sync.WaitGroup
		playing.Add(tables)
		for i := range tables {
			all.Go(func() {
				id := storetest.BenchMatch(i).ID
				log, err := s.Entries(t.Context(), id, 0, -1)
				n := len(log)
				for first := true; err == nil; n++ { // until the database is away
					if err = s.Append(t.Context(), id, 0, n, store.Entry{Kind: "act", At: int64(n)}); err == nil {
						acknowledged[i] = n + 1
					}
					if first {
						playing.Done()
						first = false
					}
				}
				if !errors.Is(err, store.ErrUnwritten) {
					t.Errorf("append: %v", err)
				}
			})
		}
		playing.Wait()
		end()
		all.Wait()
		for what, call := range map[string]func() error{
			"read":   func() error { return second(s.Match(t.Context(), "match000")) },
			"change": func() error { return s.PutNotes(t.Context(), "a", store.Note{Key: "b", Value: []byte(`1`)}) },
			"append": func() error { return s.Append(t.Context(), "match000", 0, 0) },
		} {
			err := call()
			if err == nil || errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrConflict) {
				t.Errorf("%s while the database is away: %v", what, err)
			}
			want := store.ErrUnwritten
			if what == "read" {
				want = store.ErrAway
			}
			if !errors.Is(err, want) || strings.Count(err.Error(), "127.0.0.1") > 1 {
				t.Errorf("%s while the database is away: %v", what, err)
			}
		}
		if err := s.Writes(); !errors.Is(err, store.ErrUnwritten) {
			t.Errorf("writes: %v", err)
		}
		if err := s.Answers(t.Context()); err == nil {
			t.Error("it answers while it is away")
		}
		pg.Up(t)
		if err := s.Answers(t.Context()); err != nil {
			t.Errorf("it does not answer when it is back: %v", err)
		}
		if err := s.Writes(); err != nil {
			t.Errorf("writes, when it is back: %v", err)
		}
		for i := range tables {
			log, err := s.Entries(t.Context(), storetest.BenchMatch(i).ID, 0, -1)
			if err != nil || len(log) < acknowledged[i] || len(log) > acknowledged[i]+1 {
				t.Errorf("table %d: %d entries, %d acknowledged, %v", i, len(log), acknowledged[i], err)
			}
			for n, e := range log {
				if e.At != int64(n) {
					t.Errorf("table %d: entry %d is %+v", i, n, e)
				}
			}
		}
	}
}

// A database that hangs blocks callers only for a limited time, and is used again when it answers.
func TestServerHangs(t *testing.T) {
	defer func(d time.Duration) { callTime = d }(callTime)
	pg := pgtest.Start(t, false)
	real := pg.Schema(t)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	var stalled sync.RWMutex // each piece that passes holds it for reading
	pass := func(to, from net.Conn) {
		defer to.Close()
		piece := make([]byte, 4096)
		for {
			n, err := from.Read(piece)
			if err != nil {
				return
			}
			stalled.RLock()
			_, err = to.Write(piece[:n])
			stalled.RUnlock()
			if err != nil {
				return
			}
		}
	}
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			db, err := net.Dial("tcp", pg.Addr())
			if err != nil {
				c.Close()
				continue
			}
			go pass(db, c)
			go pass(c, db)
		}
	}()
	s := openURL(t, strings.Replace(real, pg.Addr(), ln.Addr().String(), 1))
	if err := s.CreateMatch(t.Context(), storetest.BenchMatch(0)); err != nil {
		t.Fatal(err)
	}
	callTime = 500 * time.Millisecond
	stalled.Lock()
	began := time.Now()
	for what, call := range map[string]func() error{
		"read":   func() error { return second(s.Match(t.Context(), "match000")) },
		"change": func() error { return s.PutNotes(t.Context(), "a", store.Note{Key: "b", Value: []byte(`1`)}) },
		"append": func() error { return s.Append(t.Context(), "match000", 0, 0, store.Entry{Kind: "act"}) },
	} {
		if err := call(); err == nil || errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := s.Answers(ctx); err == nil {
		t.Error("it answers while it hangs")
	}
	stalled.Unlock()
	callTime = time.Minute
	for what, call := range map[string]func() error{
		"read":   func() error { return second(s.Match(t.Context(), "match000")) },
		"change": func() error { return s.PutNotes(t.Context(), "a", store.Note{Key: "b", Value: []byte(`1`)}) },
	} {
		if err := call(); err != nil {
			t.Errorf("%s, when it answers: %v", what, err)
		}
	}
	if err := store.Again(func() error { // the append that hung may come between
		log, err := s.Entries(t.Context(), "match000", 0, -1)
		if err != nil {
			return err
		}
		return s.Append(t.Context(), "match000", 0, len(log), store.Entry{Kind: "act"})
	}); err != nil {
		t.Errorf("append, when it answers: %v", err)
	}
}

// If all connections are busy, an answer to any call shows that the database answers.
func TestAnswersWhileBusy(t *testing.T) {
	s := openURL(t, pgtest.URL(t))
	for range s.pool.Config().MaxConns {
		c, err := s.pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Release()
	}
	for busy, limit := range map[bool]time.Duration{true: time.Minute, false: 50 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		asked := make(chan error, 1)
		go func() { asked <- s.Answers(ctx); cancel() }()
		for ; busy && ctx.Err() == nil; time.Sleep(time.Millisecond) {
			s.answers.Add(1) // as if it had answered a holder of a connection
		}
		if err := <-asked; (err == nil) != busy {
			t.Errorf("where others are answered %v: %v", busy, err)
		}
	}
}

// After an unnoticed restart the first call of each kind works.
func TestRestartUnnoticed(t *testing.T) {
	pg := pgtest.Start(t, false)
	s := openURL(t, pg.Schema(t))
	if err := s.CreateMatch(t.Context(), storetest.BenchMatch(0)); err != nil {
		t.Fatal(err)
	}
	for i, call := range []func() error{
		func() error { return second(s.Match(t.Context(), "match000")) },
		func() error { return s.PutNotes(t.Context(), "a", store.Note{Key: "b", Value: []byte(`1`)}) },
		func() error { return s.Append(t.Context(), "match000", 0, 0, store.Entry{Kind: "act"}) },
		func() error { return s.Append(t.Context(), "match000", 0, 1, store.Entry{Kind: "act"}) },
	} {
		end := []func(){pg.Stop, pg.Kill}[i%2]
		end()
		pg.Up(t)
		if err := call(); err != nil {
			t.Errorf("call %d: %v", i, err)
		}
	}
}

// An append whose answer was lost is found in the log when it is tried again. A different append is not
// mistaken for it.
func TestLostAnswer(t *testing.T) {
	s := openURL(t, pgtest.URL(t))
	if err := s.CreateMatch(t.Context(), storetest.BenchMatch(0)); err != nil {
		t.Fatal(err)
	}
	made, err := store.EncodeEntries([]store.Entry{{Kind: "act", Action: "d3", At: 1}})
	other, err2 := store.EncodeEntries([]store.Entry{{Kind: "act", Action: "d3", At: 2}})
	if err := errors.Join(err, err2, s.Append(t.Context(), "match000", 0, 0, store.Entry{Kind: "act", Action: "d3", At: 1})); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		entries [][]byte
		doubt   bool
		want    error
	}{{made, true, nil}, {made, false, store.ErrConflict}, {other, true, store.ErrConflict}} {
		a := &appending{id: "match000", entries: c.entries, doubt: c.doubt, done: make(chan error, 1)}
		s.commit([]*appending{a})
		if err := <-a.done; !errors.Is(err, c.want) {
			t.Errorf("doubt %v: %v, want %v", c.doubt, err, c.want)
		}
	}
}

// Appends that share a statement fail separately. Two appends of one match run one after the other.
func TestSharedAppends(t *testing.T) {
	s := openURL(t, pgtest.URL(t))
	open := storetest.BenchMatch(3)
	open.Status = store.Open
	for _, m := range []store.Match{storetest.BenchMatch(0), storetest.BenchMatch(1), storetest.BenchMatch(2), open} {
		if err := s.CreateMatch(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.TakeOver(t.Context(), "match002", 0, "n"); err != nil {
		t.Fatal(err)
	}
	one := [][]byte{[]byte(`{"kind":"act","seat":0,"at":1}`)}
	var batch []*appending
	for _, a := range []appending{
		{id: "match000"}, {id: "none"}, {id: "match001", at: 5}, {id: "match002"}, {id: "match003"}, {id: "match000", at: 1}, {id: "match001"},
	} {
		a.entries, a.done = one, make(chan error, 1)
		batch = append(batch, &a)
	}
	now, next := apart(batch)
	if len(now) != 5 || len(next) != 2 {
		t.Fatalf("%d now, %d next", len(now), len(next))
	}
	s.commit(now)
	s.commit(next)
	for i, want := range []error{nil, store.ErrNotFound, store.ErrConflict, store.ErrFenced, errAny, nil, nil} {
		if err := <-batch[i].done; want == errAny && err == nil || want != errAny && !errors.Is(err, want) {
			t.Errorf("%d: %v, want %v", i, err, want)
		}
	}
	log, err := s.Entries(t.Context(), "match000", 0, -1)
	if err != nil || len(log) != 2 || !slices.Equal(log, []store.Entry{{Kind: "act", At: 1}, {Kind: "act", At: 1}}) {
		t.Errorf("log %v, %v", log, err)
	}
}

var errAny = errors.New("any error")

// Two stores share a database as two servers do. One of two concurrent ends wins, and the counts agree
// with the log.
func TestTwoServers(t *testing.T) {
	url := pgtest.URL(t)
	nodes := []*Store{openURL(t, url), openURL(t, url)}
	const n = 20
	var all sync.WaitGroup
	for i := range n {
		m := storetest.BenchMatch(i)
		m.Seats = []store.Seat{{Player: "a"}, {Player: "b"}}
		if err := nodes[0].CreateMatch(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		for _, s := range nodes {
			all.Go(func() {
				end := m
				end.Status, end.Ended = store.Done, int64(i)
				err := store.Again(func() error {
					f := store.Finish{Match: end}
					for k, p := range []string{"b", "a"} { // opposite to the order in which they lock
						standing, err := s.Standing(t.Context(), "othello", p)
						if err != nil {
							return err
						}
						f.Outcomes = append(f.Outcomes, store.Outcome{Player: p, Standing: standing, Tally: store.Tally{Won: k, Lost: 1 - k}, Opponent: []string{"a", "b"}[k]})
					}
					return s.Finish(t.Context(), f)
				})
				if err != nil && !errors.Is(err, store.ErrFinished) {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	tally, err := nodes[1].Tally(t.Context(), "othello", "a")
	if err != nil || tally != (store.Tally{Won: n}) {
		t.Errorf("tally %+v, %v", tally, err)
	}
	list, err := nodes[0].Recent(t.Context(), "", 2*n)
	nth := map[uint64]bool{}
	for _, m := range list {
		nth[m.Nth] = true
	}
	if err != nil || len(nth) != n || !nth[1] || !nth[n] {
		t.Errorf("counted %v, %v", nth, err)
	}
}
