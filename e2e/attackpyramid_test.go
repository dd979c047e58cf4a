package e2e

import (
	"errors"
	"fmt"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
)

// dayBound is the most to which a newcomer's rating can rise in a day by new keys alone (docs/fairness.md).
const dayBound = 1720

// pyramid buys a rating in two steps: new keys lift others, which then lose to one key. Each comes from its own
// network.
func pyramid(s *siege) error {
	const lifted, each = 4, 2
	nets := 0
	enter := func(key gossh.Signer) (*gossh.Client, error) {
		nets++
		nc, err := s.dial(fmt.Sprintf("127.%d.%d.1", 16+nets/200, 1+nets%200))
		if err != nil {
			return nil, err
		}
		return door.LogIn(nc, "mallory", gossh.PublicKeys(key))
	}
	// rises lets a key win against others, each of which resigns after enough plies to count.
	rises := func(winner gossh.Signer, losers []gossh.Signer) error {
		c, err := enter(winner)
		if err != nil {
			return err
		}
		defer c.Close()
		seats, over := make(chan string, 99), make(chan error, 1)
		go func() {
			over <- plays(c, fmt.Sprintf("bot othello --new --rated --seat 0 --games %d", len(losers)), 0, seats)
		}()
		for _, loser := range losers {
			l, err := enter(loser)
			if err != nil {
				return err
			}
			select {
			case seat := <-seats:
				err = plays(l, "bot othello --new --rated --games 1 --join "+seat, 20, seats)
			case err = <-over:
				err = fmt.Errorf("the winner's session ended: %w", err)
			case <-time.After(door.Patience):
				err = errors.New("the winner has no seat")
			}
			l.Close()
			if err != nil {
				return err
			}
		}
		return <-over
	}
	buyer := door.NewKey(s.t)
	var middle []gossh.Signer
	for range lifted {
		key := door.NewKey(s.t)
		var leaves []gossh.Signer
		for range each {
			leaves = append(leaves, door.NewKey(s.t))
		}
		if err := rises(key, leaves); err != nil {
			return fmt.Errorf("the first step: %w", err)
		}
		middle = append(middle, key)
	}
	bought, games, err := s.rated(middle[0], "othello")
	if err != nil {
		return err
	}
	if err := rises(buyer, middle); err != nil {
		return fmt.Errorf("the second step: %w", err)
	}
	rating, wins, err := s.rated(buyer, "othello")
	s.t.Logf("%d keys: %.0f after %d wins, then %.0f after %d wins against such", 1+lifted*(1+each), bought, games, rating, wins)
	if err != nil || games != each || wins != lifted || rating > dayBound {
		return errors.Join(err, fmt.Errorf("the rating is %.0f after %d rated games, %d before", rating, wins, games))
	}
	return s.height()
}
