package e2e

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
)

// listener is somebody who plays in words, by ssh -T.
type listener struct {
	t     *testing.T
	in    io.Writer
	lines chan string
	heard []string
}

// listen goes to a place in words, with a key.
func listen(t *testing.T, addr string, key gossh.Signer, user, place string) *listener {
	t.Helper()
	c, err := door.Dial(addr, user, door.By(key))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	sess, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	in, _ := sess.StdinPipe()
	out, _ := sess.StdoutPipe()
	if err := errors.Join(sess.Setenv("LANG", door.English), sess.Start(place)); err != nil {
		t.Fatal(err)
	}
	l := &listener{t: t, in: in, lines: make(chan string, 4096)}
	go func() {
		defer close(l.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			l.lines <- s.Text()
		}
	}()
	return l
}

// types types a line.
func (l *listener) types(line string) {
	l.t.Helper()
	if _, err := io.WriteString(l.in, line+"\n"); err != nil {
		l.t.Fatal(err)
	}
}

// next is the next line that is heard; ok is false where none comes within d.
func (l *listener) next(d time.Duration) (line string, ok bool) {
	l.t.Helper()
	select {
	case line, ok = <-l.lines:
		if !ok {
			l.t.Fatalf("the conversation is over:\n%s", strings.Join(l.heard, "\n"))
		}
		l.heard = append(l.heard, line)
	case <-time.After(d):
	}
	return line, ok
}

// hears waits for a line, and gives the groups of the expression.
func (l *listener) hears(re string) []string {
	l.t.Helper()
	for want := regexp.MustCompile(re); ; {
		line, ok := l.next(door.Patience)
		if !ok {
			l.t.Fatalf("%s is not heard:\n%s", re, strings.Join(l.heard, "\n"))
		}
		if m := want.FindStringSubmatch(line); m != nil {
			return m
		}
	}
}

// wordsAndScreen has somebody in words and somebody before a screen at one table of friends.
func wordsAndScreen(t *testing.T, h *house, game string) (l *listener, c *client, key gossh.Signer) {
	t.Helper()
	key = door.NewKey(t)
	l = listen(t, h.Addr, key, "kim", "play "+game)
	l.hears(`Open a seat for a friend`)
	l.types("4")
	code := l.hears(`join ([0-9A-Z]{6})`)[1]
	c = enter(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "lee", Command: "join " + code})
	l.hears(`lee has come. Type ready to begin`)
	l.types("ready")
	l.hears(`Waiting for lee to be ready`)
	ready(c)
	l.hears(`The game begins`)
	return l, c, key
}

// board asks for the board, and gives it as 64 of X, O and -.
func (l *listener) board() string {
	l.t.Helper()
	board := []byte(strings.Repeat("-", 64))
	l.types("b")
	for y := range 8 {
		row := l.hears(fmt.Sprintf("^%d: (.*)$", y+1))[1]
		for _, m := range regexp.MustCompile(`([a-h]) (Black|White)`).FindAllStringSubmatch(row, -1) {
			board[8*y+int(m[1][0]-'a')] = map[string]byte{"Black": 'X', "White": 'O'}[m[2]]
		}
	}
	return string(board)
}

// A whole game between one who plays in words and one before a screen: both are told the same.
func TestWordsOthello(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	l, c, _ := wordsAndScreen(t, h, "othello")
	all, me := states(t, longGame), 1-c.seat()
	time.Sleep(door.Calm)
	for i, m := range longGame {
		who := []string{"You", "lee"}[b2i(int(all[i].toAct) != me)]
		switch {
		case m == "pass":
			l.hears("^" + who + ".*pass")
		case int(all[i].toAct) == me:
			l.types(m)
			l.hears("^You: " + m + ", flips")
		default:
			c.move(m)
			l.hears("^lee: " + m + ", flips")
		}
		if i+1 < len(longGame) && longGame[i+1] == "pass" {
			continue // its notice stands over the board
		}
		if i+1 < len(longGame) {
			c.awaitBoard(all[i+1])
		} else {
			c.Await(over) // it stands over the board
		}
		if i%6 == 0 || i+1 == len(longGame) {
			if got := l.board(); got != all[i+1].board {
				t.Fatalf("after %d plies %s is heard, %s is on the screen", i+1, got, all[i+1].board)
			}
		}
	}
	l.types("s")
	counts := all[len(longGame)].counts
	l.hears(fmt.Sprintf("Black %d, White %d", counts[0], counts[1]))
	c.Await(fmt.Sprintf(`<ot.black> .* %d +║.*\n.*<ot.white> .* %d +║`, counts[0], counts[1]))
	if won := slices.Contains(l.heard, "You win!"); won != (me == 1) { // White wins
		t.Errorf("the result is heard as\n%s", strings.Join(l.heard, "\n"))
	}
	if won := c.Shows(`<res.youwin>`); won != (me == 0) {
		t.Errorf("the result is shown as\n%s", c.Screen())
	}
}

// A whole round of Matgo between the two: all that the record tells was heard when it happened.
func TestWordsMatgo(t *testing.T) {
	t.Parallel()
	h := open(t, rounds)
	l, c, key := wordsAndScreen(t, h, "matgo")
	c.Await(`<tb.round n=1>`)
	time.Sleep(door.Calm)
	id, end := "", time.Now().Add(10*door.Patience)
	for id == "" {
		line, _ := l.next(20 * time.Millisecond)
		switch m := regexp.MustCompile(`replay ([0-9A-Z]{8})`).FindStringSubmatch(line); {
		case m != nil:
			id = m[1]
		case strings.HasPrefix(line, "Your turn"):
			l.types("1")
		case c.Shows(myTurnOf) && !c.Shows(roundOver):
			c.Answered("1")
		case time.Now().After(end):
			t.Fatalf("the round does not end:\n%s\n%s", strings.Join(l.heard, "\n"), c.Screen())
		}
	}
	c.Await(roundOver)
	if c.Shows(`<mp.sheet.won>`) == slices.Contains(l.heard, "You win!") && !c.Shows(`<mp.sheet.nagari>`) {
		t.Errorf("both have won, or both lost:\n%s\n%s", strings.Join(l.heard, "\n"), c.Screen())
	}
	record, errs, code := door.Command(t, h.Addr, key, "kibo show "+id)
	if code != 0 {
		t.Fatalf("kibo show: %s", errs)
	}
	rest := l.heard
	for line := range strings.SplitSeq(record, "\n") {
		m := regexp.MustCompile(`^ +(?:\d+\.)? +(\S.*)$`).FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(line, "  0  ") || strings.HasPrefix(line, "  1  ") {
			continue // a line about no ply
		}
		want := strings.ReplaceAll(m[1], "kim", "You")
		at := slices.IndexFunc(rest, func(s string) bool { return strings.ReplaceAll(s, "kim", "You") == want })
		if at < 0 {
			t.Fatalf("%q was not heard, or too early:\n%s\nthe record:\n%s", want, strings.Join(l.heard, "\n"), record)
		}
		rest = rest[at+1:]
	}
	if len(rest) == len(l.heard) {
		t.Errorf("the record says nothing:\n%s", record)
	}
}
