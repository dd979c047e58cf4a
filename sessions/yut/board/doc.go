// Package board draws the board of Yut, small and large, in lines and as a picture, with what
// stands on it: a [Scene]. It knows no table; the colours and small pictures of the game are here too.
package board
