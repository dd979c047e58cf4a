#!/bin/sh
# Stops the service when the package is removed, not when another version takes its place. The data stay.
set -e
case "$1" in upgrade | 1) exit 0 ;; esac
if [ -d /run/systemd/system ]; then
	systemctl disable --now arcade arcade-spare || true
fi
