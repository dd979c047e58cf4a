package bolt

import (
	"arcade/store"
	"encoding/binary"
	"math"
)

// The layout of the file. Values are the JSON records of package store. A dash is an empty value:
// the key has all the data. Keys consist of
//
//	text   an id, a game, a board or a key's fingerprint: 1 to 64 bytes of UTF-8 without NUL.
//	       All but the last text of a key end with a NUL, so that no text is the
//	       beginning of another one.
//	time   ms since 1970 in 8 bytes, big-endian, the sign bit flipped: they sort as numbers
//	n      an entry's index in 8 bytes, big-endian
//	best   a rating, a value or a tie in 8 bytes, so that the highest sorts first
//
//	bucket     key                           value            purpose
//	meta       "version"                     number           the version of this layout
//	meta       "secret"                      32 random bytes  the store's secret
//	players    player                        store.Player
//	keys       fingerprint                   player           the player with this key
//	names      folded name                   player           the player with this name
//	matches    match                         store.Match
//	log        match, n                      store.Entry      a match's log, in order
//	unfinished time created, match           -                matches to resume
//	byplayer   player, time created, match   -                a player's matches; read backwards
//	recent     game or "", time ended, match -                finished public matches; read backwards
//	ratings    game, player                  store.Rating
//	board      game, best, player            -                a game's board, best first, without Unlisted ratings
//	tally      player, game                  store.Tally
//	versus     player, game, opponent        store.Versus
//	opponents  player, time, game, opponent  -                latest opponents; read backwards
//	unseen     player, time ended, match     -                results to show, in order
//	stats      player, game                  the game's JSON  a player's statistics
//	scores     board, player                 store.Score
//	points     board, best value, best tie,  -                a board by points, best first, without
//	           time, player                                   Unlisted rows
//	standings  player, game                  number           the revision of a standing
//	notes      space, key                    JSON             a game's own small records
//
// The indexes change in the transaction that changes their record. A match that is not done has 0
// for its Entries in the file; the end of its log gives its length. The sequence of the bucket
// matches counts the ended ones.
//
// A backup has one more bucket, see [Attach].
var (
	bucketMeta       = []byte("meta")
	bucketPlayers    = []byte("players")
	bucketKeys       = []byte("keys")
	bucketNames      = []byte("names")
	bucketMatches    = []byte("matches")
	bucketLog        = []byte("log")
	bucketUnfinished = []byte("unfinished")
	bucketByPlayer   = []byte("byplayer")
	bucketRecent     = []byte("recent")
	bucketRatings    = []byte("ratings")
	bucketBoard      = []byte("board")
	bucketTally      = []byte("tally")
	bucketVersus     = []byte("versus")
	bucketOpponents  = []byte("opponents")
	bucketUnseen     = []byte("unseen")
	bucketStats      = []byte("stats")
	bucketScores     = []byte("scores")
	bucketPoints     = []byte("points")
	bucketNotes      = []byte("notes")
	bucketStandings  = []byte("standings")

	buckets = [][]byte{
		bucketMeta, bucketPlayers, bucketKeys, bucketNames, bucketMatches, bucketLog,
		bucketUnfinished, bucketByPlayer, bucketRecent, bucketRatings, bucketBoard,
		bucketTally, bucketVersus, bucketOpponents, bucketUnseen, bucketStats, bucketScores, bucketPoints, bucketNotes,
		bucketStandings,
	}
)

const (
	timeLen = 8
	// anyGame is the game name under which recent lists the matches of every game.
	anyGame = ""
)

// prefix returns the common beginning of the keys with these first texts.
func prefix(texts ...string) []byte {
	var k []byte
	for _, s := range texts {
		k = append(append(k, s...), 0)
	}
	return k
}

// key ends a prefix with its last text.
func key(prefix []byte, last string) []byte { return append(prefix, last...) }

func withTime(prefix []byte, ms int64) []byte {
	return binary.BigEndian.AppendUint64(prefix, uint64(ms)^1<<63)
}

func logKey(match string, n int) []byte {
	return binary.BigEndian.AppendUint64(prefix(match), uint64(n))
}

// logIndex decodes n, the part of a log's key after its match.
func logIndex(n []byte) int { return int(binary.BigEndian.Uint64(n)) }

// withBest appends the bits of r, encoded so that the highest value sorts first.
func withBest(prefix []byte, r float64) []byte {
	bits := math.Float64bits(r + 0) // −0 is 0
	if bits>>63 == 0 {
		bits = ^bits & (1<<63 - 1)
	}
	return binary.BigEndian.AppendUint64(prefix, bits)
}

func unfinishedKey(created int64, match string) []byte { return key(withTime(nil, created), match) }

func byPlayerKey(player string, created int64, match string) []byte {
	return key(withTime(prefix(player), created), match)
}

func recentKey(game string, ended int64, match string) []byte {
	return key(withTime(prefix(game), ended), match)
}

func ratingKey(game, player string) []byte { return key(prefix(game), player) }

func boardKey(game string, rating float64, player string) []byte {
	return key(withBest(prefix(game), rating), player)
}

func tallyKey(player, game string) []byte { return key(prefix(player), game) }

func versusKey(player, game, opponent string) []byte { return key(prefix(player, game), opponent) }

// opponentsKey ends with the texts of the versusKey, without its player.
func opponentsKey(player string, at int64, game, opponent string) []byte {
	return key(append(withTime(prefix(player), at), prefix(game)...), opponent)
}

func unseenKey(player string, ended int64, match string) []byte {
	return key(withTime(prefix(player), ended), match)
}

func statsKey(player, game string) []byte { return key(prefix(player), game) }

func standingKey(player, game string) []byte { return key(prefix(player), game) }

func noteKey(space, name string) []byte { return key(prefix(space), name) }

func scoreKey(board, player string) []byte { return key(prefix(board), player) }

// pointsLen is the length of a pointsKey between board and player, in bytes.
const pointsLen = 8 + 8 + timeLen

// pointsKey sorts the best row first. Rows with equal values sort by higher tie, then by earlier time.
func pointsKey(r store.Score) []byte {
	return key(withTime(withBest(withBest(prefix(r.Board), r.Value), r.Tie), r.At), r.Player)
}
