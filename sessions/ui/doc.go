// Package ui is the drawing kit of the screens: a canvas of cells that also records the messages of clicks,
// tokens for looks, two sets of symbols, one measure of width, keys that are the same on a Latin and a
// Korean keyboard, and the probe for a terminal's abilities.
//
// A screen is drawn anew for each frame, from its state alone, in the present size, language and glyphs.
// Only the canvas's memory is kept between frames.
package ui
