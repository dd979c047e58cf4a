package gametest

import (
	"fmt"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/protocol"
	"arcade/games/rng"
)

// protocol plays a whole random match over the engine protocol and compares the answers with the engine's.
func (g Game) protocol(t *testing.T) {
	setup := g.setupOf(0)
	p, r := start(t, g.Engine, setup), rng.New("protocol")
	var in, want []string
	ask := func(request any, answer string) {
		in, want = append(in, JSON(t, request)), append(want, answer)
	}
	state := func(events []games.Event) string {
		if events == nil {
			events = []games.Event{}
		}
		legal := p.Legal()
		if legal == nil {
			legal = []games.Action{}
		}
		return fmt.Sprintf(`{"ok":true,"to_act":%d,"legal":%s,"events":%s,"over":%v,"result":%s}`,
			p.ToAct(), JSON(t, legal), JSON(t, events), p.Result() != nil, JSON(t, p.Result()))
	}
	view := func(seat any, viewer games.Seat) {
		ask(map[string]any{"op": "view", "seat": seat}, `{"ok":true,"view":`+JSON(t, p.View(viewer))+`}`)
	}
	apply := func(a games.Action) map[string]any { return map[string]any{"op": "apply", "action": a} }

	ask(map[string]any{"op": "games"}, `{"ok":true,"games":[`+JSON(t, g.Engine.Info())+`]}`)
	ask(map[string]any{"op": "new", "setup": setup}, state(nil))
	for ply := 0; p.Result() == nil; ply++ {
		a := g.pick(p.Legal(), ply, r.Intn)
		events := Play(t, p, a)
		ask(apply(a), state(events))
		if ply == 3 {
			view(0, 0)
			view(-1, games.Spectator)
		}
	}
	view("all", games.Everything)
	_, err := p.Apply(g.Notation[0])
	ask(apply(g.Notation[0]), `{"ok":false,"error":`+JSON(t, fmt.Sprint(err))+`}`)

	var out strings.Builder
	if err := protocol.Serve(games.NewRegistry(g.Engine), strings.NewReader(strings.Join(in, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("%s\n%s, want\n%s", in[i], strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""), want[i])
		}
	}
}
