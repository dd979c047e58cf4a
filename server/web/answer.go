package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"arcade/lobby/room"
	"arcade/store"
)

// Refusal is a refused request, with the reason for the client.
type Refusal struct {
	Status int
	Detail string
	After  time.Duration // time after which the client may ask again, 0 for unknown
}

func (r Refusal) Error() string { return r.Detail }

// Refuse returns a refusal with a status. Bad returns one for a bad request.
func Refuse(status int, detail string) error { return Refusal{Status: status, Detail: detail} }
func Bad(detail string) error                { return Refuse(http.StatusBadRequest, detail) }

// unsaved is the response while the store fails or its disk is full.
var unsaved = Refusal{http.StatusServiceUnavailable, "Nothing can be saved now. Please try again", 5 * time.Second}

// Answering returns a handler that responds with the result of f as JSON, and with a status; a nil result has
// no body. A [Refusal] becomes {"detail": …}, which the owner's clients read. Any other error is an
// internal error, and is logged.
func Answering(status int, f func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out, err := f(r)
		switch refused := (Refusal{}); {
		case errors.As(err, &refused):
			refuse(w, refused)
		case err != nil:
			told := Refusal{Status: http.StatusInternalServerError, Detail: "Internal error"}
			if store.ErrIs(err, store.ErrUnwritten, store.ErrAway, room.ErrBroken) {
				told = unsaved
			}
			if f, ok := w.(interface{ failed(error) }); ok {
				f.failed(err)
			}
			refuse(w, told)
		case out == nil:
			w.WriteHeader(status)
		default:
			answer(w, status, out)
		}
	}
}

// answer writes v as JSON.
func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func refuse(w http.ResponseWriter, r Refusal) {
	if r.After > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(r.After/time.Second)))
	}
	answer(w, r.Status, map[string]string{"detail": r.Detail})
}

// Body reads the JSON of a request into v. It ignores unknown fields, because clients come in versions.
func Body(r *http.Request, v any) error {
	d := json.NewDecoder(r.Body)
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}
