package names

import "testing"

func TestReserved(t *testing.T) {
	r := Reserve("master", "Rookie bot", "명인봇")
	for _, name := range []string{
		"operator", "Operator", "OPERATOR", "0perat0r", "oper-ator", "operator_1", "operator2026", "운영자", "운영자님", "운영자-7", "운_영자",
		"system", "5ystem", "house", "H0use", "help", "he1p", "heIp", "admin", "adrnin", "관리자", "arcade", "AI", "a1", "master", "Master", "rnaster", "rookiebot", "Rookie-bot", "명인봇",
	} {
		if !r.Has(name) {
			t.Errorf("%s is free", name)
		}
	}
	for _, name := range []string{"kim", "김철수", "mastermind", "helper", "systema", "housecat", "로봇", "robot", "abbot", "operetta", "운영", "dawnfox12", "님", "10", "--"} {
		if r.Has(name) {
			t.Errorf("%s is reserved", name)
		}
	}
	for _, list := range [][2][]string{{koFirst, koSecond}, {enFirst, enSecond}} {
		for _, first := range list[0] {
			for _, second := range list[1] {
				if r.Has(first + second) {
					t.Errorf("the invented name %s is reserved", first+second)
				}
			}
		}
	}
}
