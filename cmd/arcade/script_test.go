package main

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	gossh "golang.org/x/crypto/ssh"

	"arcade/cmd/arcade/storage"
	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/internal/race"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/server"
	"arcade/store"
	"arcade/store/bolt"
)

// The scripts in testdata/script read as conversations with a server. Besides testscript's own commands
// they have
//
//	match NAME ...   plays matches between alice and 별님 into the data folder, see scriptMatch
//	deals            plays deals of Klondike into the data folder, see scriptDeals
//	serve            starts the server on the data folder, until the script ends
//	exec ssh [-k NAME] [-lang LANG] WORD ...
//	                 a real SSH client; NAME's key is made from the name, no name is a guest
//	spoil HOW FILE   breaks a database, see scriptSpoil
//	exec arcade ...  the command line
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"arcade": main, "ssh": sshMain})
}

func TestScripts(t *testing.T) {
	if race.On {
		t.Skip("hundreds of processes that do one thing each, and take a second to start")
	}
	if left := 24*time.Hour - time.Since(time.Now().UTC().Truncate(24*time.Hour)); left < time.Minute {
		time.Sleep(left) // scripts read the day and ask for today's boards later
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve": scriptServe,
			"match": scriptMatch,
			"deals": scriptDeals,
			"spoil": scriptSpoil,
		},
	})
}

// addrVariable is the variable in which serve stores its address for ssh.
const addrVariable = "SSH_ADDR"

func scriptServe(ts *testscript.TestScript, neg bool, args []string) {
	out, stop := startServer(ts, append([]string{"serve", "--host", "arcade.example"}, args...), "data")
	ts.Defer(stop)
	fields := strings.Fields(out)
	for i, f := range fields {
		if f == "address" {
			ts.Setenv(addrVariable, fields[i+1])
		}
	}
}

// startServer starts a server on a folder, by a command line to which it adds what a test needs, and returns
// what it prints until players can come in.
func startServer(ts *testscript.TestScript, args []string, data string) (string, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	root, out, done := newRoot(), newLines(), make(chan error, 1)
	root.SetOut(out)
	root.SetErr(io.Discard)
	root.SetArgs(append(args, "--listen", "127.0.0.1:0", "--http", "off", "--grace", "10ms", "--solver-share", "0", "--puzzle-share", "0", "--data", ts.MkAbs(data)))
	go func() { done <- root.ExecuteContext(ctx) }()
	stop := func() {
		cancel()
		if err := <-done; err != nil {
			ts.Logf("serve: %v", err)
		}
	}
	for !strings.Contains(out.String(), "enter ") {
		select {
		case <-out.ch:
		case err := <-done:
			done <- err
			ts.Fatalf("serve ended: %v", err)
		}
	}
	return out.String(), stop
}

// keyOf returns a person's key, the same in every run.
func keyOf(name string) gossh.Signer {
	seed := sha256.Sum256([]byte(name))
	signer, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		panic(err)
	}
	return signer
}

// readerVariable names the person who types commands as the documents show them, with options and a host as
// ssh(1) has them. Without it the script says whose key it is.
const readerVariable = "SSH_KEY"

// sshClient is an SSH client with the needed parts of ssh(1), without its files.
type sshClient struct {
	key, user string // whose key; "" is a guest
	lang      string
	terminal  bool
	command   string
}

func sshMain() {
	c := sshClient{key: os.Getenv(readerVariable), lang: os.Getenv("LANG")}
	if c.key == "" {
		flag.StringVar(&c.key, "k", "", "whose key")
		flag.StringVar(&c.lang, "lang", "en_US.UTF-8", "LANG")
		flag.Parse()
		c.user, c.command = c.key, strings.Join(flag.Args(), " ")
		os.Exit(c.run())
	}
	flag.BoolVar(&c.terminal, "t", false, "with a terminal")
	flag.Bool("T", false, "without one")
	flag.Int("p", 0, "port: SSH_ADDR has it")
	identity := flag.String("i", "", "another person's key")
	flag.Parse()
	if *identity != "" {
		c.key = *identity
	}
	c.user = c.key
	if name, _, ok := strings.Cut(flag.Arg(0), "@"); ok {
		c.user = name
	}
	c.command = strings.Join(flag.Args()[1:], " ")
	if strings.HasPrefix(c.command, "join ") {
		c.key = "a friend of " + c.key
	}
	os.Exit(c.run())
}

func (c sshClient) run() int {
	cfg := &gossh.ClientConfig{User: "root", HostKeyCallback: gossh.InsecureIgnoreHostKey()}
	if c.key != "" {
		cfg.User = c.user
		cfg.Auth = append(cfg.Auth, gossh.PublicKeys(keyOf(c.key)))
	}
	cfg.Auth = append(cfg.Auth, gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil }))
	conn, err := gossh.Dial("tcp", os.Getenv(addrVariable), cfg)
	if err != nil {
		fmt.Fprintln(os.Stderr, "ssh:", err)
		return 255
	}
	defer conn.Close()
	s, err := conn.NewSession()
	if err != nil {
		fmt.Fprintln(os.Stderr, "ssh:", err)
		return 255
	}
	if c.lang != "" {
		_ = s.Setenv("LANG", c.lang) // a server may refuse it
	}
	if c.terminal {
		return c.firstScreen(s)
	}
	s.Stdin, s.Stdout, s.Stderr = os.Stdin, os.Stdout, os.Stderr
	if c.command == "" {
		err = s.Shell()
	} else {
		err = s.Start(c.command)
	}
	if err == nil {
		err = s.Wait()
	}
	var exit *gossh.ExitError
	switch {
	case errors.As(err, &exit):
		return exit.ExitStatus()
	case err != nil:
		fmt.Fprintln(os.Stderr, "ssh:", err)
		return 255
	}
	return 0
}

// firstScreen opens a screen and leaves once something stands on it.
func (c sshClient) firstScreen(s *gossh.Session) int {
	out, err := s.StdoutPipe()
	if err == nil {
		err = s.RequestPty("xterm-256color", 24, 80, gossh.TerminalModes{})
	}
	switch {
	case err != nil:
	case c.command == "":
		err = s.Shell()
	default:
		err = s.Start(c.command)
	}
	if err == nil {
		_, err = io.ReadFull(out, make([]byte, 256))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ssh: no screen:", err)
		return 1
	}
	return 0
}

// shortGame is a game of nine plies that ends with no white disc left.
const shortGame = "e6 f4 e3 f6 g5 d6 e7 f5 c5"

// scriptMatch plays matches of Othello between alice (black) and 별님 in the data folder. It stores their
// ids in variables: DONE (rated, alice wins by the rules), RESIGNED (rated, alice resigns), PRIVATE
// (friends), LIVE (in play) and OPEN.
func scriptMatch(ts *testscript.TestScript, neg bool, names []string) {
	inData(ts, func(st store.Store, enter func(string) *lobby.Visit) { playMatches(ts, st, enter, names) })
}

// inData opens the data folder as a server does. f plays in it.
func inData(ts *testscript.TestScript, f func(st store.Store, enter func(name string) *lobby.Visit)) {
	ts.Check(os.MkdirAll(ts.MkAbs("data"), 0o700))
	database := filepath.Join(ts.MkAbs("data"), storage.DatabaseFile)
	_, err := server.HostKey(filepath.Join(ts.MkAbs("data"), storage.HostKeyFile), database)
	ts.Check(err)
	st, err := bolt.Open(database, bolt.Options{})
	ts.Check(err)
	defer st.Close()
	l, err := lobby.New(config.Config{Store: st, Games: registry()})
	ts.Check(err)
	defer l.Close()
	f(st, func(name string) *lobby.Visit {
		v, err := l.Enter(directory.Identity{Fingerprint: gossh.FingerprintSHA256(keyOf(name).PublicKey()), Login: name, Lang: "en"})
		ts.Check(err)
		return v
	})
}

// scriptDeals plays deals of Klondike for alice. WON is the solved deal of seed 2, and DEAL its Deal ID.
// LOST, a ranked deal, and TODAY, the day's deal, are given up after a draw.
func scriptDeals(ts *testscript.TestScript, neg bool, args []string) {
	inData(ts, func(_ store.Store, enter func(string) *lobby.Visit) {
		alice := enter("alice")
		o := solver.Solve(klondike.Deck(2), klondike.Standard(), games.Limit{})
		ts.Setenv("DEAL", klondike.DealID(2, klondike.Standard()))
		for _, try := range []struct {
			name  string
			offer pairing.Offer
			moves []games.Action
		}{
			{"LOST", pairing.Offer{}, []games.Action{"draw", "resign"}},
			{"WON", pairing.Offer{Seed: "2"}, o.Moves},
			{"TODAY", pairing.Offer{Daily: true}, []games.Action{"draw", "resign"}},
			{"RANKED", pairing.Offer{}, []games.Action{"draw"}},
		} {
			try.offer.Game = klondike.Name
			id, err := alice.Create(try.offer)
			ts.Check(err)
			ts.Setenv(try.name, id)
			for i, a := range try.moves {
				ts.Check(alice.Act(id, i, a))
			}
		}
	})
}

func playMatches(ts *testscript.TestScript, st store.Store, enter func(string) *lobby.Visit, names []string) {
	alice, star := enter("alice"), enter("별님")
	short := func(id string, black, white *lobby.Visit) {
		for i, move := range strings.Fields(shortGame) {
			ts.Check([]*lobby.Visit{black, white}[i%2].Act(id, i, games.Action(move)))
		}
	}
	for _, name := range names {
		for i := range 5 {
			if name != "CROWD" { // five players, whom both beat to get onto the board
				break
			}
			other := enter(fmt.Sprint("other", i))
			for _, v := range []*lobby.Visit{alice, star} {
				id, err := v.Create(pairing.Offer{Game: "othello", Control: "5+3", Seat: 0, Rated: true, Player: other.Me().ID})
				ts.Check(err)
				ts.Check(other.SitDown(id))
				ts.Check(v.Ready(id))
				short(id, v, other)
			}
		}
		if name == "CROWD" {
			continue
		}
		if name == "FRIEND" { // a private seat, whose code is in CODE
			id, err := alice.Create(pairing.Offer{Game: "othello", Control: "5+3", Private: true})
			ts.Check(err)
			rec, err := st.Match(context.Background(), id)
			ts.Check(err)
			ts.Setenv("CODE", rec.Code)
			continue
		}
		id, err := alice.Create(pairing.Offer{
			Game: "othello", Control: "5+3", Seat: 0, Rated: name != "PRIVATE", Private: name == "PRIVATE", Player: star.Me().ID,
		})
		ts.Check(err)
		ts.Setenv(name, id)
		if name == "OPEN" {
			continue
		}
		ts.Check(star.SitDown(id))
		ts.Check(alice.Ready(id))
		moves := strings.Fields(shortGame)
		if name != "DONE" {
			moves = moves[:4]
		}
		for i, move := range moves {
			v := alice
			if i%2 == 1 {
				v = star
			}
			ts.Check(v.Act(id, i, games.Action(move)))
		}
		if name == "RESIGNED" || name == "PRIVATE" {
			ts.Check(alice.Do(id, games.Resign))
		}
	}
	if rec, err := st.Match(context.Background(), ts.Getenv("DONE")); err == nil && rec.Status != store.Done {
		ts.Fatalf("the short game is not over: %+v", rec)
	}
}
