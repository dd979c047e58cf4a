package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"arcade/cmd/arcade/cli"
	"arcade/games"
	"arcade/lobby/check"
	"arcade/store"
	"arcade/store/bolt"
)

// NewCheck returns the command that checks a database; reg has the games of its matches.
func NewCheck(reg *games.Registry) *cobra.Command {
	var data, at string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [FILE]",
		Short: "Check a database or a backup: fold every log and compare the results with the records",
		Long: "Check the database of the data folder, or FILE, a backup. Every log is folded, every finished match is\n" +
			"settled again, and ratings, boards, statistics and indexes are compared with the results. The exit\n" +
			"status is 1 if something does not agree.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := StoreAt(at, data)
			if len(args) > 0 {
				path = args[0]
			}
			shown := Redacted(path)
			r := checkReport{File: shown, Findings: []store.Finding{}}
			if !asJSON {
				r.out = cmd.OutOrStdout()
			}
			err := r.run(cmd.Context(), reg, path, checkProgress(cmd.ErrOrStderr()))
			if errors.Is(err, store.ErrInUse) && len(args) == 0 {
				return fmt.Errorf("%w: while the server runs, check a backup: arcade backup FILE, then arcade check FILE", err)
			}
			if errors.Is(err, store.ErrOlder) {
				return fmt.Errorf("%w: the server upgrades it when it starts; it can be checked after that", err)
			}
			if err != nil {
				return err
			}
			if asJSON {
				e := json.NewEncoder(cmd.OutOrStdout())
				e.SetIndent("", "  ")
				if err := e.Encode(r); err != nil {
					return err
				}
			} else {
				fmt.Fprintf(r.out, "%s: version %d, %d players, %d finished matches, %d unfinished, %d entries, %d rows, %d notes: %s\n",
					shown, r.Version, r.Players, r.Done, r.Unfinished, r.Entries, r.Rows, r.Notes, r.verdict())
			}
			if r.Found > 0 {
				return fmt.Errorf("check %s: %s", shown, r.verdict())
			}
			return nil
		},
	}
	dataFlag(cmd, &data)
	StoreFlag(cmd.Flags(), &at)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// maxFindings limits the findings in the JSON. All findings are counted.
const maxFindings = 1000

// checkReport is the result of a check.
type checkReport struct {
	File    string `json:"file"`
	Version int    `json:"version"`
	// HostKey reports whether the file is a backup with a host key in it.
	HostKey bool `json:"host_key"`
	check.Counts
	Found    int             `json:"found"`
	Findings []store.Finding `json:"findings"`

	out io.Writer // gets each finding at once; nil for no output
}

func (r *checkReport) add(f store.Finding) {
	if r.Found++; r.Found <= maxFindings {
		r.Findings = append(r.Findings, f)
	}
	if r.out != nil {
		fmt.Fprintln(r.out, f)
	}
}

func (r *checkReport) verdict() string {
	switch r.Found {
	case 0:
		return "everything agrees"
	case 1:
		return "1 thing does not agree"
	}
	return fmt.Sprintf("%d things do not agree", r.Found)
}

// run checks the file or database at path.
func (r *checkReport) run(ctx context.Context, reg *games.Registry, path string, progress func(done, of int)) error {
	f, err := openArchive(path)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	defer f.Close()
	sound, err := f.Check(r.add)
	if err != nil {
		return fmt.Errorf("check %s: %w", r.File, err)
	}
	if !sound {
		return nil
	}
	if r.Version, err = f.Version(); err != nil {
		return fmt.Errorf("check %s: %w", r.File, err)
	}
	if file, ok := f.(*bolt.File); ok && file.Attached(HostKeyFile) != nil {
		r.HostKey = true
		key := file.Attached(HostKeyFile)
		if _, err := gossh.ParsePrivateKey(key); err != nil {
			r.add(store.Finding{Kind: "host key", Problem: err.Error()})
		}
	}
	r.Counts, err = check.Check(ctx, f, check.Config{Games: reg, Report: r.add, Progress: progress})
	if err != nil && ctx.Err() == nil && r.Found > 0 { // an unreadable record, which was reported
		r.add(store.Finding{Kind: "file", Problem: "the logs cannot be checked: " + err.Error()})
		return nil
	}
	if err != nil {
		return fmt.Errorf("check %s: %w", r.File, err)
	}
	return nil
}

// checkProgress shows the progress of a check on a terminal, and nothing elsewhere.
func checkProgress(w io.Writer) func(done, of int) {
	if !cli.IsTerminal(w) {
		return nil
	}
	return func(done, of int) {
		if done < of {
			fmt.Fprintf(w, "\r%d of %d matches", done, of)
		} else {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
}
