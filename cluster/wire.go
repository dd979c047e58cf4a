package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// version is the version of all forms that nodes write for each other. A node reads its own and
// the one before (oldest), and from later ones the fields that it knows: fields are added,
// and none changes its meaning within a version. testdata has what each version wrote.
const (
	version = 1
	oldest  = 1
)

// Subjects, and the kinds of questions that the cluster asks itself.
const (
	subjectNode  = "arcade.node."
	subjectSent  = "arcade.sent."
	subjectBeat  = "arcade.beat"
	askDirectory = "cluster.directory"
	askStepBack  = "cluster.stepback"
)

// errVersion: the message's version is no longer read.
var errVersion = errors.New("of a version that this node does not read")

// encode writes a form. They are all ours, and can be written.
func encode(form any) []byte {
	data, err := json.Marshal(form)
	if err != nil {
		panic(err)
	}
	return data
}

// decode reads a form with a version.
func decode(data []byte, form any) error {
	var v struct {
		V int `json:"v"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	if v.V < oldest {
		return fmt.Errorf("cluster: version %d: %w", v.V, errVersion)
	}
	if err := json.Unmarshal(data, form); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	return nil
}

// keyOf is a key of NATS for any name: letters, digits, - and _ stand for themselves.
func keyOf(name string) string {
	var b strings.Builder
	for _, c := range []byte(name) {
		if c == '-' || c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "=%02X", c)
		}
	}
	return b.String()
}

// conflict reports whether another writer of a key was quicker. Buckets on several servers use
// another code than one server.
func conflict(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch) ||
		errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant
}
