package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/internal/chance"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/server/commands"
	"arcade/server/commands/bot"
	"arcade/server/exec"
	"arcade/server/say"
	_ "arcade/sessions" // registers the games' screens, whose words the commands use
	"arcade/store"
	"arcade/store/bolt"
)

// botHall is a lobby in a bubble of fake time, with bots that use the command.
type botHall struct {
	*lobby.Lobby
	t    *testing.T
	reg  *games.Registry
	bots []*talker
	st   store.Store
	away atomic.Bool // the store refuses to read and write
}

// awayStore is a store that sometimes fails.
type awayStore struct {
	store.Store
	away *atomic.Bool
}

func (s awayStore) fails(id string, err error) error {
	return store.Problem("match", id, fmt.Errorf("%w: dial tcp 192.0.2.1:5432: no route", err))
}

func (s awayStore) Append(ctx context.Context, id string, epoch uint64, at int, entries ...store.Entry) error {
	if s.away.Load() {
		return s.fails(id, store.ErrUnwritten)
	}
	return s.Store.Append(ctx, id, epoch, at, entries...)
}

func (s awayStore) Entries(ctx context.Context, id string, from, n int) ([]store.Entry, error) {
	if s.away.Load() {
		return nil, s.fails(id, store.ErrAway)
	}
	return s.Store.Entries(ctx, id, from, n)
}

func inBotHall(t *testing.T, f func(t *testing.T, h *botHall)) {
	inBotHallOf(t, games.NewRegistry(othello.Game{}, matgobots.Game{}, stones.Game{}), f)
}

// inBotHallOf is inBotHall for a house with other games.
func inBotHallOf(t *testing.T, reg *games.Registry, f func(t *testing.T, h *botHall)) {
	synctest.Test(t, func(t *testing.T) {
		chance.Deal(t)
		st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		h := &botHall{t: t, st: st, reg: reg}
		if h.Lobby, err = lobby.New(config.Config{Store: awayStore{st, &h.away}, Games: h.reg}); err != nil {
			t.Fatal(err)
		}
		defer func() { // a bubble ends when all its goroutines have ended
			for _, b := range h.bots {
				_ = b.in.Close()
			}
			h.Close()
			synctest.Wait()
			if err := st.Close(); err != nil {
				t.Error(err)
			}
		}()
		f(t, h)
	})
}

// talker is a bot with the lines that it sends and receives.
type talker struct {
	h   *botHall
	in  *io.PipeWriter
	err chan error

	mu   sync.Mutex
	said bytes.Buffer
	at   int           // bytes already read
	slow chan struct{} // output waits until this is closed; nil: no wait
}

func (b *talker) Write(p []byte) (int, error) {
	b.mu.Lock()
	slow := b.slow
	b.mu.Unlock()
	if slow != nil {
		<-slow
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.said.Write(p)
}

// hold makes output wait until release.
func (b *talker) hold() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.slow = make(chan struct{})
}

func (b *talker) release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.slow)
	b.slow = nil
}

// run starts a bot's command.
func (h *botHall) run(name, words string) *talker {
	h.t.Helper()
	r, w := io.Pipe()
	b := &talker{h: h, in: w, err: make(chan error, 1)}
	h.bots = append(h.bots, b)
	call := &exec.Call{Stdin: r, Stdout: b, Stderr: b, Identity: exec.Identity{Fingerprint: "SHA256:" + name, Login: name}, Lang: "en"}
	go func() {
		_, err := exec.Route(context.Background(), call, commands.All(h.Lobby, h.reg, nil), strings.Fields(words))
		_ = r.CloseWithError(io.ErrClosedPipe)
		b.err <- err
	}()
	synctest.Wait()
	return b
}

// heard returns the lines that the bot has received since the last call.
func (b *talker) heard() (list []map[string]any) {
	b.h.t.Helper()
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	text := b.said.Bytes()[b.at:]
	b.at = b.said.Len()
	for line := range bytes.Lines(text) {
		var v map[string]any
		if err := json.Unmarshal(line, &v); err != nil {
			b.h.t.Fatalf("line %q: %v", line, err)
		}
		list = append(list, v)
	}
	return list
}

// ops returns the ops of the lines since the last call, "ok" or the error for a reply.
func (b *talker) ops() string {
	b.h.t.Helper()
	var list []string
	for _, v := range b.heard() {
		switch {
		case v["op"] != nil:
			list = append(list, v["op"].(string))
		case v["ok"] == true:
			list = append(list, "ok")
		default:
			list = append(list, "no")
		}
	}
	return strings.Join(list, " ")
}

// wants checks the ops of the lines since the last call.
func (b *talker) wants(ops string) {
	b.h.t.Helper()
	if got := b.ops(); got != ops {
		b.h.t.Fatalf("the bot heard %q, want %q", got, ops)
	}
}

func (b *talker) send(line string) {
	b.h.t.Helper()
	if _, err := io.WriteString(b.in, line+"\n"); err != nil {
		b.h.t.Fatal(err)
	}
	synctest.Wait()
}

func (h *botHall) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	synctest.Wait()
}

func (h *botHall) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// person opens a visit for a new player, who takes the only open seat.
func (h *botHall) person(game string) (v *lobby.Visit, id string) {
	h.t.Helper()
	v, err := h.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
	h.must(err)
	list := h.PublicTables(game)
	if len(list) != 1 {
		h.t.Fatalf("%d tables", len(list))
	}
	h.must(v.SitDown(list[0].ID))
	h.must(v.Watch(list[0].ID))
	return v, list[0].ID
}

// A waiting bot gets a line every ten minutes, and leaves no seat behind.
func TestBotWaits(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		b := h.run("gary", "bot othello --new")
		b.wants("hello waiting")
		h.pass(10*time.Minute - time.Second)
		b.wants("")
		h.pass(2 * bot.Pulse)
		b.wants("waiting")
		h.pass(24 * time.Hour)
		if got := strings.Count(b.ops(), "waiting"); got < 140 || got > 144 {
			t.Errorf("told %d times in a day", got)
		}
		if len(h.PublicTables("othello")) != 1 {
			t.Fatal("the seat is gone")
		}
		b.send(`{"op":"apply","action":"d3"}`)
		b.wants("no")
		h.must(b.in.Close())
		b.wants("bye")
		h.must(<-b.err)
		if len(h.PublicTables("othello")) != 0 || len(h.People()) != 0 {
			t.Error("the bot has left something behind")
		}
	})
}

// While the store fails, a program gets a line that nothing can be saved. The line does not reveal the
// store's address.
func TestBotWithoutStore(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		b := h.run("gary", "bot othello --new --seat 0")
		b.wants("hello waiting")
		h.person("othello")
		h.pass(time.Second)
		b.heard()
		h.away.Store(true)
		for range 2 { // the second match finds a log that cannot be read
			b.send(`{"op":"apply","action":"d3"}`)
			if list := b.heard(); len(list) != 1 || list[0]["error"] != "Nothing can be saved now. Please try again" {
				t.Errorf("a program reads %v", list)
			}
		}
		h.away.Store(false)
		h.pass(time.Minute)
		b.heard()
		b.send(`{"op":"apply","action":"d3"}`)
		if ops := b.ops(); !strings.HasPrefix(ops, "ok") {
			t.Errorf("when it is back a program reads %q", ops)
		}
	})
}

// A key's account becomes a bot account only by an explicit flag; then it stays one.
func TestBotBecomesOneByFlag(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		b := h.run("gary", "bot othello")
		b.wants("")
		if err := <-b.err; !say.IsUsage(err) || !strings.Contains(say.Sentence(err, "en"), "bot othello --new") || !strings.Contains(say.Sentence(err, "ko"), "--new") {
			t.Errorf("without the flag: %v", err)
		}
		if _, err := h.PlayerByKey(t.Context(), "SHA256:gary"); !errors.Is(err, records.ErrNoPlayer) {
			t.Errorf("there is an account: %v", err)
		}
		for _, words := range []string{"bot othello --new", "bot othello", "bot othello --new"} {
			b = h.run("gary", words)
			b.wants("hello waiting")
			h.must(b.in.Close())
			b.wants("bye")
			h.must(<-b.err)
		}
	})
}

// text returns the command's output, once it has ended.
func (b *talker) text() string {
	b.h.t.Helper()
	b.h.must(<-b.err)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.said.String()
}

// Text output has the screens' names, and words for Matgo's codes.
func TestKiboInWords(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		b := h.run("gary", "bot matgo --new --house random --games 1 --seat 0 --control none")
		id, acts, over := "", 0, false
		for acts < 3 && !over {
			h.pass(2 * time.Second)
			for _, v := range b.heard() {
				if v["op"] == "start" {
					id = v["id"].(string)
				}
				over = over || v["op"] == "over"
				if v["op"] == "act" {
					acts++
					b.send(fmt.Sprintf(`{"op":"apply","action":%q}`, v["legal"].([]any)[0]))
				}
			}
		}
		if !over {
			b.send(`{"op":"resign"}`)
		}
		b.ops()
		h.must(<-b.err)
		list := h.run("gary", "kibo list").text()
		if !strings.Contains(list, "bot gary : Random bot") {
			t.Errorf("the list has no names: %s", list)
		}
		raw := h.run("gary", "kibo list --json").text()
		if !strings.Contains(raw, `"random"`) || strings.Contains(raw, "Random bot") {
			t.Errorf("the list for programs: %s", raw)
		}
		show := h.run("gary", "kibo show "+id).text()
		for _, code := range []string{"play ", "take ", "random"} {
			if strings.Contains(show, code) {
				t.Errorf("%q in\n%s", code, show)
			}
		}
		if !strings.Contains(show, "\n   1.  ") || acts > 0 && !strings.Contains(show, ".  bot gary") { // a president ends a round before anybody plays
			t.Errorf("no rows in\n%s", show)
		}
	})
}

// A solo run cannot be drawn: the list shows its result, as the screens do.
func TestKiboListsRuns(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		v, err := h.Enter(directory.Identity{Fingerprint: "SHA256:gary", Login: "gary", Lang: "en"})
		h.must(err)
		id, err := v.Create(pairing.Offer{Game: stones.Name})
		h.must(err)
		h.must(v.Watch(id))
		s, err := v.Table(id)
		for h.must(err); s.Result == nil; h.must(err) {
			h.must(v.Act(id, len(s.Plies), s.Legal[0]))
			s, err = v.Table(id)
		}
		v.Leave()
		if list := h.run("gary", "kibo list").text(); !strings.Contains(list, "mode 1 ") || strings.Contains(list, "Draw") {
			t.Errorf("a finished run in the list: %s", list)
		}
	})
}

// A bot that returns with another plan leaves nothing of the first plan.
func TestBotChangesItsPlan(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		first := h.run("gary", "bot othello --new --rated")
		first.wants("hello waiting")
		second := h.run("gary", "bot matgo --new")
		second.wants("hello waiting")
		if got := first.ops(); got != "bye" {
			t.Errorf("the first heard %q", got)
		}
		if err := <-first.err; err == nil || !strings.Contains(err.Error(), "another window") {
			t.Errorf("the first ended with %v", err)
		}
		if list := h.PublicTables(""); len(list) != 1 || list[0].Game != "matgo" {
			t.Errorf("%d tables", len(list))
		}
	})
}

// An opponent who has left may return for five minutes; then the bot claims the win.
func TestBotClaims(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		b := h.run("gary", "bot othello --new --seat 0 --control none --games 1")
		kim, id := h.person("othello")
		b.wants("hello waiting start act")
		b.send(`{"op":"apply","action":"d3"}`)
		h.must(kim.Act(id, 1, "c3"))
		b.wants("ok event event act")
		kim.Leave()
		h.pass(bot.Patience - 10*time.Second)
		b.wants("")
		h.pass(30 * time.Second)
		list := b.heard()
		if len(list) != 2 || list[0]["op"] != "over" || list[0]["result"].(map[string]any)["reason"] != games.Abandoned || list[1]["reason"] != "done" {
			t.Errorf("the bot heard %v", list)
		}
		h.must(<-b.err)
	})
}

// A bot whose connection is lost has the longer grace, as a person has; one that quits has left.
func TestBotGoes(t *testing.T) {
	for name, test := range map[string]struct {
		go_     func(b *talker)
		stepped bool
	}{
		"quits":            {func(b *talker) { b.send(`{"op":"quit"}`) }, true},
		"loses connection": {func(b *talker) { _ = b.in.Close() }, false},
	} {
		t.Run(name, func(t *testing.T) {
			inBotHall(t, func(t *testing.T, h *botHall) {
				b := h.run("gary", "bot othello --new --seat 0 --control none --games 1")
				kim, id := h.person("othello")
				b.send(`{"op":"apply","action":"d3"}`)
				h.must(kim.Act(id, 1, "c3"))
				test.go_(b)
				h.must(<-b.err)
				s, err := kim.Table(id)
				h.must(err)
				if gary := s.Seats[0]; gary.Away == 0 || gary.Stepped != test.stepped {
					t.Errorf("%+v", gary)
				}
			})
		})
	}
}

// The bot declines draws and takebacks. After the match there is time for a rematch, and then it opens a
// new seat.
func TestBotAndOffers(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		b := h.run("gary", "bot othello --new --seat 0 --control none")
		kim, id := h.person("othello")
		b.send(`{"op":"apply","action":"d3"}`)
		h.must(kim.Act(id, 1, "c3"))
		b.send(`{"op":"apply","action":"c4"}`)
		h.must(kim.Do(id, games.AskTakeback))
		s, err := kim.Table(id)
		h.must(err)
		if s.Takeback != games.Nobody || len(s.Plies) != 3 {
			t.Errorf("the takeback: asked by %d, %d plies", s.Takeback, len(s.Plies))
		}
		h.must(kim.Act(id, 3, "e3"))
		b.heard()
		h.must(kim.Do(id, games.OfferDraw))
		if s, err = kim.Table(id); err != nil || s.DrawOffer != games.Nobody || s.Result != nil {
			t.Errorf("the draw: offered by %d, result %v, %v", s.DrawOffer, s.Result, err)
		}
		h.must(kim.Do(id, games.Resign))
		b.wants("over")
		h.pass(bot.Rematch - time.Second)
		b.wants("")
		h.must(kim.Rematch(id))
		b.wants("start")
		if s, err = kim.Table(id); err != nil || s.Next == "" {
			t.Fatalf("no rematch: %v", err)
		}
		next := s.Next
		h.must(kim.Watch(next))
		h.must(kim.Act(next, 0, "d3"))
		b.wants("event act")
		for _, late := range []string{`{"op":"resign","id":"` + id + `"}`, `{"op":"apply","action":"c3","ply":1,"id":"` + id + `"}`} { // of the match before
			b.send(late)
			if list := b.heard(); len(list) != 1 || list[0]["ok"] != false {
				t.Errorf("%s: %v", late, list)
			}
		}
		b.send(`{"op":"apply","action":"c3","id":"` + next + `"}`)
		b.send(`{"op":"resign","id":"` + next + `"}`)
		b.wants("ok event ok over")
		h.pass(bot.Rematch + time.Second)
		b.wants("waiting")
		if list := h.PublicTables("othello"); len(list) != 1 {
			t.Errorf("%d tables", len(list))
		}
		h.must(b.in.Close())
		h.must(<-b.err)
	})
}

// A line without an id is for the match that the program knew when the line came. One that the arcade reads
// before it has sent the start of the next match does nothing there.
func TestBotsLateLine(t *testing.T) {
	for _, late := range []string{`{"op":"resign"}`, `{"op":"apply","action":"d3","ply":0}`, `{"op":"apply","action":"d3"}`} {
		inBotHall(t, func(t *testing.T, h *botHall) {
			b := h.run("gary", "bot othello --new --seat 0 --control none")
			kim, id := h.person("othello")
			b.send(`{"op":"apply","action":"d3"}`)
			h.must(kim.Act(id, 1, "c3"))
			b.heard()
			b.hold()
			h.must(kim.Do(id, games.Resign)) // its over waits
			h.must(kim.Rematch(id))
			b.send(late)
			b.release()
			list := b.heard()
			refused := slices.IndexFunc(list, func(l map[string]any) bool { return l["ok"] == false }) // before the start or after it
			if refused < 0 || list[0]["op"] != "over" || !slices.ContainsFunc(list, func(l map[string]any) bool { return l["op"] == "start" }) {
				t.Errorf("%s: the bot heard %v", late, list)
			}
			s, err := kim.Table(id)
			h.must(err)
			h.must(kim.Watch(s.Next))
			if s, err = kim.Table(s.Next); err != nil || s.Result != nil || len(s.Plies) > 0 {
				t.Errorf("%s: in the next match: %v, %d plies, %v", late, s.Result, len(s.Plies), err)
			}
		})
	}
}

// Rounds of Matgo follow one another until the bot leaves the series.
func TestBotInASeries(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		b := h.run("gary", "bot matgo --new --seat 0")
		kim, id := h.person("matgo")
		if got := b.ops(); !strings.HasPrefix(got, "hello waiting start") {
			t.Fatalf("the bot heard %q", got)
		}
		for round := 1; round <= 3; round++ {
			if round == 3 {
				b.send(`{"op":"leave"}`)
			}
			b.heard()
			h.must(kim.Do(id, games.Resign))
			list := b.heard()
			if len(list) == 0 || list[0]["op"] != "over" {
				t.Fatalf("round %d: the bot heard %v", round, list)
			}
			if round == 3 {
				if err := kim.Rematch(id); !errors.Is(err, games.ErrNotAllowed) {
					t.Errorf("the series goes on: %v", err)
				}
				if len(list) != 2 || list[1]["op"] != "waiting" {
					t.Errorf("after the last round the bot heard %v", list)
				}
				break
			}
			h.must(kim.Rematch(id))
			h.pass(bot.Ready + time.Millisecond)
			s, err := kim.Table(id)
			h.must(err)
			if id = s.Next; id == "" {
				t.Fatalf("no round after %d", round)
			}
			h.must(kim.Watch(id))
		}
		h.must(b.in.Close())
		h.must(<-b.err)
	})
}

// dealt is a game that its deal ends, as four cards of a month can end a round of Matgo.
type dealt struct{ othello.Game }

func (g dealt) Start(s games.Setup) (games.Position, error) {
	p, err := g.Game.Start(s)
	return over{p}, err
}

type over struct{ games.Position }

func (over) ToAct() games.Seat { return games.Nobody }
func (over) Result() *games.Result {
	return &games.Result{Winner: games.Nobody, Reason: games.Finished}
}

// A bot is told of a match that was over before it came to it: of one at its own seat, and of one at a seat that it has
// taken by its plan or as any other bot.
func TestBotHearsOfWhatItsDealHasEnded(t *testing.T) {
	for name, join := range map[string]string{"gary": "", "any": " --join any", "code": " --join CODE"} {
		inBotHallOf(t, games.NewRegistry(dealt{}), func(t *testing.T, h *botHall) {
			host := h.run("host", "bot othello --new")
			list := host.heard()
			if join == "" {
				h.person("othello")
			} else {
				guest := h.run(name, "bot othello --new --games 1"+strings.Replace(join, "CODE", fmt.Sprint(list[1]["code"]), 1))
				guest.wants("hello start over bye")
				h.must(<-guest.err)
			}
			if got := host.ops(); got != "start over waiting" {
				t.Errorf("%s: the host heard %q", name, got)
			}
		})
	}
}

// A bot whose "ready" for the next round is refused for a moment asks again: the node of its table does not
// answer, or stops. It neither leaves the series nor ends.
func TestBotReadyWhileItsTableMoves(t *testing.T) {
	for name, refuse := range map[string]func(hub *nodestest.Hub, a *lobby.Lobby) (again func()){
		"no answer": func(hub *nodestest.Hub, _ *lobby.Lobby) func() {
			hub.SetFate(func(_, _, kind string) (int, time.Duration) {
				if kind == "deed" {
					return 0, 0
				}
				return 1, 0
			})
			return func() { hub.SetFate(nil) }
		},
		"closing": func(_ *nodestest.Hub, a *lobby.Lobby) func() {
			a.Drain() // for good
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBotHall(t, func(t *testing.T, h *botHall) {
				hub := nodestest.New(5*time.Second, room.WireErrors)
				var node [2]*lobby.Lobby
				for i, name := range []string{"a", "b"} {
					var err error
					node[i], err = lobby.New(config.Config{Store: h.st, Games: h.reg, Nodes: hub.Join(name)})
					h.must(err)
					defer node[i].Close()
				}
				first := h.Lobby
				h.Lobby = node[1]
				b := h.run("gary", "bot matgo --new")
				h.Lobby = first
				defer func() { h.must(b.in.Close()); <-b.err }() // before its node
				h.pass(2 * time.Second)
				gary, err := node[0].PlayerByName(t.Context(), "gary")
				h.must(err)
				kim, err := node[0].Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
				h.must(err)
				id, err := kim.Create(pairing.Offer{Game: "matgo", Control: "none", Player: gary.ID}) // its table is at the other node
				h.must(err)
				h.must(kim.Watch(id))
				h.pass(3 * time.Second)
				h.must(kim.Ready(id))
				h.pass(time.Second)
				b.heard()
				h.must(kim.Do(id, games.Resign))
				again := refuse(hub, node[0])
				err = kim.Rematch(id) // the first to be ready only waits
				h.pass(10 * time.Second)
				s, seen := kim.Table(id)
				h.must(seen)
				if again == nil {
					if !s.Waits || len(b.err) > 0 {
						t.Errorf("the table waits: %v; the bot's session: %d ends", s.Waits, len(b.err))
					}
					return
				}
				h.must(err)
				again()
				h.pass(10 * time.Second)
				if s, err := kim.Table(id); err != nil || s.Next == "" {
					t.Errorf("the series does not go on: %v", err)
				}
				if ops := b.ops(); !strings.HasPrefix(ops, "over start") {
					t.Errorf("the bot heard %q", ops)
				}
			})
		})
	}
}

// A bot that joins one given seat takes that seat, even if others wait for the bot and fit its plan
// better.
func TestBotJoinsOneSeat(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		b := h.run("gary", "bot othello --new")
		b.wants("hello waiting")
		h.must(b.in.Close())
		h.must(<-b.err)
		gary, err := h.PlayerByKey(t.Context(), "SHA256:gary")
		h.must(err)
		kim, err := h.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
		h.must(err)
		_, err = kim.Create(pairing.Offer{Game: "othello", Control: "none", Player: gary.ID})
		h.must(err)
		rated, err := kim.Create(pairing.Offer{Game: "othello", Control: "5+3", Rated: true, Player: gary.ID})
		h.must(err)
		b = h.run("gary", "bot othello --join "+rated)
		b.wants("hello")
		h.must(kim.Ready(rated)) // the bot is ready
		list := b.heard()
		if len(list) < 1 || list[0]["op"] != "start" || list[0]["id"] != rated || list[0]["rated"] != true {
			t.Errorf("the bot heard %v, want the start of %s", list, rated)
		}
		h.must(b.in.Close())
		<-b.err
	})
}

// The bot refuses a seat of another game: it could not resume that match.
func TestBotJoinsItsGame(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		kim, err := h.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
		h.must(err)
		id, err := kim.Create(pairing.Offer{Game: "matgo", Control: "none", Private: true})
		h.must(err)
		s, err := kim.Table(id)
		h.must(err)
		for _, join := range []string{id, s.Code} {
			b := h.run("gary", "bot othello --new --join "+join)
			if err := <-b.err; !say.IsUsage(err) {
				t.Errorf("joined %s: %v", join, err)
			}
		}
		b := h.run("gary", "bot matgo --join "+s.Code)
		b.wants("hello")
		h.must(kim.Cancel(id)) // the host declines
		b.wants("bye")
		h.must(b.in.Close())
		<-b.err
		id, err = kim.Create(pairing.Offer{Game: "matgo", Control: "none", Private: true})
		h.must(err)
		s, err = kim.Table(id)
		h.must(err)
		b = h.run("gary", "bot matgo --join "+s.Code)
		b.wants("hello")
		h.must(kim.Ready(id))
		if got := b.ops(); !strings.HasPrefix(got, "start") {
			t.Errorf("the bot heard %q", got)
		}
		h.must(b.in.Close())
		<-b.err
	})
}

// A bot plays under the rules of its plan: its seat has them, of challenges it takes those, and it meets only bots
// that play them too. A game without such rules is refused.
func TestBotRules(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		for _, line := range []string{"bot matgo --new --rules standart", "bot othello --new --rules standard"} {
			if err := <-h.run("gary", line).err; !say.IsUsage(err) {
				t.Errorf("%s: %v", line, err)
			}
		}
		b := h.run("gary", "bot matgo --new --rules standard --join any")
		b.wants("hello waiting")
		if list := h.PublicTables("matgo"); len(list) != 1 || games.RulesIn(list[0].Options) != "standard" {
			t.Fatalf("%+v", list)
		}
		other := h.run("hal", "bot matgo --new --join any")
		other.wants("hello waiting")
		h.pass(3 * bot.Pulse)
		if list := h.PublicTables("matgo"); len(list) != 2 {
			t.Fatalf("%d tables: bots with other rules have met", len(list))
		}
		other.send(`{"op":"quit"}`)
		<-other.err
		gary, err := h.PlayerByKey(t.Context(), "SHA256:gary")
		h.must(err)
		kim, err := h.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
		h.must(err)
		_, err = kim.Create(pairing.Offer{Game: "matgo", Control: "30s", Player: gary.ID})
		h.must(err)
		h.pass(time.Second)
		if n := len(kim.Mine("matgo", store.Open)); n != 0 {
			t.Errorf("a challenge to other rules waits: %d", n)
		}
		id, err := kim.Create(pairing.Offer{Game: "matgo", Options: json.RawMessage(`{"rules":"standard"}`), Control: "30s", Player: gary.ID})
		h.must(err)
		h.pass(time.Second)
		h.must(kim.Ready(id))
		list := b.heard()
		at := slices.IndexFunc(list, func(line map[string]any) bool { return line["op"] == "start" })
		if at < 0 || list[at]["options"].(map[string]any)["rules"] != "standard" {
			t.Errorf("the bot heard %v", list)
		}
		b.send(`{"op":"quit"}`)
		<-b.err
	})
}

// Lines that exceed the bot's rate wait. Each line has one reply.
func TestBotRate(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		b := h.run("gary", "bot othello --new")
		b.wants("hello waiting")
		const lines = bot.Burst + 5*bot.Rate
		if _, err := io.WriteString(b.in, strings.Repeat("{}\n", lines)); err != nil {
			t.Fatal(err)
		}
		early := strings.Count(b.ops(), "no")
		if early < bot.Burst || early > bot.Burst+bot.Rate/10 {
			t.Errorf("%d answers at once", early)
		}
		h.pass(4 * time.Second)
		soon := strings.Count(b.ops(), "no")
		if soon < 4*bot.Rate-2 || soon > 4*bot.Rate+2 {
			t.Errorf("%d answers in 4 s", soon)
		}
		h.pass(2 * time.Second)
		if late := strings.Count(b.ops(), "no"); early+soon+late != lines {
			t.Errorf("%d answers to %d lines", early+soon+late, lines)
		}
		h.must(b.in.Close())
		h.must(<-b.err)
	})
}

// Two bots that join any bot find each other in any order, and also find a bot that only waits.
func TestBotsJoinAny(t *testing.T) {
	inBotHall(t, func(t *testing.T, h *botHall) {
		for i, words := range [][2]string{
			{"bot othello --new --join any", "bot othello --new --join any"},
			{"bot othello --new", "bot othello --new --join any"},
			{"bot othello --new --join any", "bot othello --new"},
		} {
			a := h.run(fmt.Sprintf("gary%d", i), words[0]+" --games 1")
			h.pass(time.Second)
			b := h.run(fmt.Sprintf("hal%d", i), words[1]+" --games 1")
			h.pass(3 * bot.Pulse)
			if list := h.PublicTables("othello"); len(list) != 1 || list[0].ToAct == games.Nobody {
				t.Fatalf("%v: %d tables", words, len(list))
			}
			for _, x := range []*talker{a, b} {
				if got := x.ops(); !strings.Contains(got, "start") {
					t.Errorf("%v: a bot heard %q", words, got)
				}
			}
			a.send(`{"op":"resign"}`) // an aborted match does not count
			b.send(`{"op":"quit"}`)
			a.send(`{"op":"quit"}`)
			h.must(<-a.err)
			h.must(<-b.err)
			h.pass(time.Minute)
			if n := len(h.PublicTables("othello")); n != 0 {
				t.Fatalf("%d tables are left", n)
			}
		}
	})
}

// Any line is a request with a known op, or refused.
func FuzzBotRequest(f *testing.F) {
	for _, s := range []string{
		``, `{"op":"apply","action":"d3","ply":12}`, `{"op":"resign"}`, `{"op":"leave"}`, `{"op":"quit"}`, `{"op":"quit","ply":1}`,
		`{"op":"apply","action":"\ud800"}`, `{"op":"apply","ply":1e99}`, "\xff", `[[[[`, `{"op":"apply","action":null}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := bot.ParseRequest(line)
		if (r == nil) == (err == nil) {
			t.Fatalf("%q: %v, %v", line, r, err)
		}
		if r != nil && (r.Op == "apply") != (r.Action != nil) {
			t.Fatalf("%q: %+v", line, r)
		}
	})
}
