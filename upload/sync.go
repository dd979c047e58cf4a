package upload

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

const (
	// every is how often what waits is sent while nothing else has it sent.
	every = 12 * time.Hour
	// firstPause and longestPause are the bounds of the pauses between attempts that fail.
	firstPause, longestPause = time.Minute, 6 * time.Hour
	// answerTime is how long a server may take for an answer, and maxAnswer how long that may be.
	answerTime, maxAnswer = 20 * time.Second, 64 << 10
)

// Why nothing is sent.
var (
	ErrNotAgreed = errors.New("nothing is sent before you have agreed to it")
	ErrNoServer  = errors.New("no server is named")
)

// Trouble is a server that cannot be reached, or cannot take anything now.
type Trouble struct {
	// Status is what it answered with, 0 for nothing.
	Status int
	// After is how long it asks to be left alone.
	After time.Duration
	Err   error
}

func (t *Trouble) Error() string {
	if t.Err != nil {
		return t.Err.Error()
	}
	return fmt.Sprintf("the server answers %d %s", t.Status, http.StatusText(t.Status))
}

func (t *Trouble) Unwrap() error { return t.Err }

// Sender sends what waits in a queue. One process at a time has one.
type Sender struct {
	Queue
	// Random makes names and pauses; nil for chance.
	Random *mathrand.Rand
	Log    *slog.Logger

	sending   chan struct{} // has a token while a run sends, or a deletion asks the servers
	settings  sync.Mutex    // read, changed and written
	files     sync.Mutex    // guards the lines while they are changed
	state     sync.Mutex    // guards last
	last      error
	transport http.RoundTripper // carries the requests; nil for the usual one
}

// NewSender returns the sender of the queue in a folder.
func NewSender(dir string, log *slog.Logger) *Sender {
	return &Sender{Queue: Queue{dir}, Log: log, sending: make(chan struct{}, 1)}
}

// Change edits the settings.
func (s *Sender) Change(edit func(*Settings)) error {
	s.settings.Lock()
	defer s.settings.Unlock()
	set, err := s.Settings()
	if err != nil {
		return err
	}
	edit(&set)
	return s.keep(set)
}

// SetServer names the server to which tries go; errServer.
func (s *Sender) SetServer(address string) error {
	address, err := server(address)
	if err != nil {
		return err
	}
	return s.Change(func(set *Settings) { set.at(address) })
}

// Last is why the last run did not send all; nil where it did.
func (s *Sender) Last() error {
	s.state.Lock()
	defer s.state.Unlock()
	return s.last
}

// Sync sends all that waits, and tells how much a server has taken and how much it
// refused for good. What was sent before an error is moved. ErrNotAgreed, ErrNoServer,
// a [Trouble].
func (s *Sender) Sync(ctx context.Context) (sent, refused int, err error) {
	if err := s.begin(ctx); err != nil {
		return 0, 0, err
	}
	defer s.end()
	defer func() {
		s.state.Lock()
		s.last = err
		s.state.Unlock()
	}()
	sent, refused, err = s.upload(ctx)
	left := s.leave(ctx) // afterwards, because the player may delete the data meanwhile
	switch {
	case left == nil:
	case errors.Is(err, ErrNotAgreed), errors.Is(err, ErrNoServer):
		err = left
	default: // the next Sync asks again, and tries go to the present server meanwhile
		s.Log.Warn("tries not deleted", "err", left)
	}
	return sent, refused, err
}

// begin waits for the end of another run, until ctx ends. The caller calls end.
func (s *Sender) begin(ctx context.Context) error {
	select {
	case s.sending <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Sender) end() { <-s.sending }

// upload sends all that waits.
func (s *Sender) upload(ctx context.Context) (sent, refused int, err error) {
	for {
		set, err := s.mayI()
		if err != nil {
			return sent, refused, err
		}
		lines, err := s.Pending(batch)
		if err != nil || len(lines) == 0 {
			return sent, refused, err
		}
		since := set.Since
		if _, err = s.registered(ctx, set); err != nil {
			return sent, refused, err
		}
		var taken, never []string
		for _, line := range lines {
			if set, err = s.mayI(); err != nil { // the player may change its mind meanwhile
				break
			}
			if set.Client.Token == "" { // the player has named another server, which does not know it yet
				break
			}
			var ok bool
			if ok, err = s.send(ctx, set, line); err != nil {
				break
			}
			if ok {
				taken = append(taken, line)
			} else {
				never = append(never, line)
			}
		}
		sent, refused = sent+len(taken), refused+len(never)
		if err := errors.Join(err, s.move(since, taken, never)); err != nil {
			return sent, refused, err
		}
	}
}

// mayI are the settings where something may be sent.
func (s *Sender) mayI() (Settings, error) {
	set, err := s.Settings()
	switch {
	case err != nil:
	case !set.Agreed:
		err = ErrNotAgreed
	case set.Server == "":
		err = ErrNoServer
	}
	return set, err
}

// registered makes the player known to the server under an anonymous name.
func (s *Sender) registered(ctx context.Context, set Settings) (Settings, error) {
	for tries := 0; set.Client.Token == ""; tries++ {
		name := s.name()
		var answer struct {
			Token string `json:"token"`
		}
		status, err := s.ask(ctx, set.Server, http.MethodPost, "/v1/clients/register", "", map[string]string{"userId": name}, &answer)
		switch {
		case err != nil:
			return set, err
		case status == http.StatusConflict && tries < 5: // it was taken by one whose answer was lost
			continue
		case status != http.StatusCreated || answer.Token == "":
			return set, &Trouble{Status: status}
		}
		client := Client{Server: set.Server, UserID: name, Token: answer.Token}
		if err := s.Change(func(now *Settings) {
			switch {
			case !now.Agreed: // the player has changed its mind meanwhile
				now.Leaving = append(now.Leaving, client)
			case now.Server == client.Server:
				now.Client = client
			default:
				now.Others = append(now.Others, client)
			}
			set = *now
		}); err != nil {
			return set, err
		}
		if !set.Agreed {
			return set, ErrNotAgreed
		}
	}
	return set, nil
}

// name is an anonymous name.
func (s *Sender) name() string {
	var b [8]byte
	if s.Random != nil {
		for i := range b {
			b[i] = byte(s.Random.UintN(256))
		}
	} else {
		_, _ = rand.Read(b[:]) // never fails
	}
	return "usr_" + hex.EncodeToString(b[:])
}

// send sends a line; false where the server will never take it.
func (s *Sender) send(ctx context.Context, set Settings, line string) (bool, error) {
	body, err := sends(line, set.Client.UserID, set.Moves)
	if err != nil {
		return false, err
	}
	status, err := s.ask(ctx, set.Server, http.MethodPost, "/v1/solves", "", body, nil)
	if err != nil {
		return false, err
	}
	switch status {
	case http.StatusOK, http.StatusCreated, http.StatusNoContent: // taken, whether it counts or not
		return true, nil
	case http.StatusBadRequest, http.StatusConflict, http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		s.Log.Warn("a try that the server refuses", "status", status)
		return false, nil // of this try; any other 4xx is about who asks, how often or where
	}
	return false, &Trouble{Status: status}
}

// ask makes a request of a server, and reads the answer into v where it is not nil. An
// error, or a status of 429 or 5xx, is a [Trouble].
func (s *Sender) ask(ctx context.Context, server, method, path, token string, body, v any) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	raw, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	r, err := http.NewRequestWithContext(ctx, method, server+path, bytes.NewReader(raw))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	client := http.Client{Transport: s.transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		return 0, &Trouble{Err: err}
	}
	defer answer.Body.Close()
	raw, err = io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return 0, &Trouble{Err: err}
	}
	if answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode >= 500 {
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return answer.StatusCode, &Trouble{Status: answer.StatusCode, After: time.Duration(min(max(seconds, 0), 86400)) * time.Second}
	}
	if v != nil && answer.StatusCode < 300 {
		if err := json.Unmarshal(raw, v); err != nil {
			return 0, &Trouble{Err: err}
		}
	}
	return answer.StatusCode, nil
}

// Forget stops sending, removes what is kept of it here, and has the servers delete what
// they have. Each Sync asks a server again that did not answer. If a run is still sending
// when ctx ends, that run asks the servers.
func (s *Sender) Forget(ctx context.Context, now time.Time) error {
	err := s.Change(func(set *Settings) {
		if set.Client.Token != "" {
			set.Leaving = append(set.Leaving, set.Client)
		}
		set.Leaving = append(set.Leaving, set.Others...)
		set.Client, set.Others, set.Agreed, set.Moves, set.Since = Client{}, nil, false, false, now.UnixMilli()
	})
	if err == nil {
		err = s.clear()
	}
	if err != nil {
		return err
	}
	if err := s.begin(ctx); err != nil { // a server could take a try after it has deleted the others
		return &Trouble{Err: err}
	}
	defer s.end()
	return s.leave(ctx)
}

// leave asks all servers to delete what they have of the leaving players, and returns their errors.
func (s *Sender) leave(ctx context.Context) error {
	set, err := s.Settings()
	if err != nil {
		return err
	}
	var failed []error
	for _, c := range set.Leaving {
		status, err := s.ask(ctx, c.Server, http.MethodDelete, "/v1/clients/"+c.UserID, c.Token, nil, nil)
		switch {
		case err != nil:
		case status >= 300 && status != http.StatusForbidden: // which it says where there is no such client any more
			err = &Trouble{Status: status}
		default:
			err = s.Change(func(set *Settings) {
				set.Leaving = slices.DeleteFunc(set.Leaving, func(o Client) bool { return o == c })
			})
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// Preview is what would be sent, a JSON object each; nothing is sent.
func (s *Sender) Preview() ([]string, error) {
	set, err := s.Settings()
	if err != nil {
		return nil, err
	}
	lines, err := s.Pending(-1)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, line := range lines {
		body, err := sends(line, cmp.Or(set.Client.UserID, "usr_(made when first sent)"), set.Moves)
		if err != nil {
			return nil, err
		}
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		out = append(out, string(raw))
	}
	return out, nil
}

// Run sends what waits: at once, whenever wake has a token, and every twelve hours, until
// ctx ends. Where a server is in trouble it waits longer each time, and for no wake.
func (s *Sender) Run(ctx context.Context, wake <-chan struct{}) {
	failed := 0
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		woken := wake
		if failed > 0 {
			woken = nil
		}
		select {
		case <-ctx.Done():
			return
		case <-woken:
		case <-pause.C:
		}
		var trouble *Trouble
		_, _, err := s.Sync(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case errors.As(err, &trouble):
			wait := s.pause(failed, trouble.After)
			failed++
			s.Log.Warn("tries not sent", "err", err, "again in", wait)
			pause.Reset(wait)
			continue
		case err != nil && !errors.Is(err, ErrNotAgreed) && !errors.Is(err, ErrNoServer):
			s.Log.Error("tries not sent", "err", err)
		}
		failed = 0
		pause.Reset(every)
	}
}

// pause is how long to wait after so many failures in a row before: twice as long each
// time, and up to a half less, so that not all clients come back at once; after is the least.
func (s *Sender) pause(failed int, after time.Duration) time.Duration {
	wait := longestPause
	if failed < 20 {
		wait = min(firstPause<<failed, longestPause)
	}
	part := mathrand.Float64()
	if s.Random != nil {
		part = s.Random.Float64()
	}
	return max(wait-time.Duration(part*float64(wait)/2), after)
}
