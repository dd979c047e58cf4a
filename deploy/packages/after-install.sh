#!/bin/sh
# Makes the user and its folder. The service does not start by itself: choose the name of the machine first.
set -e
if ! grep -q '^arcade:' /etc/passwd; then
	if command -v useradd >/dev/null; then
		useradd --system --user-group --home-dir /var/lib/arcade --shell /usr/sbin/nologin arcade
	else
		addgroup -S arcade
		adduser -S -D -H -h /var/lib/arcade -s /sbin/nologin -G arcade arcade
	fi
fi
install -d -o arcade -g arcade -m 0700 /var/lib/arcade
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	systemctl try-restart arcade arcade-spare # a new version
fi
