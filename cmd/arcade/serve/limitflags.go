package serve

import (
	"fmt"
	"net/netip"
	"time"

	"github.com/spf13/pflag"

	"arcade/lobby/arenas"
	"arcade/server"
)

// playFlags are the limits of serve on what players do.
type playFlags struct {
	keyRate, seats, games, chatLines int
	chatTime                         time.Duration
	arenas                           []string
}

const (
	// leastIdle and leastKeys are the smallest limits with which people can play.
	leastIdle, leastKeys = 2 * time.Minute, 20
	// leaveTime is the time that screens need to close after the countdown.
	leaveTime = 500 * time.Millisecond
)

func (f *serveFlags) addLimits(flags *pflag.FlagSet) {
	flags.IntVar(&f.limits.PerPlayer, "max-player-sessions", 8, "screens and commands of one player at once; guests of one address share --max-per-address")
	flags.IntVar(&f.limits.ConnectRate, "connect-rate", 60, "connections a minute from one address; 0: unlimited")
	flags.IntVar(&f.limits.LoginRate, "login-rate", 50, "logins that may begin each second, over all connections; 0: unlimited")
	flags.Float64Var(&f.workShare, "work-share", 0.25, "share of one processor for the commands and screens of one address in the long run; 0: unlimited")
	flags.IntVar(&f.play.keyRate, "key-rate", 100, "keys a second for one screen; more wait, and a client that goes on is disconnected; 0: unlimited")
	flags.IntVar(&f.play.seats, "max-seats", 5, "open seats of one player")
	flags.IntVar(&f.play.games, "max-games", 60, "unfinished games of one player")
	flags.IntVar(&f.play.chatLines, "chat-lines", 4, "chat lines of one person at a table within --chat-time")
	flags.DurationVar(&f.play.chatTime, "chat-time", 8*time.Second, "the period of --chat-lines")
	flags.StringSliceVar(&f.play.arenas, "arena", nil, "a weekly or daily arena, \"DAY HH:MM GAME [RULES] [CONTROL] [LENGTH] [nobots]\" in UTC; may be given again")
	flags.StringVar(&f.shared, "shared-network", "", "networks that strangers share, such as a school's: games within one can be rated; ADDRESS/BITS,…")
	flags.StringVar(&f.proxies, "proxy-protocol", "", "networks of the proxies through which everybody comes, with PROXY headers; ADDRESS/BITS,…")
}

// share returns --work-share in the form of [turns.Limits].
func (f serveFlags) share() float64 {
	if f.workShare == 0 {
		return -1
	}
	return f.workShare
}

// checkLimits checks the limits on players that are not plain numbers.
func (f *serveFlags) checkLimits() error {
	if f.play.keyRate != 0 && f.play.keyRate < leastKeys {
		return fmt.Errorf("bad --key-rate %d: want 0, or %d or more", f.play.keyRate, leastKeys)
	}
	if _, err := f.play.schedule(); err != nil {
		return err
	}
	if f.play.chatTime < time.Second {
		return fmt.Errorf("bad --chat-time %v: want 1s or more", f.play.chatTime)
	}
	if f.idle != 0 && f.idle < leastIdle {
		return fmt.Errorf("bad --idle %v: want 0, or %v or more", f.idle, leastIdle)
	}
	return nil
}

// trusted returns the networks of --proxy-protocol, nil if the flag was not given. An empty value is an
// error, because a slip would turn a trusted setup into an open one.
func (f *serveFlags) trusted(given bool) ([]netip.Prefix, error) {
	if !given {
		return nil, nil
	}
	networks, err := server.ParseProxies(f.proxies)
	if err != nil {
		return nil, fmt.Errorf("bad --proxy-protocol: %w", err)
	}
	return networks, nil
}

// schedule returns --arena as plans.
func (f playFlags) schedule() (plans []arenas.Plan, err error) {
	for _, line := range f.arenas {
		p, err := arenas.ParsePlan(line)
		if err != nil {
			return nil, fmt.Errorf("bad --arena: %w", err)
		}
		plans = append(plans, p)
	}
	return plans, nil
}
