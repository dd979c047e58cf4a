package klondike

import (
	"context"

	"arcade/store/notes"
)

// links are the notes of players' linked users. Each has the hash of the user's token at that time. A user
// with another token by now belongs to somebody else.
var links = notes.New[string]("linked/PLAYER", "USER")

// Link links a user to a player. It returns false if the token is not the user's.
func (a *API) Link(ctx context.Context, player, user, token string) (bool, error) {
	hash := hashed(token)
	ok, err := a.holds(ctx, user, hash)
	if ok && err == nil {
		err = links.In(player).Put(ctx, a.store, user, hash)
	}
	return ok, err
}

// linked calls each with every linked user of a player.
func (a *API) linked(ctx context.Context, player string, each func(user string) error) error {
	for n, err := range links.In(player).All(ctx, a.store) {
		if err != nil {
			return err
		}
		ok, err := a.holds(ctx, n.Key, n.Value)
		if ok && err == nil {
			err = each(n.Key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Export calls each with every row of a player's users.
func (a *API) Export(ctx context.Context, player string, each func(any) error) error {
	return a.linked(ctx, player, func(user string) error {
		for d, err := range dealsSent.In(user).All(ctx, a.store) {
			if err != nil {
				return err
			}
			r, _, err := solves.In(d.Key).Get(ctx, a.store, user)
			if err != nil {
				return err
			}
			if err := each(struct {
				UserID string `json:"userId"`
				DealID string `json:"dealId"`
				row
			}{user, d.Key, r}); err != nil {
				return err
			}
		}
		return nil
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
	for n, err := range links.In(player).All(ctx, a.store) {
		if err != nil && n.Key == "" {
			return err
		}
		if err := links.In(player).Delete(ctx, a.store, n.Key); err != nil {
			return err
		}
	}
	return nil
}
