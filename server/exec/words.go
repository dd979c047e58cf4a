package exec

import "arcade/server/say"

var (
	// ErrInput means that the input of a command is longer than [MaxStdin].
	ErrInput      = say.Both("입력이 너무 길어요 (4 MiB까지).", "too much input (4 MiB at most)")
	errTooLong    = say.Usage("명령이 너무 길어요.", "the command is too long")
	errCharacters = say.Usage("명령에 쓸 수 없는 문자가 있어요.", "the command contains characters that cannot be used")
	errQuote      = say.Usage("따옴표가 닫히지 않았어요.", "a quotation mark is not closed")
)

var (
	helpHead = say.Both("화면이 있는 명령", "With a screen")
	helpRest = say.Both("화면이 없는 명령", "Without a screen")
	helpNone = say.Both("(없이)", "(none)")
	helpDoor = say.Both("오락실로 들어가기", "enter the arcade")
	// helpWords and helpLang are titles at the end of the list of commands: for play in words, and for
	// the other language.
	helpWords = say.Both("말로 하기", "In words")
	helpLang  = say.Both("In English", "In Korean")
	helpHelp  = say.Both("이 도움말", "this help")
	// HelpWhoami is the description of "whoami". WhoamiGuest is its output for a guest.
	HelpWhoami  = say.Both("내가 누구로 접속했는지", "who this connection is")
	WhoamiGuest = say.Both("손님 (키 없음)", "guest (no key)")
)
