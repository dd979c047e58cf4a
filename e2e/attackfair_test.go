package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
)

// peeking begins a ranked run of Klondike, requests everything about it, hangs up and requests another
// deal, repeatedly. It always gets the same deal. Nothing in the output is the seed, the deck or a hash
// of the deck.
func peeking(s *siege) error {
	key := door.NewKey(s.t)
	var told strings.Builder
	ask := func(line string) string {
		out, errs, _ := s.command(key, line) // a refusal must reveal nothing either
		told.WriteString(out + errs)
		return out
	}
	begun := func() (*client, error) { // returns the ranked run, on its own connection
		nc, err := s.dial(attackers)
		if err != nil {
			return nil, err
		}
		c := enter(s.t, s.p.Addr, key, door.Opts{Conn: nc, Lang: door.English, User: "mallory", Command: "play klondike"})
		c.Await(`<kp.msg.ranked>`)
		c.Keys("Enter")
		c.Await(`<kl.ids.secret>`)
		return c, nil
	}
	var dealt []string
	var runs []struct{ ID string }
	for range 5 {
		c, err := begun()
		if err != nil {
			return err
		}
		if dealt == nil {
			dealt = c.dealt()
		}
		c.Until("the deal that it had", func([]string) bool { return slices.Equal(c.dealt(), dealt) })
		if err := json.Unmarshal([]byte(ask("kibo list --json")), &runs); err != nil || len(runs) != 1 {
			return fmt.Errorf("runs %v, %w", runs, err)
		}
		for _, line := range []string{
			"kibo show " + runs[0].ID, "kibo export " + runs[0].ID, "me export", "stats klondike --format sv1", "stats klondike --format json",
			"leaderboard klondike --board draw1 --json", "boards --json", "games --json",
		} {
			ask(line)
		}
		told.Write(c.Bytes())
		c.Close()
	}
	if err := s.height(); err != nil {
		return err
	}
	c, err := begun()
	if err != nil {
		return err
	}
	c.Keys("Space")
	c.Await(`<kl.side.moves n=1>`)
	c.Keys("r")
	c.Decide(`<kl.giveup.text>`, "2")
	c.Await(`<res.title>`)
	c.Leave()
	c.Close()

	out, errs, err := s.command(key, "kibo export "+runs[0].ID)
	var f struct {
		Seed    string
		Options struct{ Deck string }
		Result  map[string]any
	}
	if err == nil {
		err = json.Unmarshal([]byte(out), &f)
	}
	if !strings.Contains(told.String(), runs[0].ID) {
		return errors.New("nothing was told")
	}
	secrets := []string{f.Seed, f.Options.Deck}
	for _, id := range []string{"deal_id", "layout_id"} {
		text, _ := f.Result[id].(string)
		secrets = append(secrets, text)
	}
	s.t.Logf("%d kB were told", told.Len()/1000)
	for _, secret := range secrets {
		if len(secret) < 20 || strings.Contains(told.String(), secret) {
			return fmt.Errorf("%q was told in play, or is not told after", secret)
		}
	}
	for _, client := range s.clients {
		client.Close()
	}
	if err != nil {
		return fmt.Errorf("export: %w: %s", err, errs)
	}
	return nil
}

// choosing looks at its hand in rated Matgo and wants another one. It resigns, hangs up, or leaves the
// series. Each hand that it has seen costs it rating, until a newcomer's rating has fallen as far as a day's
// matches reach; the gold it pays each time. The other plays single rounds, because it would
// wait a minute for the next of a series.
func choosing(s *siege) error {
	key, otherKey := door.NewKey(s.t), door.NewKey(s.t)
	before := 1500.0
	for i, ways := range [][]string{{`{"op":"resign"}`}, {""}, {`{"op":"leave"}`, ""}, {`{"op":"quit"}`}} {
		other, err := s.login(gossh.PublicKeys(otherKey))
		if err != nil {
			return err
		}
		defer other.Close()
		seats, over := make(chan string, 99), make(chan error, 1)
		go func() { over <- plays(other, "bot matgo --new --rated --seat 0 --games 1", 0, seats) }()
		var seat, hand string
		select {
		case seat = <-seats:
		case err := <-over:
			return fmt.Errorf("the other's session ended: %w", err)
		}
		for again := range 2 { // again for a match that is not over
			had, ended, err := s.hand(key, fmt.Sprintf("127.9.%d.1", i), "bot matgo --new --rated --join "+seat, ways)
			if err != nil {
				return fmt.Errorf("way %d: %w", i+1, err)
			}
			if hand == "" {
				hand = had
			}
			if had != hand {
				return fmt.Errorf("way %d: the hand was %s, and is %s", i+1, hand, had)
			}
			if ended {
				break
			}
			if again == 1 {
				return fmt.Errorf("way %d: it does not end", i+1)
			}
			ways = []string{`{"op":"resign"}`}
		}
		after, games, err := s.rated(key, "matgo")
		if within := before > 1300; err != nil || games != i+1 || after > before || within && after == before {
			return errors.Join(err, fmt.Errorf("way %d: the rating was %.0f, and is %.0f after %d rated games", i+1, before, after, games))
		}
		s.t.Logf("way %d: the rating was %.0f, and is %.0f", i+1, before, after)
		before = after
	}
	return s.height()
}

// hand plays a bot until it is on turn, and sends some lines, "" for hanging up. It returns its hand, and
// whether the match is over.
func (s *siege) hand(key gossh.Signer, from, command string, lines []string) (hand string, over bool, err error) {
	nc, err := s.dial(from)
	if err != nil {
		return "", false, err
	}
	c, err := door.LogIn(nc, "mallory", gossh.PublicKeys(key))
	if err != nil {
		return "", false, err
	}
	defer c.Close()
	sess, in, out, err := door.Start(c, command, 0, 0)
	if err != nil {
		return "", false, err
	}
	defer sess.Close()
	for read := bufio.NewScanner(out); read.Scan(); {
		var said struct {
			Op     string
			Casual string
			View   struct{ Hands [2][]string }
		}
		if err := json.Unmarshal(read.Bytes(), &said); err != nil {
			return "", false, err
		}
		switch {
		case said.Casual != "":
			return "", false, fmt.Errorf("casual: %s", said.Casual)
		case said.Op == "over":
			return hand, true, nil
		case said.Op == "act" && hand == "":
			if hand = fmt.Sprint(said.View.Hands); len(hand) < 20 {
				return "", false, fmt.Errorf("a hand of %s", hand)
			}
			for _, line := range lines {
				if line == "" {
					return hand, false, nil
				}
				if _, err := io.WriteString(in, line+"\n"); err != nil {
					return "", false, err
				}
			}
		}
	}
	return hand, false, nil
}

// exporting repeatedly exports all data of a player whose run is longer than any kibo.
func exporting(s *siege) error {
	c, err := s.login(gossh.PublicKeys(s.owner))
	if err != nil {
		return err
	}
	defer c.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	failed, twice := make(chan error, 1), make(chan struct{})
	go func() {
		var err error
		for n := 0; err == nil && ctx.Err() == nil; n++ {
			if n == 2 {
				close(twice)
			}
			err = s.runs(ctx, c, "me export", nil, `"action":"recycle"`)
		}
		failed <- err
	}()
	err = s.lasts(siegeTime)
	select {
	case <-twice:
		stop()
		<-failed
	case gone := <-failed:
		err = errors.Join(err, gone)
	}
	return err
}
