// Package cli has code that all command groups share: flags from the environment, results for people or
// as JSON, the version.
package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// Variable returns the environment variable of a flag: ARCADE_LOG_LEVEL of --log-level.
func Variable(flag string) string {
	return "ARCADE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// FromEnvironment sets every flag that was not given from its variable. It ignores empty variables.
func FromEnvironment(flags *pflag.FlagSet, lookup func(string) (string, bool)) error {
	var err error
	flags.VisitAll(func(f *pflag.Flag) {
		value, ok := lookup(Variable(f.Name))
		if err != nil || f.Changed || !ok || value == "" || f.Name == "help" || f.Name == "version" {
			return
		}
		if e := flags.Set(f.Name, value); e != nil {
			err = fmt.Errorf("%s: %w", Variable(f.Name), e)
		}
	})
	return err
}
