package othello

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"arcade/games"
)

// Formats lists the formats of [Game.Export].
func (Game) Formats() []string { return []string{"ggf"} }

// Export writes a match as GGF, the only format.
func (Game) Export(format string, r games.Record) (string, error) {
	if format != "ggf" {
		return "", fmt.Errorf("othello has no format %.20q", format)
	}
	return GGF(r)
}

// GGF writes one game in the Generic Game Format of the Generic Game Server
// (https://skatgame.net/mburo/ggsa/ggf): the moves with their seconds, a forced pass as "pa", the result as
// black's discs less white's. The error names a ply that is not legal.
//
// The format lacks words for some results. A win by resignation, on time or because the opponent left is
// written as 64 discs with its suffix (r, t, l), an agreed draw as 0 with s, a game in play or aborted as
// "?". It has no notation for a time by the move, so TI is left out.
func GGF(r games.Record) (string, error) {
	if len(r.Names) != 2 {
		return "", fmt.Errorf("othello: %d names, want 2", len(r.Names))
	}
	pos := position{State: Opening()}
	var moves strings.Builder
	since := r.Started
	for i, p := range r.Plies {
		if p.Seat != games.Seat(pos.Turn) {
			return "", fmt.Errorf("ply %d: seat %d is not on turn", i+1, p.Seat)
		}
		color, text := "BW"[pos.Turn], string(p.Action)
		if p.Action == Pass {
			text = "pa"
		}
		if _, err := pos.Apply(p.Action); err != nil {
			return "", fmt.Errorf("ply %d: %w", i+1, err)
		}
		fmt.Fprintf(&moves, "%c[%s", color, text)
		if took := p.At - since; took > 0 && !p.Forced {
			fmt.Fprintf(&moves, "//%d.%02d", took/1000, took%1000/10)
		}
		moves.WriteByte(']')
		since = p.At
	}

	var b strings.Builder
	field := func(name, value string) { fmt.Fprintf(&b, "%s[%s]", name, escape(value)) }
	b.WriteString("(;")
	field("GM", "Othello")
	field("PC", r.Place)
	field("DT", time.UnixMilli(r.Started).UTC().Format("2006.01.02_15:04:05.UTC"))
	field("PB", r.Names[Black])
	field("PW", r.Names[White])
	field("RE", outcome(pos.State, r.Result))
	if c := r.Control; !c.Untimed() && c.PerMove == 0 {
		field("TI", clock(c.Base)+"/"+clock(c.Increment)+"/00:00")
	}
	field("TY", "8")
	field("BO", start())
	b.WriteString(moves.String())
	b.WriteString(";)")
	return b.String(), nil
}

// start returns the opening in GGF's letters: * black, O white, row by row, black to move.
func start() string {
	s := Opening()
	text := strings.ReplaceAll(s.Text(s.Turn), "X", "*")
	var b strings.Builder
	b.WriteByte('8')
	for row := 0; row < 64; row += 8 {
		b.WriteString(" " + text[row:row+8])
	}
	return b.String() + " *"
}

func outcome(s State, r *games.Result) string {
	if r == nil || r.Reason == games.Aborted {
		return "?"
	}
	score, suffix := 0, ""
	if r.Winner == games.Seat(Black) {
		score = 64
	} else if r.Winner == games.Seat(White) {
		score = -64
	}
	switch r.Reason {
	case games.Resigned:
		suffix = ":r"
	case games.TimedOut:
		suffix = ":t"
	case games.Abandoned:
		suffix = ":l"
	case games.Agreed:
		suffix = ":s"
	default:
		black, white := s.discs()
		score = black - white
	}
	return fmt.Sprintf("%+.2f%s", float64(score), suffix)
}

// clock writes ms as mm:ss or h:mm:ss.
func clock(ms int64) string {
	s := ms / 1000
	if s < 3600 {
		return fmt.Sprintf("%02d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// escape makes text fit between brackets: it drops control characters, and puts a backslash before
// characters that would end the field early.
func escape(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(text)
}
