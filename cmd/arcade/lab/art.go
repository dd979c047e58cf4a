package lab

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"arcade/sessions/art"
)

// NewArt returns "art", which shows pictures in cells.
func NewArt() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "art",
		Short: "Show pictures of games that people edit as text",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "show FILE...",
		Short: "Show the pictures of files, in 24-bit colours",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				list, err := art.Parse(string(text))
				if err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
				if err := art.Show(cmd.OutOrStdout(), list); err != nil {
					return err
				}
			}
			return nil
		},
	})
	return cmd
}
