package room

import (
	"encoding/json"
	"fmt"
	"reflect"

	"arcade/games"
	"arcade/lobby/table"
)

// command is a kind of [table.Command].
type command struct {
	// name is its name between nodes, which never changes.
	name string
	// empty makes one without arguments, perform carries one out at a table that this node owns.
	empty   func() table.Command
	perform func(v *Participant, id string, c table.Command) error
}

// on makes a kind of command.
func on[C any](name string, perform func(v *Participant, id string, c *C) error) command {
	return command{name, func() table.Command { return new(C) }, func(v *Participant, id string, c table.Command) error {
		return perform(v, id, c.(*C))
	}}
}

// registry lists all kinds of commands, with what carries them out.
func registry() []command {
	return []command{
		on("watch", func(v *Participant, id string, _ *table.Watch) error { return v.watch(id) }),
		on("unwatch", func(v *Participant, id string, _ *table.Unwatch) error { return v.unwatch(id) }),
		on("left", func(v *Participant, _ string, c *table.Leave) error { return v.endStandIn(c.Last) }),
		on("act", func(v *Participant, id string, c *table.Act) error { return v.play(id, c) }),
		on("do", func(v *Participant, id string, c *table.Do) error { return v.play(id, c) }),
		on("look", func(v *Participant, id string, c *table.Look) error { return v.play(id, c) }),
		on("hint", func(v *Participant, id string, c *table.Hint) error { return v.play(id, c) }),
		on("lift", func(v *Participant, id string, c *table.Lift) error { return v.play(id, c) }),
		on("say", func(v *Participant, id string, c *table.Say) error { return v.say(id, c.Phrase, c.Text) }),
		on("take", func(v *Participant, id string, c *table.SitDown) error { return v.handleSit(id, c.ByCode) }),
		on("ready", func(v *Participant, id string, _ *table.Ready) error { return v.readyAt(id) }),
		on("unready", func(v *Participant, id string, _ *table.NotReady) error { return v.unready(id) }),
		on("cancel", func(v *Participant, id string, _ *table.Cancel) error { return v.cancel(id) }),
		on("days", func(v *Participant, id string, _ *table.ToDays) error { return v.toDays(id) }),
		on("refuse", func(v *Participant, id string, _ *table.Refuse) error { return v.refuse(id) }),
		on("rematch", func(v *Participant, id string, _ *table.Rematch) error { return v.rematch(id) }),
		on("endseries", func(v *Participant, id string, _ *table.LeaveSeries) error { return v.endSeries(id) }),
	}
}

// The registry by name and by type.
var (
	commandsByName = map[string]command{}
	commandsByType = map[reflect.Type]command{}
)

func init() {
	for _, c := range registry() {
		commandsByName[c.name], commandsByType[reflect.TypeOf(c.empty())] = c, c
	}
}

// perform carries out a visit's command at a table that this node owns.
func (v *Participant) perform(id string, c table.Command) error {
	kind, ok := commandsByType[reflect.TypeOf(c)]
	if !ok {
		return games.ErrNotAllowed
	}
	return kind.perform(v, id, c)
}

// encode returns the name of a command and its arguments, as nodes send them.
func encode(c table.Command) (name string, args []any) {
	return commandsByType[reflect.TypeOf(c)].name, append(args, fields(c)...)
}

// decode reads another node's command; games.ErrNotAllowed for one that this version does not know. It ignores
// further arguments, which a later version may send.
func decode(name string, args []json.RawMessage) (table.Command, error) {
	kind, ok := commandsByName[name]
	if !ok {
		return nil, fmt.Errorf("deed %.20q: %w", name, games.ErrNotAllowed)
	}
	c := kind.empty()
	for i, to := range fields(c) {
		if i >= len(args) {
			return nil, fmt.Errorf("deed %s: %d arguments", name, len(args))
		}
		if err := json.Unmarshal(args[i], to); err != nil {
			return nil, fmt.Errorf("deed %s: %w", name, err)
		}
	}
	return c, nil
}

// fields returns pointers to a command's fields.
func fields(c table.Command) (all []any) {
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		all = append(all, v.Field(i).Addr().Interface())
	}
	return all
}
