package lab

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/othello"
	"arcade/internal/race"
)

// asProgram makes the test's binary a GTP program. Its value selects the program.
const asProgram = "ARCADE_TEST_GTP"

func TestMain(m *testing.M) {
	if kind := os.Getenv(asProgram); kind != "" {
		program(kind)
		return
	}
	os.Exit(m.Run())
}

// program plays the first legal square. It refuses illegal moves, so a finished game shows that all moves
// were sent correctly. The kind "passes" passes by itself and refuses a pass.
func program(kind string) {
	if kind == "silent" {
		return
	}
	fmt.Println("welcome") // programs greet
	var p games.Position
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word := strings.Fields(in.Text())
		var turn string
		if len(word) > 1 && p != nil {
			turn = map[games.Seat]string{0: "black", 1: "white"}[p.ToAct()]
		}
		switch {
		case word[0] == "boardsize":
			fmt.Print("=\n\n")
		case word[0] == "clear_board":
			p, _ = othello.Game{}.Start(games.Setup{Game: othello.Name})
			fmt.Print("= \n\n")
		case kind == "passes" && word[0] == "play" && word[2] == "pass":
			fmt.Print("? syntax error\n\n")
		case kind == "passes" && word[0] == "genmove" && word[1] != turn:
			fmt.Print("= pass\n\n")
		case word[1] != turn:
			fmt.Print("? not its turn\n\n")
		case word[0] == "play":
			if _, err := p.Apply(games.Action(word[2])); err != nil {
				fmt.Print("? illegal move\n\n")
				continue
			}
			fmt.Print("=\n\n")
		case kind == "cheats":
			fmt.Print("= z9\n\n")
		case kind == "breaks the rules":
			fmt.Print("= a1\n\n")
		default:
			a := p.Legal()[0]
			apply(p, a)
			fmt.Printf("= %s\n\n", strings.ToUpper(string(a)))
		}
		if kind == "passes" && p != nil {
			for legal := p.Legal(); len(legal) == 1 && legal[0] == othello.Pass; legal = p.Legal() {
				apply(p, othello.Pass)
			}
		}
	}
}

// A GTP program plays a match. A broken program ends the match with an error.
func TestSimOthelloAgainstProgram(t *testing.T) {
	t.Setenv(asProgram, "plays")
	count, many := "8", "40"
	if race.On { // searches are slow with it, and so is a program's start
		count, many = "2", "6"
	}
	match := func(bots string, args ...string) (string, error) {
		return output(t, append([]string{"sim", "othello", "--games", count, "--seed", "gtp", "--bots", bots}, args...)...)
	}
	me := "gtp:" + os.Args[0]
	got, err := match("steady,"+me, "--workers", "1")
	if err != nil || !strings.Contains(got, "\nwon "+count+", drawn 0, lost 0") {
		t.Errorf("%v: it prints\n%s", err, got)
	}
	if again, err := match("steady," + me); err != nil || again != got {
		t.Errorf("another time %v\n%s, want\n%s", err, again, got)
	}
	if got, err := match(me + ",steady"); err != nil || !strings.Contains(got, "\nwon 0, drawn 0, lost "+count) {
		t.Errorf("the other way round %v: it prints\n%s", err, got)
	}
	told, err := match("greedy,"+me, "--games", many)
	if err != nil {
		t.Error(err)
	}
	t.Setenv(asProgram, "passes")
	if got, err := match("greedy,"+me, "--games", many); err != nil || got != told {
		t.Errorf("passing by itself %v\n%s, want\n%s", err, got, told)
	}
	for kind, want := range map[string]string{"silent": "gtp: ", "cheats": `plays "z9"`, "breaks the rules": `plays "a1"`} {
		t.Setenv(asProgram, kind)
		if got, err := match("greedy," + me); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, it prints\n%s", kind, err, got)
		}
	}
	for _, name := range []string{"gtp:", "gtp:/no/such/program"} {
		if _, err := match("greedy," + name); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
