package server

import "arcade/server/say"

var (
	errInternal = say.Both("내부 오류가 났어요. 기록해 두었어요.", "internal error; it has been logged")
	errStopping = say.Both("서버를 다시 켜는 중이에요. 잠시 뒤 다시 들어와 주세요.", "the server is restarting, come back in a moment")
	errFlood    = say.Both("키가 너무 빨리, 너무 오래 들어와서 끊었어요.", "disconnected: more keys than anybody types")
	errRoom     = say.Both("오락실이 다 차서, 가장 오래 쉬고 있던 자리를 새로 온 사람에게 내주었어요. 다시 들어올 수 있어요.", "the arcade is full, and nobody had been idle for longer: your place went to somebody new. You may come in again")
	errSessions = say.Both("동시에 쓸 수 있는 창이나 명령이 다 찼어요. 하나를 닫고 다시 해 주세요.", "too many screens and commands at once; close one and try again")
	errTerminal = say.Both("이 터미널에는 화면을 그릴 수 없어요 (TERM). 명령은 쓸 수 있어요: help", "this terminal (TERM) cannot show screens; commands work: help")
	errTime     = say.Both("시간이 너무 오래 걸려 멈췄어요.", "it took too long and was stopped")

	// Before a login; see auth.
	tellWeakKey  = say.Both("이 RSA 키는 너무 짧아요. ssh-keygen -t ed25519 로 새 키를 만들어 주세요.", "this RSA key is too short; make a new one with ssh-keygen -t ed25519")
	tellSHA1     = say.Both("이 RSA 키는 이제 안전하지 않은 SHA-1로만 서명해서 받을 수 없어요. ssh 프로그램을 새 판으로 바꾸거나 ssh-keygen -t ed25519 로 새 키를 만들어 주세요.", "your client signs with this RSA key by SHA-1 only, which is broken; update the client, or make a new key with ssh-keygen -t ed25519")
	tellPassword = say.Both("여기는 비밀번호가 없어서 손님으로 들어왔어요. 기록을 남기려면 ssh-keygen -t ed25519 로 키를 만들어 주세요.", "there are no passwords here, so you come in as a guest; to keep your results make a key with ssh-keygen -t ed25519")
	tellKeyless  = say.Both("BatchMode로 들어오려면 키가 있어야 해요. ssh-keygen -t ed25519 로 만들거나, BatchMode 없이 손님으로 들어와 주세요.", "with BatchMode a key is needed; make one with ssh-keygen -t ed25519, or come in as a guest without BatchMode")
)
