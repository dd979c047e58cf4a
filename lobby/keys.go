package lobby

// Guesses counts the wrong codes since the start: of open seats, and of keys.
func (l *Lobby) Guesses() (seats, keys uint64) { return l.WrongSeatCodes(), l.WrongKeyCodes() }

// Key returns the fingerprint of the visitor's key, "" for a guest.
func (v *Visit) Key() string { return v.Identity.Fingerprint }

// Code returns the name of the visitor's session in the server's log, "" for none.
func (v *Visit) Code() string { return v.Identity.Code }

// NewKeyCode is [Lobby.NewKeyCode] for the visitor.
func (v *Visit) NewKeyCode() (code string, until int64, err error) {
	if err := v.Over(); err != nil {
		return "", 0, err
	}
	return v.l.NewKeyCode(v.Identity.Fingerprint)
}

// RemoveKey is [Lobby.RemoveKey] for the visitor.
func (v *Visit) RemoveKey(which string) (string, error) {
	if err := v.Over(); err != nil {
		return "", err
	}
	return v.l.RemoveKey(v.Identity.Fingerprint, which)
}

// Forget is [Lobby.Forget] for the visitor.
func (v *Visit) Forget(name string) error {
	if err := v.Over(); err != nil {
		return err
	}
	return v.l.Forget(v.Identity.Fingerprint, name)
}
