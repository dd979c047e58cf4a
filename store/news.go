package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// News is a piece of what all servers that share a store must hear.
type News struct {
	// Number counts all news from 1.
	Number uint64          `json:"-"`
	Kind   string          `json:"kind"`
	Body   json.RawMessage `json:"body,omitempty"`
	At     int64           `json:"at"`
}

// The news are notes: each under its number, and the highest number under head. Who adds
// one changes both in one step, so that no number can be read before all lower ones can.
const (
	newsSpace, newsHead = "news", "head"
	// newsTime is how long news are kept: a server that was cut off for longer starts anew.
	newsTime = 30 * 24 * time.Hour
	// newsTrimmed is how many old ones go with a new one.
	newsTrimmed = 8
)

func newsKey(number uint64) string { return fmt.Sprintf("%020d", number) }

// WriteNews adds a piece of news, at a time, and gives its number. Old ones go.
func WriteNews(s Store, kind string, body json.RawMessage, at int64) (number uint64, err error) {
	value, err := json.Marshal(News{Kind: kind, Body: body, At: at})
	if err != nil {
		return 0, fmt.Errorf("news: %w", err)
	}
	err = Again(func() error {
		old, err := s.Notes(newsSpace, "", newsTrimmed)
		if err != nil {
			return err
		}
		last, from := uint64(0), Absent
		if raw, err := s.Note(newsSpace, newsHead); err == nil {
			if err := json.Unmarshal(raw, &last); err != nil {
				return err
			}
			from = raw
		} else if !errors.Is(err, ErrNotFound) {
			return err
		}
		number = last + 1
		notes := []Note{
			{Key: newsHead, Value: json.RawMessage(strconv.FormatUint(number, 10)), From: from},
			{Key: newsKey(number), Value: value, From: Absent},
		}
		for _, n := range old {
			var was News
			if n.Key != newsHead && json.Unmarshal(n.Value, &was) == nil && was.At < at-newsTime.Milliseconds() {
				notes = append(notes, Note{Key: n.Key})
			}
		}
		return s.PutNotes(newsSpace, notes...)
	})
	if err != nil {
		return 0, fmt.Errorf("news: %w", err)
	}
	return number, nil
}

// NewsSince lists up to n news behind a number, in order.
func NewsSince(s Store, number uint64, n int) ([]News, error) {
	list, err := s.Notes(newsSpace, newsKey(number), n)
	if err != nil {
		return nil, fmt.Errorf("news: %w", err)
	}
	var news []News
	for _, note := range list {
		if note.Key == newsHead {
			break
		}
		var one News
		if one.Number, err = strconv.ParseUint(note.Key, 10, 64); err == nil {
			err = json.Unmarshal(note.Value, &one)
		}
		if err != nil {
			return nil, fmt.Errorf("news %s: %w", note.Key, err)
		}
		news = append(news, one)
	}
	return news, nil
}

// LastNews is the number of the latest news, 0 for none.
func LastNews(s Store) (number uint64, err error) {
	_, err = ReadNote(s, newsSpace, newsHead, &number)
	return number, err
}
