package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"arcade/store/bolt"
)

// BackupFlags are the flags of the server's own backups.
type BackupFlags struct {
	Dir   string
	every time.Duration
	keep  int
}

func (f *BackupFlags) Bind(flags *pflag.FlagSet) {
	flags.StringVar(&f.Dir, "backup-dir", "", "folder for the backups that the server makes by itself; empty: none")
	flags.DurationVar(&f.every, "backup-every", 24*time.Hour, "time from one backup to the next")
	flags.IntVar(&f.keep, "backup-keep", 7, "how many backups to keep; the oldest are removed")
}

func (f *BackupFlags) Check() error {
	if f.every <= 0 {
		return fmt.Errorf("bad --backup-every %v: want more than 0", f.every)
	}
	if f.keep < 1 {
		return fmt.Errorf("bad --backup-keep %d: want 1 or more", f.keep)
	}
	return nil
}

// Advice returns advice about a damaged database that belongs to a data folder.
func (f *BackupFlags) Advice(data, database string) string {
	if f.Dir == "" {
		return "put a backup in its place with arcade restore FILE --force (there is no --backup-dir to look into)"
	}
	if database != StoreAt("", data) {
		data += " --store " + database
	}
	b := &Backups{BackupFlags: *f}
	list, _ := b.list(nameNow())
	for _, name := range slices.Backward(list) {
		if file := filepath.Join(f.Dir, name); bolt.Verify(file) == nil {
			return fmt.Sprintf("the newest backup that is whole is %s: arcade restore %s --data %s --force", file, file, data)
		}
	}
	return fmt.Sprintf("of %d backups in %s none is whole", len(list), f.Dir)
}

// Lost returns an error if there are backups but no database. A new database's backups would gradually
// replace the old ones.
func (f *BackupFlags) Lost(data, database string) error {
	if _, err := os.Stat(database); f.Dir == "" || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	list, _ := (&Backups{BackupFlags: *f}).list(nameNow())
	if len(list) == 0 {
		return nil
	}
	return fmt.Errorf("%s is missing, but there are backups in %s; %s (or give another --backup-dir to start without data)", database, f.Dir, f.Advice(data, database))
}

// Start makes backups with write, until ctx ends or End is called. It returns nil if the flags set no
// folder.
func (f *BackupFlags) Start(ctx context.Context, log *slog.Logger, write func(ctx context.Context, file string) error) (*Backups, error) {
	if f.Dir == "" {
		return nil, nil
	}
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("backup folder: %w", err)
	}
	b := &Backups{BackupFlags: *f, log: log, write: write, ended: make(chan struct{})}
	now := nameNow()
	list, err := b.list(now)
	if err != nil {
		return nil, fmt.Errorf("backup folder: %w", err)
	}
	if n := len(list); n > 0 && list[n-1] <= now {
		b.made(list[n-1])
	}
	ctx, b.stop = context.WithCancel(ctx)
	go func() {
		defer close(b.ended)
		b.run(ctx)
	}()
	return b, nil
}

// Backups makes backups in a folder.
type Backups struct {
	BackupFlags
	log   *slog.Logger
	write func(ctx context.Context, file string) error
	stop  context.CancelFunc
	ended chan struct{}
	at    atomic.Int64 // time of the last backup, ms since 1970; 0 for none
}

// End stops making backups, and waits briefly for the running one. A backup that is still being checked
// then leaves only a part file. On nil it does nothing.
func (b *Backups) End() {
	if b == nil {
		return
	}
	b.stop()
	select {
	case <-b.ended:
	case <-time.After(time.Second):
	}
}

// LastMade returns the method last, or nil without backups.
func (b *Backups) LastMade() func() time.Time {
	if b == nil {
		return nil
	}
	return b.last
}

// last returns the time of the last good backup, the zero time for none.
func (b *Backups) last() time.Time {
	if at := b.at.Load(); at != 0 {
		return time.UnixMilli(at)
	}
	return time.Time{}
}

// made records the time of the backup with this name.
func (b *Backups) made(name string) {
	if at, err := time.Parse(backupTime, name); err == nil {
		b.at.Store(at.UnixMilli())
	}
}

// backupRetry is the time until the next attempt after a failed backup.
const backupRetry = 5 * time.Minute

// run makes backups until ctx ends. After a start it counts the interval from the newest backup.
func (b *Backups) run(ctx context.Context) {
	wait := time.Duration(0)
	if at := b.last(); !at.IsZero() {
		wait = time.Until(at.Add(b.every))
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = b.every
		if err := b.once(ctx); err != nil && ctx.Err() == nil {
			wait = min(backupRetry, b.every)
			b.log.Error("backup failed", "folder", b.Dir, "again in", wait, "err", err)
		}
	}
}

// backupTime is the time format of the backups' names, in UTC. The names sort by time.
const backupTime = "arcade-20060102T150405Z.db"

// nameNow returns the name for a new backup.
func nameNow() string { return time.Now().UTC().Format(backupTime) }

// once makes a backup. Once the backup is good, it removes the oldest ones beyond the number to keep.
func (b *Backups) once(ctx context.Context) error {
	b.sweep()
	name := nameNow()
	if err := b.write(ctx, filepath.Join(b.Dir, name)); err != nil {
		return err
	}
	b.made(name)
	b.log.Info("backup", "file", filepath.Join(b.Dir, name))
	list, err := b.list(name)
	if err != nil {
		return err
	}
	for _, old := range list[:max(0, len(list)-b.keep)] {
		err = errors.Join(err, os.Remove(filepath.Join(b.Dir, old)))
	}
	return err
}

// list returns the names of the backups in the folder, oldest first. newest is the newest name that can be
// right. Later names come first: a clock that was ahead made them.
func (b *Backups) list(newest string) ([]string, error) {
	files, err := os.ReadDir(b.Dir)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, f := range files {
		if _, err := time.Parse(backupTime, f.Name()); err == nil && f.Type().IsRegular() {
			list = append(list, f.Name())
		}
	}
	slices.Sort(list)
	later := slices.IndexFunc(list, func(name string) bool { return name > newest })
	if later < 0 {
		return list, nil
	}
	return slices.Concat(list[later:], list[:later]), nil
}

// sweep removes part files of killed backups.
func (b *Backups) sweep() {
	files, err := os.ReadDir(b.Dir)
	if err != nil {
		return // once will report it
	}
	for _, f := range files {
		if n := f.Name(); strings.HasPrefix(n, ".arcade-") && strings.HasSuffix(n, partSuffix) {
			_ = os.Remove(filepath.Join(b.Dir, n))
		}
	}
}
