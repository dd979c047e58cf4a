package ui

import (
	"fmt"
	"math"
)

// xterm is the colour of an index of 16 or more in the table of 256.
func xterm(n int) [3]float64 {
	if n < 16 {
		panic(fmt.Sprint("a colour that users redefine: ", n))
	}
	if n >= 232 {
		v := float64(8+10*(n-232)) / 255
		return [3]float64{v, v, v}
	}
	n -= 16
	level := func(i int) float64 { return [...]float64{0, 95, 135, 175, 215, 255}[i] / 255 }
	return [3]float64{level(n / 36), level(n / 6 % 6), level(n % 6)}
}

// contrast is the contrast ratio of two colours, as WCAG 2 defines it.
func contrast(a, b [3]float64) float64 {
	luminance := func(c [3]float64) float64 {
		for i, v := range c {
			if v <= 0.04045 {
				c[i] = v / 12.92
			} else {
				c[i] = math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
