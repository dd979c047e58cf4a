package klondike

import "arcade/games"

// step is a move that was played, and perhaps undone.
type step struct {
	// before is the table before the move.
	before State
	move   Move
	// points is the move's change of the score.
	points int
}

// position is a State behind the text notation, with score and history.
type position struct {
	State
	dealID, layoutID    string
	secret              bool // the IDs would reveal hidden cards
	score, moves, undos int
	done, undone        []step // the last one at the end
	last                games.Action
	resigned            bool
	resignMoves         int // moves that resigning counts as
}

// Start deals the setup's deal; see [ReadSetup].
func (Game) Start(setup games.Setup) (games.Position, error) {
	s, err := ReadSetup(setup)
	if err != nil {
		return nil, err
	}
	return &position{State: newState(s.Deck, s.Rules), dealID: s.DealID(), layoutID: LayoutID(s.Deck), secret: s.Secret, resignMoves: resignMoves(setup.Rules)}, nil
}

// resignMoves returns the number of moves that resigning counts as under a version of the rules, 0 for the
// current one.
func resignMoves(version int) int {
	if version > 0 && version <= resignIsAMove {
		return 1
	}
	return 0
}

// open reports whether no card lies face down.
func (p *position) open() bool {
	for c := range p.columns {
		if p.columns[c].down > 0 {
			return false
		}
	}
	return p.left == p.drawn
}

func (p *position) over() bool { return p.resigned || p.Won() }

func (p *position) ToAct() games.Seat {
	if p.over() {
		return games.Nobody
	}
	return 0
}

// Legal lists the moves on the table, then undo, redo and resign.
func (p *position) Legal() []games.Action {
	if p.over() {
		return nil
	}
	list := actions(p.State.Moves())
	for _, m := range []Move{{Kind: Undo}, {Kind: Redo}, {Kind: Resign}} {
		if p.check(m) == "" {
			list = append(list, m.Action())
		}
	}
	return list
}

func actions(moves []Move) []games.Action {
	list := make([]games.Action, 0, len(moves)+3)
	for _, m := range moves {
		list = append(list, m.Action())
	}
	return list
}

// check returns the reason why m is not legal, "" if it is.
func (p *position) check(m Move) string {
	switch {
	case p.over():
		return games.ReasonOver
	case m.Kind == None:
		return games.ReasonNotation
	case m.Kind == Undo && len(p.done) == 0:
		return ReasonNothingToUndo
	case m.Kind == Redo && len(p.undone) == 0:
		return ReasonNothingToRedo
	}
	return p.State.Check(m)
}

// Apply plays an action. Its events are [EventMove] and the others beside it.
func (p *position) Apply(a games.Action) ([]games.Event, error) {
	m, _ := ParseMove(string(a)) // anything but a move is None and refused
	if reason := p.check(m); reason != "" {
		return nil, &games.IllegalError{Action: a, Reason: reason}
	}
	p.last = a
	if m.Kind == Resign {
		p.moves += p.resignMoves
		p.resigned = true
		return []games.Event{{Fact: EventResign{}}}, nil
	}
	p.moves++
	switch m.Kind {
	case Undo:
		var s step
		p.done, s = pop(p.done)
		p.undone = append(p.undone, s)
		p.State = s.before
		p.score = max(0, p.score-s.points+pointsUndo)
		p.undos++
		return []games.Event{{Fact: EventUndo{s.move.Action()}}}, nil
	case Redo:
		var s step
		p.undone, s = pop(p.undone)
		return append([]games.Event{{Fact: EventRedo{}}}, p.play(s.move)...), nil
	}
	p.undone = nil
	return p.play(m), nil
}

func pop(list []step) ([]step, step) { return list[:len(list)-1], list[len(list)-1] }

// play plays a move on the table.
func (p *position) play(m Move) []games.Event {
	before := p.State
	d := p.State.Play(m)
	points := max(d.Points, -p.score)
	p.score += points
	p.done = append(p.done, step{before, m, points})

	var fact games.Fact
	switch m.Kind {
	case Draw:
		fact = EventDraw{d.N}
	case Recycle:
		fact = EventRecycle{d.N}
	default:
		from, to := places(m, d.Card)
		fact = EventMove{Card: d.Card, From: from, N: d.N, Points: points, To: to}
	}
	events := []games.Event{{Fact: fact}}
	if d.Flipped {
		events = append(events, games.Event{Fact: EventFlip{d.Turned, int(m.From) + 1}})
	}
	if p.Won() {
		events = append(events, games.Event{Fact: EventWon{}})
	}
	return events
}

// places returns the places from and to which a move takes card, as in the notation but with the letter of
// a foundation.
func places(m Move, card Card) (from, to string) {
	text := string(m.Action())
	from, to = text[:1], text[2:3]
	if to == "f" {
		to = card.Suit().String()
	}
	return from, to
}

// Result is a win, which ends the match at once, or the result of the action "resign".
func (p *position) Result() *games.Result {
	switch {
	case p.Won():
		return &games.Result{Reason: games.Finished, Winner: 0, Fields: p.facts()}
	case p.resigned:
		return &games.Result{Reason: games.Resigned, Winner: games.Nobody, Fields: p.facts()}
	}
	return nil
}

// Standing returns the result's fields beside reason and winner when the table ended the match because its
// player gave up. It counts like the action "resign", so that both ways give the same result.
func (p *position) Standing() any {
	f := p.facts()
	f.Moves += p.resignMoves
	return f
}

func (p *position) facts() Facts {
	return Facts{p.Won(), p.score, p.moves, p.undos, p.Home(), p.dealID, p.layoutID}
}

// View returns the same [View] to the player and every spectator. Everything gets one without hidden cards.
func (p *position) View(seat games.Seat) any {
	all := seat == games.Everything
	v := View{
		Rules:       p.Rules,
		Waste:       make([]Face, 0, p.drawn),
		StockCount:  int(p.left - p.drawn),
		RedealsLeft: p.RedealsLeft(),
		Score:       p.score, Moves: p.moves, Undos: p.undos,
		Legal: p.Legal(), Safe: []games.Action{},
		CanUndo: p.check(Move{Kind: Undo}) == "", CanRedo: p.check(Move{Kind: Redo}) == "",
		Last: p.last, Won: p.Won(), Over: p.over(),
	}
	if !p.secret || all || p.open() {
		v.DealID, v.LayoutID = p.dealID, p.layoutID
	}
	for c := range p.columns {
		column := &p.columns[c]
		v.FaceDown[c] = int(column.down)
		v.Tableau[c] = make([]Face, 0, column.n)
		for i, card := range column.all() {
			v.Tableau[c] = append(v.Tableau[c], face(card, i >= int(column.down), all))
		}
	}
	for s, n := range p.home {
		v.Foundation[s] = make([]Face, 0, n)
		for r := range Rank(n) {
			v.Foundation[s] = append(v.Foundation[s], face(CardOf(Suit(s), r), true, all))
		}
	}
	for _, card := range p.talon[:p.drawn] {
		v.Waste = append(v.Waste, face(card, true, all))
	}
	if all {
		v.Stock = make([]Face, 0, v.StockCount) // not nil even when empty
		for i := int(p.left) - 1; i >= int(p.drawn); i-- {
			v.Stock = append(v.Stock, face(p.talon[i], false, all))
		}
	}
	if v.Over {
		v.Legal = []games.Action{}
		return v
	}
	v.Safe = actions(p.State.Safe())
	if m := p.State.Finish(); m.Kind != None {
		v.Finish = m.Action()
	}
	v.Stuck = p.Stuck()
	return v
}

// face returns a card as a viewer sees it.
func face(c Card, up, all bool) Face {
	if !up && !all {
		return Face{Hidden: true}
	}
	return Face{Card: c, Up: up}
}
