package e2e

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
)

// besetting opens 200 sessions in words without a key, from ten addresses of one neighbourhood, with the
// default limits, and keeps them all. The neighbourhood gets its share of 80; the others made room.
func besetting(s *siege) error {
	const addresses, each, share = 10, 20, 80
	var clients []*gossh.Client
	defer func() {
		for _, c := range clients {
			c.Close()
		}
	}()
	for i := range addresses * each {
		nc, err := s.dial(fmt.Sprintf("127.9.1.%d", 1+i%addresses))
		if err != nil {
			return err
		}
		c, err := door.LogIn(nc, "mallory", gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil }))
		if err != nil {
			return fmt.Errorf("guest %d: %w", i, err)
		}
		clients = append(clients, c)
		sess, err := c.NewSession()
		if err != nil {
			return fmt.Errorf("guest %d: %w", i, err)
		}
		in, err := sess.StdinPipe() // stays open and silent
		if err == nil {
			err = sess.Shell()
		}
		if err != nil {
			return fmt.Errorf("guest %d: %w, %v", i, err, in)
		}
	}
	err := s.height()
	value := s.p.metric(s.t)
	serving, room := value("arcade_connections", "state", "serving"), value("arcade_refused_total", "reason", "made_room")
	s.t.Logf("%v connections are served, %v made room", serving, room)
	if serving > share+2 || room != addresses*each-share { // besides the player and the newcomer
		err = errors.Join(err, fmt.Errorf("%v connections are served, %v made room", serving, room))
	}
	return err
}

// framing opens 20 pages' sockets from one address. Each sends pings, pongs or empty continuations as fast
// as the server takes them, until the server has closed all of them.
func framing(s *siege) error {
	const each = 20
	kinds := []string{"\x89\x80\x01\x02\x03\x04", "\x8a\x80\x01\x02\x03\x04", "\x00\x80\x01\x02\x03\x04"}
	var ready sync.WaitGroup
	ready.Add(each)
	failed := make(chan error, each)
	for i := range each {
		go func() {
			here := sync.OnceFunc(ready.Done)
			defer here()
			failed <- s.frames(kinds[i%len(kinds)], here)
		}()
	}
	ready.Wait()
	errs := []error{s.height()}
	for range each {
		errs = append(errs, <-failed)
	}
	if n := s.p.metric(s.t)("arcade_refused_total", "reason", "noise"); n != each {
		errs = append(errs, fmt.Errorf("%v sockets are counted as too loud", n))
	}
	return errors.Join(errs...)
}

// frames opens a socket without the page's library, and sends one frame again and again until the server
// closes it.
func (s *siege) frames(one string, ready func()) error {
	d := net.Dialer{Timeout: door.Patience, LocalAddr: &net.TCPAddr{IP: net.ParseIP("127.9.1.1")}}
	host := strings.TrimPrefix(s.p.http, "http://")
	nc, err := d.Dial("tcp", host)
	if err != nil {
		return err
	}
	defer nc.Close()
	key := make([]byte, 16)
	_, _ = rand.Read(key)
	_ = nc.SetDeadline(time.Now().Add(2 * door.Patience))
	_, err = fmt.Fprintf(nc, "GET /socket HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n", host, host, base64.StdEncoding.EncodeToString(key))
	if err != nil {
		return err
	}
	go func() { _, _ = io.Copy(io.Discard, nc) }()
	if _, err := io.WriteString(nc, "\x81\x85\x00\x00\x00\x00{\"t\":"); one[0] == 0 && err != nil { // a message begins
		return err
	}
	ready()
	for err = nil; err == nil; {
		_, err = io.WriteString(nc, strings.Repeat(one, 500))
	}
	if late := net.Error(nil); errors.As(err, &late) && late.Timeout() {
		return errors.New("a socket stays open")
	}
	return nil
}

// paging requests pages that are computed, on 20 connections from as many providers, as fast as the server
// answers. Each page is made once for all of them, in whatever way it is spelled.
func paging(s *siege) error {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	paths := []string{"/docs", "/boards", "/og.png", "/og/play/othello", "/og/match/ABCDEFGH", "/og/match/abc-defgh", "/og/match/ABCD%20EFGH", "/docs?x"}
	var answered, refused atomic.Int64
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			c := httpFrom(fmt.Sprintf("127.%d.0.1", 10+i), true)
			defer c.CloseIdleConnections()
			for n := 0; ctx.Err() == nil; n++ {
				path := paths[n%len(paths)]
				switch status, said, err := s.sends(c, "GET", path, ""); {
				case err == nil && status == http.StatusOK:
					answered.Add(1)
				case err == nil && (status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable):
					refused.Add(1)
				default:
					s.t.Errorf("%s: %d %.100s, %v", path, status, said, err)
					return
				}
			}
		})
	}
	err := s.lasts(siegeTime)
	end()
	all.Wait()
	made := s.p.metric(s.t)("arcade_work_total", "of", "command")
	s.t.Logf("%d pages were answered, %d refused, %v made", answered.Load(), refused.Load(), made)
	if most := 4.0; made > most {
		err = errors.Join(err, fmt.Errorf("%v pages were made, want %v", made, most))
	}
	return err
}
