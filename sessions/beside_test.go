package sessions_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/internal/chance"
	"arcade/internal/race"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// beside is a random game played twice at the same time, in words and on a canvas: the same deal, the same
// seat, the same moves, and two opponents who play alike.
type beside struct {
	*listener
	lang   words.Lang
	chance *rand.Rand
	game   *play.Game
	screen *screentest.Person
	foes   [2]*screentest.Person
	ids    [2]string // the match in words, the match on the canvas
	told   int       // plies compared so far
	lines  []string  // lines heard since then
}

// A player in words hears the same as a player on screen sees: the events, the choices, the score, the
// clocks, the end. The test reads the screen's side off its canvas.
func TestBeside(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for _, game := range []string{"othello", "stones", "klondike", "matgo", "yut", "stonesduel"} {
			t.Run(lang.String()+"/"+game, func(t *testing.T) {
				r := rand.New(rand.NewPCG(chance.Seed(t), 0))
				matches := 3
				if race.On {
					matches = 1
				}
				for range matches {
					screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
						b := newBeside(t, h, lang, game, r)
						defer b.stop()
						b.begin()
						for range 70 {
							if b.compare(); b.over() || t.Failed() {
								break
							}
							b.ply()
						}
						b.end()
					}, sameRolls{})
				}
			})
		}
	}
}

func newBeside(t *testing.T, h *screentest.Hall, lang words.Lang, game string, r *rand.Rand) *beside {
	h.First(h.Name(0)).End()
	b := &beside{listener: listen(t, h, lang, h.Name(0)), lang: lang, chance: r, game: play.GameOf(game), screen: h.Player(h.Name(1))}
	for i := range b.foes {
		b.foes[i] = h.Player(h.Name(2 + i))
	}
	return b
}

// types types a line without waiting for the answer.
func (b *beside) types(line string) {
	b.t.Helper()
	_, err := io.WriteString(b.typed, line+"\n")
	b.hall.Must(err)
}

// begin begins both matches, at the same time.
func (b *beside) begin() {
	if b.game.Alone() {
		seed := fmt.Sprint(b.chance.IntN(1000))
		o := pairing.Offer{Game: b.game.Name, Control: "none"}
		if runs := b.game.Speech.Runs; runs != nil {
			o = runs(b.screen.App)[0].Offer
		}
		o.Seed = seed
		b.types("play " + b.game.Name + " " + seed)
		b.ids[1] = b.screen.Create(o)
		b.screen.Do(play.OpenTable(b.ids[1]))
		b.ids[0] = b.match()
		return
	}
	seat := games.Seat(b.chance.IntN(2))
	deals := screentest.MatgoRounds()
	n := slices.DeleteFunc(slices.Sorted(maps.Keys(deals)), func(n int) bool { return n >= 1000 }) // the tables have the usual rules
	b.hall.Dealt.Next = string(deals[n[b.chance.IntN(len(n))]].Options)
	for i, foe := range b.foes {
		b.ids[i] = foe.Create(pairing.Offer{Game: b.game.Name, Seat: 1 - seat, Control: b.game.Control})
		b.hall.Must(foe.Visit.Watch(b.ids[i]))
		if i == 0 {
			b.say(b.game.Name)
			b.say(app.If(b.game.Name == "matgo", "6", "5")) // Matgo's quick search has two sets of rules
		} else {
			b.screen.Do(func(a *app.App) { play.Take(a, b.ids[i]) })
		}
	}
	for i, foe := range b.foes {
		b.hall.Must(foe.Visit.Ready(b.ids[i]))
	}
	b.types("ready")
	b.hall.Must(b.screen.Visit.Ready(b.ids[1]))
	b.hall.Pass(time.Second)
}

// match returns the listener's newest match.
func (b *beside) match() string {
	me, err := b.hall.House.Lobby.PlayerByName(context.Background(), b.hall.Name(0))
	b.hall.Must(err)
	for _, t := range slices.Backward(b.hall.House.Lobby.AllTables()) {
		if t.SeatOf(me.ID) != games.Nobody {
			return t.ID
		}
	}
	b.t.Fatal("the listener has no match")
	return ""
}

// seen returns the table on the canvas as its player sees it.
func (b *beside) seen() *table.Snapshot {
	s, err := b.screen.Visit.Table(b.ids[1])
	b.hall.Must(err)
	return s
}

func (b *beside) over() bool { return b.seen().Result != nil }

// plies returns the number of plies of the match in words.
func (b *beside) plies() int {
	for _, t := range b.hall.House.Lobby.AllTables() {
		if t.ID == b.ids[0] {
			return t.Plies
		}
	}
	return len(b.seen().Plies)
}

// ply plays a random action in both matches. It types actions that the screen plays by itself.
func (b *beside) ply() {
	s := b.seen()
	legal := slices.DeleteFunc(slices.Clone(s.Legal), func(act games.Action) bool {
		return (act == "resign" || act == "undo") && b.chance.IntN(20) > 0
	})
	switch {
	case s.ToAct != s.You:
		for i, foe := range b.foes {
			s, err := foe.Visit.Table(b.ids[i])
			b.hall.Must(err)
			if i == 0 {
				legal = []games.Action{s.Legal[b.chance.IntN(len(s.Legal))]}
			}
			b.hall.Must(foe.Visit.Act(b.ids[i], len(s.Plies), legal[0]))
		}
	default:
		act := legal[b.chance.IntN(len(legal))]
		b.plays(act)
		b.hall.Must(b.screen.Visit.Act(b.ids[1], len(s.Plies), act))
	}
	b.hall.Pass(time.Duration(6+b.chance.IntN(4)) * time.Second)
	for b.game.Alone() && b.plies() < len(b.seen().Plies) && !b.t.Failed() {
		b.plays(b.seen().Plies[b.plies()].Action)
		b.hall.Pass(3 * time.Second)
	}
}

// plays types an action, and the last answer if a question comes before it.
func (b *beside) plays(act games.Action) {
	b.t.Helper()
	before, err := b.visit.Table(b.ids[0])
	b.hall.Must(err)
	b.types(string(act))
	heard := strings.Split(strings.TrimSpace(b.hear()), "\n")
	b.lines = append(b.lines, heard...)
	after, err := b.visit.Table(b.ids[0])
	b.hall.Must(err)
	if n, _, ok := strings.Cut(heard[len(heard)-1], ". "); ok && len(after.Plies) == len(before.Plies) {
		b.types(n)
	}
}

// asks types a line, and returns the answer's lines.
func (b *beside) asks(line string) []string {
	b.t.Helper()
	b.lines = append(b.lines, strings.Split(strings.TrimSpace(b.hear()), "\n")...)
	b.types(line)
	return strings.Split(strings.TrimSpace(b.hear()), "\n")
}

// canvas returns the screen at a size.
func (b *beside) canvas(w, h int) string {
	b.screen.LookAs(w, h, ui.LevelLines)
	return b.screen.Canvas().Plain(ui.LevelLines)
}

// differ reports two things that should be the same.
func (b *beside) differ(what string, heard, seen any) {
	b.t.Helper()
	if fmt.Sprint(heard) != fmt.Sprint(seen) {
		b.t.Errorf("after %d plies of %s, %s:\nheard %v\nseen  %v\n%s", len(b.seen().Plies), b.ids[1], what, heard, seen, b.screen.Canvas().Plain(ui.LevelLines))
	}
}

// compare compares everything that both were shown since the last call, and everything that they can ask
// for.
func (b *beside) compare() {
	b.t.Helper()
	s := b.seen()
	b.lines = append(b.lines, strings.Split(strings.TrimSpace(b.hear()), "\n")...)
	if s.Result == nil {
		b.clocks(s)
		b.hall.Pass(0)
		if side := sides[b.game.Name]; side != nil {
			side(b, s)
		}
	}
	b.events(s)
}

// events compares the sentences of the new plies with the log of the screen.
func (b *beside) events(s *table.Snapshot) {
	b.t.Helper()
	if b.told == len(s.Plies) {
		return
	}
	top := b.screen.Top()
	if _, ok := top.(*play.Table); !ok {
		return // the result's sheet covers it
	}
	b.screen.Press("e")
	log := b.log()
	b.screen.Press("esc")
	names := strings.NewReplacer(b.hall.Name(1), b.hall.Name(0), b.hall.Name(3), b.hall.Name(2))
	heard := squash(strings.Join(b.lines, ""))
	for ply := b.told; ply < len(s.Plies); ply++ {
		begin := fmt.Sprint(ply+1) + ". "
		i := slices.IndexFunc(log, func(text string) bool { return strings.HasPrefix(text, begin) })
		if i < 0 || i == len(log)-1 {
			continue // at least partly out of view
		}
		want := squash(names.Replace(strings.TrimPrefix(log[i], begin)))
		at := strings.Index(heard, want)
		if at < 0 {
			b.t.Errorf("ply %d of %s (%s) is %q on the screen, heard was\n%s", ply+1, b.game.Name, s.Plies[ply].Action, log[i], strings.Join(b.lines, "\n"))
			return
		}
		heard = heard[at+len(want):]
	}
	b.told, b.lines = len(s.Plies), nil
}

// log returns the plies in the screen's log, newest first, each in one line.
func (b *beside) log() (log []string) {
	from := -1
	for line := range strings.SplitSeq(b.canvas(100, 40), "\n") {
		if before, _, ok := strings.Cut(line, "╔═ "+words.T(b.lang, "log.title")); ok {
			from = ui.Width(before)
		}
		if from < 0 || ui.Width(line) < from {
			continue
		}
		at := 0
		for i := range line { // the first column of the log
			if at = i; ui.Width(line[:i]) >= from {
				break
			}
		}
		row, ok := strings.CutPrefix(line[at:], "║")
		row, _, closed := strings.Cut(row, "║")
		row = strings.TrimPrefix(strings.TrimPrefix(strings.TrimRight(row, " "), " >"), "  ")
		switch text := strings.TrimSpace(row); {
		case !ok || !closed || text == "":
		case strings.HasPrefix(row, "    ") && len(log) > 0:
			log[len(log)-1] += text
		default:
			log = append(log, text)
		}
	}
	return log
}

// squash reduces all blanks and line breaks to single blanks.
func squash(text string) string { return strings.Join(strings.Fields(text), "") }

// clocks compares the time of the side on turn, or of both.
func (b *beside) clocks(s *table.Snapshot) {
	b.t.Helper()
	if b.game.Alone() {
		return
	}
	heard, canvas := b.asks("t"), b.canvas(120, 40)
	for seat := range s.Seats { // after them a time warning may be announced
		i := -1
		if seat < len(heard) {
			i = strings.LastIndex(heard[seat], ": ")
		}
		if i < 0 {
			b.t.Fatalf("asked for the clocks: %q", heard)
		}
		line := heard[seat]
		if !s.Seats[seat].Running && s.Control.PerMove > 0 {
			continue // its time begins with its turn
		}
		text := line[i+2:]
		short := strings.TrimPrefix(strings.TrimPrefix(text, "0:"), "0")
		if !strings.Contains(canvas, " "+text) && !strings.Contains(canvas, short+"초") && !strings.Contains(canvas, short+"s") {
			b.t.Errorf("%q is heard of a clock, the screen shows\n%s", line, canvas)
		}
	}
}

// end compares the results of both matches.
func (b *beside) end() {
	b.t.Helper()
	if !b.over() || b.t.Failed() {
		return
	}
	b.hall.Pass(10 * time.Second)
	b.lines = append(b.lines, strings.Split(strings.TrimSpace(b.hear()), "\n")...)
	canvas, title := "", ""
	rows := strings.Split(b.canvas(120, 40), "\n")
	for _, line := range rows {
		if m := regexp.MustCompile(`╔═ (.*?) ═`).FindStringSubmatch(line); m != nil {
			title = m[1]
		}
		if m := regexp.MustCompile(`║ +(.*?) *║`).FindStringSubmatch(line); m != nil {
			canvas += m[1]
		}
	}
	canvas = squash(canvas)
	if canvas == "" { // a page of its own says it at the end of its place
		place, _, _ := strings.Cut(rows[0], "   ")
		title = place[strings.LastIndex(place, "/")+1:]
		canvas, title = strings.TrimSpace(title), strings.TrimSpace(title)
	}
	found := false
	for _, line := range b.lines {
		found = found || canvas != "" && (strings.HasPrefix(canvas, squash(line)) || strings.HasPrefix(line, title))
	}
	if !found {
		b.t.Errorf("the result is on the canvas\n%s\nand was heard as\n%s", b.screen.Canvas().Plain(ui.LevelLines), strings.Join(b.lines, "\n"))
	}
}

// numbers returns the whole numbers in a text.
func numbers(text string) (list []int) {
	for _, m := range regexp.MustCompile(`[-+]?\d+`).FindAllString(text, -1) {
		n, _ := strconv.Atoi(m)
		list = append(list, n)
	}
	return list
}

// sides compares a game's position in words with the same position on the canvas.
var sides = map[string]func(b *beside, s *table.Snapshot){
	"othello": (*beside).othello, "stones": (*beside).stones, "stonesduel": (*beside).duel,
	"klondike": (*beside).klondike, "yut": (*beside).yut, "matgo": (*beside).matgo,
}

// group finds the values of a catalogue's sentence in the heard lines, by their names.
func (b *beside) group(lines []string, key string) (found []map[string]string) {
	for _, line := range lines {
		for _, text := range []string{words.T(b.lang, key), words.T(b.lang, key, "n", 1)} {
			re := regexp.MustCompile("^" + regexp.MustCompile(`\\\{(\w+)\\\}`).ReplaceAllString(regexp.QuoteMeta(text), "(?P<$1>.+?)") + "$")
			m := re.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			values := map[string]string{"n": "1"}
			for i, name := range re.SubexpNames() {
				values[name] = m[i]
			}
			found = append(found, values)
			break
		}
	}
	return found
}

// othello compares the discs, the open squares, and the counts.
func (b *beside) othello(s *table.Snapshot) {
	black, white, open := words.T(b.lang, "ot.black"), words.T(b.lang, "ot.white"), words.T(b.lang, "ot.said.legal")
	heard, choices := "", []string{}
	for y, line := range b.asks("b") {
		row := []byte("--------")
		for _, m := range regexp.MustCompile(`([a-h]) (`+black+"|"+white+"|"+open+`)`).FindAllStringSubmatch(line, -1) {
			row[m[1][0]-'a'] = map[string]byte{black: 'X', white: 'O', open: '.'}[m[2]]
			if m[2] == open {
				choices = append(choices, fmt.Sprint(m[1], y+1))
			}
		}
		heard += string(row)
	}
	seen, canvas := "", b.canvas(80, 24)
	for line := range strings.SplitSeq(canvas, "\n") {
		if m := regexp.MustCompile(`^ *[1-8] [│|]((?:...[│|]){8})`).FindStringSubmatch(line); m != nil {
			for col, r := 0, []rune(m[1]); col < 8; col++ {
				seen += string(map[rune]byte{'●': 'X', '○': 'O', '.': '.', '+': '.', ' ': '-'}[r[4*col+1]])
			}
		}
	}
	b.differ("the board", heard, seen)
	score := numbers(strings.Join(b.asks("s"), ""))
	counts := map[string]string{}
	for _, m := range regexp.MustCompile(`([●○]) .* (\d+) +\d+:\d\d`).FindAllStringSubmatch(canvas, -1) {
		counts[m[1]] = m[2]
	}
	if counts["●"] != fmt.Sprint(score[0]) || counts["○"] != fmt.Sprint(score[1]) {
		b.differ("the discs", score, counts)
	}
	if s.ToAct == s.You {
		var named []string
		for _, line := range b.asks("m") {
			named = append(named, strings.TrimSuffix(strings.Fields(line)[1], ","))
		}
		if slices.Sort(choices); named[0] != words.T(b.lang, "ot.said.pass") {
			slices.Sort(named)
			b.differ("choices", named, choices)
		}
	}
}

// stones compares the cell, the picks left, and the landings of each choice.
func (b *beside) stones(s *table.Snapshot) {
	b.landings(s)
	canvas, seen := b.canvas(80, 24), []int{-1, -1}
	for line := range strings.SplitSeq(canvas, "\n") {
		if before, _, ok := strings.Cut(line, "│>"); ok {
			seen[0] = strings.Count(before, "│")
		}
	}
	if m := regexp.MustCompile(`(\d)/8`).FindStringSubmatch(canvas); m != nil {
		seen[1] = numbers(m[1])[0]
	}
	b.differ("the cell and the picks left", numbers(b.asks("s")[0])[:2], seen)
}

// duel compares the same of both sides.
func (b *beside) duel(s *table.Snapshot) {
	b.landings(s)
	var heard, seen []int
	for _, line := range b.asks("s") {
		heard = append(heard, 8-numbers(line[strings.Index(line, ": "):])[1])
	}
	for _, dots := range regexp.MustCompile(`(?:[●○] ){7}[●○]`).FindAllString(b.canvas(80, 24), -1) {
		seen = append(seen, strings.Count(dots, "○"))
	}
	b.differ("the picks used", heard, seen)
}

// landings compares the landings of the choices.
func (b *beside) landings(s *table.Snapshot) {
	if s.ToAct != s.You {
		return
	}
	var heard, seen [][]int
	for _, line := range b.asks("m") {
		n := numbers(line)
		heard = append(heard, []int{n[0], n[3], n[4]})
	}
	for _, m := range regexp.MustCompile(`(?m)^[ >]*#?(\d)번? .*(?:\d/\d|\pL) +(\d+)(?:~(\d+))? +\S+\d+%`).FindAllStringSubmatch(b.canvas(80, 24), -1) {
		n := numbers(m[1] + " " + m[2] + " " + m[3])
		if len(n) == 2 {
			n = append(n, n[1])
		}
		seen = append(seen, n)
	}
	b.differ("where the choices land", heard, seen)
}

// klondike compares the open cards of the columns, the stock, the score and the moves. Each choice names a
// card in view.
func (b *beside) klondike(*table.Snapshot) {
	labels := map[string]string{}
	for i, suit := range []string{"♥", "♦", "♣", "♠"} {
		for _, rank := range strings.Fields("A 2 3 4 5 6 7 8 9 10 J Q K") {
			name := words.T(b.lang, "kl.said.card", "r", words.T(b.lang, "kl.said.rank."+strings.ToLower(rank)), "s", words.T(b.lang, "kl.said.suit."+fmt.Sprint(i)))
			labels[name] = rank + suit
		}
	}
	board := b.asks("b")
	canvas := strings.Split(b.canvas(120, 90), "\n")
	canvas = canvas[slices.IndexFunc(canvas, func(line string) bool { return strings.Contains(line, "┌") }):]
	var seen, heard []string
	cards := regexp.MustCompile(`(?:10|[2-9AJQK])[♥♦♣♠]`)
	for _, line := range canvas[5:] {
		row := []rune(line) // without what stands beside the columns
		seen = append(seen, cards.FindAllString(string(row[:min(len(row), 95)]), -1)...)
	}
	for _, line := range board[2:] {
		_, list, _ := strings.Cut(line, ": ")
		for name := range strings.SplitSeq(list, ", ") {
			if label := labels[name]; label != "" {
				heard = append(heard, label)
			}
		}
	}
	slices.Sort(heard)
	slices.Sort(seen)
	b.differ("the columns", heard, slices.Compact(seen))
	score, shown := numbers(b.asks("s")[0]), strings.Join(canvas, "\n")
	for _, want := range []string{words.T(b.lang, "kl.score") + ` +` + strconv.Itoa(score[0]) + `\b`, `\b` + words.T(b.lang, "kl.side.moves", "n", score[1])} {
		b.differ(want, true, regexp.MustCompile(want).MatchString(shown))
	}
	stock := b.group(board, "kl.said.stock")
	if n := numbers(string([]rune(canvas[2])[:12])); len(n) > 0 {
		b.differ("the stock", stock[0]["n"], n[0])
	}
	for _, line := range b.asks("m") {
		for name, label := range labels {
			if strings.Contains(line, ". "+name+",") && !strings.Contains(strings.Join(canvas, ""), label) {
				b.differ("a choice", line, "no such card")
			}
		}
	}
}

// yut compares the turn and the places of the pieces; the screen names the chosen move.
func (b *beside) yut(s *table.Snapshot) {
	board, rows := b.asks("b"), strings.Split(b.canvas(80, 24), "\n")
	turn := b.group(board, "yt.said.score")[0]
	home := b.group(board, "yt.said.home")[0]["n"]
	out := 0
	for i := range board { // the node's kind follows its pieces
		for _, kind := range []string{"yt.at.stick", "yt.at.refresh"} {
			board[i] = strings.TrimSuffix(board[i], ", "+strings.Trim(words.T(b.lang, kind), "()"))
		}
	}
	for _, p := range b.group(board, "yt.said.piece") {
		n, _ := strconv.Atoi(p["n"])
		out += n
	}
	canvas := strings.Join(rows, " \n")
	b.differ("the turn", turn["t"], numbers(rows[0])[0])
	for _, line := range rows {
		if _, line, ok := strings.Cut(line, " "+words.T(b.lang, "yt.home")+" "); ok && strings.Contains(line, " "+words.T(b.lang, "yt.out")+" ") {
			b.differ("the pieces", []string{home, fmt.Sprint(out), turn["n"]}, numbers(line)[:3])
		}
	}
	for _, line := range b.asks("m") {
		if m := b.group([]string{line[strings.Index(line, ". ")+2:]}, "yt.said.move"); m != nil {
			if !strings.Contains(canvas, m[0]["r"]+" ") || !strings.Contains(canvas, " "+m[0]["a"]+" ") {
				b.differ("a choice", line, "no such throw or piece")
			}
		}
	}
}

// matgo compares the floor, the stock, the own hand by months, and points and junk of both sides.
func (b *beside) matgo(s *table.Snapshot) {
	board, canvas := b.asks("b"), b.canvas(120, 40)
	floor := b.group(board, "mg.said.floor")[0]["c"]
	n := len(strings.Split(floor, ", "))
	if floor == words.T(b.lang, "mg.said.none") {
		n = 0
	}
	if strings.Contains(canvas, "══") {
		return // a question covers the table
	}
	has := func(what, key string, args ...any) {
		if text := words.T(b.lang, key, args...); !strings.Contains(canvas, text) {
			b.differ(what, text, "none")
		}
	}
	if strings.Contains(canvas, "── "+strings.Split(words.T(b.lang, "mg.floor"), " ")[0]) {
		has("the floor", "mg.floor", "n", n)
	}
	has("the stock", "mg.deck", "n", b.group(board, "mg.said.stock")[0]["n"])
	for _, score := range b.group(b.asks("s"), "mg.said.score") {
		if !strings.Contains(canvas, " "+score["n"]+words.T(b.lang, "mg.pt")+" ") || !strings.Contains(canvas, " "+score["pi"]+"/10") {
			b.differ("points and junk", score, "others")
		}
	}
	var heard, seen []int
	for _, card := range strings.Split(b.group(board, "mg.said.hand")[0]["c"], ", ") {
		if n := numbers(card); len(n) > 0 && strings.HasPrefix(card, words.T(b.lang, "mg.said.month", "n", n[0])+" ") {
			heard = append(heard, n[0])
		}
	}
	rows, at := strings.Split(canvas, "\n"), map[int]int{}
	for _, row := range rows[len(rows)-11 : len(rows)-4] { // the card in focus is raised
		for _, m := range regexp.MustCompile(`│ *m?(\d+)월?│`).FindAllStringSubmatchIndex(row, -1) {
			if text := row[m[0]:m[1]]; strings.ContainsAny(text, "m월") {
				at[ui.Width(row[:m[0]])], _ = strconv.Atoi(row[m[2]:m[3]])
			}
		}
	}
	for _, x := range slices.Sorted(maps.Keys(at)) {
		seen = append(seen, at[x])
	}
	b.differ("the hand", heard, seen)
}
