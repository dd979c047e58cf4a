package lab

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
)

// solveReport prints deals as they are solved.
type solveReport interface {
	add(solved) error
	// end prints the lines after the last deal.
	end() error
}

// solveJSON prints an object for each deal.
type solveJSON struct {
	enc *json.Encoder
	k   *klondikeSolve
}

func newSolveJSON(out io.Writer, k *klondikeSolve) solveJSON {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false) // moves have a > in them
	return solveJSON{enc, k}
}

// solvedDeal is the JSON of a deal.
type solvedDeal struct {
	*codedDeal
	DealID string `json:"deal_id"`
	// Seed is absent for a deck from a file.
	Seed   string            `json:"seed,omitempty"`
	Status games.SolveStatus `json:"status"`
	// Moves lead to the win; empty if none was found.
	Moves []games.Action `json:"moves"`
	// Nodes is the number of searched states.
	Nodes   int64   `json:"nodes"`
	Seconds float64 `json:"seconds"`
	// MinMoves is the smallest known number of moves, Proof "proven" or "at most", MinBound a lower
	// bound. They are absent without --least.
	MinMoves int    `json:"min_moves,omitempty"`
	Proof    string `json:"min_moves_proof,omitempty"`
	MinBound int    `json:"min_moves_bound,omitempty"`
}

// codedDeal has the members of a deal by its game code.
type codedDeal struct {
	Code string `json:"code"`
	ID   string `json:"dealId"`
	klondike.Rules
}

func proof(l *solver.LeastMoves) string {
	if l.Proven {
		return "proven"
	}
	return "at most"
}

func (r solveJSON) add(s solved) error {
	moves := s.Moves
	if moves == nil {
		moves = []games.Action{}
	}
	d := solvedDeal{DealID: s.id, Seed: s.seed, Status: s.Status, Moves: moves, Nodes: s.Nodes, Seconds: microseconds(s.took)}
	if r.k.code != "" {
		d.codedDeal = &codedDeal{r.k.code, s.id, r.k.rules}
	}
	if s.least != nil {
		d.MinMoves, d.Proof, d.MinBound = s.least.Moves, proof(s.least), s.least.Bound
	}
	return r.enc.Encode(d)
}

func (solveJSON) end() error { return nil }

// microseconds returns a time in seconds, rounded to microseconds.
func microseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e6 }

// solveText prints a line for each deal, the moves of a single deal, and a summary of several.
type solveText struct {
	out    *bufio.Writer
	single bool

	count map[games.SolveStatus]int
	times []float64 // seconds
	nodes []float64
}

// statusWords are the words for a status in the readable lines.
var statusWords = map[games.SolveStatus]string{
	games.Solvable: "solvable", games.Unsolvable: "proven unsolvable", games.Unsolved: "undecided",
}

func (r *solveText) add(s solved) error {
	if r.count == nil {
		r.count = map[games.SolveStatus]int{}
	}
	r.count[s.Status]++
	r.times = append(r.times, s.took.Seconds())
	r.nodes = append(r.nodes, float64(s.Nodes))
	length := ""
	if s.Status == games.Solvable {
		length = fmt.Sprintf("%d moves", len(s.Moves))
	}
	if s.least != nil {
		length += fmt.Sprintf(" (least: %s %d, at least %d)", proof(s.least), s.least.Moves, s.least.Bound)
	}
	fmt.Fprintf(r.out, "%-12s  %-17s  %9s  %9d nodes  %9.6f s  %s\n", s.name, statusWords[s.Status], length, s.Nodes, microseconds(s.took), s.id)
	if r.single && len(s.Moves) > 0 {
		r.moves(s.Moves)
	}
	return r.out.Flush()
}

// moves prints the moves in lines of up to 80 cells.
func (r *solveText) moves(list []games.Action) {
	line := ""
	for _, a := range list {
		if len(line)+1+len(a) > 80 {
			fmt.Fprintln(r.out, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += string(a)
	}
	fmt.Fprintln(r.out, line)
}

func (r *solveText) end() error {
	if n := len(r.times); n > 1 {
		var parts []string
		for _, s := range []games.SolveStatus{games.Solvable, games.Unsolvable, games.Unsolved} {
			parts = append(parts, fmt.Sprintf("%d %s (%.1f %%)", r.count[s], statusWords[s], 100*float64(r.count[s])/float64(n)))
		}
		fmt.Fprintf(r.out, "\n%d deals: %s\n", n, strings.Join(parts, ", "))
		t, k := spreadOf(r.times), spreadOf(r.nodes)
		fmt.Fprintf(r.out, "seconds  mean %9.6f  median %9.6f  95 %% %9.6f  most %9.6f\n", t.mean, t.median, t.p95, t.most)
		fmt.Fprintf(r.out, "nodes    mean %9.0f  median %9.0f  95 %% %9.0f  most %9.0f\n", k.mean, k.median, k.p95, k.most)
	}
	return r.out.Flush()
}

// spreads summarizes a list of figures.
type spreads struct{ mean, median, p95, most float64 }

// spreadOf computes them. A percentile is the smallest value that enough others do not exceed.
func spreadOf(list []float64) spreads {
	sorted := slices.Sorted(slices.Values(list))
	at := func(share float64) float64 { return sorted[int(math.Ceil(share*float64(len(sorted))))-1] }
	sum := 0.0
	for _, v := range sorted {
		sum += v
	}
	return spreads{sum / float64(len(sorted)), at(0.5), at(0.95), sorted[len(sorted)-1]}
}
