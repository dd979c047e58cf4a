// Package protocol implements the engine protocol: any game of the arcade, played over one JSON object a
// line. docs/protocol.md describes it for programs that speak it.
package protocol

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"arcade/games"
)

// MaxLine limits a request, in bytes without the end of the line.
const MaxLine = 1 << 20

// maxError limits an error message, in runes.
const maxError = 200

// Serve answers requests from in on out, one line each, until quit or the end of in. It answers bad
// requests. It returns an error only if reading or writing failed.
func Serve(reg *games.Registry, in io.Reader, out io.Writer) error {
	s := server{reg: reg}
	lines := bufio.NewReader(in)
	for {
		line, err := ReadLine(lines, MaxLine)
		if err == io.EOF {
			return nil
		}
		var answer any
		var quit bool
		if err == nil {
			answer, quit, err = s.handle(line)
		} else if !errors.Is(err, ErrTooLong) {
			return fmt.Errorf("read request: %w", err)
		}
		if err != nil {
			answer = Failure{Error: OneLine(err)}
		}
		if err := WriteLine(out, answer); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
		if quit {
			return nil
		}
	}
}

// ErrTooLong is wrapped by the error of a line that is too long.
var ErrTooLong = errors.New("too long a line")

// ReadLine reads up to the end of a line or of the input. It drops a line of more than most bytes and
// returns ErrTooLong; the next line can be read. The error io.EOF means that nothing was left.
func ReadLine(in *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	long, read := false, false
	for {
		part, err := in.ReadSlice('\n')
		read = read || len(part) > 0
		text := bytes.TrimSuffix(part, []byte("\n"))
		if len(line)+len(text) > most {
			long, line = true, nil
		}
		if !long {
			line = append(line, text...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && (err != io.EOF || !read):
			return nil, err
		case long:
			return nil, fmt.Errorf("%w: longer than %d bytes", ErrTooLong, most)
		}
		return bytes.TrimSuffix(line, []byte("\r")), nil
	}
}

// WriteLine writes an answer as one line of JSON, in one write.
func WriteLine(out io.Writer, answer any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // "w>f" is an action
	if err := e.Encode(answer); err != nil {
		return err
	}
	_, err := out.Write(b.Bytes())
	return err
}

// OneLine returns an error's text in one line, cut to the longest allowed message.
func OneLine(err error) string {
	text := []rune(strings.Join(strings.Fields(err.Error()), " "))
	if len(text) > maxError {
		return string(text[:maxError]) + ".."
	}
	return string(text)
}

// request has every field of every op; nil if omitted.
type request struct {
	Op     *string         `json:"op"`
	Setup  *setup          `json:"setup"`
	Action *string         `json:"action"`
	Seat   json.RawMessage `json:"seat"`
}

type setup struct {
	Game    *string         `json:"game"`
	Rules   int             `json:"rules"`
	Seed    string          `json:"seed"`
	Options json.RawMessage `json:"options"`
}

// state answers new and apply.
type state struct {
	OK     bool           `json:"ok"`
	ToAct  games.Seat     `json:"to_act"`
	Legal  []games.Action `json:"legal"`
	Events []games.Event  `json:"events"`
	Over   bool           `json:"over"`
	Result *games.Result  `json:"result"`
}

// Failure is the answer to a request that failed.
type Failure struct {
	OK    bool   `json:"ok"` // false
	Error string `json:"error"`
}

// server has the one match of a protocol session.
type server struct {
	reg   *games.Registry
	pos   games.Position // nil before the first new
	seats int
}

var errNoMatch = errors.New(`no match: send "new" first`)

func (s *server) handle(line []byte) (answer any, quit bool, err error) {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil, false, errors.New("an empty line: want a JSON object")
	}
	var r request
	if err := games.DecodeStrict(line, &r); err != nil {
		return nil, false, err
	}
	if r.Op == nil {
		return nil, false, errors.New(`field "op" is missing`)
	}
	if err := r.onlyItsFields(); err != nil {
		return nil, false, err
	}
	switch *r.Op {
	case "new":
		answer, err = s.begin(r.Setup)
	case "apply":
		answer, err = s.apply(r.Action)
	case "view":
		answer, err = s.view(r.Seat)
	case "games":
		answer = s.games()
	case "quit":
		answer, quit = struct {
			OK bool `json:"ok"`
		}{true}, true
	default:
		err = fmt.Errorf("unknown op %.40q: want new, apply, view, games or quit", *r.Op)
	}
	return answer, quit, err
}

// onlyItsFields refuses a field that the request's op does not have.
func (r request) onlyItsFields() error {
	for _, f := range []struct {
		name, op string
		given    bool
	}{
		{"setup", "new", r.Setup != nil},
		{"action", "apply", r.Action != nil},
		{"seat", "view", r.Seat != nil},
	} {
		if f.given && f.op != *r.Op {
			return fmt.Errorf("field %q belongs to op %q", f.name, f.op)
		}
	}
	return nil
}

func (s *server) begin(set *setup) (any, error) {
	if set == nil {
		return nil, errors.New(`field "setup" is missing`)
	}
	if set.Game == nil {
		return nil, errors.New(`field "setup.game" is missing`)
	}
	g, err := s.reg.Game(*set.Game)
	if err != nil {
		return nil, err
	}
	pos, err := g.Start(games.Setup{Game: *set.Game, Rules: set.Rules, Seed: set.Seed, Options: set.Options})
	if err != nil {
		return nil, err
	}
	s.pos, s.seats = pos, g.Info().Seats
	return s.state(nil), nil
}

func (s *server) apply(action *string) (any, error) {
	if s.pos == nil {
		return nil, errNoMatch
	}
	if action == nil {
		return nil, errors.New(`field "action" is missing`)
	}
	events, err := s.pos.Apply(games.Action(*action))
	if err != nil {
		return nil, err
	}
	return s.state(events), nil
}

func (s *server) state(events []games.Event) state {
	a := state{OK: true, ToAct: s.pos.ToAct(), Legal: s.pos.Legal(), Events: events, Result: s.pos.Result()}
	a.Over = a.Result != nil
	if a.Legal == nil {
		a.Legal = []games.Action{}
	}
	if a.Events == nil {
		a.Events = []games.Event{}
	}
	return a
}

func (s *server) view(raw json.RawMessage) (any, error) {
	if s.pos == nil {
		return nil, errNoMatch
	}
	seat := games.Everything
	if string(raw) != `"all"` {
		var n *int
		if err := json.Unmarshal(raw, &n); err != nil || n == nil || *n < int(games.Spectator) || *n >= s.seats {
			return nil, fmt.Errorf(`field "seat": want -1 (spectator) to %d, or "all"`, s.seats-1)
		}
		seat = games.Seat(*n)
	}
	return struct {
		OK   bool `json:"ok"`
		View any  `json:"view"`
	}{true, s.pos.View(seat)}, nil
}

func (s *server) games() any {
	list := []games.Info{}
	for _, g := range s.reg.Games() {
		list = append(list, g.Info())
	}
	return struct {
		OK    bool         `json:"ok"`
		Games []games.Info `json:"games"`
	}{true, list}
}
