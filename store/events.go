package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Event is a message to all servers that share a store.
type Event struct {
	// Number counts all events from 1.
	Number uint64          `json:"-"`
	Kind   string          `json:"kind"`
	Body   json.RawMessage `json:"body,omitempty"`
	At     int64           `json:"at"`
}

// An event is a note with its number as the key. The note "head" has the highest number. Both are written
// in one step, so no number can be read before all lower ones.
const (
	eventSpace, eventHead = "news", "head"
	// eventTime is the time after which events are deleted. A server that was cut off for longer starts
	// anew.
	eventTime = 30 * 24 * time.Hour
	// eventsTrimmed is the number of old events that are deleted with each new one.
	eventsTrimmed = 8
)

func eventKey(number uint64) string { return fmt.Sprintf("%020d", number) }

// AddEvent adds an event with a time (ms since 1970), returns its number, and deletes old events.
func AddEvent(ctx context.Context, s Store, kind string, body json.RawMessage, at int64) (number uint64, err error) {
	value, err := json.Marshal(Event{Kind: kind, Body: body, At: at})
	if err != nil {
		return 0, fmt.Errorf("event: %w", err)
	}
	err = Again(func() error {
		old, err := s.Notes(ctx, eventSpace, "", eventsTrimmed)
		if err != nil {
			return err
		}
		last, from := uint64(0), Absent
		if raw, err := s.Note(ctx, eventSpace, eventHead); err == nil {
			if err := json.Unmarshal(raw, &last); err != nil {
				return err
			}
			from = raw
		} else if !errors.Is(err, ErrNotFound) {
			return err
		}
		number = last + 1
		notes := []Note{
			{Key: eventHead, Value: json.RawMessage(strconv.FormatUint(number, 10)), From: from},
			{Key: eventKey(number), Value: value, From: Absent},
		}
		for _, n := range old {
			var was Event
			if n.Key != eventHead && json.Unmarshal(n.Value, &was) == nil && was.At < at-eventTime.Milliseconds() {
				notes = append(notes, Note{Key: n.Key})
			}
		}
		return s.PutNotes(ctx, eventSpace, notes...)
	})
	if err != nil {
		return 0, fmt.Errorf("event: %w", err)
	}
	return number, nil
}

// EventsSince returns up to n events after a number, in order.
func EventsSince(ctx context.Context, s Store, number uint64, n int) ([]Event, error) {
	list, err := s.Notes(ctx, eventSpace, eventKey(number), n)
	if err != nil {
		return nil, fmt.Errorf("event: %w", err)
	}
	var events []Event
	for _, note := range list {
		if note.Key == eventHead {
			break
		}
		var one Event
		if one.Number, err = strconv.ParseUint(note.Key, 10, 64); err == nil {
			err = json.Unmarshal(note.Value, &one)
		}
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", note.Key, err)
		}
		events = append(events, one)
	}
	return events, nil
}

// LastEvent returns the number of the latest event, 0 if there is none.
func LastEvent(ctx context.Context, s Store) (number uint64, err error) {
	raw, err := s.Note(ctx, eventSpace, eventHead)
	if errors.Is(err, ErrNotFound) {
		return 0, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &number)
	}
	if err != nil {
		return 0, fmt.Errorf("event: %w", err)
	}
	return number, nil
}
