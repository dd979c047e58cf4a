package store

import "errors"

// maxTries limits the repetitions in Again. Each repetition means that another writer has succeeded.
const maxTries = 1000

// Again repeats work that reads, changes and writes, while other writers interfere.
func Again(work func() error) error {
	err := work()
	for n := 1; n < maxTries && errors.Is(err, ErrConflict); n++ {
		err = work()
	}
	return err
}
