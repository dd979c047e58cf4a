package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/nodes"
	"arcade/store"
)

// What a visitor does at a table is a deed, by name: here where this node keeps the match,
// else at the node that does, by the same method of a stand-in for the visit. One question,
// one answer; what has not been answered is not asked again.

// ErrMoving: the match's keeper cannot be reached now, or another node is taking the match
// over. Nothing can be done there for a moment.
var ErrMoving = errors.New("the match is being moved to another node")

// errElsewhere: the node that was asked does not keep the match, and has done nothing.
var errElsewhere = errors.New("the match is kept elsewhere")

// deed does something at a table. Its arguments are values, or JSON of such from another node.
type deed func(v *Visit, id string, args []any) error

var deeds map[string]deed

func init() { // the methods come back to deeds
	deeds = map[string]deed{
		"watch":     of0((*Visit).watch),
		"unwatch":   of0((*Visit).unwatch),
		"left":      of1((*Visit).leftTable),
		"act":       of2((*Visit).act),
		"do":        of1((*Visit).do),
		"say":       of2((*Visit).say),
		"look":      of0((*Visit).look),
		"hint":      of0((*Visit).lookForHint),
		"lift":      of0((*Visit).lift),
		"take":      of1((*Visit).take),
		"ready":     of0((*Visit).readyAt),
		"unready":   of0((*Visit).unready),
		"cancel":    of0((*Visit).cancel),
		"days":      of0((*Visit).toDays),
		"refuse":    of0((*Visit).refuse),
		"rematch":   of0((*Visit).again),
		"endseries": of0((*Visit).endSeries),
	}
}

func of0(f func(*Visit, string) error) deed {
	return func(v *Visit, id string, _ []any) error { return f(v, id) }
}

func of1[A any](f func(*Visit, string, A) error) deed {
	return func(v *Visit, id string, args []any) error {
		a, err := arg[A](args, 0)
		if err != nil {
			return err
		}
		return f(v, id, a)
	}
}

func of2[A, B any](f func(*Visit, string, A, B) error) deed {
	return func(v *Visit, id string, args []any) error {
		a, err := arg[A](args, 0)
		b, err2 := arg[B](args, 1)
		if err := errors.Join(err, err2); err != nil {
			return err
		}
		return f(v, id, a, b)
	}
}

// arg is an argument of a deed.
func arg[A any](args []any, i int) (a A, err error) {
	if i >= len(args) {
		return a, fmt.Errorf("deed: %d arguments", len(args))
	}
	if raw, ok := args[i].(json.RawMessage); ok {
		err = json.Unmarshal(raw, &a)
		return a, err
	}
	return args[i].(A), nil
}

// deed does something at a table, wherever that is kept. A table may move meanwhile.
func (v *Visit) deed(name, id string, args ...any) error {
	for range 3 {
		t, err := v.l.find(id)
		switch {
		case errors.Is(err, ErrNoTable) || err == nil && !v.l.isFar(t):
			err = deeds[name](v, id, args)
		case err == nil:
			err = v.ask(t, name, args)
		}
		if !errors.Is(err, errElsewhere) {
			return err
		}
	}
	return ErrMoving
}

// question is a deed at a keeper, in version 1; the table is the mirror's.
type question struct {
	V     int    `json:"v"`
	Table string `json:"table"`
	Deed  string `json:"deed"`
	Args  []any  `json:"args,omitempty"`
	By    who    `json:"by"`
}

// who is a visit, as other nodes know it.
type who struct {
	Visit   string `json:"visit"`
	Person  Person `json:"person"`
	From    string `json:"from,omitempty"`
	Key     string `json:"key,omitempty"`
	Program bool   `json:"program,omitempty"`
}

// answer tells what came of a deed, and how far the mirror has to have heard to show it.
type answer struct {
	V     int     `json:"v"`
	Err   *refuse `json:"err,omitempty"`
	Epoch uint64  `json:"epoch"`
	Rev   uint64  `json:"rev"`
}

// deedTime is how long a visitor waits for what another node has to say.
const deedTime = 2 * time.Second

// ask has a deed done by the node that keeps a mirror's match.
func (v *Visit) ask(t *room, name string, args []any) error {
	if err := v.Over(); err != nil && name != "unwatch" && name != "left" {
		return err
	}
	t.mu.Lock()
	keeper, moving := t.keeper, t.moving
	_, watched := t.watchers[v.Presence]
	switch {
	case keeper != "" && name == "watch" && !moving:
		t.watchers[v.Presence] = struct{}{} // before it is asked: the next beat says so, too
	case name == "unwatch":
		delete(t.watchers, v.Presence)
	}
	t.mu.Unlock()
	v.Touch(t)
	switch {
	case keeper == "": // it has come here
		return errElsewhere
	case moving:
		return ErrMoving
	}
	err := v.askKeeper(t, keeper, name, args)
	switch {
	case name != "watch":
	case err == nil:
		v.SetAt(t.ID, "")
	case !watched:
		t.mu.Lock()
		delete(t.watchers, v.Presence)
		t.mu.Unlock()
	}
	return err
}

// askKeeper is ask for who knows the keeper.
func (v *Visit) askKeeper(t *room, keeper, name string, args []any) error {
	ctx, cancel := context.WithTimeout(v.l.tasks.Context(), deedTime)
	defer cancel()
	var a answer
	if err := v.l.cfg.Nodes.Ask(ctx, keeper, "deed", question{V: 1, Table: t.ID, Deed: name, Args: args, By: whoIs(v.Presence)}, &a); err != nil {
		t.mu.Lock()
		if t.keeper == keeper {
			t.move()
		}
		t.mu.Unlock()
		v.l.log.Warn("keeper", "match", t.ID, "keeper", keeper, "deed", name, "err", err)
		return fmt.Errorf("%w: %w", ErrMoving, err)
	}
	err := a.Err.error()
	if errors.Is(err, errElsewhere) {
		if failed := v.l.refresh(t); failed != nil {
			return failed
		}
		return err
	}
	t.await(a.Epoch, a.Rev)
	return err
}

// whoIs is a visit for other nodes.
func whoIs(p *directory.Presence) who {
	name, me := p.Name()
	return who{Visit: name, Person: me, From: p.Identity.From, Key: p.Identity.Fingerprint, Program: p.Program}
}

// done is a deed asked for by another node.
func (l *Lobby) done(_ context.Context, from string, body json.RawMessage) (any, error) {
	var q struct {
		question
		Args []json.RawMessage `json:"args"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	a := answer{V: 1}
	t, err := l.keptHere(q.Table)
	if err == nil && deeds[q.Deed] == nil {
		err = fmt.Errorf("deed %.20q: %w", q.Deed, games.ErrNotAllowed)
	}
	if err != nil {
		a.Err = refusalOf(err)
		return a, nil
	}
	args := make([]any, len(q.Args))
	for i, raw := range q.Args {
		args[i] = raw
	}
	a.Err = refusalOf(deeds[q.Deed](l.standIn(from, q.By), q.Table, args))
	t.mu.Lock()
	defer t.mu.Unlock()
	a.Epoch, a.Rev = t.Rec.Epoch, t.pub.rev
	return a, nil
}

// keptHere is a table of this node's own, for another node. Where the store names this node
// as the keeper, and it is not, it takes over from itself; errElsewhere, ErrMoving.
func (l *Lobby) keptHere(id string) (*room, error) {
	if !l.keeping() {
		return nil, ErrMoving
	}
	t, err := l.find(id)
	if err == nil && l.isFar(t) && l.Keeper(id) == l.cfg.Node {
		t.mu.Lock()
		keeper := t.keeper
		t.mu.Unlock()
		if _, err := l.seek(t, keeper, errElsewhere); err != nil {
			return nil, err
		}
		t, err = l.find(id)
	}
	if errors.Is(err, ErrNoTable) || err == nil && l.isFar(t) {
		return nil, errElsewhere
	}
	return t, err
}

// standIn is the visit that does here what one at another node does.
func (l *Lobby) standIn(node string, w who) *Visit {
	p := l.dir.StandIn(node, l.startOf, w.Visit, w.Person, Identity{Fingerprint: w.Key, From: w.From}, w.Program,
		func(p *directory.Presence) any { return &Visit{Presence: p, l: l} })
	return visitOf(p)
}

// leftTable ends a stand-in whose visit is over.
func (v *Visit) leftTable(_ string, last bool) error {
	if v.Node == "" { // the table is gone, and there is no keeper to tell
		return nil
	}
	v.standDown(last)
	return nil
}

// standDown takes a stand-in away from all tables.
func (v *Visit) standDown(last bool) {
	last = v.l.dir.StandDown(v.Presence, last)
	for _, t := range v.Concern() {
		roomOf(t).visitLeft(v, last)
	}
}

// leaveFar tells the keeper of a mirror that a visit is over, until it has heard it or is gone.
func (v *Visit) leaveFar(t *room, last bool) {
	v.l.tasks.Spawn("leave", func() {
		for v.l.tasks.Context().Err() == nil {
			now, err := v.l.find(t.ID)
			switch {
			case err == nil && v.l.isFar(now):
				err = v.ask(now, "left", []any{last})
			case err == nil:
				now.visitLeft(v, last)
			}
			if !errors.Is(err, ErrMoving) && !errors.Is(err, errElsewhere) {
				return
			}
			select {
			case <-v.l.tasks.Context().Done():
			case <-time.After(beatTime):
			}
		}
	})
}

// refuse is an error on its way to another node.
type refuse struct {
	Name   string `json:"name,omitempty"`
	Text   string `json:"text"`
	Until  int64  `json:"until,omitempty"`  // of a WaitError, ms
	Action string `json:"action,omitempty"` // and Reason, of an IllegalError
	Reason string `json:"reason,omitempty"`
}

// Errors are what one node can give another to say to a visitor, by names that never change.
func Errors() map[string]error { return maps.Clone(named) }

var named = map[string]error{
	"moving": ErrMoving, "elsewhere": errElsewhere,
	"no table": ErrNoTable, "no player": ErrNoPlayer, "no code": ErrNoCode, "full": ErrFull, "own seat": ErrOwnSeat,
	"guest rated": ErrGuestRated, "not seated": ErrNotSeated, "not yours": ErrNotYours, "private": ErrPrivate,
	"hidden": ErrHidden, "too many": ErrTooMany, "bad offer": ErrBadOffer, "closing": ErrClosing, "too fast": ErrTooFast,
	"superseded": ErrSuperseded, "stale": ErrStale, "name bad": ErrNameBad, "guest record": ErrGuestRecord,
	"guest days": ErrGuestDays, "left": ErrLeft, "daily done": ErrDailyDone, "log ends": ErrLogEnds, "broken": ErrBroken,
	"bad seed": ErrBadSeed, "guessing": ErrGuessing, "match over": ErrOver, "long": ErrLong, "guest bot": ErrGuestBot,
	"has games": ErrHasGames, "new bot": ErrNewBot, "bot account": ErrBotAccount, "unasked": ErrUnasked, "forgotten": ErrForgotten,
	"no deal": deals.ErrNoDeal, "unknown game": games.ErrUnknownGame, "over": games.ErrOver, "not your turn": games.ErrNotYourTurn,
	"flag fell": games.ErrFlagFell, "held": games.ErrHeld, "not allowed": games.ErrNotAllowed,
	"not found": store.ErrNotFound, "name taken": store.ErrNameTaken, "unwritten": store.ErrUnwritten, "away": store.ErrAway,
	"conflict": store.ErrConflict, "fenced": store.ErrFenced, "finished": store.ErrFinished,
}

// refusalOf is an error for another node, nil for none.
func refusalOf(err error) *refuse {
	if err == nil {
		return nil
	}
	r := &refuse{Text: err.Error()}
	var wait *WaitError
	var illegal *games.IllegalError
	if errors.As(err, &wait) {
		r.Until = wait.Until.UnixMilli()
	}
	if errors.As(err, &illegal) {
		r.Action, r.Reason = string(illegal.Action), illegal.Reason
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if errors.Is(err, named[name]) {
			r.Name = name
			break
		}
	}
	return r
}

// error is the error that another node has given.
func (r *refuse) error() error {
	switch {
	case r == nil:
		return nil
	case r.Until != 0:
		return &WaitError{time.UnixMilli(r.Until)}
	case r.Reason != "":
		return &games.IllegalError{Action: games.Action(r.Action), Reason: r.Reason}
	case named[r.Name] != nil && named[r.Name].Error() == r.Text:
		return named[r.Name]
	case named[r.Name] != nil:
		return fmt.Errorf("%w (%s)", named[r.Name], r.Text)
	}
	return errors.New(r.Text)
}

// answers has the other nodes' questions about tables answered.
func (l *Lobby) answers(n nodes.Nodes) {
	n.Answer("deed", l.done)
	n.Answer("mirror", l.mirrored)
	n.Answer("beat", l.beaten)
	n.Answer("take", l.taken)
	n.Receive("table", l.heardOf)
}
