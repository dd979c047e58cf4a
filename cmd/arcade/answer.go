package main

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"
)

// answer prints what a command found out, as one JSON object or for people.
func answer(cmd *cobra.Command, asJSON bool, found any, write func(io.Writer) error) error {
	if asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(found)
	}
	return write(cmd.OutOrStdout())
}
