package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/klondike"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/server/admin"
	"arcade/store"
	"arcade/store/bolt"
)

// endlessRun is a run of Klondike that repeatedly turns the stock until its log is full.
var endlessRun = sync.OnceValue(func() kibo.File {
	seed := "1"
	f := kibo.File{
		ID: "RUN", Game: klondike.Name, Rules: klondike.Game{}.Info().Rules, Seed: &seed, SeedHash: kibo.SeedHash(seed), Control: "none",
		Seats: []kibo.Seat{{Name: "mallory", Kind: kibo.Player}}, Started: 1, Ended: 1,
	}
	m, err := games.NewMatch(klondike.Game{}, games.Setup{Game: f.Game, Rules: f.Rules, Seed: seed}, games.Terms{}, 1)
	if err != nil {
		panic(err)
	}
	for len(f.Entries) < kibo.MaxEntries {
		e := games.Entry{Kind: games.Act, Action: "draw", At: 1}
		if len(f.Entries) == kibo.MaxEntries-1 {
			e = games.Entry{Kind: games.Resign, At: 1}
		}
		_, err := m.Add(e)
		if err != nil {
			e.Action = "recycle"
			if _, err = m.Add(e); err != nil {
				panic(err)
			}
		}
		f.Entries = append(f.Entries, e)
	}
	f.Result, _ = json.Marshal(m.Result())
	return f
})

// prepared is the data that an attack finds in the data folder.
type prepared struct {
	run   string       // a match
	owner gossh.Signer // the player of the match
}

// longRun puts a live run of Klondike with so many moves into a new data folder. A version without a
// limit may have left such a run. If it is too long, the next start resigns it.
func longRun(moves int) func(testing.TB, string) prepared {
	return func(t testing.TB, data string) prepared {
		t.Helper()
		spawn(t, data).kill() // makes the host key
		s, err := bolt.Open(filepath.Join(data, "arcade.db"), bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		l, err := lobby.New(config.Config{Store: s, Games: games.NewRegistry(klondike.Game{})})
		if err != nil {
			t.Fatal(err)
		}
		key := door.NewKey(t)
		v, err := l.Enter(directory.Identity{Fingerprint: gossh.FingerprintSHA256(key.PublicKey()), Login: "mallory"})
		if err != nil {
			t.Fatal(err)
		}
		run, err := v.Create(pairing.Offer{Game: klondike.Name, Seed: "1"})
		l.Close()
		if err != nil {
			t.Fatal(err)
		}
		rec, err := s.Match(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		turns := endlessRun().Entries[:25] // once through the stock, and back
		var log []store.Entry
		for i := range moves {
			log = append(log, store.Entry{Kind: string(games.Act), Action: string(turns[i%len(turns)].Action), At: rec.Started})
		}
		if err := s.Append(t.Context(), run, rec.Epoch, 0, log...); err != nil {
			t.Fatal(err)
		}
		return prepared{run, key}
	}
}

// besiege makes n clients at the attackers' address, each with a key, repeat f for a while, and until the
// events have come. Then all hang up in the middle of it.
func (s *siege) besiege(n int, f func(ctx context.Context, c *gossh.Client) error, events ...<-chan struct{}) error {
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	for range n {
		wg.Go(func() {
			c, err := s.login(gossh.PublicKeys(door.NewKey(s.t)))
			for err == nil && ctx.Err() == nil {
				err = f(ctx, c)
			}
			if c != nil {
				c.Close()
			}
			if err != nil && ctx.Err() == nil {
				failed.Store(&err)
			}
		})
	}
	err := s.lasts(siegeTime)
	for _, come := range events {
		select {
		case <-come:
		case <-time.After(door.Patience):
		}
	}
	err = errors.Join(err, s.leads())
	stop()
	wg.Wait()
	if p := failed.Load(); p != nil {
		err = errors.Join(err, *p)
	}
	return err
}

// leads checks that the address of the player at the home screen is not the first of `admin costs`.
func (s *siege) leads() error {
	for late := time.Now().Add(door.Patience); ; time.Sleep(50 * time.Millisecond) {
		costs, err := admin.NewClient(s.data).Costs(s.t.Context())
		if err != nil || len(costs) > 0 && costs[0].Address != "127.0.0.1/32" {
			return err
		} else if time.Now().After(late) { // the last costs may not be counted yet
			return fmt.Errorf("the flood does not lead the costs: %+v", costs)
		}
	}
}

// siegeTime is the duration of an attack that could go on forever. In it two processors do more than
// three addresses may have done.
const siegeTime = 5 * time.Second

// lasts marks the height of an attack, and then waits.
func (s *siege) lasts(d time.Duration) error {
	over := time.After(d)
	err := s.height()
	<-over
	return err
}

// spends checks the cost of commands since the start: it stays within the amount that an address may have
// at once plus its share since then, however many requests came. The server counts by the clock. If other
// programs have the processor meanwhile, the processor time is less.
func (s *siege) spends(start time.Time) error {
	value := s.p.metric(s.t)
	worked, waiting := value("arcade_work_seconds_total", "of", "command"), value("arcade_work_wait_seconds_total", "of", "command")
	allowed := float64(max(s.addresses, 1))*(1+0.25*time.Since(start).Seconds()) + 2
	took := value("process_cpu_seconds_total", "", "")
	s.t.Logf("%v commands had the processor for %.1f s of %.1f, the process had it for %.1f, and waited for %.1f s", value("arcade_work_total", "of", "command"), worked, allowed, took, waiting)
	if min(worked, took) > allowed {
		return fmt.Errorf("they have had the processor for %.1f s, the process for %.1f", worked, took)
	}
	if waiting < siegeTime.Seconds() {
		return fmt.Errorf("they waited for %.1f s only", waiting)
	}
	return nil
}

// verifying makes 20 connections repeatedly check a file of 20,000 legal actions, as it is exported.
func verifying(s *siege) error {
	var file bytes.Buffer
	if err := kibo.Encode(&file, endlessRun()); err != nil {
		return err
	}
	s.t.Logf("a file of %d kB", file.Len()/1000)
	start := time.Now()
	err := s.besiege(20, func(ctx context.Context, c *gossh.Client) error {
		return s.runs(ctx, c, "kibo verify", file.Bytes(), "valid")
	})
	return errors.Join(err, s.spends(start))
}

// showing makes 20 connections request the longest run in every form. At the end its kibo is verified.
func showing(s *siege) error {
	start := time.Now()
	var n atomic.Int64
	err := s.besiege(20, func(ctx context.Context, c *gossh.Client) error {
		line := []string{"kibo show ", "kibo export ", "kibo show "}[n.Add(1)%3] + s.run
		return s.runs(ctx, c, line, nil, s.run)
	})
	err = errors.Join(err, s.spends(start))
	file, errs, failed := s.command(s.owner, "kibo export "+s.run)
	if failed != nil {
		return errors.Join(err, fmt.Errorf("kibo export: %w: %s", failed, errs))
	}
	s.t.Logf("a file of %d kB", len(file)/1000)
	c := s.clients[s.owner]
	defer c.Close()
	return errors.Join(err, s.runs(s.t.Context(), c, "kibo verify", []byte(file), "valid")) // an export is never too long
}

// looping makes 20 connections run small commands, as fast as possible.
func looping(s *siege) error {
	return s.besiege(20, func(ctx context.Context, c *gossh.Client) error {
		for _, line := range []string{"whoami", "games --json", "boards --json", "help"} {
			if err := s.runs(ctx, c, line, nil, ""); err != nil {
				return err
			}
		}
		return nil
	})
}

// pressing makes 80 screens on 20 connections press keys that change the whole screen.
func pressing(s *siege) error {
	return s.besiege(20, func(ctx context.Context, c *gossh.Client) error {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				sess, in, out, err := door.Start(c, "", 200, 60)
				if err != nil {
					return
				}
				defer sess.Close()
				defer context.AfterFunc(ctx, func() { _ = sess.Close() })()
				go func() { _, _ = io.Copy(io.Discard, out) }()
				for err = nil; err == nil; time.Sleep(10 * time.Millisecond) {
					_, err = io.WriteString(in, "?")
				}
			})
		}
		all.Wait()
		return ctx.Err()
	})
}

// runs runs a command and checks that its output contains want. When ctx ends, it hangs up.
func (s *siege) runs(ctx context.Context, c *gossh.Client, line string, in []byte, want string) error {
	sess, err := c.NewSession()
	if err != nil {
		return err
	}
	defer sess.Close()
	defer context.AfterFunc(ctx, func() { _ = sess.Close() })()
	_ = sess.Setenv("LANG", door.English)
	var out, errs bytes.Buffer
	sess.Stdin, sess.Stdout, sess.Stderr = bytes.NewReader(in), &out, &errs
	if err := sess.Run(line); err != nil || !strings.Contains(out.String(), want) {
		return fmt.Errorf("%s: %w, %.200q", line, err, errs.String())
	}
	return nil
}

// hogging makes 15 keys of one address, or a key of each of more addresses, play the house's strongest bot
// at the same time. Another player's bot still answers in time.
func hogging(s *siege) error {
	var moves atomic.Int64
	play := func(ctx context.Context, c *gossh.Client, moved func(time.Duration)) error {
		sess, in, out, err := door.Start(c, "bot othello --new --house master --games 1 --control none --seat 0", 0, 0)
		if err != nil {
			return err
		}
		defer sess.Close()
		defer context.AfterFunc(ctx, func() { _ = sess.Close() })()
		lines := json.NewDecoder(out)
		asked := time.Time{}
		for {
			var l said
			if err := lines.Decode(&l); err != nil {
				return err
			}
			switch {
			case l.Op == "over":
				return nil
			case l.Op == "act":
				if !asked.IsZero() {
					moved(time.Since(asked))
				}
				if _, err := fmt.Fprintf(in, "{\"op\":\"apply\",\"action\":%q,\"ply\":%d}\n", l.Legal[0], l.Ply); err != nil {
					return err
				}
				asked = time.Now()
			}
		}
	}
	nc, err := s.dial("127.0.0.200") // with equal shares its bot costs as much as all attacking bots together
	if err != nil {
		return err
	}
	c, err := door.LogIn(nc, "one", gossh.PublicKeys(door.NewKey(s.t)))
	if err != nil {
		return err
	}
	defer c.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var took latencies
	twice := make(chan struct{}) // somebody else's bot has answered
	var one sync.WaitGroup
	err = s.besiege(max(15, s.addresses), func(ctx2 context.Context, c2 *gossh.Client) error {
		if moves.Add(1) == 10 {
			one.Go(func() {
				_ = play(ctx, c, func(d time.Duration) {
					if took = append(took, []time.Duration{d}); len(took) == 2 {
						close(twice)
					}
				})
			})
		}
		err := play(ctx2, c2, func(time.Duration) {})
		if errors.Is(err, io.EOF) {
			return errors.New("a match has ended too soon")
		}
		return err
	}, twice)
	stop()
	one.Wait()
	if len(took) < 2 {
		return errors.Join(err, errors.New("the house's bot has no time for somebody else"))
	}
	s.t.Logf("the bot of somebody else answers: %s", took)
	return err
}
