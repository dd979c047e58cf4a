package home

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/lobby/ledger"
	"arcade/server/web/klondike"
)

// NewDaily returns the command that prints the open deal of a day.
func NewDaily() *cobra.Command {
	var file, date string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "daily",
		Short: "Print the public deal of a day on a server with a given secret",
		Long: "Print the public deal of a day on a server with a given secret, without the server: the answer of GET /v1/daily.\n" +
			"The file has the secret in hex digits, or as raw bytes; a line end is ignored.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			data, err := os.ReadFile(file)
			if err != nil {
				return fmt.Errorf("bad --secret-file: %w", err)
			}
			text := strings.TrimRight(string(data), "\r\n")
			secret, err := hex.DecodeString(text)
			if err != nil {
				secret = []byte(text)
			}
			if len(secret) == 0 {
				return errors.New("bad --secret-file: it is empty")
			}
			if date == "" {
				date = ledger.Day(time.Now().UnixMilli())
			}
			from, err := time.Parse(time.DateOnly, date)
			if err != nil {
				return fmt.Errorf("bad --date %q: want YYYY-MM-DD", date)
			}
			daily := klondike.OpenDaily(secret, from)
			out := cmd.OutOrStdout()
			if !asJSON {
				_, err := fmt.Fprintf(out, "%s  %s  seed %s\n", date, daily.DealID, daily.Seed)
				return err
			}
			return json.NewEncoder(out).Encode(daily)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&file, "secret-file", "", "file with the server's secret")
	flags.StringVar(&date, "date", "", "day in UTC, YYYY-MM-DD; empty: today")
	flags.BoolVar(&asJSON, "json", false, "as GET /v1/daily answers")
	_ = cmd.MarkFlagRequired("secret-file")
	return cmd
}
