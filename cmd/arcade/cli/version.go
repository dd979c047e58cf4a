package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"arcade/store/bolt"
)

// Stamp is the version that the build stamped on main. If it is empty, the module's version and revision
// are shown.
var Stamp string

// NewVersion returns the command that prints the version.
func NewVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program and of its files",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "arcade %s\nreads files of the versions 1 to %d, writes %[2]d\n", VersionLine(), bolt.Version())
			return err
		},
	}
}

// VersionLine returns the version with the revision from which it was built.
func VersionLine() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return cmp.Or(Stamp, "unknown")
	}
	line := cmp.Or(Stamp, info.Main.Version, "(devel)")
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if rev := settings["vcs.revision"]; rev != "" {
		line += " " + rev[:min(len(rev), 12)]
		if settings["vcs.modified"] == "true" {
			line += " (modified)"
		}
	}
	return line + " " + runtime.Version()
}
