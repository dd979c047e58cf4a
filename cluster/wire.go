package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// version is the version of all forms that nodes send to each other. A node reads versions from oldest
// on, and of later ones the fields that it knows. Fields may be added. None changes its meaning within a
// version. testdata has the forms of each version.
const (
	version = 1
	oldest  = 1
)

// Subjects, and the kinds of the cluster's own requests.
const (
	subjectNode  = "arcade.node."
	subjectSent  = "arcade.sent."
	subjectBeat  = "arcade.beat"
	askDirectory = "cluster.directory"
	askStepBack  = "cluster.stepback"
)

// errVersion means that this node no longer reads the message's version.
var errVersion = errors.New("this node does not read this version")

// encode writes a form. All forms can be written as JSON.
func encode(form any) []byte {
	data, err := json.Marshal(form)
	if err != nil {
		panic(err)
	}
	return data
}

// decode reads a form, and checks its version.
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

// keyOf returns a NATS key for any name: letters, digits, - and _ stay as they are.
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

// conflict reports whether another node wrote the key first. Replicated buckets return another code than
// buckets on one server.
func conflict(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch) ||
		errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant
}
