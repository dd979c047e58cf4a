// Package ui is the kit that screens are drawn with: a canvas of cells that also
// records what a click on them means, tokens for looks, two sets of symbols, one
// measure of width, keys that are the same on a Latin and a Korean keyboard, and
// the probe that finds out what a terminal can show.
//
// A screen is drawn anew for each frame, from its state alone, at the size, in
// the language and the glyphs of the moment; nothing of a frame is kept but the
// canvas's memory.
package ui
