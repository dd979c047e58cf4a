// Package pages has Klondike's screens around the table: the form of a new deal, the page of a deal, the
// list of deals, a player's statistics, the game's settings.
package pages
