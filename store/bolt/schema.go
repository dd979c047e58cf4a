package bolt

import (
	"crypto/rand"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// upgrade changes a file of one version to the next version.
type upgrade func(*bbolt.Tx) error

// upgrades[i] changes a file of version i+1 to version i+2. layout.go describes version len(upgrades)+1.
// A change of a stored record needs a step here, and be it one that does nothing: an older program reads a record
// without the fields that it does not know, and would lose them when it writes it. cmd/arcade.TestStoredForms holds
// the records to the version.
var upgrades = []upgrade{addPoints, addNotes, addStandings, keepFields, keepFields, keepFields}

// Version returns the version of the layout that this program writes. It reads all since 1.
func Version() int { return thisVersion }

// thisVersion is the version of the layout that this program writes.
var thisVersion = len(upgrades) + 1

var (
	keyVersion = []byte("version")
	keySecret  = []byte("secret")
)

// secretLen is the number of random bytes in a file's secret.
const secretLen = 32

// addPoints is the step from 1 to 2: statistics, boards by points and the secret.
func addPoints(tx *bbolt.Tx) error {
	for _, name := range [][]byte{[]byte("stats"), []byte("scores"), []byte("points")} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return makeSecret(tx)
}

// addNotes is the step from 2 to 3.
func addNotes(tx *bbolt.Tx) error {
	_, err := tx.CreateBucket([]byte("notes"))
	return err
}

// addStandings is the step from 3 to 4.
func addStandings(tx *bbolt.Tx) error {
	_, err := tx.CreateBucket([]byte("standings"))
	return err
}

// keepFields is a step that changes nothing: there is something new in records, which older programs would lose. From 4 to
// 5 these are several fields, from 5 to 6 an arena's options, from 6 to 7 imported tries, which an older program would not
// delete with their player.
func keepFields(*bbolt.Tx) error { return nil }

func makeSecret(tx *bbolt.Tx) error {
	secret := make([]byte, secretLen)
	rand.Read(secret) // never fails
	return tx.Bucket(bucketMeta).Put(keySecret, secret)
}

// prepare makes an empty file a store, and upgrades an older store. An error leaves the file unchanged.
func prepare(tx *bbolt.Tx, steps []upgrade) error {
	present := len(steps) + 1
	if first, _ := tx.Cursor().First(); first == nil {
		for _, name := range buckets {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		if err := makeSecret(tx); err != nil {
			return err
		}
		return put(tx.Bucket(bucketMeta), keyVersion, present)
	}
	version, err := readVersion(tx)
	if err != nil {
		return err
	}
	if version > present {
		return tooNew(version, present)
	}
	for ; version < present; version++ {
		if err := steps[version-1](tx); err != nil {
			return fmt.Errorf("upgrade from version %d: %w", version, err)
		}
	}
	return put(tx.Bucket(bucketMeta), keyVersion, present)
}

// readVersion reads the version of a file that is not empty.
func readVersion(tx *bbolt.Tx) (version int, err error) {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return 0, errors.New("not a store of the arcade")
	}
	if err := get(meta, keyVersion, &version); err != nil {
		return 0, fmt.Errorf("version: %w", err)
	}
	if version < 1 {
		return 0, fmt.Errorf("bad version %d", version)
	}
	return version, nil
}

// tooNew returns the error for a file of an unknown, newer version.
func tooNew(version, present int) error {
	return fmt.Errorf("%w: version %d, this one knows up to %d", store.ErrNewer, version, present)
}
