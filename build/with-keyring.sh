#!/bin/sh
# Runs a command with a GNOME keyring of its own, unlocked and empty, on a message bus of its own and in a home of its
# own: the real keyring of whoever runs this is never touched, no display is needed, nothing is left behind.
#   build/with-keyring.sh vitest run --project keyring
set -eu

home=$(mktemp -d)
bus='' keyring=''
clean_up() {
  for process in $keyring $bus; do
    kill "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
  rm -rf "$home"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Without a display no prompt can appear: a locked keyring then answers at once.
unset DISPLAY WAYLAND_DISPLAY
mkdir -m 700 "$home/run"
export HOME="$home" XDG_RUNTIME_DIR="$home/run" XDG_DATA_HOME="$home/data" XDG_CONFIG_HOME="$home/config" \
  XDG_CACHE_HOME="$home/cache" DBUS_SESSION_BUS_ADDRESS="unix:path=$home/run/bus"

# Retries `$@` for ten seconds.
until_true() {
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 200 ]; then
      echo "with-keyring.sh: $1 never came; install gnome-keyring and dbus" >&2
      exit 1
    fi
    sleep 0.05
  done
}

dbus-daemon --session --nofork --nopidfile --address="$DBUS_SESSION_BUS_ADDRESS" >/dev/null 2>&1 &
bus=$!
bus_is_up() { [ -S "$home/run/bus" ]; }
until_true bus_is_up

# The password is the empty line; no line at all would not unlock.
echo '' | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
keyring=$!
# Asks the bus, not the service: a request to the service would make the bus start a second daemon, locked.
keyring_is_up() {
  dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \
    string:org.freedesktop.secrets 2>/dev/null | grep -q 'boolean true'
}
until_true keyring_is_up

# The mark by which the tests know that this is not somebody's own keyring.
export PLIMSOLL_PRIVATE_KEYRING=1
code=0
"$@" || code=$?
exit "$code"
