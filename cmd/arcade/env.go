package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// variable is the environment variable of a flag: ARCADE_LOG_LEVEL of --log-level.
func variable(flag string) string {
	return "ARCADE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment sets every flag that was not given from its variable, where that is not empty.
func fromEnvironment(flags *pflag.FlagSet, lookup func(string) (string, bool)) error {
	var err error
	flags.VisitAll(func(f *pflag.Flag) {
		value, ok := lookup(variable(f.Name))
		if err != nil || f.Changed || !ok || value == "" || f.Name == "help" || f.Name == "version" {
			return
		}
		if e := flags.Set(f.Name, value); e != nil {
			err = fmt.Errorf("%s: %w", variable(f.Name), e)
		}
	})
	return err
}
