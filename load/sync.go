package load

import (
	"errors"
	"fmt"
	"os"
	"time"
)

const (
	// syncs is the number of writes to the disk. syncTime limits their total time.
	syncs    = 100
	syncTime = 5 * time.Second
)

// trySync measures the time in which the disk of a folder ("" for the folder of temporary files) takes to
// write 4 KiB durably. A new player and a stored action wait for such a write.
func trySync(dir string) (q Quantiles, err error) {
	f, err := os.CreateTemp(dir, "arcade-sync-")
	if err != nil {
		return q, fmt.Errorf("sync: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	var took []time.Duration
	page := make([]byte, 4<<10)
	for begun := time.Now(); len(took) < syncs && time.Since(begun) < syncTime; {
		start := time.Now()
		if _, err := f.WriteAt(page, 0); err != nil {
			return q, fmt.Errorf("sync: %w", err)
		}
		if err := f.Sync(); err != nil {
			return q, fmt.Errorf("sync: %w", err)
		}
		took = append(took, time.Since(start))
	}
	return quantiles(took), nil
}
