package klondike

import (
	"context"
	"encoding/json"
	"fmt"

	"arcade/store"
)

// linkSpace names the notes of a player's linked users. Each note has the hash of the user's token at
// that time. A user with another token by now belongs to somebody else.
func linkSpace(player string) string { return "linked/" + player }

// Link links a user to a player. It returns false if the token is not the user's.
func (a *API) Link(ctx context.Context, player, user, token string) (bool, error) {
	hash := hashed(token)
	ok, err := a.holds(ctx, user, hash)
	if ok && err == nil {
		err = store.WriteNote(ctx, a.store, linkSpace(player), user, hash)
	}
	return ok, err
}

// linked calls each with every linked user of a player.
func (a *API) linked(ctx context.Context, player string, each func(user string) error) error {
	for after := ""; ; {
		list, err := a.store.Notes(ctx, linkSpace(player), after, 100)
		if err != nil {
			return err
		}
		for _, n := range list {
			var hash string
			if err := json.Unmarshal(n.Value, &hash); err != nil {
				return fmt.Errorf("link of %s: %w", n.Key, err)
			}
			ok, err := a.holds(ctx, n.Key, hash)
			if ok && err == nil {
				err = each(n.Key)
			}
			if err != nil {
				return err
			}
			after = n.Key
		}
		if len(list) < 100 {
			return nil
		}
	}
}

// Export calls each with every row of a player's users.
func (a *API) Export(ctx context.Context, player string, each func(any) error) error {
	return a.linked(ctx, player, func(user string) error {
		for after := ""; ; {
			deals, err := a.store.Notes(ctx, userSpace(user), after, 100)
			if err != nil {
				return err
			}
			for _, d := range deals {
				var r row
				if _, err := store.ReadNote(ctx, a.store, solvesSpace(d.Key), user, &r); err != nil {
					return err
				}
				if err := each(struct {
					UserID string `json:"userId"`
					DealID string `json:"dealId"`
					row
				}{user, d.Key, r}); err != nil {
					return err
				}
				after = d.Key
			}
			if len(deals) < 100 {
				return nil
			}
		}
	})
}

// Forget deletes a player's users with all their rows, and the links.
func (a *API) Forget(ctx context.Context, player string) error {
	var users []string
	if err := a.linked(ctx, player, func(user string) error { users = append(users, user); return nil }); err != nil {
		return err
	}
	for _, user := range users {
		if err := a.delete(ctx, user); err != nil {
			return err
		}
	}
	for {
		list, err := a.store.Notes(ctx, linkSpace(player), "", 100)
		if err != nil || len(list) == 0 {
			return err
		}
		for i := range list {
			list[i].Value = nil
		}
		if err := a.store.PutNotes(ctx, linkSpace(player), list...); err != nil {
			return err
		}
	}
}
