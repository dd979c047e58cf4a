package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is stamped by the build: -ldflags "-X main.version=v1.2.3". Without
// it the module's own version and revision are told.
var version string

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "arcade "+versionLine())
			return err
		},
	}
}

// versionLine is the version with the revision it was built from.
func versionLine() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return cmp.Or(version, "unknown")
	}
	line := cmp.Or(version, info.Main.Version, "(devel)")
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
