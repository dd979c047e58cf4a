package bolt

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// A new store appears at its path complete. At any moment there is either no file or one that opens.
// Nothing else is left in the folder.
func TestCreateWhole(t *testing.T) {
	for range 20 {
		path := filepath.Join(t.TempDir(), "arcade.db")
		var made sync.WaitGroup
		made.Go(func() {
			s, err := Open(path, Options{NoSync: true})
			if err != nil {
				t.Error(err)
				return
			}
			_ = s.Close()
		})
		for {
			data, err := os.ReadFile(path)
			if err != nil {
				continue
			}
			seen := filepath.Join(t.TempDir(), "seen.db") // as a process that is killed now would leave it
			if err := os.WriteFile(seen, data, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Open(seen, Options{NoSync: true})
			if err != nil {
				t.Fatalf("%d bytes: %v", len(data), err)
			}
			_ = s.Close()
			break
		}
		made.Wait()
		if list, _ := os.ReadDir(filepath.Dir(path)); len(list) != 1 {
			t.Errorf("left: %v", list)
		}
	}
}
