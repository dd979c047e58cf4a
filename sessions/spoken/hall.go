package spoken

import (
	"slices"
	"strings"
	"unicode/utf8"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/solo"
	"arcade/store"
)

// welcome greets, and goes where the command said.
func (s *Session) welcome() {
	a := s.App
	s.say(a.T("wd.welcome", "p", s.visit.Me().Name, "n", a.House.Lobby.Online()))
	if s.ASCII {
		s.say(a.T("sh.ascii"))
	}
	s.refresh()
	if len(s.Place) == 2 || len(s.Place) == 3 && s.Place[0] == "play" {
		s.opening = true
		switch s.Place[0] {
		case "play":
			s.playGame(strings.Join(s.Place[1:], " "))
		case "join":
			s.join(s.Place[1])
		case "watch":
			s.watch(s.Place[1])
		}
		s.opening = false
	}
	if s.failed != nil || len(s.Place) > 1 && s.Place[0] == "play" {
		return
	}
	if s.at == nil && s.back == nil {
		s.hall()
	}
	if a.Beside() {
		s.say(a.T("sh.beside"))
	}
}

// obey does what a line says.
func (s *Session) obey(typed string) {
	if answer := s.menu.typed; answer != nil {
		s.menu = menu{}
		if word, _, _ := strings.Cut(typed, " "); typed != "" && !s.leaves(alias(word)) {
			answer(typed)
			return
		}
	}
	chosen := s.menu.items != nil && s.pick(typed)
	if s.at != nil && !chosen {
		s.menu = menu{}
	}
	switch {
	case chosen:
	case typed == "":
		s.again()
	case s.at != nil && s.atTable(typed), s.back != nil && s.atReplay(typed):
	case s.anywhere(typed):
	default:
		s.command(typed)
	}
}

// command runs one of the house's commands. What is none answers the puzzle that was asked.
func (s *Session) command(typed string) {
	word, rest, _ := strings.Cut(typed, " ")
	line := append([]string{alias(word)}, strings.Fields(rest)...)
	if game, more, ok := s.cutGame(rest); ok {
		line = append([]string{alias(word), game}, strings.Fields(more)...)
	}
	n, ok := number(typed)
	switch {
	case ok && s.quiz != nil:
		s.run(append(slices.Clone(s.quiz), app.Itoa(n)+"."))
		return
	case ok && s.at != nil && s.at.mine() && play.GameOf(s.at.snap.Game).Digits:
		s.choices("")
		return
	case ok && s.at != nil && s.at.mine():
		s.say(s.App.T("wd.no.number", "n", len(s.at.snap.Legal)))
		return
	case ok && len(s.menu.items) > 0:
		s.say(s.App.T("wd.no.number", "n", len(s.menu.items)))
		return
	}
	switch known := s.run(line); {
	case known:
	case s.plays() && !s.at.mine() && strings.ContainsAny(typed, "0123456789"): // a move, as it seems
		s.notYours()
	case s.quiz != nil:
		s.run(append(slices.Clone(s.quiz), typed))
	default:
		s.say(s.App.T("wd.what", "w", typed))
	}
}

// run runs one of the house's commands. A puzzle that it has asked or answered takes the place of the list and of
// the puzzle before, unless the player is at a table or reads a replay.
func (s *Session) run(line []string) (known bool) {
	if s.Command == nil {
		return false
	}
	known, asks, err := s.Command(s.ctx, line)
	if err != nil {
		s.fail(err)
	}
	if known && line[0] == "puzzle" && s.at == nil && s.back == nil {
		s.menu, s.quiz = menu{}, asks
	}
	return known
}

// cutGame takes the name of a game from the beginning of a text: the name in the house, or in the
// player's language, which may be several words.
func (s *Session) cutGame(text string) (game, rest string, ok bool) {
	for words := strings.Fields(text); len(words) > 0 && !ok; words = words[:len(words)-1] {
		typed := strings.Join(words, " ")
		for _, g := range s.App.House.Lobby.Games() {
			if n := g.Info().Name; strings.EqualFold(n, typed) || strings.EqualFold(s.App.T("game."+n), typed) {
				return n, strings.Join(strings.Fields(text)[len(words):], " "), true
			}
		}
	}
	return "", text, false
}

// again repeats what was said last.
func (s *Session) again() { s.say(s.last) }

// help says what works here.
func (s *Session) help() {
	a := s.App
	switch {
	case s.at != nil:
		s.say(append(s.helpAtTable(), a.T("wd.help.any"))...)
	case s.back != nil:
		s.say(append(s.helpAtReplay(), a.T("wd.help.any"))...)
	default:
		hall, lists := "wd.help.hall", "wd.help.lists"
		if a.House.Alone {
			hall, lists = "wd.help.hall.alone", "wd.help.lists.alone"
		}
		s.say(a.T(hall), a.T(lists), a.T("wd.help.any"))
	}
}

// helpAtTable says what works at the table: not every game has rows, columns, hints or names for its moves, and a
// run has no opponent.
func (s *Session) helpAtTable() []string {
	a, snap := s.App, s.at.snap
	speech := play.GameOf(snap.Game).Speech
	off := partless(speech)
	without := func(missing bool, commands ...string) {
		if missing {
			off = append(off, commands...)
		}
	}
	g, err := a.House.Lobby.Game(snap.Game)
	_, hints := g.(games.Hinter)
	alone := len(snap.Seats) == 1
	without(speech.Finish == nil, "finish")
	without(err != nil || !hints, "hint")
	without(err != nil || g.Info().Final || alone && !slices.Contains(snap.Legal, "undo"), "undo")
	without(snap.Round > 0 || snap.Rated, "undo")
	without(snap.Round > 0, "draw")
	without(alone, "draw", "claim", "yes", "no", "say", "ready")
	moves := a.T("wd.help.moves.plain")
	if speech.Sample != "" {
		moves = a.T("wd.help.moves", "m", a.T(speech.Sample))
	}
	return []string{only(a.T("wd.help.table"), off), moves, only(a.T("wd.help.match"), off)}
}

// helpAtReplay says what works in the replay.
func (s *Session) helpAtReplay() []string {
	said := []string{only(s.App.T("wd.help.replay"), partless(*s.back.speech()))}
	if s.App.House.Lobby.CanAnalyse(s.back.data.Match.Game) {
		said = append(said, s.App.T("wd.help.review"))
	}
	return said
}

// partless returns the commands for rows and columns that a game does not have.
func partless(speech play.Speech) (off []string) {
	if speech.Row == nil {
		off = append(off, "r")
	}
	if speech.Column == nil {
		off = append(off, "c")
	}
	return off
}

// only returns a text of help, a title and commands with commas between them, without some of the commands.
func only(text string, off []string) string {
	title, list, _ := strings.Cut(text, ": ")
	kept := slices.DeleteFunc(strings.Split(list, ", "), func(it string) bool {
		command, _, _ := strings.Cut(it, " ")
		return slices.Contains(off, command)
	})
	return title + ": " + strings.Join(kept, ", ")
}

// hall lists what the player has open, then the games.
func (s *Session) hall() {
	a, home := s.App, s.visit.Home()
	var items []item
	add := func(key string, list []*table.Summary) {
		for _, t := range list {
			items = append(items, item{a.T(key, "g", a.Game(t.Game, t.Options), "p", s.others(t)), func() { s.sit(t.ID) }})
		}
	}
	add("wd.turn", home.Turn)
	add("wd.resume", home.Resume)
	for _, t := range home.Invites {
		items = append(items, item{play.Challenge(a, t), func() { s.seat(t.ID) }})
	}
	add("wd.waiting", home.Waiting)
	add("wd.seat", home.Seats)
	for _, g := range a.House.Lobby.Games() {
		name := g.Info().Name
		items = append(items, item{a.T("game." + name), func() { s.game(name) }})
	}
	s.list(a.T("wd.hall"), items)
}

// others are the names at a table but the player's own, or of the day of a run.
func (s *Session) others(t *table.Summary) string {
	var list []string
	for _, seat := range t.Seats {
		if seat.ID != s.visit.Me().ID && (seat.ID != "" || seat.Bot != "") {
			list = append(list, s.App.SeatName(seat))
		}
	}
	if len(t.Seats) == 1 {
		return s.App.Class(t.Daily, t.Seeded, t.Hinted)
	}
	return strings.Join(list, ", ")
}

// backToHall leaves what is open. A match goes on.
func (s *Session) backToHall() {
	s.stand()
	s.close()
	s.hall()
}

// playGame begins a game for two with whoever is there, opens the list of a game for one, or begins practice on
// a seed: "GAME" or "GAME SEED".
func (s *Session) playGame(rest string) {
	switch name, seed, ok := s.cutGame(rest); {
	case ok && seed != "":
		s.practice(name, seed)
	case ok && !play.GameOf(name).Alone() && !s.App.House.Alone:
		s.stand()
		s.close()
		s.search(play.Search{Game: name, Options: play.EnterRules(s.App, name), Bot: true}, "")
	case ok:
		s.game(name)
	default:
		s.fail(games.ErrUnknownGame)
	}
}

// game lists what can be begun of a game.
func (s *Session) game(name string) {
	a := s.App
	g, err := a.House.Lobby.Game(name)
	if err != nil {
		s.fail(err)
		return
	}
	s.stand()
	s.close()
	if g.Info().Seats == 1 {
		s.list(a.T("game."+name), s.runs(name))
		return
	}
	s.list(a.T("game."+name), s.matches(g))
}

// runs are the runs of a game for one.
func (s *Session) runs(game string) (items []item) {
	a := s.App
	kinds := []play.SpokenRun{{Offer: pairing.Offer{Game: game, Control: "none"}}}
	if f := play.GameOf(game).Speech.Runs; f != nil {
		kinds = f(a)
	}
	for _, k := range kinds {
		for _, class := range []string{"ranked", "daily", "practice"} {
			o := k.Offer
			o.Daily = class == "daily"
			name := a.T("solo." + class)
			if k.Name != "" {
				name = k.Name + ", " + name
			}
			begin := func() { s.begin(o) }
			if class == "practice" {
				begin = func() { s.askSeed(o) }
			}
			items = append(items, item{name, begin})
		}
	}
	return items
}

// askSeed asks for the seed of a practice run: the next line is the seed, or the word for one that is drawn.
func (s *Session) askSeed(o pairing.Offer) {
	random := s.App.T("wd.seed.random")
	s.list(s.App.T("wd.seed.ask", "w", random), nil)
	s.menu.typed = func(typed string) {
		if strings.EqualFold(typed, random) {
			typed = s.anySeed(o.Game)
		}
		s.beginSeed(o, typed)
	}
}

// anySeed draws a seed that a player could have typed.
func (s *Session) anySeed(game string) string {
	g, err := s.App.House.Lobby.Game(game)
	if own, ok := g.(games.Seeder); err == nil && ok {
		return own.RandomSeed(s.App.House.Lobby.Random())
	}
	return solo.AnySeed()
}

// beginSeed begins a run from a seed that was typed. A game without seeds of its own takes as many characters as
// its form does.
func (s *Session) beginSeed(o pairing.Offer, seed string) {
	g, err := s.App.House.Lobby.Game(o.Game)
	if _, own := g.(games.Seeder); err == nil && !own && utf8.RuneCountInString(seed) > solo.SeedCells {
		s.say(s.App.T("wd.seed.long"))
		return
	}
	o.Seed = seed
	s.begin(o)
}

// leaves reports whether a word leaves a question for a seed, or asks for help: no seed is meant.
func (s *Session) leaves(word string) bool {
	return slices.Contains([]string{"help", "leave", "list", "stop", "play", "watch", "join"}, word)
}

// practice begins a run from a seed that was typed. It counts for nothing.
func (s *Session) practice(game, seed string) {
	kinds := []play.SpokenRun{{Offer: pairing.Offer{Game: game, Control: "none"}}}
	g := play.All[game]
	switch {
	case g == nil || !g.Alone():
		s.fail(games.ErrUnknownGame)
		return
	case g.Speech.Runs != nil:
		kinds = g.Speech.Runs(s.App)
	}
	s.beginSeed(kinds[0].Offer, seed)
}

// matches are the ways to begin a match for two, and the seats that are open.
func (s *Session) matches(g games.Game) (items []item) {
	a, name := s.App, g.Info().Name
	versus := play.GameOf(name).Versus
	offer := pairing.Offer{Game: name, Control: versus.Control, Seat: games.Nobody}
	items = append(items, item{a.T("wd.bot"), func() { s.bots(g) }})
	if a.House.Alone {
		return items
	}
	for i, options := range play.RuleSets(a, name) {
		quick := a.T("wd.quick")
		if i > 0 {
			quick = a.T("wd.quick.rules", "g", a.Game(name, options))
		}
		items = append(items, item{quick, func() { s.search(play.Search{Game: name, Options: options}, "") }})
	}
	items = append(items,
		item{a.T("wd.open"), func() { s.setUp(offer) }},
		item{a.T("wd.friend"), func() {
			friend := offer
			friend.Private = true
			s.setUp(friend)
		}},
	)
	for _, t := range a.House.Lobby.PublicTables(name) {
		switch {
		case t.Status == store.Open && t.SeatOf(s.visit.Me().ID) == games.Nobody && t.Invited == "" && !t.Meets:
			items = append(items, item{a.T("wd.sit", "p", s.others(t), "c", s.terms(control(t.Control)), "r", a.RatedWord(t.Rated, "")), func() { s.seat(t.ID) }})
		case t.Status == store.Live:
			items = append(items, item{a.T("wd.look.on", "p", s.others(t)), func() { s.sit(t.ID) }})
		}
		if len(items) == 20 {
			break
		}
	}
	return items
}

// seat sits down on an open seat.
func (s *Session) seat(id string) {
	if err := s.visit.SitDown(id); err != nil {
		s.fail(err)
		return
	}
	s.sit(id)
}

// bots lists the bots of a game.
func (s *Session) bots(g games.Game) {
	a, name := s.App, g.Info().Name
	beaten := s.beaten(name)
	var items []item
	for _, b := range g.Bots() {
		text := a.T("bot." + b.Name())
		if beaten[b.Name()] {
			text += ", " + a.T("ladder.beaten")
		}
		items = append(items, item{text, func() {
			s.setUp(pairing.Offer{Game: name, Seat: games.Nobody, Bot: b.Name()})
		}})
	}
	s.list(a.T("wd.which.bot")+" "+a.T("ladder.count", "n", len(beaten), "of", len(items)), items)
}

// beaten are the bots of a game that the player has beaten.
func (s *Session) beaten(game string) map[string]bool {
	won := map[string]bool{}
	if data, err := s.App.House.Lobby.Profile(s.ctx, s.visit.Me().ID); err == nil && !s.visit.Me().Guest {
		for _, v := range data.Versus {
			if bot, ok := strings.CutPrefix(v.Opponent, "bot:"); ok && v.Game == game && v.Won > 0 {
				won[bot] = true
			}
		}
	}
	return won
}

// begin makes a table from an offer and goes there.
func (s *Session) begin(o pairing.Offer) {
	id, err := s.visit.Create(o)
	if err != nil {
		s.fail(err)
		return
	}
	s.sit(id)
}

// search looks for an opponent and goes to the table. lost is the name of the one who was found before and does
// not come, "" for nobody.
func (s *Session) search(q play.Search, lost string) {
	id, found, err := q.Find(s.App)
	switch {
	case err != nil:
		s.fail(err)
		return
	case lost != "" && found:
		s.say(s.App.T("seek.next", "p", lost))
	case lost != "":
		s.say(s.App.T(app.If(q.Bot, "seek.next.bot", "seek.next.wait"), "p", lost))
	case !found && q.Bot:
		s.say(s.App.T("wd.bot.meanwhile"))
	}
	if s.sit(id); s.at != nil && found {
		s.at.search = &q
	}
}

// join takes the seat of a code.
func (s *Session) join(code string) {
	id, err := s.visit.JoinCode(s.ctx, code)
	if err != nil {
		s.fail(err)
		return
	}
	s.sit(id)
}

// watch goes to a live table, or opens the replay of a match that is over.
func (s *Session) watch(id string) {
	id = strings.ToUpper(id)
	if t := s.App.House.Lobby.TableSummary(id); t != nil && t.Status != store.Done {
		s.sit(id)
		return
	}
	s.open(id)
}

// challenge offers a seat to one player: "NAME GAME".
func (s *Session) challenge(rest string) {
	name, rest, _ := strings.Cut(rest, " ")
	if name == "" {
		s.say(s.App.T("wd.which.game"))
		return
	}
	game, _, _ := s.cutGame(rest)
	p, err := s.App.House.Lobby.PlayerByName(s.ctx, name)
	if err != nil {
		s.say(s.App.T("wd.no.player", "p", name))
		return
	}
	g, err := s.App.House.Lobby.Game(game)
	if err != nil || g.Info().Seats < 2 {
		s.say(s.App.T("wd.which.game"))
		return
	}
	s.setUp(pairing.Offer{Game: g.Info().Name, Seat: games.Nobody, Player: p.ID})
}

// people lists who is here and what they do.
func (s *Session) people() {
	a := s.App
	said := []string{a.T("wd.people", "n", a.House.Lobby.Online())}
	for _, p := range a.House.Lobby.People() {
		name := a.PersonName(p.Person)
		if t := a.House.Lobby.TableSummary(p.Table); t != nil {
			name += ", " + a.Game(t.Game, t.Options)
		}
		said = append(said, name)
		if len(said) == 40 {
			break
		}
	}
	s.say(said...)
}

// isAll reports whether the word after an answer means all.
func isAll(word string) bool { return word == "all" || word == "모두" }

// accept accepts the invitation that was announced last; "yes all" ends the effect of "no all".
func (s *Session) accept(rest string) {
	if isAll(rest) {
		s.visit.AcceptChallenges()
		s.say(s.App.T("inv.taken"))
		return
	}
	if s.asked == nil {
		s.say(s.App.T("wd.nothing.asked"))
		return
	}
	i := *s.asked
	id, err := s.visit.Accept(i)
	s.asked = nil
	switch {
	case err != nil && i.Why == pairing.Paired:
		s.failArena(err)
	case err != nil:
		s.fail(err)
	case i.Why == pairing.Paired: // the match calls once both sit
		s.stand()
		s.close()
		s.say(s.App.T("arena.sat"))
	default:
		s.sit(id)
	}
}

// decline declines the invitation that was announced last; "no all" declines all challenges, also those that
// come later in the visit.
func (s *Session) decline(rest string) {
	if isAll(rest) {
		n, err := s.visit.DeclineAll()
		if s.asked = nil; err != nil {
			s.fail(err)
			return
		}
		s.say(s.App.T("wd.declines", "n", n))
		return
	}
	if s.asked == nil {
		s.say(s.App.T("wd.nothing.asked"))
		return
	}
	i := *s.asked
	s.asked = nil
	if err := s.visit.Decline(i); err != nil {
		s.fail(err)
	} else if i.Why == pairing.Coming {
		s.say(s.App.T("inv.stayed", "p", s.App.PersonName(i.From)))
	}
}
