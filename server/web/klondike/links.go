package klondike

import (
	"encoding/json"
	"fmt"

	"arcade/store"
)

// linkSpace has the users that are a player's: under each the hash of the token that it
// had then. A user that has another one since is somebody else's.
func linkSpace(player string) string { return "linked/" + player }

// Link notes that a user is a player's; false where the token is not the user's.
func (a *API) Link(player, user, token string) (bool, error) {
	hash := hashed(token)
	ok, err := a.holds(user, hash)
	if ok && err == nil {
		err = store.WriteNote(a.store, linkSpace(player), user, hash)
	}
	return ok, err
}

// linked are a player's users.
func (a *API) linked(player string, each func(user string) error) error {
	for after := ""; ; {
		list, err := a.store.Notes(linkSpace(player), after, 100)
		if err != nil {
			return err
		}
		for _, n := range list {
			var hash string
			if err := json.Unmarshal(n.Value, &hash); err != nil {
				return fmt.Errorf("link of %s: %w", n.Key, err)
			}
			ok, err := a.holds(n.Key, hash)
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

// Export gives what came from a player's users, a row each.
func (a *API) Export(player string, each func(any) error) error {
	return a.linked(player, func(user string) error {
		for after := ""; ; {
			deals, err := a.store.Notes(userSpace(user), after, 100)
			if err != nil {
				return err
			}
			for _, d := range deals {
				var r row
				if _, err := store.ReadNote(a.store, solvesSpace(d.Key), user, &r); err != nil {
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

// Forget deletes a player's users with all their rows, and what links them.
func (a *API) Forget(player string) error {
	var users []string
	if err := a.linked(player, func(user string) error { users = append(users, user); return nil }); err != nil {
		return err
	}
	for _, user := range users {
		if err := a.delete(user); err != nil {
			return err
		}
	}
	for {
		list, err := a.store.Notes(linkSpace(player), "", 100)
		if err != nil || len(list) == 0 {
			return err
		}
		for i := range list {
			list[i].Value = nil
		}
		if err := a.store.PutNotes(linkSpace(player), list...); err != nil {
			return err
		}
	}
}
