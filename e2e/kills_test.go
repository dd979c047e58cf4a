package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/games"
	klondike "arcade/games/klondike/solver"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/games/yut"
	"arcade/lobby/check"
	"arcade/store"
	"arcade/store/bolt"
)

var (
	kills    = flag.Int("kills", 20, "how often TestKills kills the server")
	killSeed = flag.Uint64("killseed", 0, "the seed of TestKills, 0 for a new one")
)

// killsEach is the number of kills after which TestKills takes a new data folder. The whole file is
// checked after each kill, and it grows.
const killsEach = 50

// TestKills kills the server (SIGKILL) at random moments while many clients play. Each time it reads the
// data on disk: everything that a client was told is there, and `arcade check` would report nothing.
// 1,000 times:
//
//	go test ./e2e -run TestKills -kills 1000 -timeout 60m
//
// It cannot show the loss of power, which loses written data that was not synced.
func TestKills(t *testing.T) {
	t.Parallel()
	n := *kills
	if testing.Short() {
		n = min(n, 5)
	}
	inTurns(t, "kills, -killseed", n, *killSeed, "folder", killed)
}

// inTurns repeats a test n times, with a new store after every killsEach times. The seed is printed as
// what; 0 means a new seed.
func inTurns(t *testing.T, what string, n int, seed uint64, store string, do func(t *testing.T, seed uint64, n int)) {
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("%d %s %d", n, what, seed)
	for i := 0; n > 0; i++ {
		each := min(n, killsEach)
		t.Run(fmt.Sprint(store, " ", i+1), func(t *testing.T) { do(t, seed+uint64(i), each) })
		if n -= each; t.Failed() {
			return
		}
	}
}

// killed kills one arcade n times.
func killed(t *testing.T, seed uint64, n int) {
	r := rand.New(rand.NewPCG(seed, 0))
	data := t.TempDir()
	var all []*witness
	add := func(count int, command string, do func(*witness)) {
		for range count {
			i := uint64(len(all))
			all = append(all, &witness{
				name: fmt.Sprint("w", i), key: door.NewKey(t), command: command, do: do,
				r: rand.New(rand.NewPCG(seed, 1+i)), saw: map[string]*seen{}, paths: map[string]bool{},
			})
		}
	}
	add(8, "bot othello --new --join any --rated", (*witness).program)
	add(1, "bot othello --new --house greedy", (*witness).program)
	add(4, "bot matgo --new --join any --rated", (*witness).program)
	add(3, "play stones", (*witness).screen)

	var last check.Counts
	var rows archived
	starting := 0
	for kill := 1; kill <= n; kill++ {
		if r.IntN(8) == 0 {
			killedEarly(t, data, time.Duration(r.IntN(int(60*time.Millisecond))))
			starting++
		}
		p := spawn(t, data, "--max-per-address", "100", "--connect-rate", "0", "--login-rate", "0")
		var told atomic.Int64 // lines and frames that any client has received
		enough, at := make(chan struct{}), 1+r.Int64N(1200)
		for _, w := range all {
			w.t, w.addr, w.dead = t, p.Addr, make(chan struct{})
			w.told = func() {
				if told.Add(1) == at {
					close(enough)
				}
			}
		}
		var playing sync.WaitGroup
		for _, w := range all {
			playing.Go(func() { w.do(w) })
		}
		select {
		case <-enough:
		case <-time.After(door.Patience):
			t.Errorf("kill %d: only %d of %d lines and frames have come", kill, told.Load(), at)
		}
		time.Sleep(time.Duration(r.IntN(3000)) * time.Microsecond) // anywhere within a write
		for _, w := range all {
			close(w.dead)
		}
		p.kill()
		playing.Wait()
		if log := p.log.String(); log != "" {
			t.Errorf("kill %d: the server's log has\n%s", kill, log)
		}
		for _, w := range all {
			for _, wrong := range w.wrong {
				t.Errorf("kill %d: %s (%s): %s", kill, w.name, w.command, wrong)
			}
		}
		last, rows = checkKilled(t, kill, filepath.Join(data, "arcade.db"), all)
		if t.Failed() {
			return
		}
	}
	acts, overs, paths := 0, 0, 0
	for _, w := range all {
		paths += len(w.paths)
		for _, s := range w.saw {
			acts += len(s.acts)
			if s.over != nil {
				overs++
			}
		}
	}
	t.Logf("%d kills and %d while starting: %d actions, %d ends and %d paths were acknowledged; %d matches done, %d unfinished, %d entries; %d ratings, %d rows of boards",
		n, starting, acts, overs, paths, last.Done, last.Unfinished, last.Entries, rows.ratings, rows.scores)
	// Far less than the usual 6,000 actions, because the share of actions depends on the machine's speed
	// and its other work.
	if last.Done < n || acts < 5*n || overs < n/10 || paths < n || n >= 20 && (rows.ratings < 2 || rows.scores < 1) {
		t.Error("too little was played for the test to say anything")
	}
}

// killedEarly starts the server and kills it after a time. The server may or may not have greeted by
// then.
func killedEarly(t *testing.T, data string, after time.Duration) {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "serve", "--data", data, "--listen", "127.0.0.1:0", "--http", "off", "--solver-share", "0", "--puzzle-share", "0")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// witness is a client that records everything it is told.
type witness struct {
	t       *testing.T
	name    string
	key     gossh.Signer
	command string
	do      func(*witness) // plays until the server is gone
	r       *rand.Rand
	addr    string
	told    func()        // called after something has come
	dead    chan struct{} // closed before the kill; afterwards the connection may break
	patient bool          // a refused action is tried again after a while
	may     func() bool   // reports whether a new match or visit may be refused now; nil: never
	pace    time.Duration // longest time to think

	mu    sync.Mutex // guards the records during play
	conn  any        // the present connection
	hello string     // its name in the arcade
	saw   map[string]*seen
	paths map[string]bool // of runs of Stepping Stones, as "0 > 4 > 9"
	wrong []string
	now   string // the present match, "" for none
	// excused is set if it was in no match when the last fault was repaired. A reply that was under way
	// may then still refuse it a match, and end this connection.
	excused bool
	moved   int // number of plays and acknowledgements
	offs    int // number of resignations that may have aborted a match
	stuck   stuck
	turn    *said  // the request for an action that is not settled yet
	last    string // the program's last line
}

// stuck measures for how long a witness's actions do not count.
type stuck struct {
	asked   time.Time     // time of its first request for the action; zero: not its turn
	again   bool          // the request was refused
	refused time.Duration // longest time of an action that was refused at first
	slowest time.Duration // longest time of any action
}

func (s *stuck) ask() { s.asked, s.again = time.Now(), false }

func (s *stuck) played() {
	if s.asked.IsZero() {
		return
	}
	took := time.Since(s.asked)
	s.asked, s.slowest = time.Time{}, max(s.slowest, took)
	if s.again {
		s.refused = max(s.refused, took)
	}
}

// notes returns a copy of a witness's records.
func (w *witness) notes() *witness {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := &witness{name: w.name, command: w.command, hello: w.hello, saw: map[string]*seen{}, paths: maps.Clone(w.paths), wrong: slices.Clone(w.wrong)}
	for id, s := range w.saw {
		c := *s
		c.acts, c.sent = maps.Clone(s.acts), maps.Clone(s.sent)
		n.saw[id] = &c
	}
	return n
}

// seen holds everything that a witness was told about one match.
type seen struct {
	acts map[int]games.Action   // by ply, from 1
	sent map[int][]games.Action // requested actions for that ply, several after refusals
	last int                    // the highest ply
	seat int
	gave bool // it has resigned, and that was acknowledged
	off  bool // it has resigned before both may have moved, which aborts the match
	over *said
	tail []string // the last lines that it has received and sent, the latest last
}

// noted keeps a line that was received or sent.
func (s *seen) noted(line string) {
	const kept = 12
	s.tail = append(s.tail[max(0, len(s.tail)+1-kept):], fmt.Sprintf("%s %.200s", time.Now().Format("04:05.000"), line))
}

// reason returns the reason of the end that it was told, "" for none.
func (s *seen) reason() string {
	var r struct{ Reason string }
	if s.over != nil {
		_ = json.Unmarshal(s.over.Result, &r) // without a reason it is none of those that are expected
	}
	return r.Reason
}

func (w *witness) fail(format string, args ...any) {
	w.wrong = append(w.wrong, fmt.Sprintf(format, args...))
}

// lost records an end of the connection before the kill.
func (w *witness) lost(what string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broke(what, err)
}

// broke is lost for a caller that holds mu.
func (w *witness) broke(what string, err error) {
	select {
	case <-w.dead:
	default:
		if w.now != "" || w.may == nil || !w.may() && !w.excused {
			w.fail("%s at match %q, before the kill: %v", what, w.now, err)
		}
	}
}

// program plays as a bot, at random.
func (w *witness) program() {
	c, err := door.Dial(w.addr, w.name, door.By(w.key))
	if err != nil {
		w.lost("dial", err)
		return
	}
	defer c.Close()
	w.mu.Lock()
	w.conn, w.turn = c, nil
	w.mu.Unlock()
	s, err := c.NewSession()
	if err != nil {
		w.lost("session", err)
		return
	}
	var errs strings.Builder
	s.Stderr = &errs
	out, _ := s.StdoutPipe()
	in, _ := s.StdinPipe()
	if err := s.Start(w.command); err != nil {
		w.lost("start", err)
		return
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	var id string // of the match
	var asked []func(m *seen)
	for lines.Scan() {
		var l said
		if err := games.DecodeStrict(lines.Bytes(), &l); err != nil {
			w.mu.Lock()
			w.fail("line %q: %v", lines.Text(), err) // the server writes a whole line at once
			w.mu.Unlock()
			return
		}
		l.raw = lines.Text()
		w.told()
		w.mu.Lock()
		w.last = l.raw
		send := w.hear(l, &id, &asked)
		if m := w.saw[id]; m != nil {
			if m.noted(l.raw); send != "" {
				m.noted("> " + send)
			}
		}
		w.mu.Unlock()
		if send != "" {
			if w.pace > 0 && l.OK == nil {
				time.Sleep(time.Duration(w.r.Int64N(int64(w.pace))))
			} else if w.pace > 0 { // the request was refused
				time.Sleep(20 * time.Millisecond)
			}
			if l.OK == nil {
				w.mu.Lock()
				w.stuck.ask()
				w.mu.Unlock()
			}
			if _, err := io.WriteString(in, send+"\n"); err != nil {
				break
			}
		}
	}
	_ = c.Close()
	_ = s.Wait() // the copying goroutines have ended
	w.mu.Lock()
	w.last += errs.String()
	w.mu.Unlock()
	w.lost("the output ends", fmt.Errorf("%v, stderr %q", lines.Err(), errs.String()))
}

// hear records a line and returns the answer to it, "" for none. asked holds the requests of lines that
// have no reply yet.
func (w *witness) hear(l said, id *string, asked *[]func(*seen)) (send string) {
	m := w.saw[*id]
	switch {
	case l.OK != nil && len(*asked) > 0 && (*l.OK || w.patient):
		do := (*asked)[0]
		*asked = (*asked)[1:]
		if !*l.OK {
			w.stuck.again = true
			return w.answer(m, asked) // another line comes; whether the first counts is open
		}
		w.turn = nil
		w.moved++
		w.stuck.played()
		do(m)
	case l.OK != nil:
		w.fail("answer %s", l.raw)
	case l.Op == "hello":
		w.hello = l.Name
	case l.Op == "start":
		*id = l.ID
		if m = w.saw[l.ID]; m == nil {
			m = &seen{acts: map[int]games.Action{}, sent: map[int][]games.Action{}, seat: l.Seat}
			w.saw[l.ID] = m
		}
		w.now, w.excused, w.turn, w.stuck.asked = l.ID, false, nil, time.Time{}
		if l.Seat != m.seat || !w.patient && (l.Ply < m.last || m.over != nil || m.gave) { // a follower may lag behind
			w.fail("comes back to %s; was told of %d plies in seat %d, end %v %v", l.raw, m.last, m.seat, m.gave, m.over)
		}
	case l.Op == "event":
		if w.moved++; w.turn != nil && l.Ply > w.turn.Ply {
			w.turn = nil
			w.stuck.played()
		}
		w.acted(m, l.Ply, l.Action)
	case l.Op == "act":
		w.turn = &l
		return w.answer(m, asked)
	case l.Op == "over":
		w.moved++
		w.now, w.turn = "", nil
		m.over = &l
	case l.Op == "bye":
		w.broke("bye", fmt.Errorf("%s", l.raw))
	}
	return ""
}

// answer returns its action for the present turn, "" if the turn is settled.
func (w *witness) answer(m *seen, asked *[]func(*seen)) string {
	if w.turn == nil {
		return ""
	}
	ply := w.turn.Ply
	if w.r.IntN(100) == 0 && (ply >= early || w.offs < freeOffs) {
		if ply < early {
			m.off, w.offs = true, w.offs+1
		}
		*asked = append(*asked, func(m *seen) { m.gave = true })
		return `{"op":"resign"` + w.of() + `}`
	}
	a := w.turn.Legal[w.r.IntN(len(w.turn.Legal))]
	m.sent[ply+1] = append(m.sent[ply+1], a)
	*asked = append(*asked, func(m *seen) { w.acted(m, ply+1, a) })
	return fmt.Sprintf(`{"op":"apply","action":%q,"ply":%d%s}`, a, ply, w.of())
}

// of names the present match in a line, so that a line which is sent again after a refusal does nothing in the next
// match. Versions before December 2026 do not know it.
func (w *witness) of() string {
	if *before != "" {
		return ""
	}
	return fmt.Sprintf(`,"id":%q`, w.now)
}

func (w *witness) acted(m *seen, ply int, a games.Action) {
	if had, ok := m.acts[ply]; ok && had != a {
		w.fail("ply %d is %s and %s", ply, had, a)
	}
	m.acts[ply] = a
	m.last = max(m.last, ply)
}

var (
	stonesPath = regexp.MustCompile(`(?m)\b(0(?: > \d+)+)(?: > \d+(?:~\d+)?\?|  |$)`) // without the cells in reach
	stonesOver = door.RX(`<res.title>`)
	picksLeft  = regexp.MustCompile(`(\d)/8`)
)

// screen plays ranked runs of Stepping Stones by keys, always with choice 1.
func (w *witness) screen() {
	for {
		c, err := connect(w.t, w.addr, w.key, door.Opts{User: w.name, Command: w.command})
		if err != nil {
			w.lost("enter", err)
			return
		}
		w.mu.Lock()
		w.conn = c
		w.mu.Unlock()
		again := w.run(c)
		c.Close()
		if !again || w.patient {
			return
		}
	}
}

// run plays a run to its end. It returns false if the connection ended before.
func (w *witness) run(c *client) bool {
	pressed, path := "", "" // the state in which keys were pressed, and the path so far
	late := time.NewTimer(door.Patience)
	defer late.Stop()
	var again <-chan time.Time
	if w.patient {
		again = time.Tick(time.Second)
	}
	for {
		c.Mu.Lock()
		lines, change, ended := c.Lines(), c.Change, c.Ended
		c.Mu.Unlock()
		if ended {
			w.lost("the session ends", fmt.Errorf("%v\n%s", c.Err, door.Frame(lines)))
			return false
		}
		text, state := strings.Join(lines, "\n"), ""
		if m := stonesPath.FindStringSubmatch(text); m != nil {
			state = m[1]
			w.mu.Lock()
			w.paths[state] = true
			if state != path {
				w.moved++
			}
			w.mu.Unlock()
			path = state
		}
		switch {
		case stonesOver.MatchString(text), w.patient && strings.Contains(text, "/ Replay /"): // it ended before anybody could be told
			return true
		case picksLeft.MatchString(text):
			if state += "in play"; state != pressed {
				pressed = state
				c.Keys("1", "Enter")
			}
		case strings.Contains(text, "Enter") && strings.Contains(text, "ARCADE / ") && pressed == "": // at home it would begin another game
			pressed = "begun"
			c.Keys("Enter")
		}
		select {
		case <-change:
			w.told()
		case <-again:
			if strings.Contains(text, "ARCADE") && !strings.Contains(text, "ARCADE / ") {
				return true // the run could not begin: it is at home, and comes again
			}
			pressed = ""
		case <-late.C:
			w.lost("no end of a run", fmt.Errorf("\n%s", door.Frame(lines)))
			return false
		}
	}
}

// early is the ply by which both seats of a match have moved.
const early = 10

// freeOffs is the number of rated matches that a player may abort before the next one must wait.
const freeOffs = 2

// archived counts the ratings and board rows of a file.
type archived struct{ ratings, scores int }

// checkKilled reads the data of a killed server, does everything that `arcade check` does, and looks for
// everything that the witnesses were told.
func checkKilled(t *testing.T, kill int, path string, all []*witness) (counts check.Counts, rows archived) {
	t.Helper()
	f, err := bolt.OpenFile(path)
	if err != nil {
		t.Fatalf("kill %d: %v", kill, err)
	}
	defer f.Close()
	return checkArchive(t, kill, f, all)
}

// archive is a store that can only be read.
type archive interface {
	store.Archive
	Check(report func(store.Finding)) (sound bool, err error)
}

// checkArchive is checkKilled for an open store.
func checkArchive(t *testing.T, kill int, f archive, all []*witness) (counts check.Counts, rows archived) {
	t.Helper()
	report := func(found store.Finding) { t.Errorf("kill %d: %s", kill, found) }
	if sound, err := f.Check(report); err != nil || !sound {
		t.Fatalf("kill %d: the file is sound: %v, %v", kill, sound, err)
	}
	reg := games.NewRegistry(othello.Game{}, matgobots.Game{}, stones.Game{}, klondike.Game{}, yut.Game{}, duel.Game{})
	counts, err := check.Check(t.Context(), f, check.Config{Games: reg, Report: report})
	if err != nil {
		t.Fatalf("kill %d: %v", kill, err)
	}

	accounts, runs := map[string]bool{}, map[string][]string{}
	err = f.EachPlayer(func(p store.Player) error { accounts[p.Name] = true; return nil })
	if err != nil {
		t.Fatal(err)
	}
	err = f.EachMatch(func(m store.Match) error {
		if m.Game != stones.Name {
			return nil
		}
		path, err := storedPath(f, m)
		runs[m.Seats[0].Name] = append(runs[m.Seats[0].Name], path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = f.EachRating(func(store.Rating) error { rows.ratings++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	err = f.EachScore(func(store.Score) error { rows.scores++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	off := calledOff(all)
	for _, w := range all {
		if w.hello != "" && !accounts[w.hello] {
			t.Errorf("kill %d: %s is nobody's name", kill, w.hello)
		}
		for path := range w.paths {
			if !slices.ContainsFunc(runs[w.name], func(run string) bool { return strings.HasPrefix(run+" ", path+" ") }) {
				t.Errorf("kill %d: %s has seen the path %s; stored are %q", kill, w.name, path, runs[w.name])
			}
		}
		for id, s := range w.saw {
			if err := s.stored(f, id, off[id]); err != nil {
				t.Errorf("kill %d: %s, match %s: %v; its last lines:\n%s", kill, w.name, id, err, strings.Join(s.tail, "\n"))
			}
		}
	}
	return counts, rows
}

// calledOff returns the matches of which a player has asked for the end, or was told of it, before both had moved.
func calledOff(all []*witness) map[string]bool {
	off := map[string]bool{}
	for _, w := range all {
		for id, s := range w.saw {
			off[id] = off[id] || s.off || s.reason() == games.Aborted
		}
	}
	return off
}

// storedPath returns the path of a run from its log.
func storedPath(f store.Archive, m store.Match) (string, error) {
	entries, err := f.Entries(context.Background(), m.ID, 0, -1)
	if err != nil {
		return "", err
	}
	pos, err := stones.Game{}.Start(games.Setup{Game: m.Game, Rules: m.Rules, Seed: m.Seed, Options: m.Options})
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.Kind == string(games.Act) {
			if _, err := pos.Apply(games.Action(e.Action)); err != nil {
				return "", err
			}
		}
	}
	path := "0"
	for _, step := range pos.View(games.Spectator).(stones.View).History {
		path += fmt.Sprint(" > ", step.To)
	}
	return path, nil
}

// empty is a store without matches.
type empty struct{ store.Archive }

func (empty) Match(context.Context, string) (store.Match, error) {
	return store.Match{}, store.ErrNotFound
}

// The ledger misses a match that was played in, unless the players were told that it was called off, or had asked for
// it, before both had moved.
func TestLedgerMissesMatches(t *testing.T) {
	t.Parallel()
	aborted := &said{Result: json.RawMessage(`{"reason":"aborted","winner":null}`)}
	won := &said{Result: json.RawMessage(`{"reason":"resign","winner":0}`)}
	for _, c := range []struct {
		acts int
		off  bool
		over *said
		miss bool
	}{
		{1, false, nil, true}, {1, true, nil, false}, {1, false, aborted, false}, {1, false, won, true}, {early, false, aborted, true}, {early, true, nil, true},
	} {
		mine := &seen{acts: map[int]games.Action{}}
		for ply := range c.acts {
			mine.acts[ply+1] = "d3"
		}
		all := []*witness{{saw: map[string]*seen{"M": mine}}, {saw: map[string]*seen{"M": {off: c.off, over: c.over}}}}
		if err := mine.stored(empty{}, "M", calledOff(all)["M"]); (err != nil) != c.miss { // only the other player was told
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// stored returns an error if a file lacks something that a witness was told about a match. One of its two may have
// asked to abort the match, or was told that it was called off, because a player stayed away (calledOff).
func (s *seen) stored(f store.Archive, id string, calledOff bool) error {
	m, err := f.Match(context.Background(), id)
	if calledOff && errors.Is(err, store.ErrNotFound) && len(s.acts) < early {
		return nil // such a match is stored only if it was rated
	}
	if err != nil {
		return err
	}
	entries, err := f.Entries(context.Background(), id, 0, -1)
	if err != nil {
		return err
	}
	var plies []games.Action // bots decline takebacks, so nothing is taken back
	gave := false
	for _, e := range entries {
		switch games.Kind(e.Kind) {
		case games.Act, games.Lapse:
			plies = append(plies, games.Action(e.Action))
			if sent := s.sent[len(plies)]; len(plies) <= s.last && e.Kind == string(games.Act) && e.Seat == s.seat && e.Action != "pass" && !slices.Contains(sent, games.Action(e.Action)) {
				return fmt.Errorf("ply %d is %s, and it had asked for %s", len(plies), e.Action, sent)
			}
		case games.Resign, games.Abort:
			gave = gave || e.Seat == s.seat
		}
	}
	for ply, a := range s.acts {
		if ply > len(plies) || plies[ply-1] != a {
			return fmt.Errorf("%s was acknowledged as ply %d; stored are %d: %s", a, ply, len(plies), plies)
		}
	}
	if s.gave && !gave {
		return fmt.Errorf("it was given up by seat %d; the log has %+v", s.seat, entries)
	}
	if s.over == nil {
		return nil
	}
	if m.Status != store.Done { // an aborted match is not here
		return fmt.Errorf("its end was told (%s), and it is %s", s.over.raw, m.Status)
	}
	if s.reason() != m.Reason {
		return fmt.Errorf("it was told to have ended by %s, stored is %s", s.over.raw, m.Reason)
	}
	if told := s.over.Rating; told != nil {
		if seat := m.Seats[s.seat]; math.Abs(seat.Rating+seat.Change-told.After) > 0.051 {
			return fmt.Errorf("the rating after it was told to be %v, stored are %v and a change of %v", told.After, seat.Rating, seat.Change)
		}
	}
	return nil
}
