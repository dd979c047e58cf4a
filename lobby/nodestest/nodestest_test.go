package nodestest

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arcade/lobby/nodes"
	"arcade/lobby/replica"
)

var _ nodes.Nodes = (*Node)(nil)

var errNamed = errors.New("named")

func TestHub(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		h := New(5*time.Second, replica.Names{Errors: map[string]error{"named": errNamed}})
		a, b := h.Join("a"), h.Join("b")
		b.Answer("twice", func(_ context.Context, from string, body json.RawMessage) (any, error) {
			var n int
			if err := json.Unmarshal(body, &n); err != nil || from != "a" {
				t.Error(from, err)
			}
			if n == 0 {
				return nil, errNamed
			}
			return 2 * n, nil
		})
		var got []int
		b.Receive("n", func(_ string, body json.RawMessage) {
			var n int
			_ = json.Unmarshal(body, &n)
			got = append(got, n)
		})
		ask := func(n int) (m int, err error) { err = a.Ask(ctx, "b", "twice", n, &m); return m, err }
		if m, err := ask(3); m != 6 || err != nil {
			t.Error(m, err)
		}
		if _, err := ask(0); !errors.Is(err, errNamed) {
			t.Error(err)
		}
		if err := a.Ask(ctx, "c", "twice", 1, nil); !errors.Is(err, ErrNoNode) {
			t.Error(err)
		}
		for i := range 3 {
			a.Send("b", "n", i)
		}
		synctest.Wait()
		if !slices.Equal(got, []int{0, 1, 2}) {
			t.Error(got)
		}

		stepped := 0
		_, _ = a.Claim(ctx, "kim", "1", 0, false, func() { stepped++ })
		_, _ = b.Claim(ctx, "kim", "2", 0, false, func() { stepped += 10 })
		synctest.Wait()
		if node, visit, _ := a.Where(ctx, "kim"); stepped != 1 || node != "b" || visit != "2" {
			t.Error(stepped, node, visit)
		}
		newest, _ := a.Claim(ctx, "kim", "late", -1, false, func() { stepped += 100 })
		synctest.Wait()
		if node, visit, _ := a.Where(ctx, "kim"); newest || stepped != 1 || node != "b" || visit != "2" {
			t.Error(stepped, node, visit)
		}
		b.Show("row", json.RawMessage("1"))
		rows := 0
		count := func() int {
			rows = 0
			a.Rows(func(string, string, json.RawMessage) bool { rows++; return true })
			return rows
		}
		if count() != 0 {
			t.Error("shown at once")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if count() != 1 {
			t.Error("not shown")
		}

		var holders []string
		held := func(name string) func(context.Context) {
			return func(ctx context.Context) {
				holders = append(holders, name)
				<-ctx.Done()
			}
		}
		ctx, cancel := context.WithCancel(ctx)
		go b.Hold(ctx, "sweep", held("b"))
		synctest.Wait()
		go a.Hold(ctx, "sweep", held("a"))
		var news []string
		b.Subscribe(func(kind string, _ json.RawMessage) { news = append(news, kind) })
		inc := b.Members()[1].Incarnation
		b.Cut()
		if _, err := ask(3); !errors.Is(err, ErrNoAnswer) { // after a lease
			t.Error(err)
		}
		_ = a.Publish(ctx, "ban", nil)
		synctest.Wait()
		if !a.Gone("b", inc) || b.MayOwn() || !a.MayOwn() || len(a.Members()) != 1 || count() != 0 || news != nil {
			t.Error("a node that is cut off is there")
		}
		if !slices.Equal(holders, []string{"b", "a"}) {
			t.Error(holders)
		}
		b.Back()
		synctest.Wait()
		if a.Gone("b", inc) || !b.MayOwn() || len(news) != 1 {
			t.Error("a node that is back is not there")
		}
		cancel()
		synctest.Wait()
	})
}
