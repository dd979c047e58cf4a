package commands

import (
	"errors"
	"fmt"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/server/say"
)

// notValid returns, in both languages, the reason why a kibo's log cannot be folded.
func notValid(err error) say.Message {
	ko := "읽을 수 없는 값이 있어요."
	var entry *kibo.EntryError
	switch {
	case errors.As(err, &entry) && errors.Is(err, kibo.ErrTime):
		ko = fmt.Sprintf("%d번째 줄의 시각이 앞줄보다 일러요.", entry.Number)
	case errors.As(err, &entry):
		what := string(entry.Entry.Kind)
		if entry.Entry.Action != "" {
			what += fmt.Sprintf(" %q", entry.Entry.Action)
		}
		ko = fmt.Sprintf("%d번째 줄은 규칙에 어긋나요 (%d번 자리, %s).", entry.Number, entry.Entry.Seat, what)
	case errors.Is(err, kibo.ErrInPlay):
		ko = "아직 두고 있는 판이라 시드가 없어요. 끝난 뒤에 확인할 수 있어요."
	case errors.Is(err, kibo.ErrSeed):
		ko = "시드가 기록된 해시와 달라요."
	case errors.Is(err, games.ErrDeal):
		ko = "카드가 시드에서 나오는 순서와 달라요."
	case errors.Is(err, kibo.ErrSeats):
		ko = "자리 수가 이 게임과 달라요."
	case errors.Is(err, kibo.ErrTime):
		ko = "끝난 시각이 마지막 줄보다 일러요."
	case errors.Is(err, kibo.ErrResult):
		ko = "기록된 결과가 수를 따라간 결과와 달라요."
	case errors.Is(err, games.ErrUnknownGame):
		ko = "모르는 게임이에요."
	}
	return say.Both("맞지 않아요: "+ko, "not valid: "+err.Error())
}
