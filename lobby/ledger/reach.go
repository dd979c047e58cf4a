package ledger

import (
	"time"

	"arcade/store"
)

// Keys are free, and nobody can tell a hundred keys of one person from a hundred people. So a rating has a
// limit that does not depend on who the opponents are: it stays within its reach of its base, and the base
// follows the rating slowly. A bought rating rises no faster, whatever keys lose to it in whatever order. The
// part of a result that would go beyond counts nothing, not even for the deviation: a newcomer who is much
// stronger stays provisional until the base has followed. Wins and losses within reach count fully.
//
// From a rating and base of 1500 a rating is at most 1500 + newReach + follow·days, whoever the opponents are:
// the base moves by at most follow a day, and when the reach becomes smaller, rating and base do not move
// apart.
const (
	// reach is the greatest distance of a rating from its base, newReach that of a rating that has never
	// been established. A newcomer's win over another is worth 162.
	reach, newReach = 13, 208
	// follow is the way by which a base follows its rating in followTime.
	follow, followTime = 12, 24 * time.Hour
)

// reachOf returns the reach of a rating.
func reachOf(r store.Rating) float64 {
	if r.Established {
		return reach
	}
	return newReach
}

// settled reports whether a rating is established now, or has been before.
func settled(r store.Rating) bool { return r.Established || !Provisional(r) }

// baseAt returns the base of a rating at time now. A rating without matches under these rules has itself as
// its base.
func baseAt(r store.Rating, now int64) float64 {
	if r.Base == 0 {
		return r.Rating
	}
	way := follow * max(0, float64(now-r.At)/float64(followTime.Milliseconds()))
	return clamp(r.Rating, r.Base, way)
}

// within returns the part of a change between two ratings, from 0 to 1, that stays within reach of the base.
func within(base, reach, from, to float64) float64 {
	if to == from {
		return 1
	}
	nearest := min(max(to, min(from, base-reach)), max(from, base+reach))
	return (nearest - from) / (to - from)
}

// clamp returns the number nearest to x that is at most way from middle.
func clamp(x, middle, way float64) float64 { return min(max(x, middle-way), middle+way) }
