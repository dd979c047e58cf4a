package yut

// Node is a place of a piece: a node of the board, [Home] before it or [Finished] behind it. In JSON it is
// its name.
type Node uint8

// The nodes. O1 to O20 are the numbers 1 to 20.
const (
	Home Node = 0
	O1   Node = 1
	O5   Node = 5
	O10  Node = 10
	O15  Node = 15
	O20  Node = 20
	C    Node = 21
	A1   Node = 22
	A2   Node = 23
	A3   Node = 24
	A4   Node = 25
	B1   Node = 26
	B2   Node = 27
	B3   Node = 28
	B4   Node = 29
	// Finished is the place of a piece that has gone past O20.
	Finished Node = 30
)

// Nodes is the number of nodes on the board, which are numbered 1 to Nodes.
const Nodes = 29

// places is the number of nodes with Home and Finished.
const places = Nodes + 2

var nodeNames = [places]string{"home",
	"O1", "O2", "O3", "O4", "O5", "O6", "O7", "O8", "O9", "O10",
	"O11", "O12", "O13", "O14", "O15", "O16", "O17", "O18", "O19", "O20",
	"C", "A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "finished"}

// String returns the node's name: "home", "O1" to "O20", "C", "A1" to "A4", "B1" to "B4", "finished"; "-"
// for anything but a place.
func (n Node) String() string {
	if int(n) >= places {
		return "-"
	}
	return nodeNames[n]
}

// onBoard reports whether n is a node of the board.
func (n Node) onBoard() bool { return n >= 1 && n <= Nodes }

// parseNode reads a node's name; anything else is not ok.
func parseNode(name string) (Node, bool) { return parseName[Node](nodeNames[:], name) }

// MarshalText writes the node's name.
func (n Node) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads a node's name.
func (n *Node) UnmarshalText(text []byte) error { return unmarshalName(n, text, "node", parseNode) }

// Edge is a line of the board, in the direction in which pieces walk.
type Edge struct{ From, To Node }

// Edges lists the board's lines: all that pieces walk along except the step from Home to O1 and the one
// from O20 to Finished. A drawing shows exactly these lines.
func Edges() []Edge {
	var list []Edge
	for n := O1; n < O20; n++ {
		list = append(list, Edge{n, n + 1})
	}
	return append(list,
		Edge{O5, A1}, Edge{A1, A2}, Edge{A2, C}, Edge{C, A3}, Edge{A3, A4}, Edge{A4, O15},
		Edge{O10, B1}, Edge{B1, B2}, Edge{B2, C}, Edge{C, B3}, Edge{B3, B4}, Edge{B4, O20})
}

// fork has the first nodes of the two ways from a node, the outer way first; Home twice if the node is not
// a fork. Only a move that starts at a fork has a choice.
var fork = [places][2]Node{O5: {6, A1}, O10: {11, B1}, C: {A3, B3}}

// step returns the node after cur for a piece that came from prev. Only C depends on prev: a piece that
// passes C goes straight on.
func step(prev, cur Node) Node {
	switch cur {
	case A2, B2:
		return C
	case C:
		if prev == B2 {
			return B3
		}
		return A3
	case A4:
		return O15
	case B4:
		return O20
	case O20, Finished:
		return Finished
	}
	return cur + 1 // along O, A and B, and from Home
}

// walk appends to path the nodes of n steps from from, including the last one. way is 1 for the second of a
// fork's ways. It ends at Finished even if steps are left.
func walk(path []Node, from Node, way, n int) []Node {
	prev, cur := from, from
	for i := 0; i < n && cur != Finished; i++ {
		next := step(prev, cur)
		if i == 0 && fork[from][way] != Home {
			next = fork[from][way]
		}
		prev, cur = cur, next
		path = append(path, cur)
	}
	return path
}

// longest is the number of steps that brings a piece from any place to Finished.
const longest = 21

// landings has the node after a number of steps from a node by a way. Both ways are equal for a node
// without a fork.
var landings = func() (t [places][2][longest + 1]Node) {
	for from := Home; from <= Finished; from++ {
		for way := range 2 {
			for n := range longest + 1 {
				t[from][way][n] = from
				if path := walk(nil, from, way, n); len(path) > 0 {
					t[from][way][n] = path[len(path)-1]
				}
			}
		}
	}
	return t
}()

// landing returns the last node of walk.
func landing(from Node, way, n int) Node { return landings[from][way][min(n, longest)] }

// Kind is the special function of a node. In JSON it is its name.
type Kind uint8

// The kinds. They act when a move ends on the node, never when it passes.
const (
	Normal  Kind = iota
	Stick        // offers a stick
	Refresh      // deals the special nodes anew
)

var kindNames = []string{"normal", "stick", "refresh"}

// String returns the kind's name, "-" for an invalid kind.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return "-"
	}
	return kindNames[k]
}

// parseKind reads a kind's name; anything else is not ok.
func parseKind(name string) (Kind, bool) { return parseName[Kind](kindNames, name) }

// MarshalText writes the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a kind's name.
func (k *Kind) UnmarshalText(text []byte) error { return unmarshalName(k, text, "kind", parseKind) }
