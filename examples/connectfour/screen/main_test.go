package connectfour

import (
	"slices"
	"strings"
	"testing"
	"time"

	four "arcade/examples/connectfour/engine"
	"arcade/games"
	"arcade/games/gametest"
	"arcade/lobby/pairing"
	"arcade/lobby/puzzles"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/puzzle"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

func init() {
	screentest.Places = pages.Rooms{}
	screentest.Bring(four.Game{})
	play.Add(Game)
}

// Matches that the first player wins and draws.
const (
	won   = "4 4 5 3 6 2 7"
	drawn = "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7 7"
)

var frames = []screentest.Page{
	{Name: "start", Make: mine("")},
	{Name: "mine", Sizes: screentest.AllSizes, Rich: screentest.RoomySizes, Make: screentest.Then(mine("4 4 5 3 4 1"), "right", "7", "left")},
	{Name: "theirs", Make: mine("4 4 5 3 4")},
	{Name: "full", Deaf: []string{"enter"}, Make: screentest.Then(mine("4 4 4 4 4 4"), "enter")},
	{Name: "won", Sizes: screentest.AllSizes, Rich: screentest.RichSizes, Make: over(won)},
	{Name: "lost", Make: over("4 5 4 5 4 5 1 5")},
	{Name: "drawn", Make: over(drawn)},
	{Name: "replay", Make: screentest.Then(pushed(over(won), func(p *screentest.Person) app.Screen {
		return replays.New(p.Top().(*play.Result).T.ID)
	}), "home", "right", "right")},
	{Name: "puzzle", Rich: screentest.RichSizes, Make: asked},
	{Name: "puzzle-answer", Make: screentest.ThenAsked(asked, "enter")},
	{Name: "stats", Make: pushed(over(drawn), stats)},
	{Name: "help-connectfourstats", Make: screentest.Then(pushed((*screentest.Hall).Me, stats), "?")},
	{Name: "setup", Make: pushed((*screentest.Hall).Me, func(p *screentest.Person) app.Screen { return p.House.Places.Form(p.App, four.Name) })},
}

func TestFrames(t *testing.T) {
	screentest.Hold(t, append(frames, screentest.HelpPages(four.Name, 4, mine(""))...), nil)
}

func TestWords(t *testing.T) { screentest.HoldWords(t, four.Game{}, four.Four, four.Full) }

// mine opens a match of the viewer, who began, after some moves. over opens one that has ended.
func mine(moves string) func(*screentest.Hall) *screentest.Person {
	return func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		h.Duel(p, h.Other(), pairing.Offer{Game: four.Name}, moves)
		h.Pass(2 * time.Second)
		return p
	}
}

func over(moves string) func(*screentest.Hall) *screentest.Person {
	return screentest.ThenAsked(mine(moves))
}

// asked asks a puzzle: red wins in two moves.
func asked(h *screentest.Hall) *screentest.Person {
	p, setup, plies := h.Me(), games.Setup{Game: four.Name, Rules: 1, Seed: "1"}, []games.Action{"2", "2", "3", "3"}
	z, err := four.Game{}.Puzzle(setup, plies, games.Limit{})
	h.Must(err)
	_, err = h.House.Lobby.Puzzles.Add(four.Name, puzzles.IDOf(four.Name, *z), puzzles.New(four.Game{}, setup, plies, "", *z, time.Now().UnixMilli()))
	h.Must(err)
	p.Push(puzzle.Stream(p.App, four.Name))
	h.Pass(time.Second)
	return p
}

func stats(p *screentest.Person) app.Screen { return statistics.Page(p.App, p.Visit.Me().ID) }

// pushed opens another screen after start.
func pushed(start func(*screentest.Hall) *screentest.Person, screen func(*screentest.Person) app.Screen) func(*screentest.Hall) *screentest.Person {
	return func(h *screentest.Hall) *screentest.Person {
		p := start(h)
		p.Do(func(a *app.App) { a.Push(screen(p)) })
		return p
	}
}

// A column, a choice, a ply and the count have words in both languages.
func TestSpeech(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.EN: "column 4: red, gold / column 5: empty / column 4 / You: column 4, row 2 / 2 discs are on the board",
		words.KO: "4번 줄: 빨강, 노랑 / 5번 줄: 비어 있어요 / 4번 줄 / 나: 4번 줄, 아래에서 2번째 / 지금까지 2개를 놓았어요",
	} {
		p := gametest.Start(t, four.Game{}, "", "")
		gametest.Play(t, p, "4")
		a, s := &app.App{Lang: lang}, &play.Scene{Game: four.Name, You: 1, Seats: make([]table.SeatInfo, 2)}
		s.Plies = []games.Ply{{}, {Seat: 1, Action: "4", Events: gametest.Play(t, p, "4")}}
		s.View = p.View(1)
		said := slices.Concat(speech.Board(a, s)[3:5], []string{play.SpokenChoice(a, s, "4")}, play.SpokenPly(a, s, 1), speech.Score(a, s))
		if got := strings.Join(said, " / "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
