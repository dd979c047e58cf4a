package e2e

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
)

// listener is a player who plays in words, over ssh -T.
type listener struct {
	t     *testing.T
	in    io.Writer
	cut   func() // cuts the connection
	lines chan string
	heard []string
}

// listen opens a place in words, with a key.
func listen(t *testing.T, addr string, key gossh.Signer, user, place string) *listener {
	t.Helper()
	return listenOn(t, addr, key, user, place, "")
}

// listenOn does so on a terminal if term is not "".
func listenOn(t *testing.T, addr string, key gossh.Signer, user, place, term string) *listener {
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
	err = sess.Setenv("LANG", door.English)
	if term != "" {
		err = errors.Join(err, sess.RequestPty(term, 24, 80, nil))
	}
	if place == "" {
		err = errors.Join(err, sess.Shell())
	} else {
		err = errors.Join(err, sess.Start(place))
	}
	if err != nil {
		t.Fatal(err)
	}
	l := &listener{t: t, in: in, cut: func() { c.Close() }, lines: make(chan string, 4096)}
	go func() {
		defer close(l.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			l.lines <- strings.TrimRight(s.Text(), "\r")
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

// next returns the next line. ok is false if none comes within d.
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

// hears waits for a matching line, and returns the groups of the expression.
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

// answers waits for a question and answers it.
func (l *listener) answers(question, answer string) {
	l.t.Helper()
	l.hears(question)
	l.types(answer)
}

// challenges opens a casual game of Othello for a player.
func (l *listener) challenges(name string) {
	l.t.Helper()
	l.types("challenge " + name + " othello")
	l.answers(`clock\?`, "1")
	l.answers(`^Rated or casual`, "2")
	l.answers(`side do you play\?`, "1")
	l.hears(`^You have challenged `)
}

// wordsAndScreen seats one player in words and one with a screen at one table of friends.
func wordsAndScreen(t *testing.T, h *house, game string) (l *listener, c *client, key gossh.Signer) {
	t.Helper()
	key = door.NewKey(t)
	l = listen(t, h.Addr, key, "kim", "")
	l.types(game)
	l.hears(`Open a seat for a friend`)
	if game == "matgo" { // a way more to an opponent, and two sets of rules
		l.types("5")
		l.answers(`kind\?`, "1")
	} else {
		l.types("4")
	}
	l.answers(`clock\?`, "3")
	if game == "othello" {
		l.answers(`side do you play\?`, "1")
	}
	code := l.hears(`join ([0-9A-Z]{6})`)[1]
	c = enter(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.Korean, User: "lee", Command: "join " + code})
	l.hears(`lee has come. Type ready to begin`)
	l.types("ready")
	l.hears(`Waiting for lee to be ready`)
	ready(c)
	l.hears(`The game begins`)
	return l, c, key
}

// board asks for the board, and returns it as 64 characters X, O and -.
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

// A whole game between a player in words and one with a screen. Both get the same information.
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
			continue // its notice covers the board
		}
		if i+1 < len(longGame) {
			c.awaitBoard(all[i+1])
		} else {
			c.Await(over) // it covers the board
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

// youAndOthers pairs the beginning of a sentence to kim with its beginning for all other people.
var youAndOthers = []struct{ you, others string }{
	{"You: ", "kim: "}, {"You play on, ", "kim: plays on, "}, {"You play ", "kim: plays "}, {"You take ", "kim: takes "},
	{"You steal ", "kim: steals "}, {"You pick ", "kim: picks "}, {"You call ", "kim: "}, {"You stop! ", "kim: Stop! "},
	{"You shake ", "kim shakes "}, {"You bomb ", "kim bombs "}, {"You have a kung! Take 4, steal 1", "kim: Kung! takes 4, steals 1"},
	{"You pass the kung", "kim: passes the kung"}, {"You have no card to play and pass", "kim: no card to play, passes"},
	{"You end as President, with 10", "kim: President, ends with 10"}, {"You have three ppuks", "Three ppuks for kim"},
}

// told returns what others hear instead of a sentence to kim.
func told(s string) string {
	if gold, ok := strings.CutPrefix(s, "You get "); ok {
		return "kim gets " + gold
	}
	for _, p := range youAndOthers {
		if rest, ok := strings.CutPrefix(s, p.you); ok {
			return p.others + rest
		}
	}
	return s
}

// A whole round of Matgo between the two. Everything in the record was announced when it happened.
func TestWordsMatgo(t *testing.T) {
	t.Parallel()
	h := open(t, rounds)
	l, c, key := wordsAndScreen(t, h, "matgo")
	c.Await(`<tb.round n=1>`)
	time.Sleep(door.Calm)
	over, end := false, time.Now().Add(10*door.Patience)
	for !over {
		line, _ := l.next(20 * time.Millisecond)
		switch {
		case strings.HasPrefix(line, "rematch: "):
			over = true
		case strings.HasPrefix(line, "Your turn"), strings.HasPrefix(line, "1. "): // a move, or a question
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
	list, _, _ := door.Command(t, h.Addr, key, "kibo list --count 1")
	id, _, _ := strings.Cut(list, " ")
	record, errs, code := door.Command(t, h.Addr, key, "kibo show "+id)
	if code != 0 {
		t.Fatalf("kibo show: %s", errs)
	}
	rest := l.heard
	for line := range strings.SplitSeq(record, "\n") {
		m := regexp.MustCompile(`^ +(?:\d+\.)? +(\S.*)$`).FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(line, "  0  ") || strings.HasPrefix(line, "  1  ") {
			continue // a line that is not about a ply
		}
		want := m[1]
		at := slices.IndexFunc(rest, func(s string) bool { return told(s) == want })
		if at < 0 {
			t.Fatalf("%q was not heard, or too early:\n%s\nthe record:\n%s", want, strings.Join(l.heard, "\n"), record)
		}
		rest = rest[at+1:]
	}
	if len(rest) == len(l.heard) {
		t.Errorf("the record says nothing:\n%s", record)
	}
}

// Actions of other people are announced when they happen, and again when they happen again: an
// invitation, talk, a lost connection, a return.
func TestWordsAnnounced(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	key := door.NewKey(t)
	l := listen(t, h.Addr, door.NewKey(t), "kim", "")
	l.hears(`^The hall`)
	other := listen(t, h.Addr, key, "lee", "")
	other.hears(`^The hall`)
	for range 2 {
		other.challenges("kim")
		l.hears(`^lee invites: Othello`)
		other.types("leave")
		other.hears(`^The hall`)
	}
	other.challenges("kim")
	l.hears(`^lee invites: Othello`)
	l.types("yes")
	l.hears(`^You are at a table of Othello`)
	for _, one := range []*listener{l, other} {
		one.types("ready")
	}
	for _, one := range []*listener{l, other} {
		one.hears(`^The game begins`)
	}
	for range 2 {
		other.types("say hello")
		l.hears(`^lee says: hello$`)
	}
	black, white := l, other
	if slices.ContainsFunc(l.heard, func(line string) bool { return line == "You, White" }) {
		black, white = other, l
	}
	black.types("d3")
	white.hears(`^\w+: d3, flips 1$`)
	white.hears(`^Your turn\. 3 choices$`)
	white.types("c3")
	black.hears(`^\w+: c3, flips 1$`)
	for range 2 {
		other.cut()
		l.hears(`^lee has lost the connection$`)
		other = listen(t, h.Addr, key, "lee", "")
		other.hears(`^1\. .*Othello, kim$`)
		other.types("1")
		l.hears(`^lee is back$`)
	}
}

// rude returns input that no player types: long lines, bytes that are not text, terminal sequences.
func rude() string {
	chance := rand.New(rand.NewPCG(1, 2))
	bytes := make([]byte, 4<<10)
	for i := range bytes {
		if bytes[i] = byte(chance.Uint32()); bytes[i] == 3 || bytes[i] == 4 { // they would end it
			bytes[i] = 7
		}
	}
	return strings.Join([]string{
		strings.Repeat("x", 1<<20), string(bytes), "\xff\xfe\xc3\x28", "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x1b]0;evil\x07", "\u202eabc\u200b",
		strings.Repeat("\x00", 4096), "say \x1b[31mred", strings.Repeat("가", 400), "play \x00", "profile \xff", "watch ../../x", "\r\r\r", "1e9", "-1",
	}, "\n") + "\n"
}

// Any input, with and without a dumb terminal, gets clean lines as answers. The conversation continues,
// and so does another player's meanwhile.
func TestWordsHostile(t *testing.T) {
	t.Parallel()
	h := open(t, door.Quick)
	calm := listen(t, h.Addr, door.NewKey(t), "lee", "")
	calm.hears(`^The hall`)
	for _, term := range []string{"", "dumb"} {
		l := listenOn(t, h.Addr, door.NewKey(t), "kim", "", term)
		l.hears(`^The hall`)
		for range 2 {
			l.types(rude())
			calm.types("help")
			calm.hears(`^Anywhere:`)
			l.hears(`too long`)
			l.types("help") // all that came before has its answer then, also on a slow machine
			l.hears(`^Anywhere:`)
		}
		for _, line := range l.heard {
			if strings.ContainsRune(line, '\x1b') || term == "" && (!utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) })) {
				t.Fatalf("on a terminal %q it is answered by %.200q", term, line)
			}
		}
	}
}
