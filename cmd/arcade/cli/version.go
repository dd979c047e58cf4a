package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Stamp is the version that the build stamped on main. If it is empty, the module's version and revision
// are shown.
var Stamp string

// NewVersion returns the command that prints the version.
func NewVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "arcade "+VersionLine())
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
