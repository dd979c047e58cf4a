package sessions_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/games/stones/duel"
	"arcade/internal/logtest"
	"arcade/lobby"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/server/commands"
	"arcade/server/exec"
	"arcade/server/say"
	"arcade/sessions"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/spoken"
	"arcade/sessions/words"
)

var updateWords = flag.Bool("update-words", false, "write the conversations of testdata/words anew")

// listener is a player in words.
type listener struct {
	t     *testing.T
	hall  *screentest.Hall
	visit *lobby.Visit
	typed io.WriteCloser
	heard logtest.Buffer
	read  int // bytes of heard already taken
	ended chan error
}

// listen lets a player with a key in, in words; a guest if the name is empty.
func listen(t *testing.T, h *screentest.Hall, lang words.Lang, name string, place ...string) *listener {
	t.Helper()
	return listenOn(t, h, lang, name, nil, place...)
}

// listenOn is listen with answers going to out, unless that is nil.
func listenOn(t *testing.T, h *screentest.Hall, lang words.Lang, name string, out io.Writer, place ...string) *listener {
	t.Helper()
	key := ""
	if name != "" {
		key = screentest.KeyOf(name)
	}
	v, err := h.House.Lobby.Enter(directory.Identity{Fingerprint: key, Login: name, Lang: lang.String()})
	if err != nil {
		t.Fatal(err)
	}
	in, typed := io.Pipe()
	l := &listener{t: t, hall: h, visit: v, typed: typed, ended: make(chan error, 1)}
	if out == nil {
		out = &l.heard
	}
	all := commands.All(h.House.Lobby, nil, nil)
	command := func(ctx context.Context, typed []string) (bool, []string, error) {
		call := &exec.Call{
			Stdin: strings.NewReader(""), Stdout: out, Stderr: out, Identity: exec.Identity{Fingerprint: key},
			Lang: lang.String(), SSH: h.House.SSH, Spoken: true,
		}
		if !slices.ContainsFunc(all(call), func(c *cobra.Command) bool { return c.Name() == typed[0] }) {
			return false, nil, nil
		}
		if err := exec.Here(ctx, call, all, typed); err != nil {
			fmt.Fprintln(out, say.Sentence(err, lang.String()))
		}
		return true, call.Asks, nil
	}
	enter := func(ctx context.Context) (*app.App, error) {
		return app.NewWithoutScreens(ctx, h.House, v, app.Client{Lang: lang, Look: app.Look{Safe: true}}), nil
	}
	go func() {
		l.ended <- spoken.New(spoken.Config{
			Enter: enter, In: in, Out: out, End: func(error) { _ = in.Close() }, Place: place, Command: command, House: h.House,
		}).Run(t.Context())
	}()
	synctest.Wait()
	return l
}

// hear returns the output since the last call.
func (l *listener) hear() string {
	l.hall.Settle()
	all := l.heard.String()
	said := all[l.read:]
	l.read = len(all)
	return said
}

// say types a line, and lets the house answer.
func (l *listener) say(line string) string {
	l.t.Helper()
	if _, err := io.WriteString(l.typed, line+"\n"); err != nil {
		l.t.Fatal(err)
	}
	l.hall.Pass(3 * time.Second) // time for bots to think
	return l.hear()
}

// stop ends the conversation.
func (l *listener) stop() {
	l.t.Helper()
	_ = l.typed.Close()
	if err := <-l.ended; err != nil {
		l.t.Error(err)
	}
}

// A conversation also ends while nobody types: with its context, when the server stops, and when the
// player is deleted. Then it ends its input.
func TestEndsUnasked(t *testing.T) {
	cause := errors.New("kicked")
	for name, x := range map[string]struct {
		end  func(h *screentest.Hall, cut context.CancelCauseFunc, drain context.CancelFunc)
		said string
		err  error
	}{
		"its context": {func(_ *screentest.Hall, cut context.CancelCauseFunc, _ context.CancelFunc) { cut(cause) }, "", cause},
		"the server":  {func(_ *screentest.Hall, _ context.CancelCauseFunc, drain context.CancelFunc) { drain() }, "Goodbye\n", nil},
		"a deleted player": {func(h *screentest.Hall, _ context.CancelCauseFunc, _ context.CancelFunc) {
			h.Must(h.House.Lobby.Forget(screentest.KeyOf("lee"), "lee"))
		}, words.T(words.EN, "acc.deleted") + "\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				ctx, cut := context.WithCancelCause(t.Context())
				draining, drain := context.WithCancel(t.Context())
				defer drain()
				who := directory.Identity{Fingerprint: screentest.KeyOf("lee"), Login: "lee", Lang: "en"}
				var heard logtest.Buffer
				in, typed := io.Pipe()
				defer typed.Close()
				ended, told := make(chan error, 1), make(chan error, 2)
				talk := sessions.Converse(spoken.Config{
					House: h.House,
					In:    in, Out: &heard, Draining: draining,
					End: func(err error) { told <- err; _ = in.Close() },
				}, who)
				go func() { ended <- talk.Run(ctx) }()
				h.Settle()
				before := len(heard.String())
				x.end(h, cut, drain)
				if err := <-ended; !errors.Is(err, x.err) || (err == nil) != (x.err == nil) {
					t.Errorf("ended by %v, want %v", err, x.err)
				}
				if err := <-told; err != x.err || len(told) > 0 {
					t.Errorf("the input was ended by %v, want %v, and %d times more", err, x.err, len(told))
				}
				if said := heard.String()[before:]; !strings.HasSuffix(said, x.said) {
					t.Errorf("said %q", said)
				}
			})
		})
	}
}

// A panic ends the conversation, and nothing else.
func TestPanicEndsTheConversation(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		var log logtest.Buffer
		err := spoken.New(spoken.Config{
			Enter: func(context.Context) (*app.App, error) { panic("boom") },
			In:    strings.NewReader(""), Out: io.Discard, House: &app.House{Log: slog.New(slog.NewTextHandler(&log, nil))},
		}).Run(t.Context())
		if !errors.Is(err, spoken.ErrPanic) || !strings.Contains(log.String(), "boom") {
			t.Errorf("ended by %v, logged %q", err, log.String())
		}
	})
}

// The end of a match offers only what then works: of a guest's no replay is kept.
func TestEndOffersWhatWorks(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for _, name := range []string{"", "kim"} {
			screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
				l := listen(t, h, lang, name, "play", "stones")
				defer l.stop()
				heard := l.say("1")
				offers := func() []string { return regexp.MustCompile(`\b[a-z]+(?:: )`).FindAllString(heard, -1) }
				for range 30 {
					if heard = l.say("1"); len(offers()) > 1 {
						break
					}
				}
				if len(offers()) < 2 {
					t.Fatalf("%s, %q: no end: %s", lang, name, heard)
				}
				for _, offer := range offers() {
					word := strings.TrimSuffix(offer, ": ")
					if word == "leave" || word == "rematch" { // these leave the table, which others are offered at
						continue
					}
					if said := l.say(word); !strings.Contains(said, words.T(lang, "wd.start")) {
						t.Errorf("%s, %q: %s is offered, and answers %s", lang, name, word, said)
					}
				}
			})
		}
	}
}

// Each file is a conversation: "> " marks typed lines, the rest is heard. "< " marks actions of the other
// player, who has a screen.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/words/*.txt")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lang := words.EN
			if strings.HasSuffix(file, ".ko.txt") {
				lang = words.KO
			}
			screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
				got := converse(t, h, lang, string(want))
				if *updateWords {
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				} else if got != string(want) && got != progress.ReplaceAllString(string(want), "") {
					t.Errorf("it goes otherwise:\n%s", got)
				}
			}, sameRolls{})
		})
	}
}

// sameRolls is Stones Duel with the same rolls in each match.
type sameRolls struct{ duel.Game }

func (g sameRolls) Start(setup games.Setup) (games.Position, error) {
	setup.Seed = "42"
	return g.Game.Start(setup)
}

// converse types the lines of a file, and returns the expected file.
func converse(t *testing.T, h *screentest.Hall, lang words.Lang, file string) string {
	t.Helper()
	var out bytes.Buffer
	h.First(h.Name(0)).End()
	l := listen(t, h, lang, h.Name(0))
	defer l.stop()
	other := h.Other()
	fmt.Fprint(&out, l.hear())
	for line := range strings.SplitSeq(file, "\n") {
		switch {
		case strings.HasPrefix(line, "> "):
			fmt.Fprintf(&out, "%s\n%s", line, l.say(strings.ReplaceAll(line[2:], "CODE", lastCode(out.String()))))
		case strings.HasPrefix(line, "< "):
			act(t, h, other, line[2:])
			h.Pass(time.Second)
			fmt.Fprintf(&out, "%s\n%s", line, l.hear())
		}
	}
	return invites.ReplaceAllString(codes.ReplaceAllString(out.String(), "CODE"), "${1}CODE")
}

// act acts for the other player: "host GAME" opens a seat with seat 0, "rated" and "daily" put it on the
// boards, and others act at the newest table: "move" plays the first legal action, "say TEXT" talks. "stock
// GAME" puts a puzzle into the house.
func act(t *testing.T, h *screentest.Hall, other *screentest.Person, what string) {
	t.Helper()
	word, rest, _ := strings.Cut(what, " ")
	switch word {
	case "rated":
		h.Rate(other, 1612, 60, 30)
		h.List("othello", other.Visit.Me().ID)
		return
	case "daily":
		h.Finished(other, "yut", "turns", -31, `{"reason":"finished","winner":0,"turns":31}`)
		return
	case "stock":
		h.Stock("puzzle/testdata/"+rest+".json", rest, 0)
		return
	case "host":
		h.Dealt.Next = string(screentest.MatgoRounds()[3].Options)
		id, err := other.Visit.Create(pairing.Offer{Game: rest, Seat: 0, Control: play.GameOf(rest).Control})
		if err == nil {
			err = other.Visit.Watch(id)
		}
		h.Must(err)
		return
	}
	list := h.House.Lobby.AllTables()
	id := list[len(list)-1].ID
	snap, err := other.Visit.Table(id)
	h.Must(err)
	switch word {
	case "ready":
		err = other.Visit.Ready(id)
	case "move":
		if len(snap.Legal) == 0 {
			t.Fatalf("%s: the other is not on turn", what)
		}
		err = other.Visit.Act(id, len(snap.Plies), snap.Legal[0])
	case "say":
		err = other.Visit.Say(id, 0, rest)
	case "draw":
		err = other.Visit.Do(id, games.OfferDraw)
	case "gone":
		other.Visit.Unwatch(id)
	}
	h.Must(err)
}

// lastCode returns the last code heard.
func lastCode(heard string) string {
	if all := codes.FindAllString(heard, -1); len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// Texts that differ in each run.
var (
	codes   = regexp.MustCompile(`\b[0-9A-Z]{8}\b`)
	invites = regexp.MustCompile(`(arcade\.example join )[0-9A-Z]{6}`)

	progress = regexp.MustCompile(`(?m)^(분석 중|Analysing), .*\n`) // not said if the analysis is there at once
)
