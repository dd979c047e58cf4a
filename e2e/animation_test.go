package e2e

import (
	"fmt"
	"strings"
	"time"

	"arcade/sessions/picture"
)

// still is a picture of the terminal, with its start time.
type still struct {
	picture.Picture
	from time.Duration
}

// shoot collects the terminal's pictures for a time d, one after each change.
func (c *client) shoot(d time.Duration) (list []still) {
	start := time.Now()
	for last := ""; time.Since(start) < d; time.Sleep(30 * time.Millisecond) {
		p := c.picture()
		if svg := p.SVG(); svg != last {
			last = svg
			list = append(list, still{p, time.Since(start)})
		}
	}
	return list
}

// animated returns an SVG that draws, for each picture, the cells that differ from the previous one over
// it. A style sheet shows them from their time on, in a loop.
func animated(list []still, total time.Duration) string {
	var b, css strings.Builder
	head, body, _ := strings.Cut(list[0].SVG(), ">")
	b.WriteString(strings.TrimSuffix(strings.TrimSpace(body), "</svg>"))
	for i, s := range list[1:] {
		before := list[i].Picture
		differs := s.Picture
		differs.Ground = 1 << 24 // no cell has this ground, so each is drawn
		differs.At = func(x, y int) picture.Cell {
			if now := s.At(x, y); now != before.At(x, y) || x > 0 && now.Width == 0 && s.At(x-1, y) != before.At(x-1, y) {
				return now
			}
			return picture.Cell{}
		}
		_, body, _ := strings.Cut(differs.SVG(), ">")
		_, body, _ = strings.Cut(body, "/>") // the common ground
		fmt.Fprintf(&b, "<g class=\"f\" style=\"animation-name:k%d\">%s</g>\n", i, strings.TrimSuffix(strings.TrimSpace(body), "</svg>"))
		at := 100 * float64(s.from) / float64(total)
		fmt.Fprintf(&css, "@keyframes k%d{0%%,%.2f%%{opacity:0}%.2f%%,100%%{opacity:1}}\n", i, at-0.01, at)
	}
	return fmt.Sprintf("%s><style>.f{opacity:0;animation-duration:%.1fs;animation-iteration-count:infinite;animation-timing-function:step-end}\n%s</style>\n%s</svg>\n",
		head, total.Seconds(), css.String(), b.String())
}
