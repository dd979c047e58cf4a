// Package refusal describes to another node why a visitor's command was refused.
package refusal

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/fair"
)

// Names has the errors that one node can pass to another for a visitor, by names that never change.
type Names map[string]error

// Refusal is an error on its way to another node.
type Refusal struct {
	Name   string `json:"name,omitempty"`
	Text   string `json:"text"`
	Until  int64  `json:"until,omitempty"`  // a WaitError's, in ms
	Action string `json:"action,omitempty"` // an IllegalError's, with Reason
	Reason string `json:"reason,omitempty"`
}

// Of turns an error into a refusal, nil for none.
func (n Names) Of(err error) *Refusal {
	if err == nil {
		return nil
	}
	r := &Refusal{Text: err.Error()}
	var wait *fair.WaitError
	var illegal *games.IllegalError
	if errors.As(err, &wait) {
		r.Until = wait.Until.UnixMilli()
	}
	if errors.As(err, &illegal) {
		r.Action, r.Reason = string(illegal.Action), illegal.Reason
	}
	for _, name := range slices.Sorted(maps.Keys(n)) {
		if errors.Is(err, n[name]) {
			r.Name = name
			break
		}
	}
	return r
}

// Error turns a refusal from another node into an error.
func (n Names) Error(r *Refusal) error {
	switch {
	case r == nil:
		return nil
	case r.Until != 0:
		return &fair.WaitError{Until: time.UnixMilli(r.Until)}
	case r.Reason != "":
		return &games.IllegalError{Action: games.Action(r.Action), Reason: r.Reason}
	case n[r.Name] != nil && n[r.Name].Error() == r.Text:
		return n[r.Name]
	case n[r.Name] != nil:
		return fmt.Errorf("%w (%s)", n[r.Name], r.Text)
	}
	return errors.New(r.Text)
}
