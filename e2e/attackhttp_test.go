package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
)

// Attacks over HTTP come from the addresses 127.N.0.1, each in its own network. Another client comes from
// 127.0.0.1.

var overHTTP = []string{"--http", "127.0.0.1:0"}

// httpFrom returns a client at an address of this machine. It is as patient as a person.
func httpFrom(address string, keep bool) *http.Client {
	d := net.Dialer{Timeout: door.Patience, LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{Timeout: door.Patience, Transport: &http.Transport{DialContext: d.DialContext, DisableKeepAlives: !keep}}
}

// sends sends JSON, "" for no body, and returns the status and the body of the response.
func (s *siege) sends(c *http.Client, method, path, body string) (int, string, error) {
	r, err := http.NewRequest(method, s.p.http+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	a, err := c.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer a.Body.Close()
	said, err := io.ReadAll(a.Body)
	return a.StatusCode, string(said), err
}

// asks makes another client send requests until the attack is over, each on its own connection. Every
// response must be 200 and contain the text want.
func (s *siege) asks(path, want string) (stop func() error) {
	ctx, end := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	var took latencies
	go func() {
		c := httpFrom("127.0.0.1", false)
		for ctx.Err() == nil {
			start := time.Now()
			status, said, err := s.sends(c, "GET", path, "")
			if err != nil || status != http.StatusOK || !strings.Contains(said, want) {
				failed <- fmt.Errorf("somebody else asks for %s: %d %.200s, %w", path, status, said, err)
				return
			}
			took = append(took, []time.Duration{time.Since(start)})
			select {
			case <-ctx.Done():
			case <-time.After(150 * time.Millisecond): // the limit is 600 a minute
			}
		}
		failed <- nil
	}()
	return func() error {
		end()
		err := <-failed
		if len(took) > 0 {
			s.t.Logf("somebody else's requests: %s", took)
		}
		return err
	}
}

// idling holds all possible connections from 20 addresses, and replaces each that is closed. It sends
// half a request or nothing on them.
func idling(s *siege) error {
	const addresses, each = 20, 50
	ctx, end := context.WithCancel(context.Background())
	defer end()
	var opened atomic.Int64
	all := make(chan struct{})
	var wg sync.WaitGroup
	for i := range addresses * each {
		wg.Go(func() {
			d := net.Dialer{Timeout: door.Patience, LocalAddr: &net.TCPAddr{IP: net.ParseIP(fmt.Sprintf("127.%d.0.1", 10+i%addresses))}}
			for first := true; ctx.Err() == nil; first = false {
				nc, err := d.DialContext(ctx, "tcp", strings.TrimPrefix(s.p.http, "http://"))
				if err != nil {
					return
				}
				if first && opened.Add(1) == addresses*each {
					close(all)
				}
				stop := context.AfterFunc(ctx, func() { _ = nc.Close() })
				if i%2 == 0 {
					_, _ = io.WriteString(nc, "POST /v1/solves HTTP/1.1\r\nHost: arcade\r\nContent-Length: 1000\r\n\r\n{")
				}
				_, _ = io.Copy(io.Discard, nc)
				stop()
				_ = nc.Close()
				select {
				case <-ctx.Done():
				case <-time.After(100 * time.Millisecond):
				}
			}
		})
	}
	select {
	case <-all:
	case <-time.After(door.Patience):
		return errors.New("the connections are not opened")
	}
	stop := s.asks("/v1/daily", "dealId")
	err := errors.Join(s.lasts(siegeTime), stop())
	end()
	wg.Wait()
	return err
}

// sharing begins the maximum number of games from 50 addresses, and then tries more.
func sharing(s *siege) error {
	const addresses = 50
	var begun, refused atomic.Int64
	flood := func(n int) error {
		var all sync.WaitGroup
		var failed atomic.Pointer[error]
		for i := range addresses {
			all.Go(func() {
				c := httpFrom(fmt.Sprintf("127.%d.0.1", 10+i), true)
				defer c.CloseIdleConnections()
				for range n {
					switch status, said, err := s.sends(c, "POST", "/api/game/new", `{"mode":"human_vs_human"}`); {
					case err == nil && status == http.StatusOK:
						begun.Add(1)
					case err == nil && (status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable):
						refused.Add(1)
					default:
						err = fmt.Errorf("new game: %d %s, %w", status, said, err)
						failed.Store(&err)
						return
					}
				}
			})
		}
		all.Wait()
		if p := failed.Load(); p != nil {
			return *p
		}
		return nil
	}
	over := make(chan error, 1)
	go func() { over <- flood(100) }()
	if err := errors.Join(s.height(), <-over); err != nil {
		return err
	}
	honest := httpFrom("127.0.0.1", true)
	defer honest.CloseIdleConnections()
	var game struct {
		ID string `json:"game_id"`
	}
	status, said, err := s.sends(honest, "POST", "/api/game/new", `{"mode":"human_vs_human"}`)
	if err == nil {
		err = json.Unmarshal([]byte(said), &game)
	}
	if status != http.StatusOK || err != nil {
		return fmt.Errorf("somebody else's game, after %d and %d refused: %d %s, %w", begun.Load(), refused.Load(), status, said, err)
	}
	if err := flood(20); err != nil {
		return err
	}
	s.t.Logf("%d games were begun, %d refused", begun.Load(), refused.Load())
	status, said, err = s.sends(honest, "POST", "/api/game/"+game.ID+"/move", `{"row":2,"col":3}`)
	if status != http.StatusOK || err != nil {
		return fmt.Errorf("a move in somebody else's game: %d %s, %w", status, said, err)
	}
	return nil
}

// boarding fills the board of a deal with invented solves. Then it requests the board from 20 addresses,
// as fast as the server responds. A row that was replayed before stays on the board.
func boarding(s *siege) error {
	var moves []games.Action
	seed := uint64(0)
	for moves == nil {
		seed++
		moves = solver.Solve(klondike.Deck(seed), klondike.Standard(), games.Limit{Nodes: 20_000}).Moves
	}
	deal := klondike.DealID(seed, klondike.Standard())
	solve := func(user string, duration, count int, moves []games.Action) string {
		now := time.Now().UnixMilli()
		raw, err := json.Marshal(map[string]any{
			"dealId": deal, "userId": user, "ruleset": map[string]any{"draw": 1, "redeals": -1, "recycle": "reverse"},
			"durationMs": duration, "moveCount": count, "startedAt": now - 600_000, "finishedAt": now - 1000,
			"solution": moves, "seed": fmt.Sprint(seed),
		})
		if err != nil {
			panic(err)
		}
		return string(raw)
	}
	honest := httpFrom("127.0.0.1", true)
	defer honest.CloseIdleConnections()
	if status, said, err := s.sends(honest, "POST", "/v1/solves", solve("usr_honest", 500_000, len(moves), moves)); status != http.StatusOK || !strings.Contains(said, `"accepted":true`) {
		return fmt.Errorf("a solve that can be played again: %d %s, %w", status, said, err)
	}
	board := "/v1/leaderboards/" + deal
	stop := s.asks(board+"?verified=true", "usr_honest")
	ctx, end := context.WithCancel(context.Background())
	defer end()
	const addresses = 20
	var sent, asked, refused atomic.Int64
	var all sync.WaitGroup
	for i := range addresses {
		all.Go(func() {
			c := httpFrom(fmt.Sprintf("127.%d.0.1", 10+i), true)
			defer c.CloseIdleConnections()
			for n := 0; ctx.Err() == nil; n++ {
				method, path, body := "GET", board+"?limit=100", ""
				if n < 60 {
					method, path, body = "POST", "/v1/solves", solve(fmt.Sprintf("mallory.%d.%d", i, n), 1000+n, 60, nil)
				}
				status, said, err := s.sends(c, method, path, body)
				switch {
				case status == http.StatusOK && n < 60:
					sent.Add(1)
				case status == http.StatusOK:
					asked.Add(1)
				case err == nil:
					refused.Add(1)
					if status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable {
						s.t.Errorf("%s: %d %s", path, status, said)
						return
					}
				}
			}
		})
	}
	err := s.lasts(siegeTime)
	err = errors.Join(err, stop())
	end()
	all.Wait()
	_, said, failed := s.sends(honest, "GET", board+"?verified=true", "")
	s.t.Logf("%d solves were taken, %d boards told, %d refused", sent.Load(), asked.Load(), refused.Load())
	if !strings.Contains(said, "usr_honest") || strings.Contains(said, "mallory") {
		err = errors.Join(err, failed, fmt.Errorf("the board of rows that were played again: %s", said))
	}
	return err
}
