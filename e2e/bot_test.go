package e2e

import (
	"bufio"
	"crypto/ed25519"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/words"
	"arcade/store"
)

// said is a line from the arcade to a bot. It has the fields of all kinds of lines.
type said struct {
	OK       *bool           `json:"ok"`
	Error    string          `json:"error"`
	Op       string          `json:"op"`
	Protocol int             `json:"protocol"`
	Name     string          `json:"name"`
	Game     string          `json:"game"`
	ID       string          `json:"id"`
	Code     string          `json:"code"`
	Control  string          `json:"control"`
	Rated    bool            `json:"rated"`
	Casual   string          `json:"casual"`
	Rules    int             `json:"rules"`
	Options  json.RawMessage `json:"options"`
	Seat     int             `json:"seat"`
	Opponent struct {
		Name string `json:"name"`
		Bot  bool   `json:"bot"`
	} `json:"opponent"`
	Round  int          `json:"round"`
	Ply    int          `json:"ply"`
	Action games.Action `json:"action"`
	Forced bool         `json:"forced"`
	Events []struct {
		Kind   string          `json:"kind"`
		Seat   int             `json:"seat"`
		Values json.RawMessage `json:"values"`
		Hold   int64           `json:"hold"`
	} `json:"events"`
	ToAct  int             `json:"to_act"`
	Legal  []games.Action  `json:"legal"`
	View   json.RawMessage `json:"view"`
	Left   []int64         `json:"left"`
	Result json.RawMessage `json:"result"` // with the game's own fields
	Rating *struct {
		Before float64 `json:"before"`
		After  float64 `json:"after"`
	} `json:"rating"`
	Reason string `json:"reason"`

	raw string
}

// ended returns the reason for the end of a match, and the winner or -1.
func (s said) ended(t testing.TB) (reason string, winner int) {
	t.Helper()
	var r struct {
		Reason string
		Winner *int
	}
	if err := json.Unmarshal(s.Result, &r); err != nil || r.Reason == "" {
		t.Fatalf("no result: %s", s.raw)
	}
	if r.Winner == nil {
		return r.Reason, -1
	}
	return r.Reason, *r.Winner
}

// program is a bot that runs `ssh host bot …`.
type program struct {
	t     testing.TB
	ssh   *gossh.Client
	sess  *gossh.Session
	in    io.WriteCloser
	lines chan string // closed at the end of the output
	errs  door.LogBuffer
	all   []said
}

// run starts a bot's command; the key is nil for a guest.
func (h *house) run(t testing.TB, key gossh.Signer, user, command string) *program {
	t.Helper()
	c, err := door.Dial(h.Addr, user, door.By(key))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	p := &program{t: t, ssh: c, lines: make(chan string, 10_000)}
	if p.sess, err = c.NewSession(); err != nil {
		t.Fatal(err)
	}
	p.sess.Stderr = &p.errs
	out, err := p.sess.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if p.in, err = p.sess.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	_ = p.sess.Setenv("LANG", door.English)
	if err := p.sess.Start(command); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			p.lines <- lines.Text()
		}
	}()
	return p
}

// next returns the next line.
func (p *program) next() said {
	p.t.Helper()
	select {
	case line, ok := <-p.lines:
		if !ok {
			p.t.Fatalf("the bot's output has ended; stderr %q", p.errs.String())
		}
		s := said{raw: line}
		if err := games.DecodeStrict([]byte(line), &s); err != nil {
			p.t.Fatalf("line %q: %v", line, err)
		}
		p.all = append(p.all, s)
		return s
	case <-time.After(door.Patience):
		p.t.Fatal("no line comes")
	}
	panic("unreachable")
}

// await skips lines until one with this op.
func (p *program) await(op string) said {
	p.t.Helper()
	for {
		s := p.next()
		if s.Op == op {
			return s
		}
		if s.OK != nil && !*s.OK {
			p.t.Fatalf("waiting for %s: %s", op, s.Error)
		}
	}
}

// answer waits for the reply to the line that was just sent, and returns its error, "" for success.
func (p *program) answer() string {
	p.t.Helper()
	for {
		if s := p.next(); s.OK != nil {
			if *s.OK != (s.Error == "") {
				p.t.Fatalf("an answer that contradicts itself: %s", s.raw)
			}
			return s.Error
		}
	}
}

func (p *program) send(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

func (p *program) apply(a games.Action, ply int) {
	p.t.Helper()
	p.send(fmt.Sprintf(`{"op":"apply","action":%q,"ply":%d}`, a, ply))
}

// insist plays an action until it is accepted: the match may be moving to another node.
func (p *program) insist(a games.Action, ply int) {
	p.t.Helper()
	late := time.Now().Add(door.Patience)
	for p.apply(a, ply); p.answer() != ""; p.apply(a, ply) {
		if time.Now().After(late) {
			p.t.Fatal("the match does not go on")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// wait returns the exit status, -1 if there is none.
func (p *program) wait() int {
	p.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- p.sess.Wait() }()
	select {
	case err := <-ended:
		var exit *gossh.ExitError
		switch {
		case err == nil:
			return 0
		case errors.As(err, &exit):
			return exit.ExitStatus()
		}
		return -1
	case <-time.After(door.Patience):
		p.t.Fatal("the bot's session does not end")
	}
	panic("unreachable")
}

// bye waits for the last line and the exit status, and checks them.
func (p *program) bye(reason string, code int) {
	p.t.Helper()
	if s := p.await("bye"); s.Reason != reason {
		p.t.Errorf("bye: %s, want %s", s.Reason, reason)
	}
	if got := p.wait(); got != code {
		p.t.Errorf("exit status %d, want %d; stderr %q", got, code, p.errs.String())
	}
}

// playOut plays at random until a match is over, and returns the last line.
func (p *program) playOut(r *rand.Rand) said {
	p.t.Helper()
	for {
		switch s := p.next(); {
		case s.Op == "act":
			p.apply(s.Legal[r.IntN(len(s.Legal))], s.Ply)
		case s.Op == "over":
			return s
		case s.OK != nil && !*s.OK:
			p.t.Fatalf("refused: %s", s.Error)
		}
	}
}

func random() *rand.Rand { return rand.New(rand.NewPCG(7, 8)) }

// A bot plays a whole match against a house bot. Then its plan is done.
func TestBotPlaysTheHouse(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	p := h.run(t, door.NewKey(t), "gary", "bot othello --new --house greedy --games 1 --seat 1")
	if s := p.next(); s.Op != "hello" || s.Protocol != 1 || s.Name != "gary" || s.Game != "othello" {
		t.Errorf("the first line is %s", s.raw)
	}
	start := p.next()
	if start.Op != "start" || start.Seat != 1 || start.Opponent.Name != "greedy" || !start.Opponent.Bot || start.Rated || start.Rules != 1 || start.Control != "5+3" || start.Ply != 0 {
		t.Errorf("the start is %s", start.raw)
	}
	over := p.playOut(random())
	over.ended(t)
	if over.ID != start.ID || over.Rating != nil {
		t.Errorf("the end is %s", over.raw)
	}
	p.bye("done", 0)

	// The lines describe the match: the test folds the events again.
	me, err := h.Lobby.PlayerByName(t.Context(), "gary")
	if err != nil || !me.Bot {
		t.Fatalf("the account %+v: %v", me, err)
	}
	replay, err := h.Lobby.Replay(t.Context(), me.ID, start.ID)
	if err != nil {
		t.Fatal(err)
	}
	ply := 0
	for _, s := range p.all {
		switch s.Op {
		case "event":
			if ply++; s.Ply != ply || s.Action != replay.Plies[ply-1].Action || games.Seat(s.Seat) != replay.Plies[ply-1].Seat || s.Forced != replay.Plies[ply-1].Forced {
				t.Errorf("event %d is %s", ply, s.raw)
			}
		case "act":
			if s.Ply != ply || s.ToAct != 1 || len(s.Left) != 2 || s.Left[1] <= 0 {
				t.Errorf("at ply %d the bot is asked %s", ply, s.raw)
			}
		}
	}
	if ply != len(replay.Plies) {
		t.Errorf("%d events of %d plies", ply, len(replay.Plies))
	}
}

// A person finds a bot's seat in the lobby, takes it and plays a whole match. The bot is marked in the
// lobby, at the table, on the sheet and in the replay.
func TestBotPlaysAPerson(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	p := h.run(t, door.NewKey(t), "gary", "bot othello --new --seat 0 --rated --control 10+5")
	wait := p.await("waiting")
	if !wait.Rated || wait.Control != "10+5" || wait.Code == "" {
		t.Errorf("waiting: %s", wait.raw)
	}
	kim := enter(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "kim", Command: "play othello"})
	kim.Await(`봇 gary .*\n.* 1500\?`)
	kim.Keys("Tab")
	kim.Await(`봇 gary +<lobby.at.lobby> +봇`)
	kim.Keys("Tab")
	kim.Await(`봇 gary .*\n.* 1500\?`)
	kim.Keys("Enter")
	start := p.await("start")
	if start.ID != wait.ID || start.Opponent.Name != "kim" || start.Opponent.Bot || !start.Rated {
		t.Errorf("the start is %s", start.raw)
	}
	all := states(t, longGame)
	for i, m := range longGame {
		switch {
		case m == "pass": // the table plays it
		case all[i].toAct == 0:
			if s := p.await("act"); s.Ply != i || !slices.Contains(s.Legal, games.Action(m)) {
				t.Fatalf("at ply %d the bot is asked %s", i, s.raw)
			}
			p.apply(games.Action(m), i)
		default:
			kim.awaitBoard(all[i])
			kim.Await(`봇 gary`)
			kim.move(m)
		}
	}
	over := p.await("over")
	if _, winner := over.ended(t); over.Rating == nil || over.Rating.Before != 1500 || over.Rating.After >= 1500 || winner != 1 {
		t.Errorf("the end is %s", over.raw)
	}
	kim.Await(`<res.youwin>`)
	kim.Await(`● <ot.black> +봇 gary +19 `)

	// The person requests a rematch: the colours swap.
	kim.Decide(`<res.rematch>`, "Enter")
	if s := p.await("start"); s.Seat != 1 || s.ID == start.ID {
		t.Errorf("the rematch is %s", s.raw)
	}
	kim.awaitBoard(all[0])
	time.Sleep(door.Calm)
	kim.Keys("r")
	kim.Decide(`<abort.title>`, "2")
	if reason, _ := p.await("over").ended(t); reason != games.Aborted {
		t.Errorf("the end is %s", reason)
	}
	p.await("waiting")
	p.send(`{"op":"quit"}`)
	p.bye("quit", 0)
	h.lists(t, "othello")

	replay := enter(t, h.Addr, door.NewKey(t), door.Opts{Command: "watch " + start.ID})
	replay.Await(`bot gary`)
	replay.Keys("q")
	kim.Decide(`<key.home>`, "q")
	kim.Await(atHome)
	kim.Keys("b") // one opponent is not enough for a place
	kim.Await(`<board.few n=1 of=5>`)
}

// Two bots find each other and play rounds of Matgo. Neither receives a hidden card or the seed.
func TestBotsPlayMatgo(t *testing.T) {
	t.Parallel()
	h := open(t, config.Config{BotPause: door.Quick.BotPause, PassNotice: time.Millisecond})
	const rounds = 6 // some end as soon as they are dealt
	command := fmt.Sprintf("bot matgo --new --join any --games %d", rounds)
	bots := [2]*program{h.run(t, door.NewKey(t), "gary", command), h.run(t, door.NewKey(t), "hal", command)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		r := random()
		for range rounds {
			bots[1].playOut(r)
		}
		bots[1].bye("done", 0)
	}()
	r := random()
	for range rounds {
		bots[0].playOut(r)
	}
	bots[0].bye("done", 0)
	<-done

	looked, acts := 0, 0
	for k, p := range bots {
		var truth *round
		seat, starts := 0, 0
		for _, s := range p.all {
			if s.Op == "start" {
				if starts++; s.Round != starts || !s.Opponent.Bot {
					t.Errorf("the start of round %d: %s", starts, s.raw)
				}
				truth, seat = h.round(t, p, s.ID), s.Seat
			}
			if truth == nil || s.Op == "over" {
				continue // no cards are dealt yet, or all are open
			}
			if strings.Contains(s.raw, truth.seed) {
				t.Fatalf("bot %d is told the seed: %s", k, s.raw)
			}
			if s.OK != nil || s.Ply >= len(truth.hidden) {
				continue
			}
			for _, card := range truth.hidden[s.Ply][seat] {
				looked++
				if strings.Contains(s.raw, card) {
					t.Fatalf("bot %d sees %s, which is hidden from it: %s", k, card, s.raw)
				}
			}
			if s.Op == "act" {
				acts++
				if !slices.ContainsFunc(truth.hidden[s.Ply][1-seat], func(card string) bool { return strings.Contains(s.raw, card) }) && s.Ply < 6 {
					t.Fatalf("bot %d does not see its own hand: the test looks at nothing: %s", k, s.raw)
				}
			}
		}
		if starts != rounds {
			t.Errorf("bot %d has played %d rounds", k, starts)
		}
	}
	if looked < 1000 || acts < 20 {
		t.Errorf("only %d cards in %d turns were looked for", looked, acts)
	}
}

// round is a finished round of Matgo: the cards hidden from each seat after each ply.
type round struct {
	seed   string
	hidden [][2][]string
}

func (h *house) round(t *testing.T, p *program, id string) *round {
	t.Helper()
	me, err := h.Lobby.PlayerByName(t.Context(), p.all[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := h.Lobby.Kibo(t.Context(), me.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	replay, err := h.Lobby.Replay(t.Context(), me.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := matgobots.Game{}.Start(games.Setup{Game: f.Game, Rules: f.Rules, Seed: *f.Seed, Options: f.Options})
	if err != nil {
		t.Fatal(err)
	}
	out := &round{seed: *f.Seed}
	for i := 0; ; i++ {
		open, err := json.Marshal(pos.View(games.Spectator))
		if err != nil {
			t.Fatal(err)
		}
		all := pos.View(games.Everything).(*matgo.View)
		var hidden [2][]string
		for seat := range hidden {
			for _, c := range append(slices.Clone(all.Stock), all.Hands[1-seat]...) {
				if !strings.Contains(string(open), c.String()) {
					hidden[seat] = append(hidden[seat], c.String())
				}
			}
		}
		if pos.Result() != nil {
			return out
		}
		out.hidden = append(out.hidden, hidden)
		if _, err := pos.Apply(replay.Plies[i].Action); err != nil {
			t.Fatal(err)
		}
	}
}

// A bot that loses its connection returns to its match. A second connection with the same key takes over
// from the first.
func TestBotComesBack(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	key, r := door.NewKey(t), random()
	p := h.run(t, key, "gary", "bot othello --new --house greedy")
	start := p.await("start")
	for range 3 {
		s := p.await("act")
		p.apply(s.Legal[r.IntN(len(s.Legal))], s.Ply)
	}
	turn := p.await("act")
	p.ssh.Close()

	p = h.run(t, key, "gary", "bot othello --new --house greedy")
	again := p.await("start")
	if again.ID != start.ID || again.Ply < turn.Ply || again.Seat != start.Seat {
		t.Errorf("come back to %s", again.raw)
	}
	p.await("act")

	c, err := door.Dial(h.Addr, "gary", door.By(key))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	late, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	second := h.run(t, key, "gary", "bot othello --new --house greedy --games 1")
	p.bye("superseded", 1)
	if s := second.await("start"); s.ID != start.ID {
		t.Errorf("taken over: %s", s.raw)
	}
	// A session that was opened before it ends nothing. It is like a client of a stopped machine that has
	// gone by now.
	if out, err := late.CombinedOutput("bot othello --new"); !strings.Contains(string(out), words.T(words.KO, "err.superseded")) {
		t.Errorf("a session that was opened before: %v, %q; here are %+v", err, out, h.Lobby.Visitors())
	}
	second.playOut(r)
	second.bye("done", 0)
}

// A bot accepts a suitable challenge, and challenges a player itself.
func TestBotChallenges(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	p := h.run(t, door.NewKey(t), "gary", "bot othello --new")
	p.await("waiting")
	me, err := h.Lobby.PlayerByName(t.Context(), "gary")
	if err != nil {
		t.Fatal(err)
	}
	kim, err := h.Lobby.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	challenge := func(o pairing.Offer) string {
		t.Helper()
		o.Player, o.Seat = me.ID, 0
		id, err := kim.Create(o)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	declined := func(id string) {
		t.Helper()
		for end := time.Now().Add(door.Patience); ; {
			if _, err := kim.Table(id); errors.Is(err, table.ErrNoTable) {
				return
			}
			if time.Now().After(end) {
				t.Fatal("the challenge is not declined")
			}
			<-kim.Wake()
		}
	}
	declined(challenge(pairing.Offer{Game: "matgo", Control: "30s"}))
	declined(challenge(pairing.Offer{Game: "othello", Control: "1d"}))
	declined(challenge(pairing.Offer{Game: "othello", Control: "5+3", Rated: true}))
	id := challenge(pairing.Offer{Game: "othello", Control: "none"})
	for kim.Ready(id) != nil { // the bot has not come yet
		<-kim.Wake()
	}
	start := p.await("start")
	if start.ID != id || start.Control != "none" || start.Seat != 1 {
		t.Errorf("the start is %s", start.raw)
	}
	h.lists(t, "othello", store.Live) // the bot's own seat is not listed
	if err := kim.Watch(id); err != nil {
		t.Fatal(err)
	}
	if err := kim.Act(id, 0, "d3"); err != nil {
		t.Fatal(err)
	}
	if s := p.await("act"); s.Left != nil || s.Ply != 1 {
		t.Errorf("without a clock the bot is asked %s", s.raw)
	}
	p.send(`{"op":"resign"}`) // before its first move this aborts the match
	if reason, _ := p.await("over").ended(t); reason != games.Aborted {
		t.Errorf("the end is %s", reason)
	}

	// Two bots that challenge each other meet at one table.
	a, b := door.NewKey(t), door.NewKey(t)
	for _, key := range []gossh.Signer{a, b} { // gives both keys a name first
		name := map[gossh.Signer]string{a: "ann", b: "bob"}[key]
		q := h.run(t, key, name, "bot othello --new")
		q.await("waiting")
		q.send(`{"op":"quit"}`)
		q.bye("quit", 0)
	}
	ann, bob := h.run(t, a, "ann", "bot othello --new --against bob"), h.run(t, b, "bob", "bot othello --new --against ann")
	if s, o := ann.await("start"), bob.await("start"); s.ID != o.ID || s.Seat == o.Seat {
		t.Errorf("%s\n%s", s.raw, o.raw)
	}
	ann.send(`{"op":"resign"}`)
	for _, q := range []*program{ann, bob} {
		q.await("over")
		q.bye("done", 0)
	}

	// A person declines.
	q := h.run(t, a, "ann", "bot othello --new --against kim")
	q.await("waiting")
	for {
		if list := kim.Invites(); len(list) > 0 {
			if err := kim.Cancel(list[0].ID); err != nil {
				t.Fatal(err)
			}
			break
		}
		<-kim.Wake()
	}
	q.bye("declined", 1)
	if got := q.errs.String(); got != "arcade: the challenge was declined\n" {
		t.Errorf("stderr %q", got)
	}
}

// The command refuses a bad call with a sentence and an exit status.
func TestBotRefused(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	person, bot := door.NewKey(t), door.NewKey(t)
	v, err := h.Lobby.Enter(directory.Identity{Fingerprint: gossh.FingerprintSHA256(person.PublicKey()), Login: "kim", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Create(pairing.Offer{Game: "othello", Control: "none", Bot: "greedy"}); err != nil {
		t.Fatal(err)
	}
	seat, err := v.Create(pairing.Offer{Game: "othello", Control: "5+3"})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		key     gossh.Signer
		command string
		stderr  string
		code    int
	}{
		{nil, "bot othello --new", "arcade: A bot needs an SSH key\n", 1},
		{person, "bot othello --new", "arcade: This key has games of a person. Give the bot its own key\n", 1},
		{bot, "bot", "arcade: usage: bot GAME", 2},
		{bot, "bot othello --new --games 0", "arcade: usage: bot GAME", 2},
		{bot, "bot othello --new --house greedy --join any", "arcade: usage: bot GAME", 2},
		{bot, "bot stones", "arcade: stones is for one: bots play games for two\n", 2},
		{bot, "bot chess", "arcade: No such game\n", 1},
		{bot, "bot othello --new --control 1d", "arcade: control \"1d\": want none, M+S or Ns\n", 2},
		{bot, "bot othello --new --house deepblue", "arcade: there is no bot \"deepblue\" (", 2},
		{bot, "bot othello --new --seat 2", "arcade: a seat is 0 to 1\n", 2},
		{bot, "bot othello --new --against nobody", "arcade: ", 1},
		{bot, "bot othello --new --join " + seat, "arcade: A bot does not take a person's seat unasked\n", 1},
		{bot, "bot othello --new --join ZZZ-ZZZ", "arcade: ", 1},
	} {
		p := h.run(t, x.key, "gary", x.command)
		if code := p.wait(); code != x.code || !strings.HasPrefix(p.errs.String(), x.stderr) || strings.Contains(p.errs.String(), "internal") {
			t.Errorf("%s: exit %d, %q", x.command, code, p.errs.String())
		}
	}
	// On a screen the bot's key may only watch.
	c := enter(t, h.Addr, bot, door.Opts{Command: "play othello"})
	c.Await(`bot gary`)
	c.Await(`kim`)
	c.Keys("Enter")
	c.Await(`<err.bot_account>`)
}

// Hostile lines get replies, change nothing and cost little.
func TestBotHostileLines(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	key := door.NewKey(t)
	p := h.run(t, key, "gary", "bot othello --new --house greedy --seat 0 --games 1")
	turn := p.await("act")
	long := strings.Repeat("x", 70_000)
	for _, x := range []struct{ line, err string }{
		{"", "empty line"},
		{"hello", "not JSON"},
		{"\x00\xff", "UTF-8"},
		{"null", `"op" is missing`},
		{"[]", "want an object"},
		{"{}", `"op" is missing`},
		{`{"op":"apply"}`, `"action" is missing`},
		{`{"op":"apply","action":3}`, "want a string"},
		{`{"op":"apply","action":"d3","ply":"0"}`, "want a whole number"},
		{`{"op":"apply","action":"d3","action":"c4"}`, "twice"},
		{`{"op":"apply","action":"d3","seat":1}`, "unknown field"},
		{`{"op":"apply","action":"a1"}`, `illegal action "a1": flips_nothing`},
		{`{"op":"apply","action":"\u001b[2J"}`, "illegal action"},
		{`{"op":"apply","action":"d3","ply":1}`, "position has changed"},
		{`{"op":"apply","action":"d3","ply":-1}`, "position has changed"},
		{`{"op":"resign","ply":0}`, "no such fields"},
		{`{"op":"view","seat":"all"}`, ""},
		{`{"op":"view"}`, "unknown op"},
		{`{"op":"` + long + `"}`, "longer than 65536 bytes"},
		{strings.Repeat(long, 20), "longer than 65536 bytes"},
		{strings.Repeat("[", 60_000), "too deep"},
	} {
		p.send(x.line)
		if err := p.answer(); err == "" || !strings.Contains(err, x.err) || len(err) > 1000 || strings.ContainsAny(err, "\x1b\n") {
			t.Errorf("%.60q: answer %q, want %q", x.line, err, x.err)
		}
	}
	// A flood waits in the connection. Each line has one reply.
	const flood = 300
	go func() { _, _ = io.WriteString(p.in, strings.Repeat("{\"op\":\n", flood)) }()
	for range flood {
		if p.answer() == "" {
			t.Fatal("a bad line was taken")
		}
	}
	p.send(`{"op":"apply","action":"d3"}`) // without a ply it means the requested one
	if err := p.answer(); err != "" {
		t.Errorf("after all that: %s", err)
	}
	if s := p.await("event"); s.Ply != turn.Ply+1 || s.Action != "d3" {
		t.Errorf("played: %s", s.raw)
	}

	// A bot sends lines and never reads. The arcade goes on, and disconnects it.
	deaf, err := connect(t, h.Addr, door.NewKey(t), door.Opts{NoPTY: true, User: "deaf", Command: "bot othello --new"})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for range 1000 {
			if _, err := io.WriteString(deaf.In, long+"\n"); err != nil {
				return
			}
		}
	}()
	p.await("act")
	p.send(`{"op":"resign"}`)
	p.await("over")
	p.bye("done", 0)
}

// A bot is notified when the server stops. Its match survives.
func TestBotAtShutdown(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	p := h.run(t, door.NewKey(t), "gary", "bot othello --new --house greedy")
	q := h.run(t, door.NewKey(t), "hal", "bot othello --new")
	p.await("start")
	q.await("waiting")
	go h.Stop()
	for _, b := range []*program{p, q} {
		if s := b.await("bye"); s.Reason != "shutdown" {
			t.Errorf("bye: %s", s.raw)
		}
	}
}

// sshArgs returns the arguments with which the ssh program connects by a key, without the command.
func sshArgs(t *testing.T, addr, user string, secret ed25519.PrivateKey) []string {
	t.Helper()
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "key")
	block, err := gossh.MarshalPrivateKey(secret, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"-F", "none", "-i", file, "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no",
		"-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-p", port, user + "@" + host}
}

// The example in the documentation plays unchanged, with the ssh program.
func TestExampleBot(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err == nil {
		_, err = exec.LookPath("ssh")
	}
	if err != nil {
		t.Skip(err)
	}
	h := open(t, door.Quick)
	ssh := sshArgs(t, h.Addr, "pybot", door.NewSecret(t))
	for _, game := range []string{"othello --new --house greedy", "matgo --house random"} {
		args := slices.Concat([]string{"../docs/examples/bot.py"}, ssh, []string{"bot"}, strings.Fields(game), []string{"--games", "1"})
		out, err := exec.Command(python, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", game, err, out)
		}
		for _, want := range []string{"playing as pybot\n", "against ", "result {", "bye: done\n"} {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s: no %q in\n%s", game, want, out)
			}
		}
		if strings.Contains(string(out), "refused") {
			t.Errorf("%s: an illegal answer\n%s", game, out)
		}
	}
}

// The session in the documentation happens as written there, except for the id and the remaining time.
func TestBotDocumentation(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../docs/bots.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, ok := strings.Cut(string(doc), "```bot\n")
	if !ok {
		t.Fatal("no session in the documentation")
	}
	example, _, _ = strings.Cut(example, "```")
	changes := regexp.MustCompile(`"id":"[0-9A-Z]{8}"|"left":\[\d+,\d+\]|"control":"[^"]*"`)
	// House bots play by chance, so here a player has the first seat and plays as written.
	h := open(t, door.Quick)
	kim, err := h.Lobby.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Lobby.RenamePlayer("kim", "greedy"); err != nil { // only the operator gives a bot's name
		t.Fatal(err)
	}
	p := h.run(t, door.NewKey(t), "gary", "bot othello --new --seat 1 --games 1")
	var id string
	for line := range strings.Lines(example) {
		line = strings.TrimSuffix(line, "\n")
		if text, ok := strings.CutPrefix(line, "> "); ok {
			p.send(text)
			continue
		}
		want := strings.TrimPrefix(line, "< ")
		got := p.next()
		if got.Op == "waiting" {
			id = got.ID
			if err := kim.SitDown(id); err != nil {
				t.Fatal(err)
			}
			got = p.next()
		}
		if got.Op == "start" {
			if err := kim.Watch(id); err != nil {
				t.Fatal(err)
			}
			if err := kim.Act(id, 0, "d3"); err != nil {
				t.Fatal(err)
			}
			got.raw = strings.Replace(got.raw, `"bot":false`, `"bot":true`, 1)
		}
		if a, b := changes.ReplaceAllString(got.raw, ""), changes.ReplaceAllString(want, ""); a != b {
			t.Fatalf("\n got %s\nwant %s", got.raw, want)
		}
	}
}
