package bolt

import (
	"encoding/binary"
	"os"
	"testing"

	"arcade/store"
)

// A database with arbitrary changes, which an operator may restore from anywhere, is read as far as
// possible or refused. It never ends the process.
func FuzzFile(f *testing.F) {
	whole, err := os.ReadFile(filled(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{}, 0)
	f.Add([]byte{0, 0, 0, 8, 0xff}, 0)
	f.Add([]byte{0, 0, 0x10, 0x10, 0x01, 0, 0, 0x20, 0x08, 0x7f}, 0)
	f.Add([]byte{}, 5000)
	f.Fuzz(func(t *testing.T, changes []byte, cut int) { // four bytes of position and one of value for each change
		data := append([]byte(nil), whole...)
		for ; len(changes) >= 5; changes = changes[5:] {
			data[binary.BigEndian.Uint32(changes)%uint32(len(data))] = changes[4]
		}
		if cut > 0 {
			data = data[:cut%len(data)]
		}
		path := write(t, data)
		file, err := OpenFile(path)
		if err != nil {
			return
		}
		defer file.Close()
		found := false
		if _, err := file.Check(func(store.Finding) { found = true }); err != nil || found {
			return // stop at a file with a finding
		}
		_ = file.EachPlayer(func(store.Player) error { return nil })
		_ = file.EachMatch(func(m store.Match) error { _, err := file.Entries(t.Context(), m.ID, 0, -1); return err })
		_ = file.EachRating(func(store.Rating) error { return nil })
		_ = file.Attached("host_ed25519")
	})
}
