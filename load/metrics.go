package load

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// actionsMetric counts the actions of games that an arcade has stored, by game and kind of player.
const actionsMetric = "arcade_actions_total"

// actions gets from an arcade the number of stored actions since its start, by kind of player. It returns
// nil for an empty url.
func actions(ctx context.Context, url string) (map[string]float64, error) {
	if url == "" {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("metrics: %s", resp.Status)
	}
	return parseActions(resp.Body)
}

// parseActions reads the counter from Prometheus' text format. Its labels contain no braces or quotes.
func parseActions(r io.Reader) (map[string]float64, error) {
	by := map[string]float64{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		rest, ok := strings.CutPrefix(lines.Text(), actionsMetric+"{")
		if !ok {
			continue
		}
		labels, value, _ := strings.Cut(rest, "}")
		n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil {
			return nil, fmt.Errorf("metrics: bad line %q", lines.Text())
		}
		_, who, _ := strings.Cut(labels, `by="`)
		who, _, _ = strings.Cut(who, `"`)
		by[who] += n
	}
	if len(by) == 0 {
		return nil, fmt.Errorf("metrics: no %s", actionsMetric)
	}
	return by, lines.Err()
}
