package server

import "fmt"

// message is a sentence to a player in both languages; as an error its text is
// the English one.
type message struct{ KO, EN string }

// Error is the English sentence, for logs.
func (m message) Error() string { return m.EN }

// Say is the sentence in a language, "ko" or "en".
func (m message) Say(lang string) string {
	if lang == "ko" {
		return m.KO
	}
	return m.EN
}

// usageError is a command that was typed wrongly: exit status 2.
type usageError struct{ message }

// speaker is an error that knows the player's language. Any error of a command
// may be one.
type speaker interface{ Say(lang string) string }

func usage(ko, en string, args ...any) error {
	return usageError{message{KO: fmt.Sprintf(ko, args...), EN: fmt.Sprintf(en, args...)}}
}

var (
	errInternal   = message{"내부 오류가 났어요. 기록해 두었어요.", "internal error; it has been logged"}
	errStopping   = message{"서버를 다시 켜는 중이에요. 잠시 뒤 다시 들어와 주세요.", "the server is restarting, come back in a moment"}
	errFlood      = message{"키가 너무 빨리, 너무 오래 들어와서 끊었어요.", "disconnected: more keys than anybody types"}
	errSessions   = message{"동시에 쓸 수 있는 창이나 명령이 다 찼어요. 하나를 닫고 다시 해 주세요.", "too many screens and commands at once; close one and try again"}
	errTerminal   = message{"이 터미널에는 화면을 그릴 수 없어요 (TERM). 명령은 쓸 수 있어요: help", "this terminal (TERM) cannot show screens; commands work: help"}
	errInput      = message{"입력이 너무 길어요 (4 MiB까지).", "too much input (4 MiB at most)"}
	errTime       = message{"시간이 너무 오래 걸려 멈췄어요.", "it took too long and was stopped"}
	errTooLong    = usageError{message{"명령이 너무 길어요.", "the command is too long"}}
	errCharacters = usageError{message{"명령에 쓸 수 없는 문자가 있어요.", "the command contains characters that cannot be used"}}
	errQuote      = usageError{message{"따옴표가 닫히지 않았어요.", "a quotation mark is not closed"}}
)

var (
	helpHead    = message{"화면이 있는 명령", "With a screen"}
	helpRest    = message{"화면이 없는 명령", "Without a screen"}
	helpNone    = message{"(없이)", "(none)"}
	helpDoor    = message{"오락실로 들어가기", "enter the arcade"}
	helpHelp    = message{"이 도움말", "this help"}
	helpWhoami  = message{"내가 누구로 접속했는지", "who this connection is"}
	whoamiGuest = message{"손님 (키 없음)", "guest (no key)"}
)
