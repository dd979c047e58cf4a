package cli

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// foreign matches variables of others: of the compose files, of the arcade's own child processes and tests,
// and of Kubernetes for a service named arcade.
var foreign = regexp.MustCompile(`^ARCADE_(VERSION|GUARDED|WALK_SEED|TEST_.*|PORT|PORT_\d.*|SERVICE_HOST|SERVICE_PORT.*)$`)

// near is the largest number of edits between a mistyped variable and the one that is meant; in short ones
// it is a third of the characters.
const near = 2

// Unknown returns a sentence for each ARCADE_ variable of an environment that no command below root reads.
// It is no error: an older version may meet a newer one's variable.
func Unknown(root *cobra.Command, environ []string) (said []string) {
	known := map[string]bool{}
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		add := func(f *pflag.Flag) { known[Variable(f.Name)] = true }
		cmd.Flags().VisitAll(add)
		cmd.PersistentFlags().VisitAll(add)
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(root)
	known[Variable("help")] = true // cobra adds it later
	for _, kv := range environ {
		name, _, _ := strings.Cut(kv, "=")
		if !strings.HasPrefix(name, "ARCADE_") || known[name] || foreign.MatchString(name) {
			continue
		}
		line := name + " is not a setting"
		best, least := "", min(near, (len(name)-len("ARCADE_"))/3)+1
		for k := range known {
			if n := edits(name, k); n < least || n == least && k < best {
				best, least = k, n
			}
		}
		if best != "" {
			line = fmt.Sprintf("%s: did you mean %s?", line, best)
		}
		said = append(said, line)
	}
	return said
}

// edits returns the number of characters to add, remove, change or swap with their neighbour to turn a
// into b.
func edits(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
