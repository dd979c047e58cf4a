package serve

import (
	"context"
	"log/slog"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"arcade/lobby"
)

// notify tells systemd, if it started this process with Type=notify, that the server is open, and that it stops once
// stopping ends. With a watchdog it reports life until ctx ends, twice in the watchdog's time, as long as the lobby
// answers: systemd starts a server anew that hangs.
func notify(ctx, stopping context.Context, l *lobby.Lobby, log *slog.Logger) {
	if sent, err := daemon.SdNotify(false, daemon.SdNotifyReady); err != nil {
		log.Warn("systemd", "err", err)
		return
	} else if !sent {
		return
	}
	context.AfterFunc(stopping, func() { _, _ = daemon.SdNotify(false, daemon.SdNotifyStopping) })
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		log.Warn("systemd", "err", err)
	}
	if every <= 0 {
		return
	}
	go func() {
		t := time.NewTicker(every / 2)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				l.Visits() // takes the lobby's locks
				_, _ = daemon.SdNotify(false, daemon.SdNotifyWatchdog)
			case <-ctx.Done():
				return
			}
		}
	}()
}
