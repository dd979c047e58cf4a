package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
)

// challenging makes 16 keys challenge one player. The home screen still shows the games. It lists three
// challenges, and declines all of them with one row.
func challenging(s *siege) error {
	key := door.NewKey(s.t)
	pat := visit(s.t, s.p.Addr, key, door.Opts{User: "pat", Lang: door.English})
	defer pat.Close()
	seats := make(chan string, 16)
	for range cap(seats) {
		c, err := s.login(gossh.PublicKeys(door.NewKey(s.t)))
		if err != nil {
			return err
		}
		defer c.Close()
		go func() { _ = plays(c, "bot othello --new --against pat --games 1", 0, seats) }()
	}
	pat.Await(`<home.invites n=16>`)
	shown := strings.Count(pat.Screen(), "Challenge") // the one in focus has two rows
	if pat.Await(`<game.othello>`); shown != 3 {
		return fmt.Errorf("%d challenges are listed:\n%s", shown, pat.Screen())
	}
	err := s.height()
	pat.ClickOn(`<home.invites n=16>`)
	pat.Decide(`<inv.all>`, "2")
	pat.Await(`<inv.declined.all n=16>`)
	pat.Gone(`Challenge`) // the list changes a moment after the sentence
	pat.Leave()
	return err
}

// foreseeing begins the day's run of Stones in both modes. Their seeds have different hashes, so a
// player of one learns nothing about the other. Another key gets the same run in the same mode.
func foreseeing(s *siege) error {
	kim, lee := door.NewKey(s.t), door.NewKey(s.t)
	sealed := func(key gossh.Signer, mode int) string {
		// In words the lobby lists ranked, daily and practice for each mode.
		run, errs, err := s.typed(key, "play stones", fmt.Sprintf("%d\nstop\n", 3*mode-1))
		var list []struct{ ID string }
		if err == nil {
			var out string
			out, errs, err = s.command(key, "kibo list --json")
			err = errors.Join(err, json.Unmarshal([]byte(out), &list))
		}
		if err != nil || len(list) == 0 {
			s.t.Errorf("mode %d: %v, %d runs, %s%s", mode, err, len(list), run, errs)
			return ""
		}
		c := enter(s.t, s.p.Addr, key, door.Opts{User: "mallory", Lang: door.English, Command: "watch " + list[0].ID})
		defer c.Close()
		c.Await(fmt.Sprintf(`<st.mode n=%d>.*<solo.daily>`, mode))
		c.Keys("e")
		hash := c.Await(`<log.hash>[^\n]*\n\W*([0-9a-f]{32})\b`)[1]
		return hash
	}
	one, two := sealed(kim, 1), sealed(kim, 2)
	again := sealed(lee, 1)
	if err := s.height(); err != nil {
		return err
	}
	for _, c := range s.clients {
		c.Close()
	}
	if one == "" || one == two || one != again {
		return fmt.Errorf("the seeds of the day are %s and %s, and to another key %s", one, two, again)
	}
	return nil
}
