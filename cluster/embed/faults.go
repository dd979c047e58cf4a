//go:build faults

package embed

import (
	"os"
	"path/filepath"
	"strings"
)

// via returns the address to dial for a node's address: in a process built with -tags faults that of a cable, which
// a test can cut. The file "cables" beside the folder has a line "ADDRESS CABLE" for each.
func (n *NATS) via(addr string) string {
	text, _ := os.ReadFile(filepath.Join(filepath.Dir(n.cfg.Dir), "cables"))
	for line := range strings.Lines(string(text)) {
		if at, cable, ok := strings.Cut(strings.TrimSpace(line), " "); ok && at == addr {
			return cable
		}
	}
	return addr
}
