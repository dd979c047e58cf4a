package bot

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"arcade/games"
	"arcade/games/protocol"
	"arcade/lobby"
	"arcade/lobby/directory"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/server/exec"
	"arcade/server/say"
	"arcade/store"
)

// Limits of a bot's session. Lines are made from the table's newest state when they can be written, so
// nothing is kept for a slow reader. maxReply disconnects a bot that does not read.
const (
	// maxBotLine limits a line from a bot, in bytes.
	maxBotLine = 64 << 10
	// botBurst lines may come at once, then botRate a second. Faster lines wait in the connection.
	botBurst, botRate = 200, 100
	// maxParse limits the bill for a line: a longer time was spent waiting for a processor.
	maxParse = 5 * time.Millisecond
	// botPulse is the interval of checks for changes without an event.
	botPulse = 5 * time.Second
	// botAlive is the interval of lines to a waiting bot. They reveal a dead connection.
	botAlive = 10 * time.Minute
	// botPatience is the time in which an opponent who has left may return. Then the bot claims the win.
	botPatience = 5 * time.Minute
	// botLate is the time after the end of the wait for a next round at which a program leaves a table that
	// still waits: the node that would end the wait is not heard.
	botLate = 10 * time.Second
	// botReady is the pause of the bot between two rounds.
	botReady = time.Second
	// botRematch is the time after a match in which a person may request a rematch.
	botRematch = 15 * time.Second
	// botYield is the time for which a bot that joins any other bot lets the other come.
	botYield = 2 * time.Second
)

// botProtocol is the version of the protocol.
const botProtocol = 1

// botPlayer plays a bot's matches one after another, until its plan is done or its connection ends.
type botPlayer struct {
	botPlan
	lobby *lobby.Lobby
	visit *lobby.Visit
	out   io.Writer
	ctx   context.Context
	stop  context.CancelFunc

	draining <-chan struct{}
	lines    chan botLine
	received func(time.Duration) // see [exec.Call]
	pulse    *time.Ticker
	begun    atomic.Value // the id of the last match whose start the bot was sent, "" before

	asked   int    // the ply of the last requested action, -1 before
	leaving bool   // play no further round of the series
	quits   bool   // it leaves its table by choice, and does not merely lose its connection
	opened  string // the bot's own open seat, "" for none
}

// botLine is a request from the bot, or the reason why its line is none (bad) or could not be read (err).
type botLine struct {
	request  *botRequest
	bad, err error
}

// byeError ends a bot's session with a reason, which the bot receives.
type byeError string

func (e byeError) Error() string { return "bye: " + string(e) }

const (
	byeDone       byeError = "done"       // all planned matches have been played
	byeQuit       byeError = "quit"       // the bot quit, or its input ended
	byeShutdown   byeError = "shutdown"   // the server stops
	byeSuperseded byeError = "superseded" // another connection with the same key took over
	byeEnded      byeError = "ended"      // the arcade ended the visit
	byeDeclined   byeError = "declined"   // the challenged player declined
)

// newBotPlayer begins to read the bot's lines.
func newBotPlayer(ctx context.Context, c *exec.Call, l *lobby.Lobby, v *lobby.Visit, p botPlan) *botPlayer {
	b := &botPlayer{
		botPlan: p, lobby: l, visit: v, out: c.Stdout,
		draining: c.Draining, lines: make(chan botLine), received: c.Received, pulse: time.NewTicker(botPulse), asked: -1,
	}
	b.begun.Store("")
	b.ctx, b.stop = context.WithCancel(ctx)
	go b.read(c.Stdin)
	return b
}

// read passes the bot's lines on, at most at the allowed rate. It ends with the input or with the
// session.
func (b *botPlayer) read(in io.Reader) {
	lines := bufio.NewReaderSize(in, 4096)
	pass := rate.NewLimiter(botRate, botBurst)
	for {
		text, err := protocol.ReadLine(lines, maxBotLine)
		if pass.Wait(b.ctx) != nil {
			return
		}
		line := botLine{err: err}
		if err == nil {
			began := time.Now()
			if line.request, line.bad = parseBotRequest(text); line.bad == nil && line.request.ID == "" && line.request.Op != "leave" {
				line.request.ID = b.begun.Load().(string)
			}
			if b.received != nil {
				b.received(min(time.Since(began), maxParse))
			}
		}
		select {
		case b.lines <- line:
		case <-b.ctx.Done():
			return
		}
		if err != nil && !errors.Is(err, protocol.ErrTooLong) {
			return
		}
	}
}

// run plays until there is a reason to stop, and sends the bot the reason. The router shows or logs the
// error.
func (b *botPlayer) run(ctx context.Context) error {
	err := b.say(struct {
		Op       string `json:"op"`
		Protocol int    `json:"protocol"`
		Name     string `json:"name"`
		Game     string `json:"game"`
	}{"hello", botProtocol, b.visit.Me().Name, b.game})
	if err == nil {
		b.cancel() // open seats of an earlier connection
		err = b.play(ctx)
	}
	b.end(err)
	var bye byeError
	if !errors.As(err, &bye) {
		return err
	}
	_ = b.say(struct { // on an error the player is gone and does not receive it
		Op     string `json:"op"`
		Reason string `json:"reason"`
	}{"bye", string(bye)})
	switch bye {
	case byeSuperseded, byeEnded:
		return say.Refusal(b.visit.Over())
	case byeDeclined:
		return say.Both("도전을 사양했어요.", "the challenge was declined")
	}
	return nil
}

// end closes the visit. If another connection has taken over the visit, it keeps the open seat.
func (b *botPlayer) end(err error) {
	if !errors.Is(err, byeSuperseded) {
		b.cancel()
	}
	b.visit.Leave()
	b.pulse.Stop()
	b.stop()
}

// cancel withdraws the bot's open seats, including seats of other games.
func (b *botPlayer) cancel() {
	for _, s := range b.visit.Mine("", store.Open) {
		_ = b.visit.Cancel(s.ID) // an error means that somebody just sat down
	}
	b.opened = ""
}

func (b *botPlayer) play(ctx context.Context) error {
	for b.matches != 0 {
		id, err := b.find(ctx)
		for err == nil && id != "" {
			id, err = b.match(id)
		}
		if err != nil {
			return err
		}
		if b.once {
			return byeDone
		}
	}
	return byeDone
}

// say sends the bot a line.
func (b *botPlayer) say(v any) error {
	if err := protocol.WriteLine(b.out, v); err != nil {
		return byeQuit // the bot has gone
	}
	return nil
}

// done replies to a line with success or a refusal. An unexpected error ends the session.
func (b *botPlayer) done(err error) error {
	if err == nil {
		return b.say(struct {
			OK bool `json:"ok"`
		}{true})
	}
	var illegal *games.IllegalError
	switch told := say.Refusal(err); {
	case errors.As(err, &illegal):
		err = illegal
	case errors.As(err, new(refusal)):
	case !say.Known(told):
		return err
	default: // the error itself is for the log: it names nodes, and the store's address
		err = told
	}
	return b.say(protocol.Failure{Error: protocol.OneLine(err)})
}

// refusal is the reason for refusing a line.
type refusal string

func (r refusal) Error() string { return string(r) }

// wait returns the bot's next request. It returns nil after another event, or after the time in (0: after
// the pulse). It refuses a line that is not a request.
func (b *botPlayer) wait(in time.Duration) (*botRequest, error) {
	var after <-chan time.Time
	if in > 0 {
		t := time.NewTimer(in)
		defer t.Stop()
		after = t.C
	}
	select { // a shutdown comes first
	case <-b.draining:
		return nil, byeShutdown
	default:
	}
	select {
	case <-b.draining:
		return nil, byeShutdown
	case <-b.ctx.Done():
		return nil, context.Cause(b.ctx)
	case <-b.visit.Wake():
	case <-after:
	case <-b.pulse.C:
	case line := <-b.lines:
		switch {
		case errors.Is(line.err, protocol.ErrTooLong):
			return nil, b.done(refusal(line.err.Error()))
		case line.err != nil:
			return nil, byeQuit
		case line.bad != nil:
			return nil, b.done(refusal(protocol.OneLine(line.bad)))
		}
		r := line.request
		if r.Op == "quit" {
			b.quits = true
			return nil, cmp.Or[error](b.done(nil), byeQuit)
		}
		return r, nil
	}
	if err := b.visit.Over(); err != nil {
		return nil, b.gone(err)
	}
	if b.lobby.Closing() {
		return nil, byeShutdown
	}
	return nil, nil
}

// botRequest is a line from the bot.
type botRequest struct {
	Op     string  `json:"op"`
	Action *string `json:"action"`
	Ply    *int    `json:"ply"`
	// ID is the match that the line is for. Without one it is the match that the bot knew when the line came, so
	// that a late line does nothing in the next one; but "leave" is for the series.
	ID string `json:"id"`
}

func parseBotRequest(text []byte) (*botRequest, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("an empty line: want a JSON object")
	}
	r := &botRequest{}
	if err := games.DecodeStrict(text, r); err != nil {
		return nil, err
	}
	switch r.Op {
	case "apply":
		if r.Action == nil {
			return nil, errors.New(`field "action" is missing`)
		}
		return r, nil
	case "resign", "leave", "quit":
		if r.Action != nil || r.Ply != nil || r.Op == "quit" && r.ID != "" {
			return nil, fmt.Errorf(`op %q has no such fields`, r.Op)
		}
		return r, nil
	case "":
		return nil, errors.New(`field "op" is missing`)
	}
	return nil, fmt.Errorf("unknown op %.40q: want apply, resign, leave or quit", r.Op)
}

// passes reports whether a refusal ends by itself, so that the bot asks again: the match moves between nodes,
// the node that has it stops and hands it over, or nothing can be saved now.
func (b *botPlayer) passes(err error) bool {
	stops := b.lobby.Draining() || b.lobby.Closing() // this node does
	return errors.Is(err, room.ErrMoving) || errors.Is(err, directory.ErrClosing) && !stops || say.Unsaved(err)
}

// gone returns the session's error for a lost table: nil if only the match is gone.
func (b *botPlayer) gone(err error) error {
	switch {
	case errors.Is(err, table.ErrNoTable), errors.Is(err, room.ErrTooMany), errors.Is(err, table.ErrTooFast), b.passes(err):
		return nil
	case errors.Is(err, directory.ErrSuperseded):
		return byeSuperseded
	case errors.Is(err, directory.ErrLeft):
		return byeEnded
	case errors.Is(err, directory.ErrClosing):
		return byeShutdown
	}
	return say.Refusal(err)
}
