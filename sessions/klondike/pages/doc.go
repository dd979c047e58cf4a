// Package pages is what stands around the table of Klondike: the form of a new deal, the page
// of a deal, the list of deals, a player's statistics, the game's settings.
package pages
