// This file is empty: it lets chaff.go declare functions without a body.
