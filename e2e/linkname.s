// This file is empty: it lets attackraw_test.go declare a function without a body.
