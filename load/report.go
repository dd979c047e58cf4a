package load

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// Report is the result of a run. Times are in seconds unless stated otherwise.
type Report struct {
	Target    string  `json:"target"`
	Play      string  `json:"play"`
	Size      string  `json:"size"`
	Colours   Colours `json:"colours"`
	Asked     int     `json:"asked"`
	Rate      float64 `json:"rate"` // sessions a second, as configured; 0 for as fast as possible
	Parallel  int     `json:"parallel"`
	KeysEvery float64 `json:"keys_every"`
	// Opened counts the opened sessions. Failed counts sessions that could not be opened, Lost sessions
	// that ended by themselves later, both by reason.
	Opened int            `json:"opened"`
	Failed map[string]int `json:"failed"`
	Lost   map[string]int `json:"lost"`
	// Empty is the state of the server's process before the first session, nil if unknown.
	Empty   *Process `json:"empty"`
	Connect Connect  `json:"connect"`
	Stages  []Stage  `json:"stages"`
}

// Connect describes the opening of the sessions.
type Connect struct {
	Usage
	PerSecond float64 `json:"per_second"`
	// Latency is the time from the dial to the first screen.
	Latency Quantiles `json:"latency"`
	// Frames counts the frames of all screens meanwhile: a few for each session, if other sessions'
	// openings do not change it.
	Frames int64 `json:"frames"`
	// Bytes counts the bytes of all screens meanwhile: for a single session, the queries to its terminal
	// and its first frame.
	Bytes int64 `json:"bytes"`
}

// Usage is the cost of a part of a run.
type Usage struct {
	Seconds float64 `json:"seconds"`
	// Server is the state of the server's process at the end, with the CPU time used meanwhile; nil if
	// unknown. Generator is this process.
	Server    *Process `json:"server"`
	Generator Process  `json:"generator"`
	// WireBytes counts the bytes received over the network, including the SSH protocol.
	WireBytes int64 `json:"wire_bytes"`
}

// serverCPU and generatorCPU return the average number of busy cores.
func (u *Usage) serverCPU() float64 {
	if u.Server == nil || u.Seconds == 0 {
		return 0
	}
	return u.Server.CPU.Seconds() / u.Seconds
}

func (u *Usage) generatorCPU() float64 {
	if u.Seconds == 0 {
		return 0
	}
	return u.Generator.CPU.Seconds() / u.Seconds
}

// serverPerKey and generatorPerKey return the processor time of a key in milliseconds: all time used
// meanwhile, divided by the number of keys.
func (s *Stage) serverPerKey() float64 {
	if s.Server == nil || s.Keys == 0 {
		return 0
	}
	return 1000 * s.Server.CPU.Seconds() / float64(s.Keys)
}

func (s *Stage) generatorPerKey() float64 {
	if s.Keys == 0 {
		return 0
	}
	return 1000 * s.Generator.CPU.Seconds() / float64(s.Keys)
}

// wirePerKey returns the bytes received over the network for a key, including unasked frames.
func (s *Stage) wirePerKey() float64 {
	if s.Keys == 0 {
		return 0
	}
	return float64(s.WireBytes) / float64(s.Keys)
}

// Stage is a part of a run in which all sessions do the same.
type Stage struct {
	Name string `json:"name"`
	Usage
	// Sessions counts the sessions at the beginning of the stage.
	Sessions int `json:"sessions"`
	// Keys counts the written keys. Sure counts the keys that had to change the screen. Missed counts the
	// sure keys without an answer.
	Keys   int64 `json:"keys"`
	Sure   int64 `json:"sure_keys"`
	Missed int64 `json:"missed"`
	// Chaff counts the pings around the keys.
	Chaff int64 `json:"chaff,omitempty"`
	// First and Last are the times from a sure key to the first and the last bytes of its answer.
	First Quantiles `json:"first_byte"`
	Last  Quantiles `json:"last_byte"`
	// Late is the delay of keys after their due time.
	Late Quantiles `json:"late"`
	// Bytes, Frames and Unasked count all screens. A frame is unasked if no key waited for an answer.
	Bytes   int64 `json:"bytes"`
	Frames  int64 `json:"frames"`
	Unasked int64 `json:"unasked_frames"`
	// AnswerMean and AnswerP99 are the sizes of an answer to a sure key, in bytes.
	AnswerMean float64 `json:"answer_bytes_mean"`
	AnswerP99  int     `json:"answer_bytes_p99"`
	// Actions is the rate of stored actions a second, by kind of player; nil if it was not measured.
	Actions map[string]float64 `json:"actions_per_second,omitempty"`
}

func (s *Stage) count(t tally) {
	s.Keys, s.Sure, s.Missed = t.keys, t.sure, t.missed
	s.First, s.Last = quantiles(t.firsts), quantiles(t.lasts)
	s.Bytes, s.Frames, s.Unasked = t.bytes, t.frames, t.unasked
	slices.Sort(t.sizes)
	s.AnswerP99 = rank(t.sizes, 99)
	if len(t.sizes) > 0 {
		sum := 0
		for _, n := range t.sizes {
			sum += n
		}
		s.AnswerMean = float64(sum) / float64(len(t.sizes))
	}
}

// noise returns the chance that the first bytes after a key were not its answer but an unasked frame:
// unasked frames a session and second, times the median wait.
func (s *Stage) noise() float64 {
	if s.Sessions == 0 || s.Seconds == 0 {
		return 0
	}
	return float64(s.Unasked) / float64(s.Sessions) / s.Seconds * s.First.P50.Seconds()
}

// perFrame returns the mean size of a frame in bytes, including unasked frames.
func (s *Stage) perFrame() float64 {
	if s.Frames == 0 {
		return 0
	}
	return float64(s.Bytes) / float64(s.Frames)
}

// sessionRSS returns the server's memory for one session in bytes: the growth since before the first
// session, divided by the number of sessions; 0 if unknown.
func (r *Report) sessionRSS(u Usage, sessions int) float64 {
	if r.Empty == nil || u.Server == nil || sessions == 0 {
		return 0
	}
	return float64(u.Server.RSS-r.Empty.RSS) / float64(sessions)
}

// Print writes the report for a person.
func (r *Report) Print(w io.Writer) {
	fmt.Fprintf(w, "%s: %d sessions of %s, %s colours, play %s\n", r.Target, r.Asked, r.Size, r.Colours, r.Play)
	fmt.Fprintf(w, "\nopened      %d in %.1f s, %.0f a second\n", r.Opened, r.Connect.Seconds, r.Connect.PerSecond)
	reasons(w, "failed", r.Failed)
	reasons(w, "lost", r.Lost)
	if r.Opened > 0 {
		fmt.Fprintf(w, "first screen %s\n", r.Connect.Latency)
		fmt.Fprintf(w, "a session   %.1f frames and %.0f bytes while the others came in\n",
			float64(r.Connect.Frames)/float64(r.Opened), float64(r.Connect.Bytes)/float64(r.Opened))
	}
	if r.Empty != nil {
		fmt.Fprintf(w, "empty       %s\n", mib(r.Empty.RSS))
	}
	r.printUsage(w, r.Connect.Usage, r.Opened)
	for i := range r.Stages {
		s := &r.Stages[i]
		fmt.Fprintf(w, "\n%s: %d sessions, %.1f s\n", s.Name, s.Sessions, s.Seconds)
		if s.Sure > 0 {
			fmt.Fprintf(w, "first byte  %s\nlast byte   %s\n", s.First, s.Last)
			fmt.Fprintf(w, "keys        %d, %.0f a second; %d must be answered, %d were not; %.2f %% of the answers may be other frames\n",
				s.Keys, float64(s.Keys)/s.Seconds, s.Sure, s.Missed, 100*s.noise())
			fmt.Fprintf(w, "an answer   %.0f bytes, p99 %d; %.0f bytes on the wire a key\n", s.AnswerMean, s.AnswerP99, s.wirePerKey())
			if s.Server != nil {
				fmt.Fprintf(w, "server      %.3f ms of processor a key\n", s.serverPerKey())
			}
			if s.Chaff > 0 {
				fmt.Fprintf(w, "chaff       %d pings, %.0f a second, %.0f a key\n", s.Chaff, float64(s.Chaff)/s.Seconds, float64(s.Chaff)/float64(s.Keys))
			}
			fmt.Fprintf(w, "generator   %.3f ms of processor a key; keys late by %s\n", s.generatorPerKey(), s.Late)
		}
		for _, by := range slices.Sorted(maps.Keys(s.Actions)) {
			fmt.Fprintf(w, "actions     %.1f a second, by %s\n", s.Actions[by], by)
		}
		n := float64(max(s.Sessions, 1)) * s.Seconds
		fmt.Fprintf(w, "a session   %.2f frames a second, %.2f of them unasked; %.0f bytes a frame; %.0f bytes a second, %.0f on the wire\n",
			float64(s.Frames)/n, float64(s.Unasked)/n, s.perFrame(), float64(s.Bytes)/n, float64(s.WireBytes)/n)
		r.printUsage(w, s.Usage, s.Sessions)
	}
}

func (r *Report) printUsage(w io.Writer, u Usage, sessions int) {
	if u.Server != nil {
		fmt.Fprintf(w, "server      %s, at most %s; %.0f KiB a session; %.3f cores, %.3f ms a second and session\n",
			mib(u.Server.RSS), mib(u.Server.Peak), r.sessionRSS(u, sessions)/1024, u.serverCPU(), 1000*u.serverCPU()/float64(max(sessions, 1)))
	}
	fmt.Fprintf(w, "generator   %.3f cores, %s; %.0f KiB a session\n", u.generatorCPU(), mib(u.Generator.RSS), float64(u.Generator.RSS)/1024/float64(max(sessions, 1)))
}

func reasons(w io.Writer, what string, by map[string]int) {
	for _, why := range slices.Sorted(maps.Keys(by)) {
		fmt.Fprintf(w, "%-11s %d: %s\n", what, by[why], why)
	}
}

func mib(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
