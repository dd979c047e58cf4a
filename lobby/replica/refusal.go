package replica

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/fair"
)

// Names has the errors that one node can pass to another, by names that never change. A visitor's command is
// answered with a [Refusal]; the answers to all other requests carry the names by themselves (arcade/cluster).
type Names struct {
	Errors map[string]error
	// First are the names that come before all others in a refusal, in this order: what the asking node has to
	// do about the match counts more than the error that was the reason.
	First []string
}

// Refusal is an error on its way to another node.
type Refusal struct {
	Name string `json:"name,omitempty"`
	// Also has the names of the further errors that the error wraps. A node of an older version reads Name only.
	Also   []string `json:"also,omitempty"`
	Text   string   `json:"text"`
	Until  int64    `json:"until,omitempty"`  // a WaitError's, in ms
	Action string   `json:"action,omitempty"` // an IllegalError's, with Reason
	Reason string   `json:"reason,omitempty"`
}

// With returns the names with further errors.
func (n Names) With(more map[string]error) Names {
	n.Errors = maps.Clone(n.Errors)
	maps.Copy(n.Errors, more)
	return n
}

// NamesOf returns the names of all errors that err wraps, the one that counts most first.
func (n Names) NamesOf(err error) (list []string) {
	for name, e := range n.Errors {
		if errors.Is(err, e) {
			list = append(list, name)
		}
	}
	place := func(name string) int {
		if at := slices.Index(n.First, name); at >= 0 {
			return at
		}
		return len(n.First)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b)) })
	return list
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
	if names := n.NamesOf(err); len(names) > 0 {
		r.Name, r.Also = names[0], names[1:]
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
	}
	if err := n.Named(r.Text, append([]string{r.Name}, r.Also...)); err != nil {
		return err
	}
	return &refused{text: r.Text}
}

// Named returns the error of another node with a text, which wraps the errors with these names; nil if this
// node knows none of them.
func (n Names) Named(text string, names []string) error {
	var list []error
	for _, name := range names {
		if err := n.Errors[name]; err != nil {
			list = append(list, err)
		}
	}
	switch {
	case len(list) == 0:
		return nil
	case len(list) == 1 && list[0].Error() == text:
		return list[0]
	}
	return &refused{text, list}
}

// refused is an error of another node, with the errors of this node that it wraps.
type refused struct {
	text string
	is   []error
}

func (e *refused) Error() string   { return e.text }
func (e *refused) Unwrap() []error { return e.is }
