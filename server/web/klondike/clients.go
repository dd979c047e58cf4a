package klondike

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strings"

	"arcade/server/web"
	"arcade/store/notes"
)

// clients are the notes of registered users.
var clients = notes.New[client]("solvers", "USER").In()

// client is a registered user: it has the SHA-256 of the user's token, in hex.
type client struct {
	Token string `json:"token"`
	At    int64  `json:"at"`
}

func hashed(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// register gives a user a token. It refuses a name that already has rows: boards show names, and a client that
// registered another's name could delete its rows.
func (a *API) register(r *http.Request) (any, error) {
	var in struct {
		UserID string `json:"userId"`
	}
	if r.ContentLength != 0 {
		if err := web.Body(r, &in); err != nil {
			return nil, web.Bad("Not JSON")
		}
	}
	if in.UserID == "" {
		var b [8]byte
		_, _ = rand.Read(b[:]) // never fails
		in.UserID = "usr_" + hex.EncodeToString(b[:])
	} else if !userID.MatchString(in.UserID) {
		return nil, web.Bad("userId: want 1 to 48 letters, digits and _.:-")
	}
	defer a.writing.Lock(in.UserID)()
	known, err := clients.Has(r.Context(), a.store, in.UserID)
	if err == nil && !known {
		var rows []notes.Item[struct{}]
		rows, err = dealsSent.In(in.UserID).First(r.Context(), a.store, "", 1)
		known = len(rows) > 0
	}
	switch {
	case err != nil:
		return nil, err
	case known:
		return nil, errInUse
	}
	if err := a.clients.Pay(r, a.now(), "Too many new users from your address"); err != nil {
		return nil, err
	}
	token := rand.Text()
	err = clients.Edit(r.Context(), a.store, in.UserID, func(c *client) error {
		if c.Token != "" { // registered at another server meanwhile
			return errInUse
		}
		*c = client{Token: hashed(token), At: a.now().UnixMilli()}
		return nil
	})
	return map[string]any{"userId": in.UserID, "token": token}, err
}

// errInUse means that the id is taken.
var errInUse = web.Refuse(http.StatusConflict, "This userId is in use")

// forget deletes a user with all rows. The request must have the user's token.
func (a *API) forget(r *http.Request) (any, error) {
	user := r.PathValue("userId")
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return nil, web.Refuse(http.StatusUnauthorized, "Want Authorization: Bearer and the token of register")
	}
	ok, err := a.holds(r.Context(), user, hashed(token))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, web.Refuse(http.StatusForbidden, "Not the token of this userId")
	}
	return nil, a.delete(r.Context(), user)
}

// holds reports whether a user is registered with the token of this hash.
func (a *API) holds(ctx context.Context, user, hash string) (bool, error) {
	if !userID.MatchString(user) {
		return false, nil
	}
	c, known, err := clients.Get(ctx, a.store, user)
	return known && subtle.ConstantTimeCompare([]byte(hash), []byte(c.Token)) == 1, err
}

// delete deletes a user with all rows. The tallies of deals stay, because they have no names. It may be
// called again after an error.
func (a *API) delete(ctx context.Context, user string) error {
	for d, err := range dealsSent.In(user).All(ctx, a.store) {
		if err != nil {
			return err
		}
		unlock := a.writing.Lock(d.Key, user)
		err := solves.In(d.Key).Delete(ctx, a.store, user)
		if err == nil {
			err = dealsSent.In(user).Delete(ctx, a.store, d.Key)
		}
		unlock()
		if err != nil {
			return err
		}
		a.boards.changed(d.Key)
	}
	return clients.Delete(ctx, a.store, user)
}
