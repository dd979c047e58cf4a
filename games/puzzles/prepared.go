package puzzles

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"arcade/games"
)

// Made is a puzzle with its match up to it.
type Made struct {
	Setup  games.Setup    `json:"setup"`
	Plies  []games.Action `json:"plies"`
	Puzzle games.Puzzle   `json:"puzzle"`
}

// PerMatch limits the puzzles of one match.
const PerMatch = 2

// Match plays a match between bots, and returns its puzzles.
func Match(g games.Game, z games.Puzzler, seed string, stop func() bool) ([]Made, error) {
	setup, plies, err := BotMatch(g, seed, stop)
	if err != nil {
		return nil, err
	}
	found, err := Find(z, setup, plies, PerMatch, stop)
	if err != nil {
		return nil, err
	}
	list := make([]Made, 0, len(found))
	for _, f := range found {
		list = append(list, Made{setup, plies[:f.Ply:f.Ply], f.Puzzle})
	}
	return list, nil
}

// maxFutile is the number of matches in a row without a puzzle to add after which Prepare gives up.
const maxFutile = 2000

// Prepare searches one match after the other until it has n puzzles, all distinct. At most half of them are
// equally hard to guess, so that they suit players of different strength. Match i has the seed seed(i).
func Prepare(g games.Game, z games.Puzzler, n int, seed func(i int) string, stop func() bool) (list []Made, err error) {
	keys, alike := map[string]bool{}, map[float64]int{}
	for i, futile := 0, 0; len(list) < n; i++ {
		found, err := Match(g, z, seed(i), stop)
		if err != nil {
			return nil, err
		}
		if futile++; futile > maxFutile {
			return nil, fmt.Errorf("puzzles: %s has only %d of %d", g.Info().Name, len(list), n)
		}
		for _, m := range found {
			luck := m.Puzzle.Luck()
			if keys[m.Puzzle.Key] || alike[luck] >= (n+1)/2 || len(list) == n {
				continue
			}
			keys[m.Puzzle.Key], futile = true, 0
			alike[luck]++
			list = append(list, m)
		}
	}
	return list, nil
}

// prepared has the puzzles that the program brings along, a file for each game. "arcade puzzles prepare"
// writes them.
//
//go:embed prepared
var prepared embed.FS

// fileOf returns the name of a game's file.
func fileOf(game string) string { return game + ".jsonl.gz" }

// Prepared returns the puzzles that the program brings along for a game, none for a game without a file.
func Prepared(game string) (list []Made, err error) {
	data, err := prepared.ReadFile("prepared/" + fileOf(game))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	lines, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("puzzles of %s: %w", game, err)
	}
	for in := json.NewDecoder(bufio.NewReader(lines)); in.More(); {
		var m Made
		if err := in.Decode(&m); err != nil {
			return nil, fmt.Errorf("puzzles of %s: %w", game, err)
		}
		list = append(list, m)
	}
	return list, nil
}

// File returns the name of a game's file of prepared puzzles, and its content: compressed, a puzzle a line.
func File(game string, list []Made) (name string, data []byte, err error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return "", nil, err
	}
	for _, m := range list {
		if err := json.NewEncoder(w).Encode(m); err != nil {
			return "", nil, fmt.Errorf("puzzles of %s: %w", game, err)
		}
	}
	if err := w.Close(); err != nil {
		return "", nil, err
	}
	return fileOf(game), out.Bytes(), nil
}
