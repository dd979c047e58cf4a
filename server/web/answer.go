package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// Answer writes v as JSON.
func Answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// Refuse answers with a status and why, as the owner's clients read it: {"detail": …}.
func Refuse(w http.ResponseWriter, status int, detail string) {
	Answer(w, status, map[string]string{"detail": detail})
}

// Body reads the JSON of a request into v. A field that is not known is let be: clients
// come in versions.
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

// Fail answers for what is the house's own fault, and has it told in the log.
func Fail(w http.ResponseWriter, err error) {
	if f, ok := w.(interface{ failed(error) }); ok {
		f.failed(err)
	}
	Refuse(w, http.StatusInternalServerError, "Internal error")
}
